import {
  ACCESS_REQUEST_STATES,
  AccessRequestInput,
  AccessRequestView,
  Approval,
  Approved,
  Declined,
  LIST_LIMIT_DEFAULT,
  listParameters,
  pageOf,
  Refusal,
  Type,
} from '@fieldbridge/contract';
import { page } from '../../http/cursor.ts';
import { LOCATION } from '../../http/documented-headers.ts';
import { etagOfView, notModified } from '../../http/etag.ts';
import { markSecret } from '../../http/private-answers.ts';
import { viewCredential } from '../views.ts';
import { type DeskScope, IdParameter } from './scope.ts';

const tags = ['access requests'];

/** Adds the desk's side of access requests. */
export function addAccessRequests({ app, base, desk, actorOf }: DeskScope): void {
  const { cursors } = desk.context;
  const Query = Type.Object(
    { state: Type.Optional(Type.Enum([...ACCESS_REQUEST_STATES])), ...listParameters },
    { additionalProperties: false },
  );
  app.get(
    `${base}/access-requests`,
    {
      schema: {
        summary: 'List access requests',
        tags,
        querystring: Query,
        response: { 200: pageOf(AccessRequestView) },
      },
    },
    async (request) => {
      const { limit = LIST_LIMIT_DEFAULT, cursor, state } = request.query;
      const list = `desk/access-requests/${state ?? ''}`;
      const after = cursor === undefined ? '' : String(cursors.read(list, cursor)[0]);
      return page(await desk.requests.list(state, limit + 1, after), limit, ({ id }) => cursors.write(list, [id]));
    },
  );
  app.post(
    `${base}/access-requests`,
    {
      config: { idempotent: true, answeredHeaders: LOCATION },
      schema: {
        summary: 'Enter a request from an email',
        tags,
        body: AccessRequestInput,
        response: { 201: AccessRequestView },
      },
    },
    async (request, reply) => {
      const entered = await desk.requests.add(actorOf(request).name, 'desk', request.body);
      return reply.code(201).header('location', `${base}/access-requests/${entered.id}`).send(entered);
    },
  );
  app.get(
    `${base}/access-requests/:id`,
    {
      config: { conditional: true },
      schema: { summary: 'Read an access request', tags, params: IdParameter, response: { 200: AccessRequestView } },
    },
    async (request, reply) => {
      const view = await desk.requests.require(request.params.id);
      if (notModified(request, reply, etagOfView(view))) return reply;
      return view;
    },
  );
  app.post(
    `${base}/access-requests/:id/approve`,
    {
      schema: {
        summary: 'Approve a request',
        description: 'Creates whatever is missing and a message that says where the client collects its secret, once.',
        tags,
        params: IdParameter,
        body: Type.Union([Approval, Type.Null()]),
        response: { 200: Approved },
      },
      preValidation: async (request) => {
        // There may be nothing to choose, so the body is optional.
        if (request.body === undefined) request.body = null;
      },
    },
    async (request, reply) => {
      markSecret(reply);
      const { accessRequest, placed, message } = await desk.decisions.approve(
        actorOf(request).name,
        request.params.id,
        request.body ?? {},
      );
      return { accessRequest, credential: viewCredential(placed.credential, placed.space), message };
    },
  );
  app.post(
    `${base}/access-requests/:id/decline`,
    {
      config: { idempotent: true },
      schema: {
        summary: 'Decline a request with a reason',
        tags,
        params: IdParameter,
        body: Refusal,
        response: { 200: Declined },
      },
    },
    async (request) => desk.decisions.decline(actorOf(request).name, request.params.id, request.body.reason),
  );
}
