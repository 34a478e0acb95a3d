import { createHash, type Hash } from 'node:crypto';
import { finished } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';

/** A dictionary of algorithms and digests (RFC 9530 §2); we support SHA-256. */
const SHA_256 = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):/;

/**
 * The SHA-256 in the header `Content-Digest`.
 * @returns lower-case hex; undefined without the header
 * @throws ProblemError invalid-parameter if the header contains none
 */
export function announcedDigest({ headers }: FastifyRequest): string | undefined {
  const header = headers['content-digest'];
  if (header === undefined) return undefined;
  const match = SHA_256.exec(String(header));
  if (match !== null) return Buffer.from(match[1]!, 'base64').toString('hex');
  const errors = [{ parameter: 'Content-Digest', detail: detailOf('Only sha-256=:base64: is understood.') }];
  throw new ProblemError('invalid-parameter', detailOf('Content-Digest must contain sha-256=:base64:.'), { errors });
}

/**
 * Compares the announced digest, if any, with that of the received bytes.
 * @param arrived SHA-256 of the received bytes, lower-case hex @param what they are, for the message
 * @throws ProblemError digest-mismatch
 */
export function checkDigest(announced: string | undefined, arrived: string, what: 'body' | 'form' | 'upload'): void {
  if (announced !== undefined && announced !== arrived)
    throw new ProblemError(
      'digest-mismatch',
      detailOf('The received {what} has the SHA-256 {arrived}.', { what: detailOf(what), arrived }),
    );
}

/**
 * The SHA-256 of a request's content while another consumer reads it: for a form the header covers the form as it was
 * sent, boundaries and fields included. Create it before the reading begins, in the same turn.
 */
export class ContentHash {
  readonly #hash: Hash = createHash('sha256');
  readonly #request: FastifyRequest;

  constructor(request: FastifyRequest) {
    this.#request = request;
    request.raw.on('data', (chunk: Buffer) => this.#hash.update(chunk));
  }

  /** The digest in lower-case hex, once the last byte has been read. */
  async hex(): Promise<string> {
    await finished(this.#request.raw, { writable: false });
    return this.#hash.digest('hex');
  }
}
