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

/**
 * The one writer of a database. Operations that arrive in the same turn of the event loop share one transaction and
 * one fsync (group commit); each runs inside its own SAVEPOINT, so that a failing one fails alone.
 */
export class Writer {
  readonly #database: DatabaseSync;
  #waiting: Waiting[] = [];
  #scheduled = false;
  #idle: (() => void)[] = [];
  readonly #statements;
  /** Batches committed and operations in them, for /metrics. */
  readonly counts = { batches: 0, operations: 0 };

  constructor(database: DatabaseSync) {
    this.#database = database;
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

  /** Resolves when nothing waits to be written. */
  drained(): Promise<void> {
    return this.#waiting.length === 0 ? Promise.resolve() : new Promise((resolve) => this.#idle.push(resolve));
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      const batch = this.#waiting.slice(0, LARGEST_BATCH);
      this.#waiting = this.#waiting.slice(LARGEST_BATCH);
      this.#commit(batch);
      if (this.#waiting.length > 0) this.#schedule();
      else for (const resolve of this.#idle.splice(0)) resolve();
    });
  }

  #commit(batch: readonly Waiting[]): void {
    const outcomes: Outcome[] = [];
    try {
      this.#statements.begin.run();
      for (const { operation } of batch) outcomes.push(this.#attempt(operation));
      this.#statements.commit.run();
    } catch (error) {
      this.#abandon();
      const reason = storageFailure(error);
      for (const { reject } of batch) reject(reason);
      return;
    }
    this.counts.batches++;
    this.counts.operations += batch.length;
    for (const [i, outcome] of outcomes.entries()) {
      if ('error' in outcome) batch[i]!.reject(outcome.error);
      else batch[i]!.resolve(outcome.value);
    }
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
