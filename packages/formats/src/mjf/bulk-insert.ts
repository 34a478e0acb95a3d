import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { SqlValue } from './values.ts';

/** Inserts rows many at a time: one call of a statement costs more than the row itself. */
export class BulkInsert {
  readonly #one: StatementSync;
  readonly #many: StatementSync;
  readonly #width: number;
  readonly #full: number;
  #values: SqlValue[] = [];

  /**
   * @param table an existing table @param columns its columns, in the order `add` gets them
   * @param rows rows of one statement
   */
  constructor(db: DatabaseSync, table: string, columns: readonly string[], rows: number) {
    const row = `(${columns.map(() => '?').join(', ')})`;
    const head = `INSERT INTO "${table}"(${columns.map((name) => `"${name}"`).join(', ')}) VALUES `;
    this.#one = db.prepare(head + row);
    this.#many = db.prepare(head + Array(rows).fill(row).join(', '));
    this.#width = columns.length;
    this.#full = rows * columns.length;
  }

  /** Adds a row. Blobs are held until it is written: true says that all rows so far are. */
  add(...values: SqlValue[]): boolean {
    for (const value of values) this.#values.push(value);
    if (this.#values.length < this.#full) return false;
    this.#many.run(...this.#values);
    this.#values = [];
    return true;
  }

  /** Writes what is still held back. */
  finish(): void {
    for (let at = 0; at < this.#values.length; at += this.#width) {
      this.#one.run(...this.#values.slice(at, at + this.#width));
    }
    this.#values = [];
  }
}
