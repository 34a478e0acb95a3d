import { eventExamples } from '../events/examples.ts';
import { EXAMPLE_IDS } from '../http/example-ids.ts';
import type { OperationExamples } from '../http/operation-examples.ts';
import answers from './example-answers.json' with { type: 'json' };

const TICKET = { parameters: { uuid: EXAMPLE_IDS.ticket } };
const ticketOf = (externalId: string) => ({
  locationId: EXAMPLE_IDS.location,
  externalId,
  type: 'outgoing',
  nettWeight: { quantity: 25.4, unit: 't', datetime: '2026-05-04T08:15:00Z' },
  customer: { name: 'Jansen BV' },
  product: { identifier: 'AC16', name: 'Asphalt' },
  vehicle: { licenseplate: 'AB-12-CD' },
});

/** Example calls of the weighing interface. */
export const weighingExamples: OperationExamples = {
  answers,
  calls: {
    getLocations: { parameters: { limit: 50 } },
    postWeighing: { body: ticketOf('T-1001') },
    getWeighing: { parameters: { limit: 50 } },
    getWeighingFindings: { parameters: { limit: 50 } },
    getWeighingTotals: { parameters: { by: 'product' } },
    getWeighingByUuid: TICKET,
    putWeighingByUuid: {
      parameters: { ...TICKET.parameters, reason: 'Typing error' },
      body: ticketOf('T-1002'),
    },
    patchWeighingByUuid: {
      parameters: { ...TICKET.parameters, reason: 'Typing error' },
      body: { vehicle: { licenseplate: 'AB-13-CD' } },
    },
    deleteWeighingByUuid: { parameters: { ...TICKET.parameters, reason: 'Weighed twice' } },
    getWeighingByUuidHistory: TICKET,
    putWeighingByUuidSettlement: { ...TICKET, body: { note: 'The customer knows; the scale was reset' } },
    deleteWeighingByUuidSettlement: TICKET,
    ...eventExamples,
  },
};
