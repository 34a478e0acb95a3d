import type { DatabaseSync } from 'node:sqlite';
import type { WriteBody } from '../port/space-store.ts';
import { OpenTransaction } from './open-transaction.ts';
import { Statements } from './statements.ts';

/** The outcome of an operation. */
export type Outcome = { readonly value: unknown } | { readonly error: unknown };

/** Runs operations on one connection, many to a transaction. */
export class Transactions {
  readonly #database: DatabaseSync;
  readonly #statements: Statements;
  readonly #control;
  #abandon: (reason: Error) => void = () => {};
  #turn: NodeJS.Immediate | undefined;

  constructor(database: DatabaseSync, statements = new Statements(database)) {
    this.#database = database;
    this.#statements = statements;
    this.#control = {
      begin: database.prepare('BEGIN IMMEDIATE'),
      commit: database.prepare('COMMIT'),
      rollback: database.prepare('ROLLBACK'),
      savepoint: database.prepare('SAVEPOINT operation'),
      release: database.prepare('RELEASE operation'),
      undo: database.prepare('ROLLBACK TO operation'),
    };
  }

  /**
   * Runs operations one after another in one transaction and commits it. Each has its own SAVEPOINT, so that a failing
   * one fails alone. Only one call may be in progress.
   * @returns the outcome of each, in order
   * @throws SQLite's error if the transaction as a whole failed: then nothing of it is stored
   */
  run(bodies: readonly WriteBody<unknown>[]): Promise<Outcome[]> {
    return this.#transact(bodies, (body) => this.#attempt(body));
  }

  /**
   * The same for operations that may run twice. A savepoint keeps a copy of every page that changes after it, which
   * costs a small operation a fifth of its time. Here they run without savepoints; only if one fails are all undone and
   * run again, each with its own.
   */
  async runRepeatable(bodies: readonly WriteBody<unknown>[]): Promise<Outcome[]> {
    try {
      return await this.#transact(bodies, async (body) => ({ value: await this.#perform(body) }));
    } catch {
      // The failure occurs again there, and then stops only its own operation.
      return this.run(bodies);
    }
  }

  async #transact(
    bodies: readonly WriteBody<unknown>[],
    one: (body: WriteBody<unknown>) => Promise<Outcome>,
  ): Promise<Outcome[]> {
    this.#watch();
    try {
      this.#control.begin.run();
      const outcomes: Outcome[] = [];
      for (const body of bodies) outcomes.push(await one(body));
      this.#control.commit.run();
      return outcomes;
    } catch (error) {
      if (this.#database.isTransaction) this.#control.rollback.run();
      throw error;
    } finally {
      clearImmediate(this.#turn);
    }
  }

  /** Statements answer at once, so a body that waits for nothing else is over before the event loop turns. */
  #watch(): void {
    this.#turn = setImmediate(() => {
      this.#watch();
      this.#abandon(new TypeError('A write operation waited for something other than its transaction'));
    });
  }

  async #attempt(body: WriteBody<unknown>): Promise<Outcome> {
    this.#control.savepoint.run();
    try {
      const value = await this.#perform(body);
      this.#control.release.run();
      return { value };
    } catch (error) {
      // A full disk or an I/O error may have ended the whole transaction (https://sqlite.org/lang_transaction.html).
      if (!this.#database.isTransaction) throw error;
      this.#control.undo.run();
      this.#control.release.run();
      return { error };
    }
  }

  async #perform(body: WriteBody<unknown>): Promise<unknown> {
    const tx = new OpenTransaction(this.#statements);
    try {
      const value = body(tx);
      if (!(value instanceof Promise)) return value;
      return await new Promise((resolve, reject) => {
        this.#abandon = reject;
        value.then(resolve, reject);
      });
    } finally {
      tx.end();
    }
  }
}
