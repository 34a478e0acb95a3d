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

/** The views of a job, of two overlaid jobs, and of a file before it is imported. */
export function addViewRoutes(app: App, conversion: Conversion): void {
  addJobView(app, conversion, ownJob(conversion));
  addComparedView(app, conversion);
  addFileView(app, conversion);
}

/** The view of a job: the manifest, chunks, and exact figures of clicked features. */
export function addJobView(app: App, conversion: Conversion, { path, params, jobIdOf, hide }: JobPlace): void {
  const { exporter, jobs, imports, context, principalOf, viewsAhead } = conversion;
  const { joined } = viewAnswers(conversion);

  app.get(
    `${path}/view`,
    {
      config: { conditional: true },
      schema: {
        summary: 'Data for a viewer of a job',
        description:
          'Unit, system, extents, layers, pens and the list of chunks by level of detail. Waits for queued and running imports, 60 seconds unless `?wait=` says otherwise; then 503. Each import adds its own segment, whose data never changes; the segments of 16 imports are merged. Made after an import, once nothing else is converted, otherwise at the first request, and kept; its ETag changes with the revision.',
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

  /** The blob of a requested segment, if it belongs to the job. */
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
