import {
  LIST_LIMIT_DEFAULT,
  listParameters,
  OrganisationInput,
  OrganisationPatch,
  OrganisationView,
  pageOf,
  Type,
} from '@fieldbridge/contract';
import type { Organisation } from '../../directory/organisations.ts';
import { page } from '../../http/cursor.ts';
import { ETAG, IF_MATCH, LOCATION } from '../../http/documented-headers.ts';
import { etagOf, notModified, requireMatch } from '../../http/etag.ts';
import { viewOrganisation } from '../views.ts';
import { type DeskScope, IdParameter } from './scope.ts';

const tags = ['organisations'];
const LIST = 'desk/organisations';

/** Adds the client organisations. */
export function addOrganisations({ app, base, desk, actorOf }: DeskScope): void {
  const { cursors } = desk.context;
  app.get(
    `${base}/organisations`,
    {
      schema: {
        summary: 'List organisations',
        tags,
        querystring: Type.Object(listParameters, { additionalProperties: false }),
        response: { 200: pageOf(OrganisationView) },
      },
    },
    async (request) => {
      const { limit = LIST_LIMIT_DEFAULT, cursor } = request.query;
      const after = cursor === undefined ? '' : String(cursors.read(LIST, cursor)[0]);
      const { items, next } = page(await desk.organisations.list(limit + 1, after), limit, ({ id }) =>
        cursors.write(LIST, [id]),
      );
      return { items: items.map(viewOrganisation), next };
    },
  );
  app.post(
    `${base}/organisations`,
    {
      config: { idempotent: true, answeredHeaders: { ...LOCATION, ...ETAG } },
      schema: { summary: 'Add an organisation', tags, body: OrganisationInput, response: { 201: OrganisationView } },
    },
    async (request, reply) => {
      const organisation = await desk.organisations.add(actorOf(request).name, {
        ...request.body,
        name: request.body.name.trim(),
      });
      reply.header('location', `${base}/organisations/${organisation.id}`).header('etag', etag(organisation));
      return reply.code(201).send(viewOrganisation(organisation));
    },
  );
  app.get(
    `${base}/organisations/:id`,
    {
      config: { conditional: true },
      schema: { summary: 'Read an organisation', tags, params: IdParameter, response: { 200: OrganisationView } },
    },
    async (request, reply) => {
      const organisation = await desk.organisations.require(request.params.id);
      if (notModified(request, reply, etag(organisation))) return reply;
      return viewOrganisation(organisation);
    },
  );
  app.patch(
    `${base}/organisations/:id`,
    {
      config: { documentedHeaders: IF_MATCH, answeredHeaders: ETAG },
      schema: {
        summary: 'Change an organisation',
        tags,
        params: IdParameter,
        body: OrganisationPatch,
        response: { 200: OrganisationView },
      },
    },
    async (request, reply) => {
      const check = (present: Organisation) => requireMatch(request, etag(present));
      const { id: _id, createdAt: _made, modifiedAt: _changed, name, ...rest } = request.body;
      const fields = name === undefined ? rest : { name: name.trim(), ...rest };
      const changed = await desk.organisations.change(actorOf(request).name, request.params.id, fields, check);
      return reply.header('etag', etag(changed)).send(viewOrganisation(changed));
    },
  );
}

function etag({ id, name, contact, note, modifiedAt }: Organisation): string {
  return etagOf(id, name, contact ?? '', note ?? '', modifiedAt);
}
