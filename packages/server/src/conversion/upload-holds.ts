import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';

interface Hold {
  readonly organisationId: string;
  bytes: number;
}

/**
 * Bytes of uploads in progress, which count towards the quota as if they were stored: otherwise parallel uploads would
 * exceed it together.
 */
export class UploadHolds {
  readonly #held = new Map<string, number>();
  readonly #holds = new WeakMap<FastifyRequest, Hold>();

  /** Bytes held for an organisation. */
  of(organisationId: string): number {
    return this.#held.get(organisationId) ?? 0;
  }

  /**
   * Holds the bytes that a request announces, until `release` or the end of its answer.
   * @param bytes 0 if the length is not known
   */
  begin(request: FastifyRequest, reply: FastifyReply, organisationId: string, bytes: number): void {
    this.#holds.set(request, { organisationId, bytes: 0 });
    this.#add(request, bytes);
    reply.raw.once('close', () => this.release(request));
  }

  /** Ends the hold of a request: its data is stored and counted, or discarded. */
  release(request: FastifyRequest): void {
    const hold = this.#holds.get(request);
    if (hold === undefined) return;
    this.#add(request, -hold.bytes);
    this.#holds.delete(request);
  }

  /**
   * A body of unknown length, counted as it arrives.
   * @param left bytes that the organisation may still store
   */
  metered(request: FastifyRequest, body: Readable, left: number): Readable {
    const hold = this.#holds.get(request);
    if (hold === undefined || request.headers['content-length'] !== undefined || left === Number.POSITIVE_INFINITY)
      return body;
    const count = (bytes: number): void => {
      this.#add(request, bytes);
      if (this.of(hold.organisationId) > left)
        throw new ProblemError(
          'quota-exceeded',
          detailOf(
            'The upload has more than the {left} bytes that the quota bytesPerOrganisation leaves, uploads in progress included. Delete jobs that are no longer needed.',
            { left },
          ),
        );
    };
    return Readable.from(
      (async function* () {
        for await (const part of body as AsyncIterable<Buffer>) {
          count(part.length);
          yield part;
        }
      })(),
    );
  }

  #add(request: FastifyRequest, bytes: number): void {
    const hold = this.#holds.get(request);
    if (hold === undefined) return;
    hold.bytes += bytes;
    const all = this.of(hold.organisationId) + bytes;
    if (all === 0) this.#held.delete(hold.organisationId);
    else this.#held.set(hold.organisationId, all);
  }
}
