import type { SharedBucket, Shares } from './shares.ts';

/** Most keys remembered at once; beyond that, the table is emptied, as if all buckets were full. */
const KEYS_MAX = 50_000;

/** How buckets are shared with other servers. */
export interface SharedLimit {
  readonly shares: Shares;
  /** Of the limit, the same on all servers. */
  readonly name: string;
}

/** The outcome of taking one token. */
export interface Taken {
  readonly allowed: boolean;
  /** Whole tokens left. */
  readonly remaining: number;
  /** Seconds until the next token, at least 1. */
  readonly retrySeconds: number;
}

/** Token buckets by key: `quota` at once, refilled evenly over the window. */
export class TokenBuckets implements SharedBucket {
  readonly quota: number;
  readonly #perMillisecond: number;
  readonly #now: () => number;
  readonly #buckets = new Map<string, { tokens: number; at: number; share: number }>();
  readonly #shared: SharedLimit | undefined;

  /**
   * @param quota tokens per window, and the most at once
   * @param windowMs length of the window in milliseconds
   * @param now a monotonic clock in milliseconds: steps of the wall clock have no effect
   * @param shared if other servers count as well
   */
  constructor(quota: number, windowMs: number, now = () => performance.now(), shared?: SharedLimit) {
    this.#shared = shared;
    this.quota = quota;
    this.#perMillisecond = quota / windowMs;
    this.#now = now;
  }

  take(key: string): Taken {
    const now = this.#now();
    let bucket = this.#buckets.get(key);
    if (bucket === undefined) {
      if (this.#buckets.size >= KEYS_MAX) this.#forgetFull(now);
      const share = this.#shared?.shares.first ?? 1;
      bucket = { tokens: this.quota * share, at: now, share };
      this.#buckets.set(key, bucket);
    }
    this.#shared?.shares.count(this.#shared.name, key, this);
    bucket.tokens = Math.min(
      this.quota * bucket.share,
      bucket.tokens + (now - bucket.at) * this.#perMillisecond * bucket.share,
    );
    bucket.at = now;
    const allowed = bucket.tokens >= 1;
    if (allowed) bucket.tokens--;
    const missing = Math.max(0, 1 - bucket.tokens);
    return {
      allowed,
      remaining: Math.floor(bucket.tokens),
      retrySeconds: Math.max(1, Math.ceil(missing / this.#perMillisecond / bucket.share / 1000)),
    };
  }

  setShare(key: string, share: number, isOnly: boolean): void {
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) return;
    // What other servers would have had, and have given to nobody.
    if (isOnly) bucket.tokens += this.quota * Math.max(0, share - bucket.share);
    bucket.tokens = Math.min(bucket.tokens, this.quota * share);
    bucket.share = share;
  }

  /**
   * Full buckets carry no information and are removed first; if all are in use, all are removed, so memory stays
   * limited.
   */
  #forgetFull(now: number): void {
    for (const [key, { tokens, at, share }] of this.#buckets) {
      if (tokens + (now - at) * this.#perMillisecond * share >= this.quota * share) this.#buckets.delete(key);
    }
    if (this.#buckets.size >= KEYS_MAX) this.#buckets.clear();
  }
}
