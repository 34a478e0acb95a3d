import { gunzipSync } from 'node:zlib';
import { JobView, Type, ViewFeature } from '@fieldbridge/contract';
import { FEATURES_A_BLOCK, VIEW_VERSION } from '@fieldbridge/view-wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '../../core/problem.ts';
import type { App } from '../../http/app.ts';
import { addVary } from '../../http/cors.ts';
import { etagOf, notModified } from '../../http/etag.ts';
import type { Conversion } from '../conversion.ts';
import { idleJob } from '../idle-job.ts';
import type { JobRow } from '../rows.ts';
import { ViewPacks } from '../view-packs.ts';
import { FilePath, JobPath, Wait } from './shared.ts';

const tags = ['view'];
const Segment = Type.String({ pattern: '^r\\d{1,9}$', description: 'As the view names it' });
const Chunk = {
  segment: Segment,
  level: Type.Integer({ minimum: 0, maximum: 9999 }),
  n: Type.Integer({ minimum: 0, maximum: 999_999 }),
};
const Row = {
  segment: Segment,
  table: Type.String({ pattern: '^[A-Za-z]{1,20}$', description: 'points, lines, areas, texts, surfaces, …' }),
  row: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }),
};
const Image = { segment: Segment, n: Type.Integer({ minimum: 0, maximum: 9999 }) };
/** Name of the one segment of a file's view. */
const FILE_SEGMENT = 'r1';
/** The bytes under such an address never change. */
const FOREVER = 'private, max-age=31536000, immutable';

/** What the viewer shows of a job: the manifest, chunks, and exact figures of what is clicked. */
export function addViewRoutes(app: App, conversion: Conversion): void {
  const { base, exporter, reporter, blobs, files, jobs, context, principalOf } = conversion;
  const packs = new ViewPacks(blobs);

  app.get(
    `${base}/job/:jobId/view`,
    {
      config: { conditional: true },
      schema: {
        summary: 'What a viewer needs to show a job',
        description:
          'Unit, system, extents, layers, pens and the list of chunks by level of detail. Waits for queued and running imports, 60 seconds unless `?wait=` says otherwise; then 503. It is made once for a revision and kept; its ETag changes with the revision.',
        tags,
        params: JobPath,
        querystring: Type.Object({ wait: Wait }, { additionalProperties: false }),
        response: { 200: JobView },
      },
    },
    async (request, reply) => {
      const { wait = context.settings.downloadWaitSeconds } = request.query;
      const job = await idleJob(conversion, request, reply, request.params.jobId, wait);
      if (notModified(request, reply, etagOf('view', job.id, job.revision, job.name))) return reply as never;
      const { blob } = await exporter.view(job);
      return manifest(blob, job.name, String(job.revision), idOf(job));
    },
  );

  app.get(
    `${base}/job/:jobId/files/:fileId/view`,
    {
      config: { conditional: true },
      schema: {
        summary: 'What a viewer needs to show a file',
        description:
          'Everything in the file as features, before anything of it is imported: what the content report counts. Made at the first request and kept; a job view has the same form.',
        tags,
        params: FilePath,
        response: { 200: JobView },
      },
    },
    async (request, reply) => {
      const { blob, name } = await fileView(request);
      if (notModified(request, reply, etagOf('view', blob))) return reply as never;
      return manifest(blob, name, FILE_SEGMENT, FILE_SEGMENT);
    },
  );

  app.get(
    `${base}/job/:jobId/view/:segment/:level/:n`,
    {
      config: {
        ...{ produces: ['application/octet-stream', '*/*'], conditional: true },
        answeredHeaders: { 'Content-Encoding': '`gzip`, for callers that accept it' },
      },
      schema: {
        summary: 'A chunk of a view',
        description:
          'Columns of integers and text; the layout is in packages/view-wire/README.md. Compressed by gzip for callers that accept it. The bytes under an address never change. 404 once the job has another revision.',
        tags,
        params: Type.Object({ ...JobPath.properties, ...Chunk }),
      },
    },
    async (request, reply) => sendChunk(request, reply, await jobView(request)),
  );

  app.get(
    `${base}/job/:jobId/view/:segment/feature/:table/:row`,
    {
      schema: {
        summary: 'Exact figures and attributes of something in a view',
        description: 'As they are stored, not as they are drawn. A view holds those of the first 200 000 features.',
        tags,
        params: Type.Object({ ...JobPath.properties, ...Row }),
        response: { 200: ViewFeature },
      },
    },
    async (request) => featureOf(await jobView(request), request.params),
  );

  const image = {
    config: {
      ...{ produces: ['image/png', 'image/jpeg'], conditional: true as const },
      answeredHeaders: { 'Content-Security-Policy': 'Keeps the picture from running or loading anything' },
    },
    schema: {
      summary: 'A picture of a view',
      description:
        'A background drawing that is a PNG or a JPEG, by its place in `images` of the segment. It never changes.',
      tags,
      produces: ['image/png', 'image/jpeg'],
    },
  };

  app.get(
    `${base}/job/:jobId/view/:segment/image/:n`,
    { ...image, schema: { ...image.schema, params: Type.Object({ ...JobPath.properties, ...Image }) } },
    async (request, reply) => sendImage(request, reply, await jobView(request)),
  );

  app.get(
    `${base}/job/:jobId/files/:fileId/view/:segment/image/:n`,
    {
      ...image,
      schema: {
        ...image.schema,
        summary: "A picture of a file's view",
        params: Type.Object({ ...FilePath.properties, ...Image }),
      },
    },
    async (request, reply) => sendImage(request, reply, (await fileView(request)).blob),
  );

  app.get(
    `${base}/job/:jobId/files/:fileId/view/:segment/:level/:n`,
    {
      config: {
        ...{ produces: ['application/octet-stream', '*/*'], conditional: true },
        answeredHeaders: { 'Content-Encoding': '`gzip`, for callers that accept it' },
      },
      schema: {
        summary: "A chunk of a file's view",
        description: 'As those of a job.',
        tags,
        params: Type.Object({ ...FilePath.properties, ...Chunk }),
      },
    },
    async (request, reply) => sendChunk(request, reply, (await fileView(request)).blob),
  );

  app.get(
    `${base}/job/:jobId/files/:fileId/view/:segment/feature/:table/:row`,
    {
      schema: {
        summary: "Exact figures and attributes of something in a file's view",
        description: 'As those of a job.',
        tags,
        params: Type.Object({ ...FilePath.properties, ...Row }),
        response: { 200: ViewFeature },
      },
    },
    async (request) => featureOf((await fileView(request)).blob, request.params),
  );

  async function manifest(blob: string, name: string, revision: string, id: string) {
    const segment = JSON.parse(gunzipSync((await packs.block(blob, 'segment'))!).toString('utf8'));
    return { version: VIEW_VERSION, name, revision, segments: [{ ...segment, id }] };
  }

  async function sendChunk(
    request: FastifyRequest<{ Params: { level: number; n: number } }>,
    reply: FastifyReply,
    blob: string,
  ): Promise<FastifyReply> {
    const { level, n } = request.params;
    if (notModified(request, reply, etagOf('view', blob, level, n))) return reply;
    const bytes = await packs.block(blob, `${level}/${n}`);
    if (bytes === undefined) throw new ProblemError('not-found', 'The view has no such chunk.');
    reply.header('cache-control', FOREVER).type('application/octet-stream');
    return sendPacked(request, reply, bytes);
  }

  async function sendImage(
    request: FastifyRequest<{ Params: { n: number } }>,
    reply: FastifyReply,
    blob: string,
  ): Promise<FastifyReply> {
    const { n } = request.params;
    const bytes = await packs.block(blob, `image/${n}`);
    if (bytes === undefined) throw new ProblemError('not-found', 'The view has no such picture.');
    if (notModified(request, reply, etagOf('image', blob, n))) return reply;
    // A picture from a stranger's file: its bytes are what the converter found them to be, and nothing in them runs.
    reply.header('content-security-policy', "default-src 'none'; sandbox").header('cache-control', FOREVER);
    return reply.type(bytes[0] === 0xff ? 'image/jpeg' : 'image/png').send(bytes);
  }

  async function featureOf(blob: string, { table, row }: { table: string; row: number }) {
    const first = row - (row % FEATURES_A_BLOCK);
    const bytes = await packs.block(blob, `feature/${table}/${first}`);
    const features = bytes === undefined ? [] : JSON.parse(gunzipSync(bytes).toString('utf8'));
    const feature = features[row - first];
    if (!feature) throw new ProblemError('not-found', 'The view has no such feature.');
    return feature;
  }

  /** The blob of the view of the job's current revision. */
  async function jobView(request: FastifyRequest): Promise<string> {
    return (await exporter.view(await currentJob(request))).blob;
  }

  /** The blob of a file's view, and the file's name. */
  async function fileView(request: FastifyRequest): Promise<{ blob: string; name: string }> {
    const {
      jobId,
      fileId,
      segment = FILE_SEGMENT,
    } = request.params as Record<'jobId' | 'fileId', string> & {
      segment?: string;
    };
    if (segment !== FILE_SEGMENT) throw new ProblemError('not-found', 'The view has no such segment.');
    const job = await jobs.get(principalOf(request).organisationId, jobId);
    const { name } = await files.get(jobId, fileId);
    return { blob: await reporter.picture('view', job, fileId), name };
  }

  /** The job, if the segment asked for is that of its current revision. */
  async function currentJob(request: FastifyRequest): Promise<JobRow> {
    const { jobId, segment } = request.params as { jobId: string; segment: string };
    const job = await jobs.get(principalOf(request).organisationId, jobId);
    if (segment !== idOf(job)) throw new ProblemError('not-found', 'The job has changed; ask for its view again.');
    return job;
  }
}

/** Name of a job's view at its revision. */
const idOf = ({ revision }: JobRow): string => `r${revision}`;

/** Sends compressed bytes as they are to callers that accept that. */
function sendPacked(request: FastifyRequest, reply: FastifyReply, bytes: Buffer): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '').split(',');
  addVary(reply, 'Accept-Encoding');
  const takesGzip = accepted.some((coding) => /^\s*(?:gzip|x-gzip)\s*(?:;(?!\s*q=0(?:\.0*)?\s*$).*)?$/i.test(coding));
  return takesGzip ? reply.header('content-encoding', 'gzip').send(bytes) : reply.send(gunzipSync(bytes));
}
