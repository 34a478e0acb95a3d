import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';

/** A strong entity tag over what identifies the current version, for instance id and modification time or revision. */
export function etagOf(...version: readonly (string | number)[]): string {
  return `"${createHash('sha256').update(version.join('\n')).digest('base64url').slice(0, 22)}"`;
}

/** The entity tag of a view shown whole: it changes whenever anything in the view changes. */
export function etagOfView(view: object): string {
  return etagOf(JSON.stringify(view));
}

/** The tags of an If-Match or If-None-Match header; `*` means any. */
function tags(header: string): string[] {
  return header.split(',').map((tag) => tag.trim());
}

/**
 * Checks If-Match against the current version. Call it inside the write operation, so that nothing changes in between.
 * @param etags tags that each identify the current version
 * @throws ProblemError precondition-failed if the caller's version is stale
 */
export function requireMatch(request: FastifyRequest, ...etags: readonly string[]): void {
  const header = request.headers['if-match'];
  if (header === undefined) return;
  const wanted = tags(header);
  if (!wanted.includes('*') && !wanted.some((tag) => etags.includes(tag)))
    throw new ProblemError(
      'precondition-failed',
      detailOf('The resource has changed since you read it. Read it again.'),
    );
}

/**
 * Sets ETag and checks whether the caller has this version already (If-None-Match).
 * @returns true if 304 was sent: return the reply and send nothing more
 */
export function notModified(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag);
  const header = request.headers['if-none-match'];
  if (header === undefined) return false;
  const known = tags(header).map((tag) => tag.replace(/^W\//, ''));
  if (!known.includes('*') && !known.includes(etag)) return false;
  reply.code(304).send();
  return true;
}
