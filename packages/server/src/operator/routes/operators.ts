import { listParameters, OperatorInput, OperatorKey, OperatorView, pageOf, Type } from '@fieldbridge/contract';
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
      const operators = (await desk.operators.list()).map(viewOperator);
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
      const { operator, key } = await desk.operators.add(actorOf(request).name, request.body.name.trim());
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send({ operator: viewOperator(operator), key });
    },
  );
  app.post(
    `${base}/operators/:id/key`,
    {
      schema: {
        summary: "Replace an operator's key",
        description: 'The old key and its sessions end. The new key is shown once.',
        tags,
        params: IdParameter,
        response: { 201: OperatorKey },
      },
    },
    async (request, reply) => {
      const { operator, key } = await desk.operators.replaceKey(actorOf(request).name, request.params.id);
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send({ operator: viewOperator(operator), key });
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
