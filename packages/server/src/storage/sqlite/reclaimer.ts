import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { SpaceStore } from '../port/space-store.ts';

/** Free pages given back in one write operation: some milliseconds. */
const PAGES_AT_ONCE = 64;
/** How many ordinary operations that counts as. */
const WEIGHT = 64;
/** Pause before the work begins: deletions of the same second share it. */
const SOON_MS = 500;
/** Pause if the log could not be emptied because somebody, a backup for instance, still reads an older state. */
const AGAIN_MS = 5000;

/** What a reclaimer works on. */
export interface ReclaimerParts {
  readonly database: DatabaseSync;
  readonly store: Pick<SpaceStore, 'write'>;
  /** Empties the log. Resolves to false if that is not possible now. */
  readonly emptyLog: () => Promise<boolean>;
  /** Called with the pages that an operation has added to the log. */
  readonly wrote: (pages: number) => void;
}

/**
 * Removes from the files what was deleted. SQLite overwrites deleted rows with zeros (`secure_delete`); here the free
 * pages go back to the file system, in slices between other writes, and then the log, which still has the old pages, is
 * emptied.
 */
export class Reclaimer {
  readonly #parts: ReclaimerParts;
  readonly #free: StatementSync;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isClosed = false;

  constructor(parts: ReclaimerParts) {
    this.#parts = parts;
    this.#free = parts.database.prepare('PRAGMA freelist_count');
    // Left by a server that ended meanwhile.
    if (this.#freePages > 0) this.ask();
  }

  /** Begins soon. Does not keep the process alive. */
  ask(): void {
    this.#schedule(SOON_MS);
  }

  /** Ends after the slice in progress; the last connection to close empties the log. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  get #freePages(): number {
    return this.#free.get()!['freelist_count'] as number;
  }

  #schedule(delay: number): void {
    if (this.#isClosed || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#running = (this.#running ?? Promise.resolve()).then(() => this.#reclaim());
    }, delay).unref();
  }

  async #reclaim(): Promise<void> {
    try {
      let before = Number.POSITIVE_INFINITY;
      for (let pages = this.#freePages; pages > 0 && pages < before && !this.#isClosed; pages = this.#freePages) {
        before = pages;
        await this.#parts.store.write((tx) => tx.read(`PRAGMA incremental_vacuum(${PAGES_AT_ONCE})`), WEIGHT);
        this.#parts.wrote(2 * PAGES_AT_ONCE);
      }
      if (!this.#isClosed && !(await this.#parts.emptyLog())) this.#schedule(AGAIN_MS);
    } catch {
      // A full or failing disk: the deleted rows are overwritten anyway, and the room is given back later.
      this.#schedule(AGAIN_MS);
    }
  }
}
