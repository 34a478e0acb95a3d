import type { Row, Transaction, Value } from '../port/space-store.ts';
import type { Statements } from './statements.ts';

/** The transaction of one write operation, which answers at once. */
export class OpenTransaction implements Transaction {
  readonly #statements: Statements;
  #isOver = false;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  read<R = Row>(sql: string, ...values: readonly Value[]): R[] {
    return this.#open().all(sql, values);
  }

  first<R = Row>(sql: string, ...values: readonly Value[]): R | undefined {
    return this.#open().first(sql, values);
  }

  run(sql: string, ...values: readonly Value[]): number {
    return this.#open().run(sql, values);
  }

  insert(sql: string, _column: string, ...values: readonly Value[]): number | undefined {
    return this.#open().insert(sql, values);
  }

  readEach<R = Row>(sql: string, lists: readonly (readonly Value[])[]): R[] {
    return lists.flatMap((values) => this.#open().all<R>(sql, values));
  }

  insertEach(sql: string, lists: readonly (readonly Value[])[]): void {
    for (const values of lists) if (this.run(sql, ...values) !== 1) throw new Error('A row was not inserted.');
  }

  numbers(table: string, column: string, count: number): number[] {
    const { last } = this.first<{ last: number }>(`SELECT coalesce(max(${column}), 0) AS last FROM ${table}`)!;
    return Array.from({ length: count }, (_, i) => last + 1 + i);
  }

  /** Nobody else remembers anything. */
  mark(): void {}

  range(): undefined {}

  /** Refuses every further statement. */
  end(): void {
    this.#isOver = true;
  }

  #open(): Statements {
    if (this.#isOver) throw new Error('The transaction is over: a write operation must await each of its statements.');
    return this.#statements;
  }
}
