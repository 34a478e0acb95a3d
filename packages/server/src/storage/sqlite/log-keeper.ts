import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { isDiskFull } from '../failure.ts';
import type { Checkpointer } from './checkpointer.ts';

/** Length of the log in pages at which it is copied; the file then has about 16 MB. */
export const CHECKPOINT_PAGES = 4000;
/** Pages that a changed row and a transaction add to the log, as measured with a million tickets. */
const PAGES_OF_ROW = 2;
const PAGES_OF_TRANSACTION = 6;
/**
 * Under steady writing a copy never reaches the end of the log; at this length writers wait until one has, and the log
 * restarts.
 */
export const LONGEST_PAGES = 16_000;

/**
 * Copies made before the one that writers wait for. Each leaves what is written while it runs, which is less and less:
 * for the first, which has the most to do, writers would wait more than a tenth of a second with a million tickets.
 */
const COPIES_BEFORE_WAIT = 2;

/** Lengths of the log in pages; see the constants. */
export interface LogLengths {
  readonly copiedFrom: number;
  readonly longest: number;
}
export const USUAL_LENGTHS: LogLengths = { copiedFrom: CHECKPOINT_PAGES, longest: LONGEST_PAGES };
/** With little room on the disk: a ticket by itself takes 18 kB in the log and 1.4 kB in the database. */
export const SHORT_LENGTHS: LogLengths = { copiedFrom: 64, longest: 64 };

/** Runs something while no writer writes. */
export type Hold = <T>(work: () => Promise<T>) => Promise<T>;

/** Copies a log: `Checkpointer`, except in tests. */
export type LogCopier = Pick<Checkpointer, 'copy' | 'empty' | 'forget'>;

/** Keeps the write-ahead log of one database short, without using the thread that writes it. */
export class LogKeeper {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #copier: LogCopier;
  readonly #lengths: () => LogLengths;
  readonly #changes: StatementSync;
  #changed = 0;
  #transactions = 0;
  #copying: Promise<void> | undefined;
  /** Copies made, for /metrics, and why there are no more of them, if so. */
  readonly counts = { copies: 0, waits: 0 };
  failure: Error | undefined;

  /** @param lengths that apply at the moment */
  constructor(database: DatabaseSync, path: string, copier: LogCopier, lengths = () => USUAL_LENGTHS) {
    this.#database = database;
    this.#path = path;
    this.#copier = copier;
    this.#lengths = lengths;
    this.#changes = database.prepare('SELECT total_changes() AS rows');
    database.exec('PRAGMA wal_autocheckpoint=0');
  }

  /**
   * Called after every transaction; has the log copied when it has grown.
   * @param hold runs something while no writer writes
   */
  committed(hold: Hold): void {
    this.#transactions++;
    if (this.#copying !== undefined || this.failure !== undefined) return;
    const changed = this.#changes.get()!['rows'] as number;
    const pages = (changed - this.#changed) * PAGES_OF_ROW + this.#transactions * PAGES_OF_TRANSACTION;
    if (pages < this.#lengths().copiedFrom) return;
    this.#changed = changed;
    this.#transactions = 0;
    this.#copying = this.#copy(hold).finally(() => {
      this.#copying = undefined;
    });
  }

  /** Counts pages in the log that the number of changed rows does not show. */
  wrote(pages: number): void {
    this.#changed -= pages / PAGES_OF_ROW;
  }

  /**
   * Copies the log and cuts it to nothing. Writers wait for the last part.
   * @param hold as for `committed`
   * @returns false if somebody reads an older state, so that the log is still needed
   */
  async empty(hold: Hold): Promise<boolean> {
    while (this.#copying !== undefined) await this.#copying;
    const emptied = this.#empty(hold);
    this.#copying = emptied.then(
      () => undefined,
      () => undefined,
    );
    try {
      return await emptied;
    } finally {
      this.#copying = undefined;
    }
  }

  async #empty(hold: Hold): Promise<boolean> {
    await this.#copier.copy(this.#path);
    return hold(() => this.#copier.empty(this.#path));
  }

  /** Waits for a copy in progress, and closes the thread's connection. */
  async close(): Promise<void> {
    await this.#copying;
    await this.#copier.forget(this.#path);
  }

  async #copy(hold: Hold): Promise<void> {
    try {
      const { pages } = await this.#copier.copy(this.#path);
      this.counts.copies++;
      if (pages < this.#lengths().longest) return;
      for (let i = 0; i < COPIES_BEFORE_WAIT; i++) await this.#copier.copy(this.#path);
      await hold(() => this.#copier.copy(this.#path));
      this.counts.waits++;
    } catch (error) {
      // It is tried again when the log has grown further, which it can once there is room.
      if (isDiskFull(error)) return;
      // SQLite copies again itself, within transactions: slower, but the log stays short.
      this.failure = error as Error;
      this.#database.exec(`PRAGMA wal_autocheckpoint=${CHECKPOINT_PAGES}`);
    }
  }
}
