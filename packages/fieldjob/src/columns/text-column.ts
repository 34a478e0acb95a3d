import { grownCapacity } from './growth.ts';
import { uint32Column } from './number-column.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * A column of strings kept as UTF-8 bytes and end offsets: no string object per row.
 * Rows that are all empty cost nothing.
 */
export class TextColumn {
  readonly #ends = uint32Column();
  #bytes = new Uint8Array(0);
  #used = 0;

  get length(): number {
    return this.#ends.length;
  }

  /** True while every row is the empty string. */
  get isDefault(): boolean {
    return this.#used === 0;
  }

  /** Appends a string. */
  push(text: string): void {
    if (text.length > 0) {
      // A UTF-16 unit takes at most three bytes in UTF-8.
      this.#reserve(text.length * 3);
      this.#used += encoder.encodeInto(text, this.#bytes.subarray(this.#used)).written;
    }
    this.#ends.push(this.#used);
  }

  /** Appends bytes that are known to be UTF-8 (or ASCII): `bytes[from, to)`. */
  pushBytes(bytes: Uint8Array, from: number, to: number): void {
    const size = to - from;
    this.#reserve(size);
    this.#bytes.set(bytes.subarray(from, to), this.#used);
    this.#used += size;
    this.#ends.push(this.#used);
  }

  /** The string of a row; empty when it was never set. */
  get(row: number): string {
    const from = row === 0 ? 0 : this.#ends.get(row - 1);
    const to = this.#ends.get(row);
    return from === to ? '' : decoder.decode(this.#bytes.subarray(from, to));
  }

  /** The UTF-8 bytes of a row (a view, not a copy). */
  bytes(row: number): Uint8Array {
    return this.#bytes.subarray(row === 0 ? 0 : this.#ends.get(row - 1), this.#ends.get(row));
  }

  #reserve(more: number): void {
    if (this.#used + more <= this.#bytes.length) return;
    const next = new Uint8Array(grownCapacity(this.#bytes.length, this.#used + more));
    next.set(this.#bytes.subarray(0, this.#used));
    this.#bytes = next;
  }
}
