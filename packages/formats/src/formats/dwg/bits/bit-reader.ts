/** Thrown when something is read beyond its end; one object, because damaged drawings cause it often. */
export const BEYOND_END = new RangeError('it ends too early');

const scratch = new Uint8Array(8);
const scratchDouble = new Float64Array(scratch.buffer);
const scratchLong = new Int32Array(scratch.buffer);

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

  /** Moves to a bit of `bytes`, counted from `base`. */
  place(bytes: Uint8Array, base: number, bit: number, end: number): void {
    this.bytes = bytes;
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
    this.#take(4);
    return scratchLong[0]!;
  }

  /** RD. */
  double(): number {
    this.#take(8);
    return scratchDouble[0]!;
  }

  /** The next bytes, lowest first. */
  #take(count: number): void {
    const at = this.bit;
    if (at + 8 * count > this.end) throw BEYOND_END;
    this.bit = at + 8 * count;
    const { bytes } = this;
    const right = 8 - (at & 7);
    let from = this.base + (at >> 3);
    let high = bytes[from]!;
    for (let i = 0; i < count; i++) {
      const low = bytes[++from]!;
      scratch[i] = ((high << 8) | low) >> right;
      high = low;
    }
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
    if (kind === 1) {
      this.#take(4);
      const low = scratchLong[0]!;
      scratchDouble[0] = known;
      scratchLong[0] = low;
      return scratchDouble[0];
    }
    this.#take(6);
    const [a, b, low] = [scratch[0]!, scratch[1]!, [scratch[2]!, scratch[3]!, scratch[4]!, scratch[5]!]];
    scratchDouble[0] = known;
    scratch.set(low);
    scratch[4] = a;
    scratch[5] = b;
    return scratchDouble[0];
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
