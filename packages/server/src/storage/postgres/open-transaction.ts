import type { QueryResult } from 'pg';
import type { Row, Transaction, Value } from '../port/space-store.ts';
import { CLUSTER } from './cluster-schema.ts';
import type { Connection } from './connections.ts';
import { gather } from './gather.ts';
import { markStatements } from './marks.ts';
import { postgresFailure } from './postgres-failure.ts';
import { query, queryEach } from './statements.ts';

/** The transaction of one write operation. */
export class OpenTransaction implements Transaction {
  readonly isFar = true;
  readonly #connection: Connection;
  readonly #space: string;
  #isOver = false;
  readonly #underWay: Promise<unknown>[] = [];
  /** Of the first statement that failed: PostgreSQL accepts no other after it. */
  failure: unknown;

  constructor(connection: Connection, space: string) {
    this.#connection = connection;
    this.#space = space;
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

  async insert(sql: string, column: string, ...values: readonly Value[]): Promise<number | undefined> {
    return (await this.first<{ key: number }>(`${sql} RETURNING ${column} AS key`, ...values))?.key;
  }

  async readEach<R = Row>(sql: string, lists: readonly (readonly Value[])[]): Promise<R[]> {
    if (lists.length === 0) return [];
    return (await this.#attempt(() => queryEach(this.#connection, sql, lists))).rows as R[];
  }

  insertEach(sql: string, lists: readonly (readonly Value[])[]): Promise<void> {
    const running = this.#insertEach(sql, lists);
    // Reported by `done`.
    running.catch(() => {});
    this.#underWay.push(running);
    return running;
  }

  async #insertEach(sql: string, lists: readonly (readonly Value[])[]): Promise<void> {
    if (lists.length === 0) return;
    await this.#attempt(async () => {
      const { rowCount } = await queryEach(this.#connection, sql, lists);
      if (rowCount !== lists.length) throw new Error(`Of ${lists.length} rows ${rowCount} were inserted.`);
    });
  }

  async numbers(table: string, column: string, count: number): Promise<number[]> {
    const sequence = `(SELECT pg_get_serial_sequence('"${table}"', '${column}')::regclass AS name OFFSET 0)`;
    const text = `SELECT string_agg(nextval(drawn.name)::text, ',') AS numbers
      FROM ${sequence} AS drawn, generate_series(1, ?)`;
    const row = await this.first<{ numbers: string | null }>(text, count);
    return row!.numbers?.split(',').map(Number) ?? [];
  }

  async mark(kind: string): Promise<void> {
    await this.#attempt(async () => {
      for (const statement of markStatements(this.#space, kind)) await this.#connection.query(statement);
    });
  }

  async range(): Promise<number> {
    const row = await this.#attempt(() => this.#connection.query(`SELECT nextval('"${CLUSTER}".ranges') AS number`));
    return (row.rows[0] as { number: number }).number;
  }

  /** Refuses every further statement. */
  end(): void {
    this.#isOver = true;
  }

  /** Resolves when all statements are done. @throws the error of the first that failed */
  async done(): Promise<void> {
    await Promise.all(this.#underWay);
    if (this.failure !== undefined) throw this.failure;
  }

  #query(sql: string, values: readonly Value[]): Promise<QueryResult> {
    return this.#attempt(() => query(this.#connection, sql, values));
  }

  async #attempt<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isOver) throw new Error('The transaction is over: a write operation must await each of its statements.');
    gather(this.#connection);
    try {
      return await work();
    } catch (error) {
      this.failure ??= postgresFailure(error);
      throw this.failure;
    }
  }
}
