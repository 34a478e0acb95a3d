import { fileURLToPath } from 'node:url';
import type { FastifyRequest } from 'fastify';
import { bearerAuthentication, headerAuthentication, PAIR_HEADERS, principalOf } from '../directory/index.ts';
import { requireRoles } from '../directory/people/session-authentication.ts';
import { addTokenEndpoint } from '../directory/tokens/token-endpoint.ts';
import { addEventRoutes, eventMigrations } from '../events/index.ts';
import type { App } from '../http/app.ts';
import { addIdempotency } from '../http/idempotency.ts';
import { markPrivate } from '../http/private-answers.ts';
import { defineService, type ServiceContext } from '../service/service.ts';
import { buildConversion } from './build.ts';
import type { Conversion } from './conversion.ts';
import { conversionDocument } from './document.ts';
import { sweepLeftovers } from './leftovers.ts';
import { conversionMigrations } from './migrations.ts';
import { moveOldNames } from './old-names.ts';
import { sweepRetention } from './retention.ts';
import { addCheckRoute } from './routes/check.ts';
import { addConvertRoute } from './routes/convert.ts';
import { addDownloadRoutes } from './routes/download.ts';
import { addFileRoutes } from './routes/files.ts';
import { addFormatRoutes } from './routes/formats.ts';
import { addJobRoutes } from './routes/jobs.ts';
import { addResumableRoutes } from './routes/resumable.ts';
import { lowerIds, ownJob } from './routes/shared.ts';
import { addSharedJob } from './routes/shared-job.ts';
import { addShareRoutes } from './routes/shares.ts';
import { addStatusRoutes } from './routes/status.ts';
import { addSystemRoutes } from './routes/systems.ts';
import { addUploadRoutes } from './routes/uploads.ts';
import { addViewRoutes } from './routes/view.ts';
import { makeSampleJob } from './sample-job.ts';
import { conversionSettings } from './settings.ts';

const DAY_MS = 24 * 3600 * 1000;
const SWEEP_MS = 600_000;
/** The lease of the server that removes expired data. */
const SWEEP = 'sweep conversion';

/** The conversion interface: files into field jobs and back, in converter processes. @param entry their module */
export const conversionServiceWith = (entry: string) =>
  defineService({
    name: 'conversion',
    settings: conversionSettings,
    spaces: [
      { name: 'conversion', migrations: conversionMigrations },
      { name: 'conversion', migrations: eventMigrations },
    ],
    create: async (context) => {
      const base = context.settings.conversionPath;
      const conversion = await buildConversion(context, base, principalOf, entry);
      const { takesWork } = conversion;
      let sweeper: NodeJS.Timeout | undefined;
      let leftovers: Promise<void> | undefined;
      const sweep = (): void => {
        const failed = (error: unknown): void => context.log.error({ err: error }, 'a sweep failed');
        const expire = async (): Promise<void> => {
          if (takesWork && (await context.cluster.hold(SWEEP)))
            await sweepRetention(conversion, context.settings.retentionDays * DAY_MS);
        };
        expire().catch(failed);
        conversion.uploads.place.sweep(context.clock.now()).catch(failed);
      };
      gauges(conversion);
      return {
        document: conversionDocument(base),
        routes: (app) => addRoutes(app, context, conversion),
        demo: (demo) => makeSampleJob(conversion, demo),
        async onReady() {
          await conversion.pool.open();
          const { store, names } = context.space('conversion');
          const isSweeper = takesWork && (await context.cluster.hold(SWEEP));
          if (isSweeper) await moveOldNames(store, names, conversion.imports);
          await conversion.importer.resume();
          await conversion.reporter.resume();
          conversion.hub.start();
          const failed = (error: unknown): void => context.log.error({ err: error }, 'leftovers remain');
          if (isSweeper) leftovers = sweepLeftovers(conversion).catch(failed);
          sweep();
          sweeper = setInterval(sweep, SWEEP_MS);
          sweeper.unref();
        },
        async onDrain() {
          clearInterval(sweeper);
          await leftovers;
          const ended = conversion.importer.close();
          await conversion.pool.close();
          await ended;
          await conversion.hub.stop();
        },
      };
    },
  });

/** The conversion interface as the server runs it. */
export const conversionService = conversionServiceWith(
  fileURLToPath(new URL('../work/converters/converter.ts', import.meta.url)),
);

/** The job that a request names, or that its answer names as created. */
function jobOf(request: FastifyRequest, body: string): string | undefined {
  const { jobId } = request.params as { jobId?: string };
  return jobId ?? /"jobId":"([0-9a-f-]{36})"/.exec(body)?.[1];
}

/** A public token endpoint; everything else behind conversion credentials or their tokens. */
async function addRoutes(
  app: App,
  context: ServiceContext<typeof conversionSettings>,
  conversion: Conversion,
): Promise<void> {
  const tokens = context.tokens('conversion');
  const credentials = context.credentials('conversion');
  addTokenEndpoint(app, {
    path: `${conversion.base}/token`,
    tokens,
    credentials,
    failures: context.failures,
    callers: context.callers,
    revokeFamily: context.core.revokeFamilyOnReuse,
    audit: (note) => context.audit.note(note),
    ...context.tokenLimits,
    publicUrl: context.publicUrl,
  });
  await app.register(async (inner) => addSharedJob(inner as unknown as App, conversion));
  const byHeaders = headerAuthentication(credentials, context.failures, context.callers);
  const byToken = bearerAuthentication(tokens, credentials, context.callers);
  await app.register(async (inner) => {
    const scope = inner as unknown as App;
    const session = { space: 'conversion', base: conversion.base, callers: context.callers } as const;
    requireRoles(scope, session);
    const bySession = context.people.authentication.beside(byHeaders, session);
    scope.addHook('onRequest', async (request, reply) => {
      lowerIds(request);
      markPrivate(reply, `Authorization, Cookie, ${PAIR_HEADERS}`);
      const authenticate = request.headers.authorization === undefined ? bySession : byToken;
      request.principal = await authenticate(request, reply);
    });
    const { store } = context.space('conversion');
    const kept = { ...context.core, clock: context.clock, cluster: context.cluster, store, subjectOf: jobOf };
    addIdempotency(scope, kept, principalOf);
    addFormatRoutes(scope, conversion);
    addSystemRoutes(scope, conversion);
    addJobRoutes(scope, conversion);
    addFileRoutes(scope, conversion);
    addStatusRoutes(scope, conversion);
    addDownloadRoutes(scope, conversion);
    addCheckRoute(scope, conversion, ownJob(conversion));
    addShareRoutes(scope, conversion);
    addViewRoutes(scope, conversion);
    addEventRoutes(scope, {
      base: conversion.base,
      hub: conversion.hub,
      space: 'conversion',
      cursors: context.cursors,
      principalOf: conversion.principalOf,
    });
    await scope.register(async (files) => addUploadRoutes(files as unknown as App, conversion));
    await scope.register(async (files) => addConvertRoute(files as unknown as App, conversion));
    await scope.register(async (files) => addResumableRoutes(files as unknown as App, conversion));
  });
}

function gauges({ context, pool, imports, files }: Conversion): void {
  const { metrics } = context;
  metrics.gauge('fieldbridge_converters', 'Conversions that may run at a time', () => pool.size);
  metrics.gauge('fieldbridge_converters_running', 'Conversions running now', () => pool.running);
  metrics.gauge('fieldbridge_converters_waiting', 'Conversions waiting for a process', () => pool.waiting);
  metrics.gauge('fieldbridge_imports_waiting', 'Imports waiting or running', () => imports.waiting());
  metrics.gauge('fieldbridge_reports_waiting', 'Content reports waiting or being made', () => files.reportsWaiting());
}
