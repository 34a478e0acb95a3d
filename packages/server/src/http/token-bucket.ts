/** Most keys remembered at once; beyond that, the table is emptied, as if all buckets were full. */
const KEYS_MAX = 50_000;

/** The outcome of taking one token. */
export interface Taken {
  readonly allowed: boolean;
  /** Whole tokens left. */
  readonly remaining: number;
  /** Seconds until the next token, at least 1. */
  readonly retrySeconds: number;
}

/** Token buckets by key: `quota` at once, refilled evenly over the window. */
export class TokenBuckets {
  readonly quota: number;
  readonly #perMillisecond: number;
  readonly #now: () => number;
  readonly #buckets = new Map<string, { tokens: number; at: number }>();

  /**
   * @param quota tokens per window, and the most at once
   * @param windowMs length of the window in milliseconds
   * @param now a monotonic clock in milliseconds: steps of the wall clock have no effect
   */
  constructor(quota: number, windowMs: number, now = () => performance.now()) {
    this.quota = quota;
    this.#perMillisecond = quota / windowMs;
    this.#now = now;
  }

  take(key: string): Taken {
    const now = this.#now();
    let bucket = this.#buckets.get(key);
    if (bucket === undefined) {
      if (this.#buckets.size >= KEYS_MAX) this.#forgetFull(now);
      bucket = { tokens: this.quota, at: now };
      this.#buckets.set(key, bucket);
    }
    bucket.tokens = Math.min(this.quota, bucket.tokens + (now - bucket.at) * this.#perMillisecond);
    bucket.at = now;
    const allowed = bucket.tokens >= 1;
    if (allowed) bucket.tokens--;
    const missing = Math.max(0, 1 - bucket.tokens);
    return {
      allowed,
      remaining: Math.floor(bucket.tokens),
      retrySeconds: Math.max(1, Math.ceil(missing / this.#perMillisecond / 1000)),
    };
  }

  /**
   * Full buckets carry no information and are removed first; if all are in use, all are removed, so memory stays
   * limited.
   */
  #forgetFull(now: number): void {
    for (const [key, { tokens, at }] of this.#buckets) {
      if (tokens + (now - at) * this.#perMillisecond >= this.quota) this.#buckets.delete(key);
    }
    if (this.#buckets.size >= KEYS_MAX) this.#buckets.clear();
  }
}
