import type { Pool } from 'pg';
import { sideBySide } from '../port/side-by-side.ts';
import type { WriteBody } from '../port/space-store.ts';
import type { Waiting } from '../write-queue.ts';
import { type Connection, lockOf } from './connections.ts';
import { gather } from './gather.ts';
import { OpenTransaction } from './open-transaction.ts';
import { isAbsence } from './postgres-failure.ts';

/** The outcome of an operation. */
export type Outcome = { readonly value: unknown } | { readonly error: unknown };

/** What a transaction did before its commit, and its statements that are still under way. */
interface Work {
  readonly outcomes: Outcome[];
  readonly rest: readonly Promise<void>[];
}

/** An operation of a batch. */
type Operation = Pick<Waiting, 'body' | 'isRepeatable' | 'touches' | 'joint'>;

/** Takes the lock of a space, and says whether another server had it. */
const LOCK = `SELECT CASE WHEN pg_try_advisory_xact_lock($1, $2) THEN false
  ELSE pg_advisory_xact_lock($1, $2) IS NOT NULL END AS waited`;

/**
 * Runs operations of one space, many to a transaction. What surrounds the bodies' own statements is sent without
 * waiting for its answer.
 *
 * Each transaction begins with the lock of its space, which its end frees: operations then run one after another,
 * whichever server they come from. So they see each other's rows, as they do in SQLite, and numbers and times are in
 * the order of the commits, so that nobody who follows the changes misses one.
 */
export class Transactions {
  readonly #pool: Pool;
  readonly #lock: readonly number[];
  readonly #schema: string;
  #waited = false;

  /** @param lock without it a follower misses changes; tests show that */
  constructor(pool: Pool, schema: string, lock = true) {
    this.#pool = pool;
    this.#schema = schema;
    this.#lock = lock ? lockOf(schema) : [];
  }

  /** Whether the last transaction waited for another server's; the next one then takes operations under its lock. */
  get waited(): boolean {
    return this.#waited;
  }

  /**
   * Runs operations in one transaction. What may run twice has no savepoints until something fails, and what touches
   * nothing in common runs side by side, so that a hundred inserts cost one round trip instead of a hundred; calls of
   * `together` are one call.
   * @param take the operations, always the same ones. It is called when the transaction may begin: while others keep
   * the lock of the space, more come in.
   */
  async run(take: () => readonly Operation[]): Promise<Outcome[]> {
    let isRepeatable = false;
    try {
      return await this.#transact((connection) => {
        const batch = take();
        isRepeatable = batch[0]!.isRepeatable;
        return isRepeatable ? this.#sideBySide(connection, batch) : this.#inTurn(connection, batch);
      });
    } catch (error) {
      // The failure occurs again there, and then stops only its own operation.
      if (!isRepeatable || isAbsence(error)) throw error;
      return this.#transact((connection) => this.#inTurn(connection, take()));
    }
  }

  async #sideBySide(connection: Connection, batch: readonly Operation[]): Promise<Work> {
    const outcomes = new Map<Operation, Outcome>();
    const rest: Promise<void>[] = [];
    for (const group of sideBySide(joined(batch), ({ touches }) => touches)) {
      const settled = await Promise.allSettled(group.map(({ body }) => this.#perform(connection, body)));
      for (const [i, one] of settled.entries()) {
        if (one.status === 'rejected') throw one.reason;
        rest.push(one.value.done);
        for (const [n, operation] of group[i]!.operations.entries())
          outcomes.set(operation, { value: one.value.value[n] });
      }
    }
    return { outcomes: batch.map((one) => outcomes.get(one)!), rest };
  }

  /** Each with a savepoint, so that a failing one fails alone. */
  async #inTurn(connection: Connection, batch: readonly Operation[]): Promise<Work> {
    const outcomes: Outcome[] = [];
    for (const { body } of batch) outcomes.push(await this.#attempt(connection, body));
    return { outcomes, rest: [] };
  }

  async #transact(work: (connection: Connection) => Promise<Work>): Promise<Outcome[]> {
    const connection = await this.#pool.connect();
    let isOver = false;
    try {
      const start = this.#begin(connection);
      // Looked at below; until then a failure must not count as unhandled.
      start.catch(() => {});
      if (this.#waited) await start;
      const { outcomes, rest } = await work(connection);
      await start;
      const end = connection.query('COMMIT');
      // A transaction in which a statement failed answers a COMMIT with ROLLBACK, without an error.
      const [{ command }] = await Promise.all([end, ...rest]);
      isOver = true;
      if (command !== 'COMMIT') throw new Error('PostgreSQL undid the transaction.');
      return outcomes;
    } catch (error) {
      if (!isOver)
        isOver = await connection.query('ROLLBACK').then(
          () => true,
          () => false,
        );
      throw error;
    } finally {
      // A connection in an unknown state is closed.
      connection.release(!isOver);
    }
  }

  /** Resolves when the transaction has the lock of its space. */
  async #begin(connection: Connection): Promise<void> {
    gather(connection);
    const begun = connection.query('BEGIN');
    if (this.#lock.length === 0) return void (await begun);
    const [, locked] = await Promise.all([
      begun,
      connection.query<{ waited: 0 | 1 }>({ name: 'lock', text: LOCK, values: [...this.#lock] }),
    ]);
    this.#waited = locked.rows[0]!.waited === 1;
  }

  async #attempt(connection: Connection, body: WriteBody<unknown>): Promise<Outcome> {
    const savepoint = connection.query('SAVEPOINT operation');
    savepoint.catch(() => {});
    try {
      const { value, done } = await this.#perform(connection, body);
      await Promise.all([savepoint, done]);
      connection.query('RELEASE operation').catch(() => {});
      return { value };
    } catch (error) {
      // Also the end of the connection ends here: then this fails, and with it the transaction.
      await connection.query('ROLLBACK TO operation');
      await connection.query('RELEASE operation');
      return { error };
    }
  }

  /** @returns the body's result, and what resolves when the last of its statements is done */
  async #perform<T>(connection: Connection, body: WriteBody<T>): Promise<{ value: T; done: Promise<void> }> {
    const tx = new OpenTransaction(connection, this.#schema);
    try {
      const value = await body(tx);
      if (tx.failure !== undefined) throw tx.failure;
      const done = tx.done();
      // Looked at with the commit; until then a failure must not count as unhandled.
      done.catch(() => {});
      return { value, done };
    } finally {
      tx.end();
    }
  }
}

/** Operations of a batch that are one call of a body, which returns an outcome for each. */
interface Joined {
  readonly operations: readonly Operation[];
  readonly body: WriteBody<readonly unknown[]>;
  readonly touches?: readonly string[] | undefined;
}

function joined(batch: readonly Operation[]): Joined[] {
  const all: Joined[] = [];
  for (let i = 0; i < batch.length; ) {
    const { body, joint } = batch[i]!;
    let end = i + 1;
    if (joint !== undefined) while (batch[end]?.joint?.body === joint.body) end++;
    const operations = batch.slice(i, end);
    const items = operations.map((one) => one.joint?.item);
    const known = operations.flatMap((one) => one.touches ?? []);
    const touches = operations.some((one) => one.touches === undefined) ? undefined : known;
    all.push({ operations, body: joint ? (tx) => joint.body(tx, items) : async (tx) => [await body(tx)], touches });
    i = end;
  }
  return all;
}
