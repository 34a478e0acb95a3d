import { statfsSync } from 'node:fs';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';

/** Without this room a start or a write fails for sure: the logs of the databases cannot grow. */
const LAST_ROOM = 2 ** 20;
/** A figure older than this is measured again. */
const FRESH_MS = 50;

/** The part of a disk that is kept for tickets and tokens: the lesser of the two applies. */
export interface Reserve {
  readonly bytes: number;
  /** Of the whole disk. */
  readonly percent: number;
}

/** The room on a disk, as its writers see it. */
export interface Room {
  /** Whether little is left: logs are kept shorter then. */
  readonly isShort: boolean;
  /** @param bytes that are about to be written @throws ProblemError disk-full if they would touch the reserve */
  require(bytes?: number): void;
}

/** A disk that is never full, for tests of other things. */
export const ENDLESS_ROOM: Room = { isShort: false, require: () => {} };

/** The disk of the data directory has no room for a start. */
export class DataDirectoryFull extends Error {
  override readonly name = 'DataDirectoryFull';
}

/** The room on the disk of the data directory, and the reserve that uploads and imports leave untouched. */
export class DiskSpace implements Room {
  readonly #directory: string;
  readonly #limits: Reserve;
  #measuredAt = Number.NEGATIVE_INFINITY;
  #measured = { free: 0, total: 0 };

  /** @param directory on the disk; it must exist */
  constructor(directory: string, limits: Reserve) {
    this.#directory = directory;
    this.#limits = limits;
  }

  /** Bytes that this process may still write. */
  get free(): number {
    return this.#measure().free;
  }

  /** Bytes kept for tickets and tokens. */
  get reserve(): number {
    return this.#reserveOf(this.#measure().total);
  }

  /** Whether uploads and imports are refused. */
  get isShort(): boolean {
    return this.free < this.reserve;
  }

  /** Why nothing can be written; undefined while something can. */
  get trouble(): string | undefined {
    return this.free < LAST_ROOM ? `the disk is full: ${this.free} bytes are left` : undefined;
  }

  /** The sentence about what is refused for want of room; undefined while nothing is. */
  get shortage(): string | undefined {
    if (!this.isShort) return undefined;
    return `uploads, imports and new exports are refused: ${this.free} bytes are left on the disk, and ${this.reserve} are kept for tickets and tokens`;
  }

  require(bytes = 0): void {
    if (this.free - bytes >= this.reserve) return;
    const text = detailOf(
      'The disk of the server is nearly full: files are refused until there is room. Nothing was stored.',
    );
    throw new ProblemError('disk-full', text);
  }

  /** @throws DataDirectoryFull if a start would fail for want of room */
  requireStart(): void {
    if (this.trouble !== undefined) throw this.startFailure();
  }

  /** The error of a start that found no room. @param cause what failed, if anything did yet */
  startFailure(cause?: unknown): DataDirectoryFull {
    return new DataDirectoryFull(
      `The disk of the data directory ${this.#directory} is full: ${this.free} bytes are left, and a start needs ${LAST_ROOM}. Make room and start again; nothing is damaged.`,
      { cause },
    );
  }

  #reserveOf(total: number): number {
    return Math.min(this.#limits.bytes, Math.floor((total * this.#limits.percent) / 100));
  }

  #measure(): { readonly free: number; readonly total: number } {
    const now = performance.now();
    // Nothing is refused because of a figure that may have changed.
    const isShort = this.#measured.free < Math.max(LAST_ROOM, this.#reserveOf(this.#measured.total));
    if (isShort || now - this.#measuredAt >= FRESH_MS) {
      const { bavail, blocks, bsize } = statfsSync(this.#directory);
      this.#measured = { free: bavail * bsize, total: blocks * bsize };
      this.#measuredAt = now;
    }
    return this.#measured;
  }
}
