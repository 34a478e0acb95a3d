import { EXAMPLE_DELIVERY, EXAMPLE_IDS } from '../http/example-ids.ts';
import type { OperationExample } from '../http/operation-examples.ts';

const ONE = { parameters: { id: EXAMPLE_IDS.endpoint } };

/** Example calls of the webhook routes, which every interface has. */
export const eventExamples: Readonly<Record<string, OperationExample>> = {
  postEventsEndpoints: { body: { url: 'https://example.com/fieldbridge', description: 'Office' } },
  getEventsEndpoints: { parameters: { limit: 50 } },
  getEventsEndpointsById: ONE,
  patchEventsEndpointsById: { ...ONE, body: { enabled: false } },
  deleteEventsEndpointsById: ONE,
  postEventsEndpointsByIdRotateSecret: ONE,
  getEventsEndpointsByIdDeliveries: { parameters: { ...ONE.parameters, limit: 50 } },
  postEventsEndpointsByIdDeliveriesByDeliveryReplay: {
    parameters: { ...ONE.parameters, delivery: EXAMPLE_DELIVERY },
  },
  postEventsEndpointsByIdReplay: { ...ONE, body: { since: '2026-01-01T00:00:00Z' } },
};
