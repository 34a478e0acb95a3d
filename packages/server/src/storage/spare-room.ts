import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ProblemError } from '../core/problem.ts';

/** Enough for the log of a transaction that deletes a job or ends an import. */
const SPARE_BYTES = 2 ** 20;
/** Room that must be left besides when the file is written. */
const ROOM_BESIDES = 4 * SPARE_BYTES;
/** How often a used file is tried to be replaced. */
const REFILL_MS = 5000;

/**
 * A file that does nothing but hold room, so that deleting works on a disk that is full to the last byte: removing rows
 * needs room in the log before the files of a job can go.
 */
export class SpareRoom {
  readonly #path: string;
  readonly #free: () => number;
  #timer: NodeJS.Timeout | undefined;

  /** @param directory the data directory @param free bytes that are left on its disk */
  constructor(directory: string, free: () => number) {
    this.#path = join(directory, 'spare-room');
    this.#free = free;
    this.#refill();
  }

  /** Runs work that makes room. If the disk is full, the file is given up and the work runs once more. */
  async around<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ProblemError && error.code === 'disk-full') || !existsSync(this.#path)) throw error;
      rmSync(this.#path, { force: true });
      this.#timer ??= setInterval(() => this.#refill(), REFILL_MS).unref();
      return await work();
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #refill(): void {
    if (!existsSync(this.#path)) {
      if (this.#free() < SPARE_BYTES + ROOM_BESIDES) return;
      try {
        // Random, because some file systems do not store zeros.
        writeFileSync(this.#path, randomBytes(SPARE_BYTES), { mode: 0o600 });
      } catch {
        // Somebody else took the room: the next try may find some.
        rmSync(this.#path, { force: true });
        return;
      }
    }
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
