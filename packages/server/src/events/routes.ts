import { LIST_LIMIT_DEFAULT, listParameters, pageOf, Type } from '@fieldbridge/contract';
import type { FastifyRequest } from 'fastify';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import type { Principal } from '../directory/credential.ts';
import type { App } from '../http/app.ts';
import { type Cursors, pageOfAll } from '../http/cursor.ts';
import { ETAG, IF_MATCH, LOCATION } from '../http/documented-headers.ts';
import { notModified, requireMatch } from '../http/etag.ts';
import { ENDS_EARLY, fullPage } from '../http/full-page.ts';
import { instantOf } from '../http/instant.ts';
import { sendJsonText } from '../http/json-text.ts';
import { markSecret } from '../http/private-answers.ts';
import { checkTypes, checkUrl } from './check.ts';
import type { Delivery } from './delivery-store.ts';
import type { Endpoint } from './endpoint-store.ts';
import type { EventHub } from './hub.ts';
import {
  changesOf,
  DeliveryAnswer,
  deliveryText,
  EndpointAnswer,
  EndpointInput,
  EndpointPatch,
  endpointAnswer,
  endpointTag,
  fieldsOf,
} from './wire.ts';

/** What the event routes of one interface and environment need. */
export interface EventRoutes {
  /** Base address, e.g. `/weighing/v2`. */
  readonly base: string;
  readonly hub: EventHub;
  readonly space: string;
  readonly cursors: Cursors;
  readonly principalOf: (request: FastifyRequest) => Principal;
}

const Id = Type.Object({ id: Type.String({ format: 'uuid' }) });
const DeliveryId = Type.Object({ id: Type.String({ format: 'uuid' }), delivery: Type.Integer({ minimum: 1 }) });
/** No body at all, as for 204. */
const Nothing = Type.Unsafe<undefined>({ type: 'null' });
const tags = ['events'];

/** Adds `/events/endpoints` and everything below it to a scope that authenticates its callers. */
export function addEventRoutes(app: App, routes: EventRoutes): void {
  addEndpoints(app, routes);
  addEndpoint(app, routes);
  addDeliveries(app, routes);
}

function addEndpoints(app: App, { base, hub, space, cursors, principalOf }: EventRoutes): void {
  app.post(
    `${base}/events/endpoints`,
    {
      config: { answeredHeaders: { ...LOCATION, ...ETAG } },
      schema: {
        summary: 'Add a webhook endpoint',
        description: `Webhooks follow Standard Webhooks 1.0.0. Types: ${hub.types.join(', ')}. The signing secret is in this answer and never shown again.`,
        tags,
        body: EndpointInput,
        response: { 201: EndpointAnswer },
      },
    },
    async (request, reply) => {
      const fields = fieldsOf(request.body);
      await checkUrl(fields.url, hub.rules);
      checkTypes(fields.types, hub.types);
      await hub.listen();
      const endpoint = await hub.endpoints.add(principalOf(request).organisationId, fields);
      return markSecret(reply)
        .code(201)
        .header('etag', endpointTag(endpoint))
        .header('location', `${base}/events/endpoints/${endpoint.id}`)
        .send(endpointAnswer(endpoint, hub.endpoints.secret(endpoint)));
    },
  );
  app.get(
    `${base}/events/endpoints`,
    {
      schema: {
        summary: 'List webhook endpoints',
        description: 'Those of your organisation, without their secrets.',
        tags,
        querystring: Type.Object(listParameters, { additionalProperties: false }),
        response: { 200: pageOf(EndpointAnswer) },
      },
    },
    async (request) => {
      const { organisationId } = principalOf(request);
      const endpoints = (await hub.endpoints.list(organisationId)).map((endpoint) => endpointAnswer(endpoint));
      const list = JSON.stringify([space, 'endpoints', organisationId]);
      return pageOfAll(endpoints, ({ id }) => id, request.query, cursors, list);
    },
  );
}

function addEndpoint(app: App, { base, hub, principalOf }: EventRoutes): void {
  const path = `${base}/events/endpoints/:id`;
  app.get(
    path,
    {
      config: { conditional: true },
      schema: {
        summary: 'Read a webhook endpoint',
        description: 'Without its secret, which is shown only when it is made.',
        tags,
        params: Id,
        response: { 200: EndpointAnswer },
      },
    },
    async (request, reply) => {
      const endpoint = await hub.endpoints.get(principalOf(request).organisationId, request.params.id);
      if (notModified(request, reply, endpointTag(endpoint))) return reply;
      return endpointAnswer(endpoint);
    },
  );
  app.patch(
    path,
    {
      config: { documentedHeaders: IF_MATCH, answeredHeaders: ETAG },
      schema: {
        summary: 'Change a webhook endpoint',
        description:
          'A JSON merge patch (RFC 7396). Events that happen while an endpoint is disabled are not sent later, but deliveries under way wait; `replay` sends the rest.',
        tags,
        params: Id,
        body: EndpointPatch,
        response: { 200: EndpointAnswer },
      },
    },
    async (request, reply) => {
      const { organisationId } = principalOf(request);
      const changes = changesOf(request.body);
      const present = await hub.endpoints.get(organisationId, request.params.id);
      if (changes.url !== undefined) await checkUrl(changes.url, hub.rules);
      checkTypes(changes.types ?? [], hub.types);
      if (changes.enabled === true) await hub.listen();
      if (changes.enabled === false && present.enabled) await hub.takeEvents();
      const check = (now: Endpoint): void => requireMatch(request, endpointTag(now));
      const endpoint = await hub.endpoints.change(organisationId, present.id, changes, check);
      return reply.header('etag', endpointTag(endpoint)).send(endpointAnswer(endpoint));
    },
  );
  app.delete(
    path,
    {
      config: { documentedHeaders: IF_MATCH },
      schema: {
        summary: 'Remove a webhook endpoint',
        description: 'Its deliveries are removed with it.',
        tags,
        params: Id,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      const check = (now: Endpoint): void => requireMatch(request, endpointTag(now));
      await hub.endpoints.remove(principalOf(request).organisationId, request.params.id, check);
      return reply.code(204).send(undefined);
    },
  );
  app.post(
    `${path}/rotate-secret`,
    {
      config: { answeredHeaders: ETAG },
      schema: {
        summary: 'Create a new signing secret',
        description: 'Both secrets sign for a day, so that the receiver can change over without a gap.',
        tags,
        params: Id,
        response: { 200: EndpointAnswer },
      },
    },
    async (request, reply) => {
      const endpoint = await hub.endpoints.rotate(principalOf(request).organisationId, request.params.id);
      const answer = endpointAnswer(endpoint, hub.endpoints.secret(endpoint));
      return markSecret(reply).header('etag', endpointTag(endpoint)).send(answer);
    },
  );
}

function addDeliveries(app: App, { base, hub, space, cursors, principalOf }: EventRoutes): void {
  const path = `${base}/events/endpoints/:id`;
  app.get(
    `${path}/deliveries`,
    {
      schema: {
        summary: 'List the deliveries of an endpoint, newest first',
        description: ENDS_EARLY,
        tags,
        params: Id,
        querystring: Type.Object(listParameters, { additionalProperties: false }),
        response: { 200: pageOf(DeliveryAnswer) },
      },
    },
    async (request, reply) => {
      const { id } = await hub.endpoints.get(principalOf(request).organisationId, request.params.id);
      const { limit = LIST_LIMIT_DEFAULT, cursor } = request.query;
      const list = JSON.stringify([space, 'deliveries', id]);
      const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursors.read(list, cursor)[0]);
      const page = await fullPage<Delivery>(
        limit,
        ({ body }) => body.length,
        (behind, most) => hub.deliveries.list(id, behind?.seq ?? before, most),
      );
      const tail = page.tail(({ seq }) => cursors.write(list, [seq]));
      return sendJsonText(reply, { text: `{"items":[${page.items.map(deliveryText).join(',')}]${tail}}` });
    },
  );
  app.post(
    `${path}/deliveries/:delivery/replay`,
    {
      config: { idempotent: true },
      schema: {
        summary: 'Send one delivery again',
        description: 'With the same `webhook-id` as before, whether it had arrived or not.',
        tags,
        params: DeliveryId,
        response: { 202: DeliveryAnswer },
      },
    },
    async (request, reply) => {
      const { id } = await hub.endpoints.get(principalOf(request).organisationId, request.params.id);
      if ((await hub.deliveries.get(id, request.params.delivery)) === undefined)
        throw new ProblemError('not-found', detailOf('There is no such delivery.'));
      await hub.deliveries.again(request.params.delivery);
      const text = deliveryText((await hub.deliveries.get(id, request.params.delivery))!);
      return sendJsonText(reply, { status: 202, text });
    },
  );
  app.post(
    `${path}/replay`,
    {
      config: { idempotent: true },
      schema: {
        summary: 'Send everything since a moment again',
        description:
          'Every event since then that the endpoint asks for; waiting deliveries are tried now, and not made twice.',
        tags,
        params: Id,
        body: Type.Object({ since: Type.String({ format: 'date-time' }) }, { additionalProperties: false }),
        response: { 202: Type.Object({ events: Type.Integer({ description: 'Deliveries made.' }) }) },
      },
    },
    async (request, reply) => {
      const endpoint = await hub.endpoints.get(principalOf(request).organisationId, request.params.id);
      const since = instantOf(request.body.since);
      let events = 0;
      for (const source of hub.sources) events += await hub.deliveries.replay(source, endpoint, since);
      return reply.code(202).send({ events });
    },
  );
}
