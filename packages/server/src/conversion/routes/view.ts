import { EarthNet, JobView, Type, ViewFeature } from '@fieldbridge/contract';
import type { FastifyRequest } from 'fastify';
import { ProblemError } from '../../core/problem.ts';
import type { App } from '../../http/app.ts';
import { etagOf, notModified } from '../../http/etag.ts';
import type { Conversion } from '../conversion.ts';
import { idleJob } from '../idle-job.ts';
import type { JobRow } from '../rows.ts';
import { addFileView } from './file-view.ts';
import { type JobPlace, ownJob, Wait } from './shared.ts';
import {
  Block,
  CHUNK_ANSWER,
  Chunk,
  EARTH_TEXT,
  EarthQuery,
  IMAGE_ANSWER,
  Image,
  Row,
  viewAnswers,
} from './view-answers.ts';

const tags = ['view'];

/** What the viewer shows of a job, and of a file before it is imported. */
export function addViewRoutes(app: App, conversion: Conversion): void {
  addJobView(app, conversion, ownJob(conversion));
  addFileView(app, conversion);
}

/** What the viewer shows of a job: the manifest, chunks, and exact figures of what is clicked. */
export function addJobView(app: App, conversion: Conversion, { path, params, jobIdOf, hide }: JobPlace): void {
  const { exporter, jobs, context, principalOf } = conversion;
  const { manifest, sendChunk, sendImage, featureOf, featuresOf, earthOf } = viewAnswers(conversion);

  app.get(
    `${path}/view`,
    {
      config: { conditional: true },
      schema: {
        summary: 'What a viewer needs to show a job',
        description:
          'Unit, system, extents, layers, pens and the list of chunks by level of detail. Waits for queued and running imports, 60 seconds unless `?wait=` says otherwise; then 503. It is made once for a revision and kept; its ETag changes with the revision.',
        ...{ tags, hide },
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

  app.get(
    `${path}/view/:segment/:level/:n`,
    {
      config: CHUNK_ANSWER,
      schema: {
        summary: 'A chunk of a view',
        description:
          'Columns of integers and text; the layout is in packages/view-wire/README.md. Compressed by gzip for callers that accept it. The bytes under an address never change. 404 once the job has another revision.',
        ...{ tags, hide },
        params: Type.Object({ ...params, ...Chunk }),
      },
    },
    async (request, reply) => sendChunk(request, reply, await jobView(request)),
  );

  app.get(
    `${path}/view/:segment/feature/:table/:row`,
    {
      schema: {
        summary: 'Exact figures and attributes of something in a view',
        description: 'As they are stored, not as they are drawn. A view holds those of the first 200 000 features.',
        ...{ tags, hide },
        params: Type.Object({ ...params, ...Row }),
        response: { 200: ViewFeature },
      },
    },
    async (request) => featureOf(await jobView(request), request.params),
  );

  app.get(
    `${path}/view/:segment/features/:table/:first`,
    {
      schema: {
        summary: 'A block of features of a view with figures and attributes',
        description:
          'A thousand rows from a multiple of a thousand on; an empty list behind the last one. A view holds those of the first 200 000 features.',
        ...{ tags, hide },
        params: Type.Object({ ...params, ...Block }),
        response: { 200: Type.Array(ViewFeature) },
      },
    },
    async (request) => featuresOf(await jobView(request), request.params),
  );

  app.get(
    `${path}/view/:segment/image/:n`,
    {
      config: IMAGE_ANSWER,
      schema: {
        summary: 'A picture of a view',
        description:
          'A background drawing that is a PNG or a JPEG, by its place in `images` of the segment. It never changes.',
        ...{ tags, hide, produces: IMAGE_ANSWER.produces },
        params: Type.Object({ ...params, ...Image }),
      },
    },
    async (request, reply) => sendImage(request, reply, await jobView(request)),
  );

  app.get(
    `${path}/view/:segment/earth`,
    {
      schema: {
        ...EARTH_TEXT,
        ...{ tags, hide },
        params: Type.Object({ ...params, segment: Chunk.segment }),
        querystring: EarthQuery,
        response: { 200: EarthNet },
      },
    },
    async (request) =>
      earthOf(await jobView(request), principalOf(request).organisationId, request.query.extent) as never,
  );

  /** The blob of the view of the job's current revision. */
  async function jobView(request: FastifyRequest): Promise<string> {
    return (await exporter.view(await currentJob(request))).blob;
  }

  /** The job, if the segment asked for is that of its current revision. */
  async function currentJob(request: FastifyRequest): Promise<JobRow> {
    const { segment } = request.params as { segment: string };
    const job = await jobs.get(principalOf(request).organisationId, jobIdOf(request));
    if (segment !== idOf(job)) throw new ProblemError('not-found', 'The job has changed; ask for its view again.');
    return job;
  }
}

/** Name of a job's view at its revision. */
const idOf = ({ revision }: JobRow): string => `r${revision}`;
