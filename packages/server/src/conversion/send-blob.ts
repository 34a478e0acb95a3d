import { ALL_UNSHOWN } from '@fieldbridge/contract/unshown.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import type { Blobs, ByteRange } from '../storage/port/blobs.ts';
import { unlessGone } from './read-blob.ts';

/** Request headers for a range of a file, for the OpenAPI document. */
export const RANGE_HEADERS = {
  Range: 'One range of bytes; 206 with it, 416 if it is outside (RFC 9110 §14)',
  'If-Range': 'ETag of the version that the range refers to; if the current one differs, the whole file is sent',
} as const;
/** Headers of an answer to a range, for the OpenAPI document. */
export const RANGE_ANSWER = { 'Content-Range': 'With 206 and 416: the range and the size of the whole' } as const;
/** Headers of every file, for the OpenAPI document. */
export const BLOB_HEADERS = {
  'Accept-Ranges': 'bytes',
  'Content-Disposition': 'Name of the file (RFC 6266)',
  'Repr-Digest': 'SHA-256 of the whole file, whatever range is sent (RFC 9530)',
} as const;

/** A blob to send, and its description. */
export interface SentFile {
  readonly blob: string;
  readonly size: number;
  readonly sha256: string;
  readonly name: string;
  readonly mediaType: string;
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 *  * Sends a blob as a file: the whole, or the range that the request asks for (RFC 9110 §14). The caller sets ETag on
 *  the reply first. The blob is open before the answer begins, so the answer is complete even when the blob is deleted
 *  meanwhile.
 * @throws ProblemError range-not-satisfiable; not-found when the blob is gone
 */
export async function sendBlob(
  blobs: Blobs,
  request: FastifyRequest,
  reply: FastifyReply,
  file: SentFile,
): Promise<FastifyReply> {
  const { blob, size, sha256, name, mediaType, headers: more = {} } = file;
  const range = requestedRange(request, reply, size);
  if (range === 'none') {
    const headers = { 'content-range': `bytes */${size}` };
    throw new ProblemError('range-not-satisfiable', detailOf('The file has {size} bytes.', { size }), { headers });
  }
  const content = await unlessGone(blobs.send(blob, range));
  // Set only now: a refusal must not carry them.
  reply
    .type(mediaType)
    .headers({ ...more })
    .header('accept-ranges', 'bytes')
    .header('repr-digest', `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`)
    .header('content-disposition', disposition(name));
  if (range === undefined) {
    reply.header('content-length', size);
    return reply.send(content);
  }
  reply.code(206).header('content-length', range.end - range.start + 1);
  reply.header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  return reply.send(content);
}

/** The range to send: undefined for the whole (also when several ranges are asked for), 'none' when it lies outside. */
function requestedRange(request: FastifyRequest, reply: FastifyReply, size: number): ByteRange | undefined | 'none' {
  const { range, 'if-range': ifRange } = request.headers;
  // Only GET has ranges (RFC 9110 §14.2): they are ignored for HEAD and for conversions, which are POST.
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
 * Content-Disposition with a name for old and for new clients. Slashes in a job's name are replaced: a client would
 * keep only what follows the last one (RFC 6266 §4.3). So are unshown characters.
 */
function disposition(jobName: string): string {
  const name = jobName.replace(/[/\\]/g, '_').replace(ALL_UNSHOWN, '_');
  const plain = name.replace(/[^\w. -]/g, '_');
  const extended = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${extended}`;
}
