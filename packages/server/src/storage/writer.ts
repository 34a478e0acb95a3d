import type { DatabaseSync } from 'node:sqlite';
import { storageFailure } from './failure.ts';

/** Most operations that share one transaction: bounds how long a batch holds the process. */
const LARGEST_BATCH = 512;

interface Waiting {
  readonly operation: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}
type Outcome = { readonly value: unknown } | { readonly error: unknown };

/** So many operations do not wait for a sync that is going on, but are written meanwhile. */
const ENOUGH = 64;

/** Brings what was committed to the disk; resolves when it is there. */
export type Sync = () => Promise<void>;

/**
 * The one writer of a database. Operations that arrive in the same turn of the event loop share one transaction, and so do
 * those that arrive while the disk is busy, unless they are many (group commit: a transaction costs as much as several
 * operations); each runs inside its own SAVEPOINT, so that a failing one fails alone. No operation resolves before its sync is
 * over.
 *
 * The sync is not SQLite's own (`synchronous=FULL`), which would hold the whole process while the disk works: the
 * database runs with `synchronous=NORMAL`, where a commit is written to the write-ahead log but not synced, and the
 * sync of that log, in the thread pool, is ours. The guarantee is the same; the process goes on serving meanwhile.
 */
export class Writer {
  readonly #database: DatabaseSync;
  readonly #sync: Sync;
  readonly #onCommit: () => void;
  #waiting: Waiting[] = [];
  #scheduled = false;
  /** What is committed and waits for a sync to be told. */
  #committed: (() => void)[] = [];
  #syncing = false;
  #held = false;
  #broken: unknown;
  #idle: (() => void)[] = [];
  readonly #statements;
  /** Transactions, syncs, and operations in them, for /metrics. */
  readonly counts = { batches: 0, syncs: 0, operations: 0 };

  /** @param onCommit told after each transaction */
  constructor(database: DatabaseSync, sync: Sync, onCommit: () => void = () => {}) {
    this.#database = database;
    this.#sync = sync;
    this.#onCommit = onCommit;
    this.#statements = {
      begin: database.prepare('BEGIN IMMEDIATE'),
      commit: database.prepare('COMMIT'),
      rollback: database.prepare('ROLLBACK'),
      savepoint: database.prepare('SAVEPOINT operation'),
      release: database.prepare('RELEASE operation'),
      undo: database.prepare('ROLLBACK TO operation'),
    };
  }

  /**
   * Runs an operation in the next transaction.
   * @param operation synchronous: reads and writes through the same database; what it throws undoes it alone
   * @returns what the operation returned, once the transaction is committed and on the disk
   * @throws what the operation threw; a ProblemError `disk-full` or `unavailable` when the store failed
   */
  run<T>(operation: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ operation, resolve: resolve as (value: unknown) => void, reject });
      this.#schedule();
    });
  }

  /** Why nothing can be written any more, until the server is started again; undefined while all is well. */
  get trouble(): string | undefined {
    return this.#broken === undefined ? undefined : `the disk failed: ${(this.#broken as Error).message}`;
  }

  /** Resolves when nothing waits to be written or synced. */
  drained(): Promise<void> {
    return this.#isIdle() ? Promise.resolve() : new Promise((resolve) => this.#idle.push(resolve));
  }

  #isIdle(): boolean {
    return this.#waiting.length === 0 && this.#committed.length === 0 && !this.#syncing;
  }

  /** Lets operations wait until a promise is settled, one way or the other. */
  hold(until: Promise<unknown>): void {
    this.#held = true;
    const release = (): void => {
      this.#held = false;
      if (this.#waiting.length > 0) this.#schedule();
    };
    until.then(release, release);
  }

  #schedule(): void {
    if (this.#scheduled || this.#held || (this.#syncing && this.#waiting.length < ENOUGH)) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      if (this.#held) return;
      const batch = this.#waiting.slice(0, LARGEST_BATCH);
      this.#waiting = this.#waiting.slice(LARGEST_BATCH);
      this.#commit(batch);
      if (this.#waiting.length > 0) this.#schedule();
      else this.#tellIdle();
    });
  }

  #commit(batch: readonly Waiting[]): void {
    if (this.#broken !== undefined) {
      this.#rejectAll(batch, this.#broken);
      return;
    }
    const outcomes: Outcome[] = [];
    try {
      this.#statements.begin.run();
      for (const { operation } of batch) outcomes.push(this.#attempt(operation));
      this.#statements.commit.run();
    } catch (error) {
      this.#abandon();
      this.#rejectAll(batch, error);
      return;
    }
    this.counts.batches++;
    this.counts.operations += batch.length;
    this.#committed.push(() => {
      if (this.#broken !== undefined) {
        this.#rejectAll(batch, this.#broken);
        return;
      }
      for (const [i, outcome] of outcomes.entries()) {
        if ('error' in outcome) batch[i]!.reject(outcome.error);
        else batch[i]!.resolve(outcome.value);
      }
    });
    if (!this.#syncing) void this.#syncCommitted();
    this.#onCommit();
  }

  /** Syncs until nothing is left to be told. After a sync that failed nobody knows what is on the disk: then all writing ends. */
  async #syncCommitted(): Promise<void> {
    this.#syncing = true;
    while (this.#committed.length > 0) {
      const round = this.#committed;
      this.#committed = [];
      try {
        await this.#sync();
        this.counts.syncs++;
      } catch (error) {
        this.#broken = error;
      }
      for (const tell of round) tell();
    }
    this.#syncing = false;
    if (this.#waiting.length > 0) this.#schedule();
    else this.#tellIdle();
  }

  #tellIdle(): void {
    if (this.#isIdle()) for (const resolve of this.#idle.splice(0)) resolve();
  }

  #rejectAll(batch: readonly Waiting[], error: unknown): void {
    const reason = storageFailure(error);
    for (const { reject } of batch) reject(reason);
  }

  #attempt(operation: () => unknown): Outcome {
    this.#statements.savepoint.run();
    try {
      const value = operation();
      if (value instanceof Promise) throw new TypeError('A write operation must be synchronous');
      this.#statements.release.run();
      return { value };
    } catch (error) {
      // A full disk or an I/O error may have ended the whole transaction (https://sqlite.org/lang_transaction.html).
      if (!this.#database.isTransaction) throw error;
      this.#statements.undo.run();
      this.#statements.release.run();
      return { error: storageFailure(error) };
    }
  }

  #abandon(): void {
    if (this.#database.isTransaction) this.#statements.rollback.run();
  }
}
