import { JobView } from '@fieldbridge/contract';
import type { FastifyRequest } from 'fastify';
import { detailOf } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';
import type { App } from '../../http/app.ts';
import { etagOf, notModified } from '../../http/etag.ts';
import type { Conversion } from '../conversion.ts';
import type { JobRow } from '../rows.ts';
import { FilePath } from './shared.ts';
import { Segment, viewAnswers } from './view-answers.ts';
import { addViewParts } from './view-parts.ts';

/** Name of the one segment of a file's view. */
const FILE_SEGMENT = 'r1';

/** The view of a file before any of it is imported. */
export function addFileView(app: App, conversion: Conversion): void {
  const { base, reporter, files, jobs, principalOf, viewsAhead } = conversion;
  const { manifest } = viewAnswers(conversion);
  const path = `${base}/job/:jobId/files/:fileId/view`;

  app.get(
    path,
    {
      config: { conditional: true },
      schema: {
        summary: 'Data for a viewer of a file',
        description:
          'Everything in the file as features, before any of it is imported: the objects that the content report counts. Made together with the report, otherwise at the first request, and kept; a job view has the same form.',
        tags: ['view'],
        params: FilePath,
        response: { 200: JobView },
      },
    },
    async (request, reply) => {
      const { blob, name } = await fileView(request);
      viewsAhead.lookedAtFile(request.params.jobId, request.params.fileId);
      if (notModified(request, reply, etagOf('view', blob))) return reply as never;
      return manifest(blob, name, FILE_SEGMENT, FILE_SEGMENT);
    },
  );

  const blobOf = async (request: FastifyRequest): Promise<string> => (await fileView(request)).blob;
  const featuresOf = async (request: FastifyRequest): Promise<string> => {
    const { job, fileId } = await fileOf(request);
    return reporter.features(job, fileId);
  };
  const place = { path, params: FilePath.properties, segment: Segment, of: "a file's view", hasPictures: true };
  addViewParts(app, conversion, { ...place, hide: false, blobOf, featuresOf });

  /** The blob of a file's view, and the file's name. */
  async function fileView(request: FastifyRequest): Promise<{ blob: string; name: string }> {
    const { job, fileId } = await fileOf(request);
    const { name } = await files.get(job.id, fileId);
    return { blob: await reporter.picture('view', job, fileId), name };
  }

  async function fileOf(request: FastifyRequest): Promise<{ job: JobRow; fileId: string }> {
    const {
      jobId,
      fileId,
      segment = FILE_SEGMENT,
    } = request.params as Record<'jobId' | 'fileId', string> & {
      segment?: string;
    };
    if (segment !== FILE_SEGMENT) throw new ProblemError('not-found', detailOf('The view has no such segment.'));
    return { job: await jobs.get(principalOf(request).organisationId, jobId), fileId };
  }
}
