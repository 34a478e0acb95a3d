import { SessionView, SignIn, Type } from '@fieldbridge/contract';
import { isoTime } from '../../core/clock.ts';
import { deviceOf } from '../../directory/people/device.ts';
import { NOTICE_HEADER } from '../../directory/people/key-expiry.ts';
import { setCookie } from '../../directory/people/session-cookie.ts';
import { SESSION_SECONDS_MAX } from '../../directory/people/sessions.ts';
import type { App } from '../../http/app.ts';
import type { OperatorAuthentication } from '../authentication.ts';
import type { Desk } from '../desk.ts';
import { timeOrNull } from '../views.ts';
import type { DeskScope } from './scope.ts';

const tags = ['sign-in'];

const COOKIE = { 'Set-Cookie': 'The session, or its end' } as const;

/** Adds the sign-in, open to anybody with a key. */
export function addSignIn(app: App, base: string, desk: Desk, authentication: OperatorAuthentication): void {
  app.post(
    `${base}/sessions`,
    {
      config: { answeredHeaders: { ...COOKIE, ...NOTICE_HEADER } },
      schema: {
        summary: 'Sign in',
        description: 'Opens a browser session: a cookie, and a CSRF token to repeat on every change.',
        tags,
        security: [],
        body: SignIn,
        response: { 201: SessionView },
      },
    },
    async (request, reply) => {
      const operator = await desk.operators.byKey(request.body.key);
      if (operator === undefined) throw await authentication.wrongKey(request, reply);
      desk.expiry.check(operator, request, reply);
      const { token, csrfToken, expiresAt } = await desk.sessions.open(
        { kind: 'operator', operator },
        deviceOf(request.headers['user-agent']),
      );
      setCookie(reply, desk.context.publicUrl(), token, SESSION_SECONDS_MAX);
      reply.header('cache-control', 'no-store');
      return reply.code(201).send({
        operator: { id: operator.id, name: operator.name, role: operator.role },
        csrfToken,
        expiresAt: isoTime(expiresAt),
      });
    },
  );
}

/** Adds routes that show who is signed in, and sign out. */
export function addCurrentSession({ app, base, desk, actorOf }: DeskScope): void {
  app.get(
    `${base}/sessions/current`,
    { schema: { summary: 'Who is signed in', tags, response: { 200: SessionView } } },
    async (request) => {
      const { name, role, operatorId, session } = actorOf(request);
      return { operator: { id: operatorId ?? '', name, role }, expiresAt: timeOrNull(session?.expiresAt ?? null) };
    },
  );
  app.delete(
    `${base}/sessions/current`,
    { config: { answeredHeaders: COOKIE }, schema: { summary: 'Sign out', tags, response: { 204: Type.Null() } } },
    async (request, reply) => {
      const { session } = actorOf(request);
      if (session !== undefined) await desk.sessions.close(session.token);
      setCookie(reply, desk.context.publicUrl(), '', 0);
      return reply.code(204).send(null);
    },
  );
}
