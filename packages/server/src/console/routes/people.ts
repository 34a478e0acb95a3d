import {
  areWithin,
  InvitationLink,
  LIST_LIMIT_DEFAULT,
  listParameters,
  PersonInput,
  PersonPatch,
  PersonView,
  pageOf,
  Type,
} from '@fieldbridge/contract';
import type { FastifyRequest } from 'fastify';
import { isoTime } from '../../core/clock.ts';
import { detailOf } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';
import type { PersonCheck, PersonFields } from '../../directory/people/people.ts';
import { type Person, refuseCompany } from '../../directory/people/person.ts';
import { identityOf } from '../../directory/people/sessions.ts';
import type { App } from '../../http/app.ts';
import { type Cursors, page } from '../../http/cursor.ts';
import { ETAG, IF_MATCH } from '../../http/documented-headers.ts';
import { etagOf, requireMatch } from '../../http/etag.ts';
import type { ConsoleParts } from '../console-parts.ts';
import { type Handler, keepManager, refuseMore, requireHandler, visible } from '../people-handling.ts';

const tags = ['people'];
const Id = Type.Object({ id: Type.String({ format: 'uuid' }) });

/** The people who may sign in, and their invitations. */
export function addPeopleRoutes(app: App, base: string, parts: ConsoleParts, cursors: Cursors): void {
  const { people, passwords, passkeys, links } = parts.people;
  const handler = requireHandler.bind(undefined, parts);
  /** The desk may leave an organisation without a manager; a manager may not. */
  const checkOf =
    (request: FastifyRequest, { own }: Handler): PersonCheck =>
    async (from, before, after) => {
      // Somebody else may have changed the person meanwhile.
      if (own !== undefined && (before.organisationId !== own.organisationId || !areWithin(before.roles, own.mayGive)))
        throw new ProblemError('role-not-allowed', detailOf('Somebody else has changed this person in the meantime.'));
      requireMatch(request, etag(before));
      if (own !== undefined) await keepManager(people, from, before, after);
    };
  const view = async ({ companySubject, ...person }: Person) => ({
    ...person,
    roles: person.roles as never,
    weighBridges: [...person.weighBridges],
    ways: [
      ...((await passwords.has(person)) ? ['password' as const] : []),
      ...((await passkeys.list(person.id)).length > 0 ? ['passkey' as const] : []),
      ...(companySubject === null ? [] : ['company' as const]),
    ],
    createdAt: isoTime(person.createdAt),
    lastSignInAt: person.lastSignInAt === null ? null : isoTime(person.lastSignInAt),
  });

  app.get(
    `${base}/people`,
    {
      schema: {
        summary: 'List people',
        tags,
        querystring: Type.Object(listParameters, { additionalProperties: false }),
        response: { 200: pageOf(PersonView) },
      },
    },
    async (request, reply) => {
      const { own } = await handler(request, reply, 'GET /people');
      const { limit = LIST_LIMIT_DEFAULT, cursor } = request.query;
      const list = own === undefined ? 'console/people' : `console/people ${own.organisationId}`;
      const [after] = cursor === undefined ? [''] : cursors.read(list, cursor);
      const found = await people.list(limit + 1, String(after), own?.organisationId);
      const { items, next } = page(found, limit, ({ id }) => cursors.write(list, [id]));
      return { items: await Promise.all(items.map(view)), ...(next === undefined ? {} : { next }) };
    },
  );

  app.post(
    `${base}/people`,
    {
      schema: {
        summary: 'Add a person',
        description: 'The person cannot sign in before using an invitation.',
        tags,
        body: PersonInput,
        response: { 201: PersonView },
      },
    },
    async (request, reply) => {
      const by = await handler(request, reply, 'POST /people');
      const fields = fieldsOf(request.body as Partial<PersonFields>);
      await refuseMore(parts, by, fields);
      const person = await people.add(identityOf(by.session.owner).name, {
        ...{
          organisationId: by.own?.organisationId ?? null,
          email: null,
          language: 'en',
          deskRole: null,
          roles: {},
          weighBridges: [],
        },
        ...(fields as Partial<PersonFields> & { readonly name: string }),
      });
      return reply.code(201).send(await view(person));
    },
  );

  app.get(
    `${base}/people/:id`,
    {
      config: { answeredHeaders: ETAG },
      schema: { summary: 'Read a person', tags, params: Id, response: { 200: PersonView } },
    },
    async (request, reply) => {
      const by = await handler(request, reply, 'GET /people/:id');
      const person = await visible(people, by, request.params.id.toLowerCase());
      return reply.header('etag', etag(person)).send(await view(person));
    },
  );

  app.patch(
    `${base}/people/:id`,
    {
      config: { documentedHeaders: IF_MATCH, answeredHeaders: ETAG },
      schema: { summary: 'Change a person', tags, params: Id, body: PersonPatch, response: { 200: PersonView } },
    },
    async (request, reply) => {
      const by = await handler(request, reply, 'PATCH /people/:id');
      const fields = fieldsOf(request.body as Partial<PersonFields>);
      const id = request.params.id.toLowerCase();
      await refuseMore(parts, by, await visible(people, by, id));
      await refuseMore(parts, by, fields);
      const changed = await people.change(identityOf(by.session.owner).name, id, fields, checkOf(request, by));
      return reply.header('etag', etag(changed)).send(await view(changed));
    },
  );

  app.delete(
    `${base}/people/:id`,
    {
      config: { documentedHeaders: IF_MATCH },
      schema: { summary: 'Remove a person', tags, params: Id, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      const by = await handler(request, reply, 'DELETE /people/:id');
      const id = request.params.id.toLowerCase();
      await refuseMore(parts, by, await visible(people, by, id));
      await people.remove(identityOf(by.session.owner).name, id, checkOf(request, by));
      return reply.code(204).send(null);
    },
  );

  app.post(
    `${base}/people/:id/invitation`,
    {
      schema: {
        summary: 'Make a one-time link',
        description:
          'Opened in a browser, it lets the person make a passkey or choose a password. It replaces an earlier link; existing passkeys and passwords stay until it is used.',
        tags,
        params: Id,
        response: { 201: InvitationLink },
      },
    },
    async (request, reply) => {
      const by = await handler(request, reply, 'POST /people/:id/invitation');
      const person = await visible(people, by, request.params.id.toLowerCase());
      await refuseMore(parts, by, person);
      refuseCompany(person);
      const { token, expiresAt } = await links.make(person.id, 'invitation');
      const actor = identityOf(by.session.owner).name;
      const of = person.organisationId === null ? {} : { organisationId: person.organisationId };
      await parts.audit.note({ actor, action: 'person.invited', subject: person.id, ...of });
      reply.header('cache-control', 'no-store');
      return reply
        .code(201)
        .send({ url: `${parts.publicUrl()}/welcome#token=${token}`, expiresAt: isoTime(expiresAt) });
    },
  );
}

/** The version of the fields that a form changes: signing in does not get in the way of a change. */
function etag({ id, name, email, language, deskRole, organisationId, roles, weighBridges }: Person): string {
  return etagOf(id, JSON.stringify([name, email, language, deskRole, organisationId, roles, weighBridges]));
}

function fieldsOf(given: Partial<PersonFields>): Partial<PersonFields> {
  const { name, email, organisationId } = given;
  return {
    ...given,
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(email == null ? {} : { email: email.trim() }),
    ...(organisationId == null ? {} : { organisationId: organisationId.toLowerCase() }),
  };
}
