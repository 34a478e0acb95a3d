import { OwnSession, pageOf, Type } from '@fieldbridge/contract';
import { isoTime } from '../../core/clock.ts';
import type { App } from '../../http/app.ts';
import type { ConsoleParts } from '../console-parts.ts';
import { signedIn } from '../signed-in.ts';

const tags = ['sign-in'];

/** The sessions of a person, and ending them. */
export function addOwnSessions(app: App, base: string, parts: ConsoleParts): void {
  const { sessions } = parts.people;

  app.get(
    `${base}/sessions`,
    { schema: { summary: 'List your sessions', tags, response: { 200: pageOf(OwnSession) } } },
    async (request, reply) => {
      const { owner, token } = await signedIn(parts, request, reply);
      const found = await sessions.list(owner, token);
      const items = found.map(({ signedInAt, lastUsedAt, isCurrent, ...rest }) => ({
        ...rest,
        signedInAt: isoTime(signedInAt),
        lastUsedAt: isoTime(lastUsedAt),
        current: isCurrent,
      }));
      return { items };
    },
  );

  app.delete(
    `${base}/sessions`,
    { schema: { summary: 'End all other sessions', tags, response: { 204: Type.Null() } } },
    async (request, reply) => {
      const { owner, token } = await signedIn(parts, request, reply);
      await sessions.end(owner, { but: token });
      return reply.code(204).send(null);
    },
  );

  app.delete(
    `${base}/sessions/:id`,
    {
      schema: {
        summary: 'End one of your sessions',
        tags,
        params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { owner } = await signedIn(parts, request, reply);
      await sessions.end(owner, { id: request.params.id.toLowerCase() });
      return reply.code(204).send(null);
    },
  );
}
