import { uint32Column } from './number-column.ts';

/**
 * A column of strings that repeat (codes, line types, list names): each row is an index into the distinct values. Value
 * 0 is ''.
 */
export class DictionaryColumn {
  readonly #rows = uint32Column();
  readonly #values: string[] = [''];
  readonly #index = new Map<string, number>([['', 0]]);
  #lastText = '';
  #lastIndex = 0;

  get length(): number {
    return this.#rows.length;
  }

  /** True while every row is the empty string. */
  get isDefault(): boolean {
    return this.#rows.isDefault;
  }

  /** The distinct values; the first is always the empty string. */
  get values(): readonly string[] {
    return this.#values;
  }

  /** Appends a string. */
  push(text: string): void {
    this.#rows.push(text === '' ? 0 : this.#intern(text));
  }

  /** Sets the string of the next row or of a later one; rows in between are empty. */
  put(row: number, text: string): void {
    this.#rows.put(row, text === '' ? 0 : this.#intern(text));
  }

  /** The string of a row; empty if it was never set, also beyond the end. */
  get(row: number): string {
    return this.#values[this.#rows.get(row)]!;
  }

  /** The index of a row's value in `values`. */
  index(row: number): number {
    return this.#rows.get(row);
  }

  /** The index of every row's value as one array, for callers that visit all rows. Rows beyond its end are empty. */
  indices(): Uint32Array {
    return this.#rows.view();
  }

  #intern(text: string): number {
    // Repeated strings usually come in runs.
    if (text === this.#lastText) return this.#lastIndex;
    let index = this.#index.get(text);
    if (index === undefined) {
      index = this.#values.push(text) - 1;
      this.#index.set(text, index);
    }
    this.#lastText = text;
    this.#lastIndex = index;
    return index;
  }
}
