import type { FastifyRequest } from 'fastify';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import { networkOf } from '../http/caller-network.ts';
import type { Shares } from '../http/shares.ts';
import { TokenBuckets } from '../http/token-bucket.ts';

/**
 * Counts wrong secrets per address. It only chooses between 401 and 429 for a wrong secret; correct ones are not
 * counted.
 */
export class FailureLimit {
  readonly #buckets: TokenBuckets | undefined;

  /** @param perMinute wrong answers per minute and address; 0 for no limit @param shares of the servers that count */
  constructor(perMinute: number, shares?: Shares) {
    const shared = shares === undefined ? undefined : { shares, name: 'failures' };
    this.#buckets = perMinute === 0 ? undefined : new TokenBuckets(perMinute, 60_000, undefined, shared);
  }

  /**
   * Counts a wrong secret.
   * @param refusal the answer within the limit
   * @returns the refusal, or `too-many-requests` beyond the limit
   */
  refuse(request: FastifyRequest, refusal: ProblemError): ProblemError {
    const taken = this.#buckets?.take(networkOf(request.ip));
    if (taken === undefined || taken.allowed) return refusal;
    return new ProblemError('too-many-requests', detailOf('Too many wrong credentials from this address.'), {
      headers: { 'retry-after': String(taken.retrySeconds) },
    });
  }
}
