import { grownCapacity } from './growth.ts';
import { uint32Column } from './number-column.ts';

const encoder = new TextEncoder();
/** A byte order mark at the start of a text is part of the text. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
/** Texts up to this length are encoded unit by unit, because calling the encoder costs more. */
const SHORT = 32;
const NOTHING = new Uint8Array(0);

/**
 * ASCII texts up to this length are built byte by byte; V8 flattens longer concatenated strings only when they are
 * read.
 */
const SHORTEST = 12;

function textOf(bytes: Uint8Array, from: number, to: number): string {
  let all = to - from > SHORTEST ? 128 : 0;
  for (let i = from; i < to && all < 128; i++) all |= bytes[i]!;
  if (all > 127) return decoder.decode(bytes.subarray(from, to));
  let text = '';
  let at = from;
  for (; at + 4 <= to; at += 4) text += String.fromCharCode(bytes[at]!, bytes[at + 1]!, bytes[at + 2]!, bytes[at + 3]!);
  for (; at < to; at++) text += String.fromCharCode(bytes[at]!);
  return text;
}

/**
 * A column of strings kept as UTF-8 bytes and end offsets: no string object per row. Costs nothing while all rows are
 * empty.
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
      if (text.length > SHORT || !this.#pushAscii(text))
        this.#used += encoder.encodeInto(text, this.#bytes.subarray(this.#used)).written;
    }
    this.#ends.push(this.#used);
  }

  /** Sets the string of the next row or of a later one; rows in between are empty. */
  put(row: number, text: string): void {
    while (this.#ends.length < row) this.#ends.push(this.#used);
    this.push(text);
  }

  /** Appends bytes that are known to be UTF-8 (or ASCII): `bytes[from, to)`. */
  pushBytes(bytes: Uint8Array, from: number, to: number): void {
    const size = to - from;
    this.#reserve(size);
    this.#bytes.set(bytes.subarray(from, to), this.#used);
    this.#used += size;
    this.#ends.push(this.#used);
  }

  /** The string of a row; empty if it was never set, also beyond the end. */
  get(row: number): string {
    if (row >= this.#ends.length) return '';
    const from = row === 0 ? 0 : this.#ends.get(row - 1);
    const to = this.#ends.get(row);
    return from === to ? '' : textOf(this.#bytes, from, to);
  }

  /** The UTF-8 bytes of a row (a view, not a copy). */
  bytes(row: number): Uint8Array {
    if (row >= this.#ends.length) return NOTHING;
    return this.#bytes.subarray(row === 0 ? 0 : this.#ends.get(row - 1), this.#ends.get(row));
  }

  /** The UTF-8 bytes of all rows in sequence (a view, not a copy); `end` gives the boundaries. */
  content(): Uint8Array {
    return this.#bytes.subarray(0, this.#used);
  }

  /** Index in `content` after the last byte of a row; the row starts where the one before ends. Row -1 ends at 0. */
  end(row: number): number {
    if (row < 0) return 0;
    return row < this.#ends.length ? this.#ends.get(row) : this.#used;
  }

  /**
   * The index in `content` after the last byte of each row, as one array for callers that visit all rows. Rows beyond
   * its end are empty.
   */
  ends(): Uint32Array {
    return this.#ends.view();
  }

  /** Appends an ASCII text unit by unit. Returns false, and appends nothing, if the text is not ASCII. */
  #pushAscii(text: string): boolean {
    const bytes = this.#bytes;
    let at = this.#used;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit > 127) return false;
      bytes[at++] = unit;
    }
    this.#used = at;
    return true;
  }

  #reserve(more: number): void {
    if (this.#used + more <= this.#bytes.length) return;
    const next = new Uint8Array(grownCapacity(this.#bytes.length, this.#used + more));
    next.set(this.#bytes.subarray(0, this.#used));
    this.#bytes = next;
  }
}
