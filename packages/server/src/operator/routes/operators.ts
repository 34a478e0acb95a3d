import {
  KeyInput,
  listParameters,
  OperatorInput,
  OperatorKey,
  OperatorPatch,
  OperatorView,
  pageOf,
  Type,
} from '@fieldbridge/contract';
import { pageOfAll } from '../../http/cursor.ts';
import { viewOperator } from '../views.ts';
import { type DeskScope, IdParameter } from './scope.ts';

const tags = ['operators'];

/** Adds the operators and their keys. */
export function addOperators({ app, base, desk, actorOf }: DeskScope): void {
  app.get(
    `${base}/operators`,
    {
      schema: {
        summary: 'List operators',
        tags,
        querystring: Type.Object(listParameters, { additionalProperties: false }),
        response: { 200: pageOf(OperatorView) },
      },
    },
    async (request) => {
      const operators = (await desk.operators.list()).map((one) => viewOperator(one, desk.expiry));
      return pageOfAll(operators, ({ id }) => id, request.query, desk.context.cursors, 'desk/operators');
    },
  );
  app.post(
    `${base}/operators`,
    {
      schema: {
        summary: 'Add an operator',
        description: 'The key is shown once.',
        tags,
        body: OperatorInput,
        response: { 201: OperatorKey },
      },
    },
    async (request, reply) => {
      const { operator, key } = await desk.operators.add(
        actorOf(request).name,
        request.body.name.trim(),
        request.body.role,
        desk.expiry.timeOf(request.body.expiresAt),
      );
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send({ operator: viewOperator(operator, desk.expiry), key });
    },
  );
  app.patch(
    `${base}/operators/:id`,
    {
      schema: {
        summary: "Change an operator's role",
        description: 'It applies to the next request. The last one with the role operator keeps it.',
        tags,
        params: IdParameter,
        body: OperatorPatch,
        response: { 200: OperatorView },
      },
    },
    async (request) => {
      const { id } = request.params;
      const changed = await desk.operators.changeRole(actorOf(request).name, id, request.body.role);
      return viewOperator(changed, desk.expiry);
    },
  );
  app.post(
    `${base}/operators/:id/key`,
    {
      schema: {
        summary: "Replace an operator's key",
        description:
          'The old key and its sessions end. The new key is shown once, and expires only if `expiresAt` says so.',
        tags,
        params: IdParameter,
        body: Type.Union([KeyInput, Type.Null()]),
        response: { 201: OperatorKey },
      },
      preValidation: async (request) => {
        // There may be nothing to choose, so the body is optional.
        if (request.body === undefined) request.body = null;
      },
    },
    async (request, reply) => {
      const { operator, key } = await desk.operators.replaceKey(
        actorOf(request).name,
        request.params.id,
        desk.expiry.timeOf(request.body?.expiresAt),
      );
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send({ operator: viewOperator(operator, desk.expiry), key });
    },
  );
  app.delete(
    `${base}/operators/:id`,
    { schema: { summary: 'Remove an operator', tags, params: IdParameter, response: { 204: Type.Null() } } },
    async (request, reply) => {
      await desk.operators.remove(actorOf(request).name, request.params.id);
      return reply.code(204).send(null);
    },
  );
}
