import type { Span } from './span.ts';

/**
 * The requested columns of one table row, by their position in the request. A value is decoded only when it is read.
 */
export interface Cells {
  /** The row's id. */
  readonly id: number;
  /** Whether a cell is NULL. */
  isNull(column: number): boolean;
  /** Whether all cells from `from` to `to` (exclusive) are NULL; may be false for a cell that holds NaN. */
  isEmpty(from: number, to: number): boolean;
  /** Whether a cell holds a text. */
  isText(column: number): boolean;
  /** The text of a cell; a number becomes text, everything else ''. */
  text(column: number): string;
  /** The same for a column with repeated texts, which are cached. */
  word(column: number): string;
  /** The number of a cell; NaN if it has none. */
  number(column: number): number;
  /** Sets `span` to the bytes of a cell, valid until the next row; false if the cell is not a blob or text. */
  span(column: number, span: Span): boolean;
}

/** Cells of a row of values from `node:sqlite`, id first. */
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
