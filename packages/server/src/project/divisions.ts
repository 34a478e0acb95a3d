import { Division, Type } from '@fieldbridge/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { after } from '../core/after.ts';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import type { Principal } from '../directory/credential.ts';
import { type DivisionStore, divisionEtag } from '../directory/division-store.ts';
import type { App } from '../http/app.ts';
import { notModified } from '../http/etag.ts';
import { JSON_TYPE } from '../http/json-text.ts';

const Id = Type.Object({ id: Type.String({ format: 'uuid' }) });
/** Lists as JSON. The store keeps a list until it changes, so programs that ask again and again get the same text. */
const texts = new WeakMap<readonly object[], string>();

/** Adds GET /divisions and GET /divisions/{id}. @param base path of the environment */
export function addDivisionRoutes(
  app: App,
  base: string,
  divisions: DivisionStore,
  principalOf: (request: FastifyRequest) => Principal,
): void {
  app.get(
    `${base}/divisions`,
    {
      schema: {
        summary: 'List the divisions',
        description: 'A plain array, as in the document: one element or several.',
        tags: ['divisions'],
        response: { 200: Type.Array(Division) },
      },
    },
    (request, reply) =>
      after(divisions.list(principalOf(request).organisationId), (list) => {
        (reply.type(JSON_TYPE) as FastifyReply).send(textOf(list));
      }),
  );
  app.get(
    `${base}/divisions/:id`,
    {
      config: { conditional: true },
      schema: {
        summary: 'Read a division',
        description: '404 for a division of another organisation, as for one that does not exist.',
        tags: ['divisions'],
        params: Id,
        response: { 200: Division },
      },
    },
    async (request, reply) => {
      const division = await divisions.get(principalOf(request).organisationId, request.params.id);
      if (division === undefined)
        throw new ProblemError('not-found', detailOf('Your organisation has no such division.'));
      if (notModified(request, reply, divisionEtag(division))) return reply;
      return division;
    },
  );
}

function textOf(list: readonly object[]): string {
  const text = texts.get(list) ?? JSON.stringify(list);
  texts.set(list, text);
  return text;
}
