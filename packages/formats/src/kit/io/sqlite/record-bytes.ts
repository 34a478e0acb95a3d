import { GrowingBytes } from '../growing-bytes.ts';

/** Longest varint in bytes, and the longest serial type of a value below 4 GiB. */
const VARINT = 9;
const TYPE_VARINT = 5;
/** Whole numbers below this take at most six bytes; SQLite stores such reals as integers. */
const SIX_BYTES = 2 ** 47;
/** Blobs up to this many bytes are copied one by one: creating a view to copy them at once costs more. */
const FEW = 48;
const INTEGER_64 = 6;
const DOUBLE = 7;
const ZERO = 8;
const ONE = 9;

/**
 * Builds the cells of a table in one buffer, one after another: the sizes, then the record, as on a leaf page. Values
 * are added in column order; an omitted column is NULL. Source: sqlite.org/fileformat2.html §1.6 and §2.1.
 */
export class RecordBytes extends GrowingBytes {
  /** Serial types of the columns. */
  readonly #types: Uint32Array;
  /** Where the values begin. The header before them is known only at the end of the row. */
  readonly #start: number;
  #from = 0;
  #record = 0;

  /** @param columns number of columns of the table */
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

  /** A real number. As in SQLite, NaN becomes NULL and whole numbers are stored as integers. */
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

  /** A text given as UTF-8: `bytes[from, to)`. */
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

  /** A blob: the bytes appended since `from`. */
  blob(column: number, from: number): void {
    this.#types[column] = 12 + 2 * (this.used - from);
  }

  /** Ends a row: puts the sizes of the cell and the header of the record before the values. */
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
