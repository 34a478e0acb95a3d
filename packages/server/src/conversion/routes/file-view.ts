import { EarthNet, JobView, Type, ViewFeature } from '@fieldbridge/contract';
import type { FastifyRequest } from 'fastify';
import { ProblemError } from '../../core/problem.ts';
import type { App } from '../../http/app.ts';
import { etagOf, notModified } from '../../http/etag.ts';
import type { Conversion } from '../conversion.ts';
import { FilePath } from './shared.ts';
import { Block, CHUNK_ANSWER, Chunk, EarthQuery, IMAGE_ANSWER, Image, Row, viewAnswers } from './view-answers.ts';

const tags = ['view'];
/** Name of the one segment of a file's view. */
const FILE_SEGMENT = 'r1';

/** What the viewer shows of a file before anything of it is imported. */
export function addFileView(app: App, conversion: Conversion): void {
  const { base, reporter, files, jobs, principalOf } = conversion;
  const { manifest, sendChunk, sendImage, featureOf, featuresOf, earthOf } = viewAnswers(conversion);

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
    `${base}/job/:jobId/files/:fileId/view/:segment/:level/:n`,
    {
      config: CHUNK_ANSWER,
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

  app.get(
    `${base}/job/:jobId/files/:fileId/view/:segment/features/:table/:first`,
    {
      schema: {
        summary: "A block of features of a file's view with figures and attributes",
        description: 'As those of a job.',
        tags,
        params: Type.Object({ ...FilePath.properties, ...Block }),
        response: { 200: Type.Array(ViewFeature) },
      },
    },
    async (request) => featuresOf((await fileView(request)).blob, request.params),
  );

  app.get(
    `${base}/job/:jobId/files/:fileId/view/:segment/image/:n`,
    {
      config: IMAGE_ANSWER,
      schema: {
        summary: "A picture of a file's view",
        description: 'As those of a job.',
        ...{ tags, produces: IMAGE_ANSWER.produces },
        params: Type.Object({ ...FilePath.properties, ...Image }),
      },
    },
    async (request, reply) => sendImage(request, reply, (await fileView(request)).blob),
  );

  app.get(
    `${base}/job/:jobId/files/:fileId/view/:segment/earth`,
    {
      schema: {
        ...{ summary: "Where map tiles are in a file's view", description: 'As for a job.', tags },
        params: Type.Object({ ...FilePath.properties, segment: Chunk.segment }),
        querystring: EarthQuery,
        response: { 200: EarthNet },
      },
    },
    async (request) => {
      const { blob } = await fileView(request);
      return earthOf(blob, principalOf(request).organisationId, request.query.extent) as never;
    },
  );

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
}
