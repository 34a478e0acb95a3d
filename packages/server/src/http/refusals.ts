/** A request that was answered with a problem. */
export interface Refusal {
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  /** Without the query, and without secrets. */
  readonly path: string;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly clientId: string | undefined;
  readonly organisationId: string | undefined;
  readonly address: string | undefined;
}

/** How many are kept. */
const MOST = 1000;
/** Most characters of a detail that are kept. */
const MOST_DETAIL = 500;

/** The latest refusals of this server, in memory: the log has all of them. */
export class Refusals {
  readonly #kept: Refusal[] = [];
  #next = 0;

  add(refusal: Refusal): void {
    this.#kept[this.#next] = { ...refusal, detail: refusal.detail.slice(0, MOST_DETAIL) };
    this.#next = (this.#next + 1) % MOST;
  }

  /** Newest first. */
  list(): Refusal[] {
    return [...this.#kept.slice(this.#next), ...this.#kept.slice(0, this.#next)].reverse();
  }
}
