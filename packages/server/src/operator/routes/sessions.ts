import { SessionView, SignIn, Type } from '@fieldbridge/contract';
import type { FastifyReply } from 'fastify';
import { isoTime } from '../../core/clock.ts';
import { publicPath } from '../../http/answer-headers.ts';
import type { App } from '../../http/app.ts';
import { type OperatorAuthentication, SESSION_COOKIE } from '../authentication.ts';
import type { Desk } from '../desk.ts';
import { NOTICE_HEADER } from '../key-expiry.ts';
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
      const { token, csrfToken, expiresAt } = await desk.sessions.open(operator);
      setCookie(reply, desk, token, Math.floor((expiresAt - desk.context.clock.now()) / 1000));
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
      setCookie(reply, desk, '', 0);
      return reply.code(204).send(null);
    },
  );
}

function setCookie(reply: FastifyReply, desk: Desk, token: string, seconds: number): void {
  const address = desk.context.publicUrl();
  const secure = new URL(address).protocol === 'https:' ? '; Secure' : '';
  // As a browser sees it: a proxy may serve the server below a path of its own.
  const path = `${publicPath(address)}${desk.path}`;
  reply.header(
    'set-cookie',
    `${SESSION_COOKIE}=${token}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`,
  );
}
