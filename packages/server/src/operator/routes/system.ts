import { basename } from 'node:path';
import { pageOf, RefusalView, SystemView, Type } from '@fieldbridge/contract';
import { isoTime } from '../../core/clock.ts';
import { VERSION } from '../../core/version.ts';
import type { DeskScope } from './scope.ts';

const tags = ['system'];

/** Adds what the people who run the server ask about it. */
export function addSystem({ app, base, desk }: DeskScope): void {
  const { backups, refusals, core, clock } = desk.context;
  const startedAt = isoTime(clock.now());

  app.get(
    `${base}/system`,
    { schema: { summary: 'The server, and its backups', tags, response: { 200: SystemView } } },
    async () => {
      const scheduled = await backups();
      return {
        version: VERSION,
        runtime: `Node.js ${process.versions.node}`,
        storage: core.database === undefined ? ('SQLite' as const) : ('PostgreSQL' as const),
        startedAt,
        backups:
          scheduled === undefined
            ? null
            : { ...scheduled, made: scheduled.made.map(({ path, at }) => ({ name: basename(path), at: isoTime(at) })) },
      };
    },
  );

  app.get(
    `${base}/refusals`,
    {
      schema: {
        summary: 'The latest refusals, newest first',
        description:
          'Requests that this server answered with a problem since its start, at most 1000; its log has all.',
        tags,
        querystring: Type.Object(
          { code: Type.Optional(Type.String({ maxLength: 100, description: 'Only those with this problem code' })) },
          { additionalProperties: false },
        ),
        response: { 200: pageOf(RefusalView) },
      },
    },
    async ({ query: { code } }) => ({
      items: refusals
        .list()
        .filter((one) => code === undefined || one.code === code)
        .map(({ at, clientId = null, organisationId = null, address = null, ...rest }) => ({
          ...rest,
          ...{ at: isoTime(at), clientId, organisationId, address },
        })),
    }),
  );
}
