import type { DatabaseSync } from 'node:sqlite';

/** What became of an operation. */
export type Outcome = { readonly value: unknown } | { readonly error: unknown };

/** Runs operations on one connection, many to a transaction. */
export class Transactions {
  readonly #database: DatabaseSync;
  readonly #statements;

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
   * Runs operations in one transaction and commits it; each stands inside its own SAVEPOINT, so that a failing one fails alone.
   * @returns what became of each, in their order
   * @throws what SQLite threw when the transaction as a whole failed: nothing of it is stored then
   */
  run(operations: readonly (() => unknown)[]): Outcome[] {
    return this.#transact(() => operations.map((operation) => this.#attempt(operation)));
  }

  /**
   * The same for operations that may be run twice. A savepoint keeps a copy of every page that changes after it, which costs a
   * small operation a fifth of its time: here they run without, and only when one fails are all undone and run again, each with its own.
   */
  runRepeatable(operations: readonly (() => unknown)[]): Outcome[] {
    try {
      return this.#transact(() => operations.map((operation) => ({ value: operation() })));
    } catch {
      // Whatever it was, it comes again, and then stops its own operation only.
      return this.run(operations);
    }
  }

  #transact(work: () => Outcome[]): Outcome[] {
    try {
      this.#statements.begin.run();
      const outcomes = work();
      this.#statements.commit.run();
      return outcomes;
    } catch (error) {
      if (this.#database.isTransaction) this.#statements.rollback.run();
      throw error;
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
      return { error };
    }
  }
}
