import { JobView, Type } from '@fieldbridge/contract';
import type { FastifyRequest } from 'fastify';
import { detailOf } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';
import type { App } from '../../http/app.ts';
import { etagOf, notModified } from '../../http/etag.ts';
import type { Conversion } from '../conversion.ts';
import { idleJob } from '../idle-job.ts';
import type { JobRow } from '../rows.ts';
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
  const { exporter, jobs, context, principalOf } = conversion;
  const { manifest } = viewAnswers(conversion);

  app.get(
    `${path}/view`,
    {
      config: { conditional: true },
      schema: {
        summary: 'What a viewer needs to show a job',
        description:
          'Unit, system, extents, layers, pens and the list of chunks by level of detail. Waits for queued and running imports, 60 seconds unless `?wait=` says otherwise; then 503. It is made once for a revision and kept; its ETag changes with the revision.',
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
      const { blob } = await exporter.view(job);
      return manifest(blob, job.name, String(job.revision), idOf(job));
    },
  );

  /** The blob of the view of the job's current revision, if the segment asked for is its. */
  const blobOf = async (request: FastifyRequest): Promise<string> => {
    const { segment } = request.params as { segment: string };
    const job = await jobs.get(principalOf(request).organisationId, jobIdOf(request));
    if (segment !== idOf(job))
      throw new ProblemError('not-found', detailOf('The job has changed; ask for its view again.'));
    return (await exporter.view(job)).blob;
  };
  const place = { path: `${path}/view`, params, segment: Segment, of: 'a view', hasPictures: true };
  addViewParts(app, conversion, { ...place, hide, blobOf });
}

/** Name of a job's view at its revision. */
const idOf = ({ revision }: JobRow): string => `r${revision}`;
