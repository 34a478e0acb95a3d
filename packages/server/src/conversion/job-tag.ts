import type { FastifyRequest } from 'fastify';
import { etagOf, requireMatch } from '../http/etag.ts';
import type { Transaction } from '../storage/port/space-store.ts';
import type { Conversion } from './conversion.ts';
import type { JobRow } from './rows.ts';

/** Entity tag of a job at its current revision. */
export function jobTag(job: JobRow): string {
  return etagOf(job.id, job.revision, job.modifiedAt);
}

/**
 * Checks If-Match against a job. The tag of a download is that of its bytes, so the tags of all exports of the current
 * revision match as well as the tag of its description.
 * @throws ProblemError precondition-failed
 */
export async function requireJobMatch(
  tx: Transaction,
  { exports }: Pick<Conversion, 'exports'>,
  request: FastifyRequest,
  job: JobRow,
): Promise<void> {
  if (request.headers['if-match'] === undefined) return;
  const digests = await exports.digests(job.id, job.revision, tx);
  requireMatch(request, jobTag(job), ...digests.map((sha256) => etagOf(sha256)));
}
