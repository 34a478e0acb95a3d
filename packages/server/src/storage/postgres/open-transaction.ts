import type { QueryResult } from 'pg';
import type { Row, Transaction, Value } from '../port/space-store.ts';
import type { Connection } from './connections.ts';
import { postgresFailure } from './postgres-failure.ts';
import { query } from './statements.ts';

/** The transaction of one write operation. */
export class OpenTransaction implements Transaction {
  readonly isFar = true;
  readonly #connection: Connection;
  #isOver = false;
  /** Of the first statement that failed: PostgreSQL accepts no other after it. */
  failure: unknown;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async read<R = Row>(sql: string, ...values: readonly Value[]): Promise<R[]> {
    return (await this.#query(sql, values)).rows;
  }

  async first<R = Row>(sql: string, ...values: readonly Value[]): Promise<R | undefined> {
    return (await this.#query(sql, values)).rows[0];
  }

  async run(sql: string, ...values: readonly Value[]): Promise<number> {
    return (await this.#query(sql, values)).rowCount ?? 0;
  }

  /** Refuses every further statement. */
  end(): void {
    this.#isOver = true;
  }

  async #query(sql: string, values: readonly Value[]): Promise<QueryResult> {
    if (this.#isOver) throw new Error('The transaction is over: a write operation must await each of its statements.');
    try {
      return await query(this.#connection, sql, values);
    } catch (error) {
      this.failure ??= postgresFailure(error);
      throw this.failure;
    }
  }
}
