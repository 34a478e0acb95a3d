import type { Span } from './span.ts';

/**
 * The columns of one row of a table that were asked for, by their place in the list. Texts and numbers are made only of what is looked at.
 */
export interface Cells {
  /** The row's id. */
  readonly id: number;
  /** Whether a cell holds nothing. */
  isNull(column: number): boolean;
  /** Whether none of the cells from `from` to `to` (exclusive) holds anything; it may say no where one holds a number that is none. */
  isEmpty(from: number, to: number): boolean;
  /** Whether a cell holds a text. */
  isText(column: number): boolean;
  /** The text of a cell; a number becomes text, everything else ''. */
  text(column: number): string;
  /** The same for a column that says the same again and again: such texts are kept. */
  word(column: number): string;
  /** The number of a cell; NaN when it holds none. */
  number(column: number): number;
  /** Sets `span` to the bytes of a cell, which are there until the next row; false when it holds none. */
  span(column: number, span: Span): boolean;
}

/** Cells over a row of values as `node:sqlite` gives it: id first. */
export class ValueCells implements Cells {
  id = 0;
  #row: readonly unknown[] = [];

  /** Takes a row. */
  take(row: readonly unknown[]): this {
    this.#row = row;
    this.id = Number(row[0]);
    return this;
  }

  isNull(column: number): boolean {
    return this.#row[column + 1] === null;
  }

  isEmpty(from: number, to: number): boolean {
    for (let column = from; column < to; column++) if (this.#row[column + 1] !== null) return false;
    return true;
  }

  isText(column: number): boolean {
    return typeof this.#row[column + 1] === 'string';
  }

  text(column: number): string {
    const value = this.#row[column + 1];
    return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
  }

  word(column: number): string {
    return this.text(column);
  }

  number(column: number): number {
    const value = this.#row[column + 1];
    return typeof value === 'number' ? value : Number.NaN;
  }

  span(column: number, span: Span): boolean {
    const value = this.#row[column + 1];
    if (!(value instanceof Uint8Array)) return false;
    span.cover(value);
    return true;
  }
}
