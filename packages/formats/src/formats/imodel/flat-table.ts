const utf8 = new TextDecoder();

/**
 * Reads one FlatBuffers table (the encoding's public description): field offsets through a vtable; absent fields have
 * their default. Every offset is checked; anything outside of the data counts as absent.
 */
export class FlatTable {
  readonly #data: Uint8Array;
  readonly #view: DataView;
  readonly #table: number;
  readonly #vtable: number;

  /** @param data a buffer @param at position of the offset of the table; that of the root table is first */
  constructor(data: Uint8Array, at = 0) {
    this.#data = data;
    this.#view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    this.#table = this.#fits(at, 4) ? at + this.#view.getUint32(at, true) : Infinity;
    this.#vtable = this.#fits(this.#table, 4) ? this.#table - this.#view.getInt32(this.#table, true) : -1;
  }

  double(field: number, otherwise = 0): number {
    const at = this.#field(field, 8);
    return at === 0 ? otherwise : this.#view.getFloat64(at, true);
  }

  byte(field: number, otherwise = 0): number {
    const at = this.#field(field, 1);
    return at === 0 ? otherwise : this.#view.getUint8(at);
  }

  uint32(field: number, otherwise = 0): number {
    const at = this.#field(field, 4);
    return at === 0 ? otherwise : this.#view.getUint32(at, true);
  }

  /** A 64-bit id; undefined when it is absent. */
  id(field: number): bigint | undefined {
    const at = this.#field(field, 8);
    return at === 0 ? undefined : this.#view.getBigInt64(at, true);
  }

  /** `count` doubles of a struct stored in the table; undefined when absent. */
  struct(field: number, count: number): number[] | undefined {
    const at = this.#field(field, 8 * count);
    return at === 0 ? undefined : Array.from({ length: count }, (_, i) => this.#view.getFloat64(at + 8 * i, true));
  }

  /** A vector of structs of `width` doubles each, flattened; empty when absent or when it extends beyond the data. */
  doubles(field: number, width: number): Float64Array {
    const at = this.#field(field, 4);
    if (at === 0) return new Float64Array(0);
    const start = at + this.#view.getUint32(at, true);
    const count = this.#fits(start, 4) ? this.#view.getUint32(start, true) * width : 0;
    if (!this.#fits(start + 4, 8 * count)) return new Float64Array(0);
    return Float64Array.from({ length: count }, (_, i) => this.#view.getFloat64(start + 4 + 8 * i, true));
  }

  /** A table inside the table; undefined when absent. */
  table(field: number): FlatTable | undefined {
    const at = this.#field(field, 4);
    return at === 0 ? undefined : new FlatTable(this.#data, at);
  }

  /** A text in UTF-8; undefined when absent or when it extends beyond the data. */
  text(field: number): string | undefined {
    const at = this.#field(field, 4);
    if (at === 0) return undefined;
    const start = at + this.#view.getUint32(at, true);
    const length = this.#fits(start, 4) ? this.#view.getUint32(start, true) : 0;
    if (!this.#fits(start + 4, length)) return undefined;
    return utf8.decode(this.#data.subarray(start + 4, start + 4 + length));
  }

  #field(index: number, size: number): number {
    const slot = this.#vtable + 4 + 2 * index;
    if (
      !this.#fits(this.#vtable, 4) ||
      slot + 2 > this.#vtable + this.#view.getUint16(this.#vtable, true) ||
      !this.#fits(slot, 2)
    )
      return 0;
    const offset = this.#view.getUint16(slot, true);
    return offset !== 0 && this.#fits(this.#table + offset, size) ? this.#table + offset : 0;
  }

  #fits(at: number, size: number): boolean {
    return at >= 0 && at + size <= this.#view.byteLength;
  }
}
