import { JobView, Type } from '@fieldbridge/contract';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../http/app.ts';
import { etagOf, notModified } from '../../http/etag.ts';
import type { Conversion } from '../conversion.ts';
import { idleJob } from '../idle-job.ts';
import { nameOfRun, runNamed, runsOf } from '../view-runs.ts';
import { addComparedView } from './compared-view.ts';
import { addFileView } from './file-view.ts';
import { type JobPlace, ownJob, Wait } from './shared.ts';
import { Segment, viewAnswers } from './view-answers.ts';
import { addViewParts } from './view-parts.ts';

/** What the viewer shows of a job, of two over each other, and of a file before it is imported. */
export function addViewRoutes(app: App, conversion: Conversion): void {
  addJobView(app, conversion, ownJob(conversion));
  addComparedView(app, conversion);
  addFileView(app, conversion);
}

/** What the viewer shows of a job: the manifest, chunks, and exact figures of what is clicked. */
export function addJobView(app: App, conversion: Conversion, { path, params, jobIdOf, hide }: JobPlace): void {
  const { exporter, jobs, imports, context, principalOf, viewsAhead } = conversion;
  const { joined } = viewAnswers(conversion);

  app.get(
    `${path}/view`,
    {
      config: { conditional: true },
      schema: {
        summary: 'What a viewer needs to show a job',
        description:
          'Unit, system, extents, layers, pens and the list of chunks by level of detail. Waits for queued and running imports, 60 seconds unless `?wait=` says otherwise; then 503. Each import adds a segment of its own, whose data never changes; segments of 16 imports become one. Made after an import, once nothing else is converted, otherwise at the first request, and kept; its ETag changes with the revision.',
        ...{ tags: ['view'], hide },
        params: Type.Object(params),
        querystring: Type.Object({ wait: Wait }, { additionalProperties: false }),
        response: { 200: JobView },
      },
    },
    async (request, reply) => {
      const { wait = context.settings.downloadWaitSeconds } = request.query;
      const job = await idleJob(conversion, request, reply, jobIdOf(request), wait);
      if (notModified(request, reply, etagOf('view', job.id, job.revision, job.name))) return reply as never;
      const runs = await runsOf(job, imports);
      const sets = runs.map(async (run) => ({ id: nameOfRun(run), blob: (await exporter.run('view', job, run)).blob }));
      viewsAhead.looked(job.id);
      return joined(await Promise.all(sets), job.name, String(job.revision));
    },
  );

  /** The blob of a segment that is asked for, if it is the job's. */
  const blobOf =
    (kind: 'view' | 'features') =>
    async (request: FastifyRequest): Promise<string> => {
      const { segment } = request.params as { segment: string };
      const job = await jobs.get(principalOf(request).organisationId, jobIdOf(request));
      return (await exporter.run(kind, job, await runNamed(segment, job, imports))).blob;
    };
  const place = { path: `${path}/view`, params, segment: Segment, of: 'a view', hasPictures: true };
  addViewParts(app, conversion, { ...place, hide, blobOf: blobOf('view'), featuresOf: blobOf('features') });
}
