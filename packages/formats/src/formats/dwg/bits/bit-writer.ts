const scratch = new Uint8Array(16);
const doubles = new Float64Array(scratch.buffer);
const longs = new Uint32Array(scratch.buffer);
const FIRST_SIZE = 1 << 12;

/** Writes the bit codes of DWG; see `BitReader`. Bits behind the last one of its byte are zero. */
export class BitWriter {
  bytes: Uint8Array = new Uint8Array(FIRST_SIZE);
  /** Number of bits written. */
  bit = 0;

  /** Bytes written, the last one filled up. */
  get size(): number {
    return (this.bit + 7) >> 3;
  }

  clear(): void {
    this.bit = 0;
  }

  /** Makes room for so many more bytes. */
  reserve(bytes: number): void {
    const needed = (this.bit >> 3) + bytes + 2;
    if (needed <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(2 * this.bytes.length, needed));
    grown.set(this.bytes);
    this.bytes = grown;
  }

  /** B. */
  flag(value: boolean): void {
    this.#bits(value ? 1 : 0, 1);
  }

  /** BB. */
  pair(value: number): void {
    this.#bits(value, 2);
  }

  /** RC. */
  byte(value: number): void {
    this.#bits(value & 255, 8);
  }

  /** RS. */
  short(value: number): void {
    this.#bits(value & 255, 8);
    this.#bits((value >> 8) & 255, 8);
  }

  /** RL. */
  long(value: number): void {
    this.short(value & 0xffff);
    this.short(value >>> 16);
  }

  /** BL of which the highest byte and the rest are stated apart. */
  long24(high: number, low: number): void {
    this.bitLong(((high << 24) | low) >> 0);
  }

  /** RD. */
  double(value: number): void {
    doubles[0] = value;
    this.#bytes(0, 8);
  }

  /** BS. */
  bitShort(value: number): void {
    if (value === 0) this.#bits(2, 2);
    else if (value === 256) this.#bits(3, 2);
    else if (value > 0 && value < 256) this.#bits(0x100 | value, 10);
    else {
      this.#bits(0, 2);
      this.short(value);
    }
  }

  /** BL. */
  bitLong(value: number): void {
    if (value === 0) this.#bits(2, 2);
    else if (value > 0 && value < 256) this.#bits(0x100 | value, 10);
    else {
      this.#bits(0, 2);
      this.long(value);
    }
  }

  /** BD. */
  bitDouble(value: number): void {
    if (value === 0) this.#bits(2, 2);
    else if (value === 1) this.#bits(1, 2);
    else {
      this.#bits(0, 2);
      this.double(value);
    }
  }

  /** 3BD. */
  triple(x: number, y: number, z: number): void {
    this.bitDouble(x);
    this.bitDouble(y);
    this.bitDouble(z);
  }

  /** DD: the bytes of a number that differ from those of a known one. */
  doubleOr(value: number, known: number): void {
    doubles[0] = value;
    doubles[1] = known;
    const difference = longs[1]! ^ longs[3]!;
    if (difference === 0 && longs[0] === longs[2]) this.#bits(0, 2);
    else if (difference === 0) {
      this.#bits(1, 2);
      this.#bytes(0, 4);
    } else if (difference >>> 16 === 0) {
      this.#bits(2, 2);
      this.#bytes(4, 6);
      this.#bytes(0, 4);
    } else {
      this.#bits(3, 2);
      this.#bytes(0, 8);
    }
  }

  /** H. @param code 0 for an own handle, 2 to 5 for soft and hard owners and pointers */
  handle(code: number, handle: number): void {
    let count = 0;
    for (let rest = handle; rest >= 1; rest /= 256) count++;
    this.#bits((code << 4) | count, 8);
    for (let i = count - 1; i >= 0; i--) this.#bits(Math.floor(handle / 2 ** (8 * i)) & 255, 8);
  }

  /** Bytes as they are. */
  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    for (const byte of bytes) this.#bits(byte, 8);
  }

  /** The bits [from, to) of another one. */
  append(other: BitWriter, from: number, to: number): void {
    this.reserve((to - from + 7) >> 3);
    const { bytes } = other;
    let at = from;
    for (; at + 8 <= to; at += 8) {
      const byte = at >> 3;
      this.#bits((((bytes[byte]! << 8) | bytes[byte + 1]!) >> (8 - (at & 7))) & 255, 8);
    }
    for (; at < to; at++) this.#bits((bytes[at >> 3]! >> (7 - (at & 7))) & 1, 1);
  }

  /** Sets a bit that is zero. */
  set(bit: number): void {
    this.bytes[bit >> 3]! |= 0x80 >> (bit & 7);
  }

  /** Puts an RL where zeros were written. */
  putLong(bit: number, value: number): void {
    const end = this.bit;
    this.bit = bit;
    const behind = this.bytes[(bit + 32) >> 3]!;
    this.long(value);
    this.bytes[(bit + 32) >> 3]! |= behind;
    this.bit = end;
  }

  /** Up to ten bits. */
  #bits(value: number, count: number): void {
    const at = this.bit;
    const byte = at >> 3;
    if (byte + 2 >= this.bytes.length) this.reserve(this.bytes.length);
    const { bytes } = this;
    const left = 16 - count - (at & 7);
    if ((at & 7) === 0) bytes[byte] = 0;
    if (left >= 0) {
      const word = value << left;
      bytes[byte]! |= word >> 8;
      bytes[byte + 1] = word & 255;
    } else {
      bytes[byte]! |= value >> (8 - left);
      bytes[byte + 1] = (value >> -left) & 255;
      bytes[byte + 2] = (value << (8 + left)) & 255;
    }
    this.bit = at + count;
  }

  /** Bytes of the scratch, from one to before another. */
  #bytes(from: number, to: number): void {
    const byte = this.bit >> 3;
    if (byte + 10 >= this.bytes.length) this.reserve(this.bytes.length);
    const { bytes } = this;
    const shift = this.bit & 7;
    let at = byte;
    let high = shift === 0 ? 0 : bytes[at]!;
    for (let i = from; i < to; i++) {
      const value = scratch[i]!;
      bytes[at++] = high | (value >> shift);
      high = (value << (8 - shift)) & 255;
    }
    bytes[at] = high;
    this.bit += 8 * (to - from);
  }
}
