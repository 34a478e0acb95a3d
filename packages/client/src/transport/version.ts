import type { CallOptions } from './caller.ts';

/** A resource and the ETag of the version that was read. */
export interface Version<T> {
  readonly value: T;
  readonly etag: string;
}

/** Options of a change. */
export interface ChangeOptions extends CallOptions {
  /** Changes only the version with this `etag`; otherwise {PreconditionFailedError}. Sent once: a repeat would fail. */
  readonly ifMatch?: string;
}
