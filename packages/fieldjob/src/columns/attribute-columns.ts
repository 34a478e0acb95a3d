import { DictionaryColumn } from './dictionary-column.ts';
import { uint32Column } from './number-column.ts';
import { TextColumn } from './text-column.ts';

/** Attributes of a feature as flat pairs: key, value, key, value, … */
export type AttributePairs = readonly string[];

/** Sparse attributes of a table's features: one entry per (row, key, value), rows ascending. */
export class AttributeColumns {
  readonly #row = uint32Column();
  readonly #key = new DictionaryColumn();
  readonly #value = new TextColumn();
  /** Index after the last entry read; the next row usually starts there. */
  #hint = 0;

  /** Number of attribute values over all rows. */
  get size(): number {
    return this.#row.length;
  }

  /** The distinct keys in use (except the empty one), in order of first appearance. */
  get keys(): readonly string[] {
    return this.#key.values.slice(1);
  }

  /** Appends the pairs of one row. Rows must come in ascending order. */
  push(row: number, pairs: AttributePairs): void {
    for (let i = 0; i + 1 < pairs.length; i += 2) {
      this.#row.push(row);
      this.#key.push(pairs[i]!);
      this.#value.push(pairs[i + 1]!);
    }
  }

  /** The pairs of one row, in the order they were given; empty when it has none. */
  get(row: number): string[] {
    const pairs: string[] = [];
    let i = this.#first(row);
    for (; i < this.size && this.#row.get(i) === row; i++) pairs.push(this.#key.get(i), this.#value.get(i));
    this.#hint = i;
    return pairs;
  }

  /**
   * Counts the values that a format cannot store.
   * @param held whether the format stores the first value of that key in a row; it never stores further ones
   */
  countLeftOut(held: (key: string) => boolean): number {
    const placed = this.#key.values.map((key) => held(key));
    const seen = new Set<number>();
    let left = 0;
    for (let i = 0; i < this.size; i++) {
      if (i > 0 && this.#row.get(i) !== this.#row.get(i - 1)) seen.clear();
      const key = this.#key.index(i);
      if (!placed[key] || seen.has(key)) left++;
      seen.add(key);
    }
    return left;
  }

  #first(row: number): number {
    const hint = this.#hint;
    const before = hint === 0 || this.#row.get(hint - 1) < row;
    if (before && (hint === this.size || this.#row.get(hint) >= row)) return hint;
    let low = before ? hint : 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#row.get(middle) < row) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
