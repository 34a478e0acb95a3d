import { GrowingBytes } from '../growing-bytes.ts';

/** Bytes of the longest varint, and of the longest serial type of a value below 4 GiB. */
const VARINT = 9;
const TYPE_VARINT = 5;
/** Whole numbers below this take at most six bytes; SQLite stores such reals as integers. */
const SIX_BYTES = 2 ** 47;
/** Bytes that are copied one by one: a view for copying them at once costs more. */
const FEW = 48;
const INTEGER_64 = 6;
const DOUBLE = 7;
const ZERO = 8;
const ONE = 9;

/**
 * Makes one cell of a table after another in one buffer: the sizes, then the record, as they stand on a leaf page. Values are put in the order
 * of the columns; a column that is left out is NULL. Source: sqlite.org/fileformat2.html §1.6 and §2.1.
 */
export class RecordBytes extends GrowingBytes {
  /** Serial types of the columns. */
  readonly #types: Uint32Array;
  /** Where the values begin: what stands before them is known only when they are there. */
  readonly #start: number;
  #from = 0;
  #record = 0;

  /** @param columns how many the table has */
  constructor(columns: number) {
    super();
    this.#types = new Uint32Array(columns);
    this.#start = 3 * VARINT + TYPE_VARINT * columns;
  }

  /** Where the cell begins in `bytes`; it ends at `used`. */
  get from(): number {
    return this.#from;
  }

  /** Where the record of the cell begins. */
  get record(): number {
    return this.#record;
  }

  /** Begins a row. */
  begin(): void {
    this.used = this.#start;
    const types = this.#types;
    for (let i = 0; i < types.length; i++) types[i] = 0;
  }

  /** A whole number. */
  integer(column: number, value: number): void {
    this.reserve(8);
    const { view, used } = this;
    let type = INTEGER_64;
    let size = 8;
    if (value === 0 || value === 1) {
      type = value === 0 ? ZERO : ONE;
      size = 0;
    } else if (value >= -128 && value < 128) {
      view.setInt8(used, value);
      type = size = 1;
    } else if (value >= -32768 && value < 32768) {
      view.setInt16(used, value);
      type = size = 2;
    } else if (value >= -8388608 && value < 8388608) {
      view.setInt8(used, value >> 16);
      view.setUint16(used + 1, value & 0xffff);
      type = size = 3;
    } else if (value >= -(2 ** 31) && value < 2 ** 31) {
      view.setInt32(used, value);
      type = size = 4;
    } else if (value >= -SIX_BYTES && value < SIX_BYTES) {
      view.setInt16(used, Math.floor(value / 2 ** 32));
      view.setUint32(used + 2, value % 2 ** 32);
      type = 5;
      size = 6;
    } else view.setBigInt64(used, BigInt(value));
    this.#types[column] = type;
    this.used += size;
  }

  /** A real number; NaN is NULL, as SQLite has it. Whole ones are kept as integers, as SQLite keeps them. */
  real(column: number, value: number): void {
    if (Number.isInteger(value) && Math.abs(value) < SIX_BYTES) this.integer(column, value);
    else if (!Number.isNaN(value)) {
      this.reserve(8);
      this.view.setFloat64(this.used, value);
      this.#types[column] = DOUBLE;
      this.used += 8;
    }
  }

  /** A text. */
  string(column: number, text: string): void {
    this.#types[column] = 13 + 2 * this.text(text);
  }

  /** A text that is UTF-8 already: `bytes[from, to)`. */
  utf8(column: number, bytes: Uint8Array, from: number, to: number): void {
    const length = to - from;
    this.reserve(length);
    const target = this.bytes;
    const { used } = this;
    if (length > FEW) target.set(bytes.subarray(from, to), used);
    else for (let i = 0; i < length; i++) target[used + i] = bytes[from + i]!;
    this.used = used + length;
    this.#types[column] = 13 + 2 * length;
  }

  /** Bytes that were appended, from `from` on. */
  blob(column: number, from: number): void {
    this.#types[column] = 12 + 2 * (this.used - from);
  }

  /** Ends a row: puts the header of the record and the sizes of the cell in front of the values. */
  end(id: number): void {
    const types = this.#types;
    let at = this.#start;
    for (let i = types.length - 1; i >= 0; i--) at = this.#varintBefore(at, types[i]!);
    // The size of the header counts itself.
    const header = this.#start - at;
    at = this.#varintBefore(at, header + (header + 1 < 128 ? 1 : 2));
    this.#record = at;
    const size = this.used - at;
    this.#from = this.#varintBefore(this.#varintBefore(at, id), size);
  }

  /** Writes a varint that ends before `at`; returns where it begins. @param value below 2^53, not negative */
  #varintBefore(at: number, value: number): number {
    const { bytes } = this;
    if (value < 128) {
      bytes[--at] = value;
      return at;
    }
    bytes[--at] = value % 128;
    for (value = Math.floor(value / 128); value > 0; value = Math.floor(value / 128)) bytes[--at] = 128 | (value % 128);
    return at;
  }
}
