import { open } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '../core/problem.ts';
import type { BlobStore } from '../storage/blobs.ts';

/** Headers that a file is asked for by, for the document. */
export const RANGE_HEADERS = {
  Range: 'One range of bytes; 206 with it, 416 where it lies outside (RFC 9110 §14)',
  'If-Range': 'ETag of the version that the range is of; the whole when it is another now',
} as const;
/** Headers of an answer to a range, for the document. */
export const RANGE_ANSWER = { 'Content-Range': 'With 206 and 416: the range and the size of the whole' } as const;
/** Headers that a file is sent with, for the document. */
export const BLOB_HEADERS = {
  'Accept-Ranges': 'bytes',
  'Content-Disposition': 'Name of the file (RFC 6266)',
  'Repr-Digest': 'SHA-256 of the whole file, whatever range is sent (RFC 9530)',
} as const;

/** What is sent, besides the bytes. */
export interface SentFile {
  readonly blob: string;
  readonly size: number;
  readonly sha256: string;
  readonly name: string;
  readonly mediaType: string;
  /** What else is said of the bytes. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends a blob as a file: whole, or the one range that is asked for (RFC 9110 §14). ETag must be set on the reply before.
 * The file is open before the answer begins, so it comes to its end even when the blob is removed meanwhile.
 * @throws ProblemError range-not-satisfiable; not-found when the blob is gone
 */
export async function sendBlob(
  blobs: BlobStore,
  request: FastifyRequest,
  reply: FastifyReply,
  file: SentFile,
): Promise<FastifyReply> {
  const { blob, size, sha256, name, mediaType, headers: more = {} } = file;
  const range = wantedRange(request, reply, size);
  if (range === 'none') {
    const headers = { 'content-range': `bytes */${size}` };
    throw new ProblemError('range-not-satisfiable', `The file has ${size} bytes.`, { headers });
  }
  const handle = await open(blobs.path(blob), 'r').catch(() => {
    throw new ProblemError('not-found', 'The job was changed or deleted; ask again.');
  });
  // Only now: of a refusal these would say what is not true of it.
  reply
    .type(mediaType)
    .headers({ ...more })
    .header('accept-ranges', 'bytes')
    .header('repr-digest', `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`)
    .header('content-disposition', disposition(name));
  if (range === undefined) {
    reply.header('content-length', size);
    return reply.send(handle.createReadStream());
  }
  reply.code(206).header('content-length', range.end - range.start + 1);
  reply.header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  return reply.send(handle.createReadStream(range));
}

/** The range to send: undefined for the whole, 'none' when it lies outside. Several ranges get the whole. */
function wantedRange(
  request: FastifyRequest,
  reply: FastifyReply,
  size: number,
): { start: number; end: number } | undefined | 'none' {
  const { range, 'if-range': ifRange } = request.headers;
  // Of other methods a range is to be ignored (RFC 9110 §14.2): of HEAD, and of a conversion, which is a POST.
  if (request.method !== 'GET' || range === undefined) return undefined;
  if (ifRange !== undefined && ifRange !== reply.getHeader('etag')) return undefined;
  const match = /^bytes=\s*(\d*)-(\d*)$/i.exec(range.trim());
  if (match === null || (match[1] === '' && match[2] === '')) return undefined;
  if (match[1] === '') {
    const length = Math.min(size, Number(match[2]));
    return length === 0 ? 'none' : { start: size - length, end: size - 1 };
  }
  const start = Number(match[1]);
  const end = match[2] === '' ? size - 1 : Math.min(size - 1, Number(match[2]));
  if (match[2] !== '' && Number(match[2]) < start) return undefined;
  return start >= size ? 'none' : { start, end };
}

/**
 * Content-Disposition with a name for old and for new clients. A slash in the name of a job is none of a path: a caller would save under what
 * stands behind the last one (RFC 6266 §4.3).
 */
function disposition(jobName: string): string {
  const name = jobName.replace(/[/\\]/g, '_');
  const plain = name.replace(/[^\w. -]/g, '_');
  const extended = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${extended}`;
}
