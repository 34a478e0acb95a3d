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

  /** Number of attribute values over all rows. */
  get size(): number {
    return this.#row.length;
  }

  /** The distinct keys in use (but the empty one), in order of first appearance. */
  get keys(): readonly string[] {
    return this.#key.values.slice(1);
  }

  /** Appends the pairs of one row; rows must come in ascending order. */
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
    for (let i = this.#first(row); i < this.size && this.#row.get(i) === row; i++) {
      pairs.push(this.#key.get(i), this.#value.get(i));
    }
    return pairs;
  }

  #first(row: number): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#row.get(middle) < row) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
