import type { FastifyRequest } from 'fastify';
import { etagOf, requireMatch } from '../http/etag.ts';
import type { Conversion } from './conversion.ts';
import type { JobRow } from './rows.ts';

/** Entity tag of a job at its present revision. */
export function jobTag(job: JobRow): string {
  return etagOf(job.id, job.revision, job.modifiedAt);
}

/**
 * Checks If-Match against a job. Call it inside the write operation. What GET /job/{jobId} delivers is the package, whose tag is that
 * of its bytes: who has read the present revision in any format knows it as well as who has read its description.
 * @throws ProblemError precondition-failed
 */
export function requireJobMatch({ exports }: Pick<Conversion, 'exports'>, request: FastifyRequest, job: JobRow): void {
  if (request.headers['if-match'] === undefined) return;
  requireMatch(request, jobTag(job), ...exports.digests(job.id, job.revision).map((sha256) => etagOf(sha256)));
}
