import {
  InvitationLink,
  LIST_LIMIT_DEFAULT,
  listParameters,
  PersonInput,
  PersonPatch,
  PersonView,
  pageOf,
  Type,
} from '@fieldbridge/contract';
import { isoTime } from '../../core/clock.ts';
import { ProblemError } from '../../core/problem.ts';
import type { PersonFields } from '../../directory/people/people.ts';
import { type Person, refuseCompany } from '../../directory/people/person.ts';
import type { RequestSession } from '../../directory/people/session-authentication.ts';
import { identityOf } from '../../directory/people/sessions.ts';
import type { App } from '../../http/app.ts';
import { type Cursors, page } from '../../http/cursor.ts';
import type { ConsoleParts } from '../console-parts.ts';
import { requireDesk } from '../signed-in.ts';

const tags = ['people'];
const Id = Type.Object({ id: Type.String({ format: 'uuid' }) });

/** The people who may sign in, and their invitations. */
export function addPeopleRoutes(app: App, base: string, parts: ConsoleParts, cursors: Cursors): void {
  const { people, passwords, passkeys, links } = parts.people;
  const handler = requireDesk.bind(undefined, parts);
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
      await handler(request, reply, false);
      const { limit = LIST_LIMIT_DEFAULT, cursor } = request.query;
      const [after] = cursor === undefined ? [''] : cursors.read('console/people', cursor);
      const found = await people.list(limit + 1, String(after));
      const { items, next } = page(found, limit, ({ id }) => cursors.write('console/people', [id]));
      return { items: await Promise.all(items.map(view)), ...(next === undefined ? {} : { next }) };
    },
  );

  app.post(
    `${base}/people`,
    {
      schema: {
        summary: 'Add a person',
        description: 'The person cannot sign in before an invitation was used.',
        tags,
        body: PersonInput,
        response: { 201: PersonView },
      },
    },
    async (request, reply) => {
      const session = await handler(request, reply, true);
      const fields = fieldsOf(request.body as Partial<PersonFields>);
      await refuseMore(parts, session, fields);
      const person = await people.add(identityOf(session.owner).name, {
        ...{ organisationId: null, email: null, language: 'en', deskRole: null, roles: {}, weighBridges: [] },
        ...(fields as Partial<PersonFields> & { readonly name: string }),
      });
      return reply.code(201).send(await view(person));
    },
  );

  app.get(
    `${base}/people/:id`,
    { schema: { summary: 'Read a person', tags, params: Id, response: { 200: PersonView } } },
    async (request, reply) => {
      await handler(request, reply, false);
      return view(await people.require(request.params.id.toLowerCase()));
    },
  );

  app.patch(
    `${base}/people/:id`,
    { schema: { summary: 'Change a person', tags, params: Id, body: PersonPatch, response: { 200: PersonView } } },
    async (request, reply) => {
      const session = await handler(request, reply, true);
      const fields = fieldsOf(request.body as Partial<PersonFields>);
      const id = request.params.id.toLowerCase();
      await refuseMore(parts, session, await people.require(id));
      await refuseMore(parts, session, fields);
      return view(await people.change(identityOf(session.owner).name, id, fields));
    },
  );

  app.delete(
    `${base}/people/:id`,
    { schema: { summary: 'Remove a person', tags, params: Id, response: { 204: Type.Null() } } },
    async (request, reply) => {
      const session = await handler(request, reply, true);
      const id = request.params.id.toLowerCase();
      await refuseMore(parts, session, await people.require(id));
      await people.remove(identityOf(session.owner).name, id);
      return reply.code(204).send(null);
    },
  );

  app.post(
    `${base}/people/:id/invitation`,
    {
      schema: {
        summary: 'Make a one-time link',
        description:
          'Opened in a browser, it lets the person choose a way in. It replaces an earlier link; the ways in that are there stay until it is used.',
        tags,
        params: Id,
        response: { 201: InvitationLink },
      },
    },
    async (request, reply) => {
      const session = await handler(request, reply, true);
      const person = await people.require(request.params.id.toLowerCase());
      await refuseMore(parts, session, person);
      refuseCompany(person);
      const { token, expiresAt } = await links.make(person.id, 'invitation');
      const actor = identityOf(session.owner).name;
      await parts.audit.note({ actor, action: 'person.invited', subject: person.id });
      reply.header('cache-control', 'no-store');
      return reply
        .code(201)
        .send({ url: `${parts.publicUrl()}/welcome#token=${token}`, expiresAt: isoTime(expiresAt) });
    },
  );
}

function deskRoleOf({ owner }: RequestSession) {
  return owner.kind === 'operator' ? owner.operator.role : owner.person.deskRole;
}

/**
 * Nobody gives, changes or removes more than the own rights: only operators handle people with a role at the desk.
 * @throws ProblemError role-not-allowed, not-found for an unknown organisation
 */
async function refuseMore(
  { organisations }: ConsoleParts,
  session: RequestSession,
  { deskRole, organisationId }: Partial<Pick<Person, 'deskRole' | 'organisationId'>>,
): Promise<void> {
  if (deskRole != null && deskRoleOf(session) !== 'operator')
    throw new ProblemError('role-not-allowed', 'Only operators handle people with a role at the desk.');
  if (organisationId != null) await organisations.require(organisationId);
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
