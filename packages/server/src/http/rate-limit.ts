import type { FastifyReply } from 'fastify';
import { type Detail, detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import type { Shares } from './shares.ts';
import { type Taken, TokenBuckets } from './token-bucket.ts';

/** A limit that counts the requests of a group. */
export interface GroupLimit {
  /** Whose requests are counted together, for the sentence of the refusal. */
  readonly group: Detail;
}

/** A limit on requests, with the headers of draft-ietf-httpapi-ratelimit-headers-10. */
export class Limiter {
  readonly #name: string;
  readonly #group: Detail | undefined;
  readonly #policy: string;
  readonly #buckets: TokenBuckets | undefined;

  /**
   * @param name of the policy in the headers
   * @param perMinute requests per minute and key; 0 for no limit and no headers
   * @param options for a limit beside that of each member: its headers are added to those
   * @param shares of the servers that count together
   */
  constructor(name: string, perMinute: number, options?: GroupLimit, shares?: Shares) {
    this.#name = name;
    this.#group = options?.group;
    const shared = shares === undefined ? undefined : { shares, name };
    this.#policy = `"${name}";q=${perMinute};w=60`;
    this.#buckets = perMinute === 0 ? undefined : new TokenBuckets(perMinute, 60_000, undefined, shared);
  }

  /**
   * Counts a request and sets RateLimit and RateLimit-Policy on its answer.
   * @throws ProblemError too-many-requests with Retry-After beyond the limit
   */
  take(key: string, reply: FastifyReply): void {
    const taken = this.count(key, reply);
    if (taken === undefined || taken.allowed) return;
    throw new ProblemError(
      'too-many-requests',
      this.#group === undefined
        ? detailOf('The limit is {quota} requests per minute.', { quota: this.#buckets!.quota })
        : detailOf('The limit is {quota} requests per minute for {group}.', {
            ...{ quota: this.#buckets!.quota, group: this.#group },
          }),
      {
        headers: { 'retry-after': String(taken.retrySeconds) },
      },
    );
  }

  /** Like `take`, for callers that do not answer with a problem. Undefined if there is no limit. */
  count(key: string, reply: FastifyReply): Taken | undefined {
    if (this.#buckets === undefined) return undefined;
    const taken = this.#buckets.take(key);
    this.#tell(reply, 'ratelimit-policy', this.#policy);
    this.#tell(reply, 'ratelimit', `"${this.#name}";r=${taken.remaining};t=${taken.retrySeconds}`);
    return taken;
  }

  #tell(reply: FastifyReply, name: string, item: string): void {
    const before = this.#group === undefined ? undefined : reply.getHeader(name);
    reply.header(name, before === undefined ? item : `${String(before)}, ${item}`);
  }
}
