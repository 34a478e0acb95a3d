/** Thrown when something is read beyond its end; one object, because damaged drawings cause it often. */
export const BEYOND_END = new RangeError('it ends too early');

/** A double in the order of the file. */
const scratch = new DataView(new ArrayBuffer(8));

/** A direction or a position that was read last. */
export interface Triple {
  x: number;
  y: number;
  z: number;
}

/**
 * Reads the bit codes of DWG (Open Design Specification, section 2). Bits are counted from the byte `base` on, so that
 * they stay small whole numbers in a section of any size. Bits of a byte come from the highest one on.
 */
export class BitReader implements Triple {
  bytes: Uint8Array = new Uint8Array(0);
  /** Bits are counted from this byte. */
  base = 0;
  /** The next bit. */
  bit = 0;
  /** Nothing is read from this bit on. */
  end = 0;
  x = 0;
  y = 0;
  z = 0;
  /** Of `bytes`: four at once are faster. */
  #view = new DataView(this.bytes.buffer);

  /** Moves to a bit of `bytes`, counted from `base`. */
  place(bytes: Uint8Array, base: number, bit: number, end: number): void {
    if (bytes !== this.bytes) {
      this.bytes = bytes;
      this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
    this.base = base;
    this.bit = bit;
    this.end = end;
  }

  /** Passes over bits. @throws BEYOND_END */
  skip(bits: number): void {
    this.bit += bits;
    if (this.bit > this.end || bits < 0) throw BEYOND_END;
  }

  /** B. */
  flag(): boolean {
    const at = this.bit;
    if (at >= this.end) throw BEYOND_END;
    this.bit = at + 1;
    return (this.bytes[this.base + (at >> 3)]! & (0x80 >> (at & 7))) !== 0;
  }

  /** BB. */
  pair(): number {
    const at = this.bit;
    if (at + 2 > this.end) throw BEYOND_END;
    this.bit = at + 2;
    const byte = this.base + (at >> 3);
    return (((this.bytes[byte]! << 8) | this.bytes[byte + 1]!) >> (14 - (at & 7))) & 3;
  }

  /** RC. */
  byte(): number {
    const at = this.bit;
    if (at + 8 > this.end) throw BEYOND_END;
    this.bit = at + 8;
    const byte = this.base + (at >> 3);
    return (((this.bytes[byte]! << 8) | this.bytes[byte + 1]!) >> (8 - (at & 7))) & 255;
  }

  /** RS, without a sign. */
  short(): number {
    const low = this.byte();
    return low | (this.byte() << 8);
  }

  /** RL, with a sign. */
  long(): number {
    const at = this.bit;
    if (at + 32 > this.end) throw BEYOND_END;
    this.bit = at + 32;
    scratch.setInt32(0, this.#word(at));
    return scratch.getInt32(0, true);
  }

  /** RD. */
  double(): number {
    const at = this.bit;
    if (at + 64 > this.end) throw BEYOND_END;
    this.bit = at + 64;
    scratch.setInt32(0, this.#word(at));
    scratch.setInt32(4, this.#word(at + 32));
    return scratch.getFloat64(0, true);
  }

  /** The four bytes from a bit on, highest first. */
  #word(bit: number): number {
    const from = this.base + (bit >> 3);
    const shift = bit & 7;
    const word = this.#view.getInt32(from);
    return shift === 0 ? word : (word << shift) | (this.bytes[from + 4]! >> (8 - shift));
  }

  /** BS, with a sign. */
  bitShort(): number {
    const kind = this.pair();
    if (kind === 0) return (this.short() << 16) >> 16;
    return kind === 1 ? this.byte() : kind === 2 ? 0 : 256;
  }

  /** BL, with a sign. */
  bitLong(): number {
    const kind = this.pair();
    return kind === 0 ? this.long() : kind === 1 ? this.byte() : 0;
  }

  /** BL that states how many items follow, of which each takes at least `bits`. @throws BEYOND_END for more */
  count(bits: number): number {
    const count = this.bitLong();
    if (count < 0 || count * bits > this.end - this.bit) throw BEYOND_END;
    return count;
  }

  /** BLL: three bits with the number of bytes. */
  bitLongLong(): number {
    const size = (this.pair() << 1) | (this.flag() ? 1 : 0);
    let value = 0;
    for (let i = 0; i < size; i++) value += this.byte() * 2 ** (8 * i);
    return value;
  }

  /** BD. */
  bitDouble(): number {
    const kind = this.pair();
    return kind === 0 ? this.double() : kind === 1 ? 1 : 0;
  }

  /** DD: changes of the lowest bytes of a number that is known. */
  doubleOr(known: number): number {
    const kind = this.pair();
    if (kind === 0) return known;
    if (kind === 3) return this.double();
    const at = this.bit;
    const to = at + (kind === 1 ? 32 : 48);
    if (to > this.end) throw BEYOND_END;
    this.bit = to;
    scratch.setFloat64(0, known, true);
    // Its fifth and sixth byte come first.
    if (kind === 2) scratch.setInt16(4, this.#word(at) >> 16);
    scratch.setInt32(0, this.#word(to - 32));
    return scratch.getFloat64(0, true);
  }

  /** 3BD. */
  triple(): Triple {
    this.x = this.bitDouble();
    this.y = this.bitDouble();
    this.z = this.bitDouble();
    return this;
  }

  /** 2RD. */
  rawPair(): Triple {
    this.x = this.double();
    this.y = this.double();
    this.z = 0;
    return this;
  }
}
