/** Reads the bit codes of an object (Open Design Specification, section 2), one bit at a time. */
export class Bits {
  bit: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, bit = 0) {
    this.#bytes = bytes;
    this.bit = bit;
  }

  /** So many bits as a number, the highest first. */
  take(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++, this.bit++)
      value = 2 * value + ((this.#bytes[this.bit >> 3]! >> (7 - (this.bit & 7))) & 1);
    return value;
  }

  /** Bytes as a number, the lowest first. */
  bytes(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++) value += this.take(8) * 256 ** i;
    return value;
  }

  /** BS and BL, by the bytes of a long one. */
  short(size: 2 | 4): number {
    const code = this.take(2);
    if (code === 0) return this.bytes(size);
    return code === 1 ? this.take(8) : code === 2 ? 0 : 256;
  }

  /** H: its code and its handle. */
  handle(): { readonly code: number; readonly handle: number } {
    const code = this.take(4);
    const size = this.take(4);
    let handle = 0;
    for (let i = 0; i < size; i++) handle = handle * 256 + this.take(8);
    return { code, handle };
  }
}
