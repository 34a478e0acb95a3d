import { BLOCK, Field } from '../file/reed-solomon.ts';

/** Adds the check bytes of a Reed-Solomon code of 2007; see `ReedSolomon` for how blocks are read. */
export class BlockEncoder {
  /** Data bytes of a block. */
  readonly data: number;
  /** What a byte adds to the check bytes, four of them in a number. */
  readonly #tables: readonly Int32Array[];
  readonly #checks: Int32Array;

  /** @param polynomial that generates the field @param checks number of check bytes of a block, a multiple of 4 */
  constructor(polynomial: number, checks: number) {
    this.data = BLOCK - checks;
    this.#checks = new Int32Array(checks / 4);
    const field = new Field(polynomial);
    // The bytes of a block are the coefficients of its polynomial, lowest first; division takes the highest first. Read
    // backwards, a block is 0 at the inverse powers.
    let generator = [1];
    for (let i = 1; i <= checks; i++) {
      const zero = field.powers[BLOCK - i]!;
      const next = [...generator, 0];
      for (const [k, coefficient] of generator.entries()) next[k + 1]! ^= field.multiply(coefficient, zero);
      generator = next;
    }
    this.#tables = Array.from(this.#checks, (_, word) =>
      Int32Array.from({ length: 256 }, (_byte, value) => {
        let four = 0;
        for (let i = 0; i < 4; i++) four = (four << 8) | field.multiply(value, generator[1 + 4 * word + i]!);
        return four;
      }),
    );
  }

  /** How many blocks so many bytes need. */
  blocks(size: number): number {
    return Math.ceil(size / this.data);
  }

  /**
   * Encodes bytes as blocks, interleaved byte by byte or with all check bytes after the data.
   * @param data the bytes of whole blocks, the last one filled up @param size how many of them are written
   */
  encode(data: Uint8Array, size: number, isInterleaved: boolean, target: Uint8Array, at: number): void {
    const count = this.blocks(size);
    const perBlock = this.data;
    if (!isInterleaved) target.set(data.subarray(0, size), at);
    for (let block = 0; block < count; block++) {
      const start = block * perBlock;
      this.#divide(data, start);
      if (isInterleaved)
        for (let i = 0, out = at + block; i < perBlock; i++, out += count) target[out] = data[start + i]!;
      for (let i = perBlock; i < BLOCK; i++) {
        const out = isInterleaved ? i * count + block : size + block * (BLOCK - perBlock) + i - perBlock;
        target[at + out] = this.#check(i - perBlock);
      }
    }
  }

  #check(number: number): number {
    return (this.#checks[number >> 2]! >>> (24 - 8 * (number & 3))) & 255;
  }

  /** Computes the check bytes of the block that starts there. */
  #divide(data: Uint8Array, start: number): void {
    const checks = this.#checks.fill(0);
    const tables = this.#tables;
    const last = checks.length - 1;
    for (let i = start; i < start + this.data; i++) {
      const byte = (checks[0]! >>> 24) ^ data[i]!;
      for (let word = 0; word < last; word++)
        checks[word] = ((checks[word]! << 8) | (checks[word + 1]! >>> 24)) ^ tables[word]![byte]!;
      checks[last] = (checks[last]! << 8) ^ tables[last]![byte]!;
    }
  }
}

/** Header and maps, and pages of data; see `SYSTEM_CODE` and `DATA_CODE`. */
export const SYSTEM_BLOCKS: BlockEncoder = new BlockEncoder(0x169, 16);
export const DATA_BLOCKS: BlockEncoder = new BlockEncoder(0x11d, 4);
