import type { FastifyReply } from 'fastify';
import { ProblemError } from '../core/problem.ts';
import { type Taken, TokenBuckets } from './token-bucket.ts';

/** A limit on requests, with the headers of draft-ietf-httpapi-ratelimit-headers-10. */
export class Limiter {
  readonly #name: string;
  readonly #policy: string;
  readonly #buckets: TokenBuckets | undefined;

  /**
   * @param name of the policy in the headers
   * @param perMinute requests per minute and key; 0 for no limit and no headers
   */
  constructor(name: string, perMinute: number) {
    this.#name = name;
    this.#policy = `"${name}";q=${perMinute};w=60`;
    this.#buckets = perMinute === 0 ? undefined : new TokenBuckets(perMinute, 60_000);
  }

  /**
   * Counts a request and sets RateLimit and RateLimit-Policy on its answer.
   * @throws ProblemError too-many-requests with Retry-After beyond the limit
   */
  take(key: string, reply: FastifyReply): void {
    const taken = this.count(key, reply);
    if (taken === undefined || taken.allowed) return;
    throw new ProblemError('too-many-requests', `The limit is ${this.#buckets!.quota} requests per minute.`, {
      headers: { 'retry-after': String(taken.retrySeconds) },
    });
  }

  /** Like `take`, for callers that do not answer with a problem. Undefined if there is no limit. */
  count(key: string, reply: FastifyReply): Taken | undefined {
    if (this.#buckets === undefined) return undefined;
    const taken = this.#buckets.take(key);
    reply.header('ratelimit-policy', this.#policy);
    reply.header('ratelimit', `"${this.#name}";r=${taken.remaining};t=${taken.retrySeconds}`);
    return taken;
  }
}
