import {
  AcceptedInvitation,
  Invitation,
  LinkInput,
  Session,
  SessionInput,
  type Static,
  Type,
} from '@fieldbridge/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { detailOf } from '../../core/detail.ts';
import { deviceOf } from '../../directory/people/device.ts';
import { setCookie } from '../../directory/people/session-cookie.ts';
import { SESSION_SECONDS_MAX, type SessionOwner } from '../../directory/people/sessions.ts';
import type { App } from '../../http/app.ts';
import type { ConsoleParts } from '../console-parts.ts';
import { viewSession } from '../session-view.ts';
import { signedIn } from '../signed-in.ts';
import { PASSKEY_BODY_LIMIT } from './passkeys.ts';

const tags = ['sign-in'];
const COOKIE = { 'Set-Cookie': 'The session, or its end' } as const;
const open = { config: { answeredHeaders: COOKIE }, security: [] as never[] };

/** Signing in and out, and one-time links. */
export function addSessionRoutes(app: App, base: string, parts: ConsoleParts): void {
  const { people, organisations, publicUrl, attempts } = parts;
  const { sessions, links, passwords, passkeys, authentication } = people;

  const begin = async (owner: SessionOwner, request: FastifyRequest, reply: FastifyReply) => {
    const opened = await sessions.open(owner, deviceOf(request.headers['user-agent']));
    setCookie(reply, publicUrl(), opened.token, SESSION_SECONDS_MAX);
    reply.header('cache-control', 'no-store');
    const found = (await sessions.find(opened.token)) ?? { ...opened, freshUntil: opened.expiresAt };
    return reply.code(201).send(await viewSession(found, organisations));
  };

  app.post(
    `${base}/session`,
    {
      config: open.config,
      bodyLimit: PASSKEY_BODY_LIMIT,
      schema: {
        summary: 'Sign in',
        description:
          'With e-mail address and password, a passkey, the personal key of an operator, or a one-time link that is a sign-in itself. The cookie is the session; its csrfToken is repeated in X-CSRF-Token on every change, here and at the other interfaces.',
        tags,
        security: open.security,
        body: SessionInput,
        response: { 201: Session },
      },
    },
    async (request, reply) => begin(await ownerOf(request.body, request, reply), request, reply),
  );

  const ownerOf = async (way: SessionInput, request: FastifyRequest, reply: FastifyReply): Promise<SessionOwner> => {
    switch (way.method) {
      case 'password': {
        const person = await people.people.byEmail(way.email.trim());
        attempts.allow(request, reply, way.email);
        if (!(await passwords.verify(person, way.password)) || person === undefined)
          throw await attempts.refuse(request, reply, way.email, detailOf('E-mail address or password is wrong.'));
        return { kind: 'person', person };
      }
      case 'key': {
        const operator = await people.operators.byKey(way.key);
        if (operator === undefined)
          throw await attempts.refuse(request, reply, '', detailOf('The operator key is wrong.'));
        people.expiry.check(operator, request, reply);
        return { kind: 'operator', operator };
      }
      case 'passkey': {
        const person = await passkeys.ownerOf(way.credential);
        if (person === undefined)
          throw await attempts.refuse(request, reply, '', detailOf('This passkey is not known here.'));
        return { kind: 'person', person };
      }
      case 'link':
        return { kind: 'person', person: await parts.store.write((tx) => links.useNow(tx, way.token, 'sign-in')) };
    }
  };

  app.get(
    `${base}/session`,
    {
      config: { saysWhoIsSignedIn: true },
      schema: { summary: 'Who is signed in', tags, response: { 200: Session } },
    },
    async (request, reply) => {
      const session = await signedIn(parts, request, reply);
      reply.header('cache-control', 'no-store');
      return viewSession(session, organisations);
    },
  );

  app.delete(
    `${base}/session`,
    { config: { answeredHeaders: COOKIE }, schema: { summary: 'Sign out', tags, response: { 204: Type.Null() } } },
    async (request, reply) => {
      const session = await authentication.find(request, reply);
      if (session !== undefined) await sessions.close(session.token);
      setCookie(reply, publicUrl(), '', 0);
      return reply.code(204).send(null);
    },
  );

  app.post(
    `${base}/invitations/look`,
    {
      schema: {
        summary: 'Read a one-time link',
        description: 'Shows whom it is for and the available ways to sign in. It is not used up.',
        tags,
        security: open.security,
        body: LinkInput,
        response: { 200: Invitation },
      },
    },
    async (request) => {
      const { person, purpose } = await links.look(request.body.token);
      const organisation = person.organisationId === null ? undefined : await organisations.get(person.organisationId);
      const toChoose: ('password' | 'passkey')[] = passkeys.arePossible ? ['passkey', 'password'] : ['password'];
      const ways: Static<typeof Invitation>['ways'] = purpose === 'sign-in' ? ['link'] : toChoose;
      return { name: person.name, organisation: organisation?.name ?? null, ways };
    },
  );

  app.post(
    `${base}/invitations/accept`,
    {
      config: open.config,
      bodyLimit: PASSKEY_BODY_LIMIT,
      schema: {
        summary: 'Choose a way in',
        description:
          'Uses up the link of an invitation and signs in. The password or passkey replaces all earlier ones, which may be lost, and ends earlier sessions.',
        tags,
        security: open.security,
        body: AcceptedInvitation,
        response: { 201: Session },
      },
    },
    async (request, reply) => {
      const { token } = request.body;
      const { person } = await links.look(token);
      const isPassword = 'password' in request.body;
      const keep =
        'password' in request.body
          ? await passwords.prepare(person, request.body.password)
          : await passkeys.prepare(person, request.body.passkey, deviceOf(request.headers['user-agent']));
      const changed = await parts.store.write(async (tx) => {
        await links.useNow(tx, token, 'invitation');
        await people.people.resetAccessNow(tx, person.id);
        await keep(tx);
        const action = isPassword ? 'person.password-set' : 'person.passkey-added';
        await parts.audit.noteNow(tx, { actor: person.name, action, subject: person.id });
        return people.people.require(person.id, tx);
      });
      return begin({ kind: 'person', person: changed }, request, reply);
    },
  );
}
