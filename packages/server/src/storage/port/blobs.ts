import type { Readable } from 'node:stream';

/** A stored blob. */
export interface BlobInfo {
  readonly id: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 of the content, lower-case hex. */
  readonly sha256: string;
}

/** How a blob is stored. */
export interface PutOptions {
  /** Most bytes; more is refused with 413. */
  readonly limit: number;
  /** Name of the limit, for the message of the refusal. */
  readonly limitName?: string;
  readonly signal?: AbortSignal;
  /** It is deleted again within the request that stores it, so it need not survive a crash. */
  readonly isPassing?: boolean;
  /** Its id, if it is moved from another store; otherwise it gets a new one. */
  readonly id?: string;
}

/** Part of a blob: the bytes from `start` to `end`, both included, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** There is no blob with this id: it was deleted, or never stored. */
export class BlobMissing extends Error {
  override readonly name = 'BlobMissing';

  constructor(id: string, cause?: unknown) {
    super(`There is no blob ${id}.`, { cause });
  }
}

/**
 * The bytes of one space: written once, never changed, found by id. Ids are UUIDs of version 7, so they sort by time.
 * Every method that takes an id throws RangeError when it is not a UUID.
 */
export interface Blobs {
  /** Whether they are behind a network: what was away comes back. */
  readonly isFar?: true;

  /**
   * Stores a stream. When it resolves, the content is durable, unless it is passing.
   * @throws ProblemError `body-too-large` past the limit, `disk-full`; the stream's own error when it breaks
   */
  put(source: Readable, options: PutOptions): Promise<BlobInfo>;

  /**
   * Takes over a finished file of the data directory's file system, for instance a converter's output.
   * @param path the file; it is gone from there afterwards
   * @throws ProblemError `disk-full`
   */
  adopt(path: string, options?: Pick<PutOptions, 'isPassing'>): Promise<BlobInfo>;

  /** The whole content, for small blobs. @throws BlobMissing */
  read(id: string): Promise<Buffer>;

  /**
   * The content, or a range of it, for an HTTP answer. The blob is open when this resolves: the stream comes to its end
   * even when the blob is deleted meanwhile.
   * @throws BlobMissing
   */
  send(id: string, range?: ByteRange): Promise<Readable>;

  /**
   * Gives `work` a local file with the content, for readers that need random access.
   * @param work must not write to the file; its path is valid until the returned promise settles, but a hard link or a
   * copy may be kept
   * @throws BlobMissing; whatever `work` throws
   */
  local<T>(id: string, work: (path: string) => T | Promise<T>): Promise<T>;

  /** Deletes a blob; does nothing if it does not exist. */
  delete(id: string): Promise<void>;

  /** Every id, in no particular order, to find blobs that no row refers to. */
  ids(): AsyncIterable<string>;
}
