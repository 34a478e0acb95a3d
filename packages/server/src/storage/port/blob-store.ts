import type { Blobs } from './blobs.ts';

/** What a store outside of the data directory was asked, for the metrics. */
export interface StoreCounts {
  readonly requests: number;
  /** Requests that were sent again after a passing failure. */
  readonly retries: number;
  /** Requests given up. */
  readonly failures: number;
}

/** A place outside of the data directory for the blobs of all spaces. */
export interface BlobStore {
  /** How it is named in messages; without secrets. */
  readonly name: string;
  /** Opens the blobs of one space. */
  space(space: string): Promise<Blobs>;
  /** The public id of the server whose blobs these are; undefined if nobody has marked the place yet. */
  owner(): Promise<string | undefined>;
  /** Marks the place as that of a server. */
  mark(owner: string): Promise<void>;
  /** Why blobs can neither be stored nor read now; undefined if all is well. */
  readonly trouble: string | undefined;
  readonly counts: StoreCounts;
  close(): void;
}
