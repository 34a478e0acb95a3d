/** Bytes of a block, data and check bytes. */
export const BLOCK = 255;

/** Multiplication of bytes as elements of the field with 256 elements. */
export class Field {
  readonly powers = new Uint8Array(2 * BLOCK);
  readonly #logs = new Uint8Array(256);

  /** @param polynomial that generates the field, with its bit 8 */
  constructor(polynomial: number) {
    for (let i = 0, x = 1; i < BLOCK; i++) {
      this.powers[i] = this.powers[i + BLOCK] = x;
      this.#logs[x] = i;
      x <<= 1;
      if (x > 255) x ^= polynomial;
    }
  }

  multiply(a: number, b: number): number {
    return a === 0 || b === 0 ? 0 : this.powers[this.#logs[a]! + this.#logs[b]!]!;
  }

  divide(a: number, b: number): number {
    return a === 0 ? 0 : this.powers[this.#logs[a]! + BLOCK - this.#logs[b]!]!;
  }

  /** The value of a polynomial, lowest coefficient first. */
  at(polynomial: ArrayLike<number>, x: number): number {
    let value = 0;
    for (let i = polynomial.length - 1; i >= 0; i--) value = this.multiply(value, x) ^ polynomial[i]!;
    return value;
  }
}

/** Check bytes of pages of data: a remainder of so many bytes is a number of 32 bits. */
const FEW = 4;

/** For each byte, as the factor of the fourth power: its remainder, divided by what is 0 at the first four powers. */
function remaindersOf(field: Field): Int32Array {
  // Highest power first.
  let divisor = [1];
  for (let i = 1; i <= FEW; i++)
    divisor = [...divisor, 0].map((factor, k) => factor ^ field.multiply(divisor[k - 1] ?? 0, field.powers[i]!));
  return Int32Array.from({ length: 256 }, (_, byte) =>
    divisor.slice(1).reduce((sum, factor) => (sum << 8) | field.multiply(byte, factor), 0),
  );
}

/**
 * A Reed-Solomon code of 2007 (Open Design Specification, 5.13): blocks of 255 bytes as polynomials, lowest power
 * first, that are 0 at the first powers of the field's generator. The numbers are those of the specification; the
 * blocks of `sample_AC1021.dwg` fulfil them.
 */
export class ReedSolomon {
  readonly #field: Field;
  readonly #checks: number;
  /** Products with the powers at which a block is 0. */
  readonly #tables: readonly Uint8Array[];
  readonly #remainders: Int32Array;

  constructor(polynomial: number, checks: number) {
    const field = new Field(polynomial);
    this.#field = field;
    this.#checks = checks;
    this.#tables = Array.from({ length: checks }, (_, i) =>
      Uint8Array.from({ length: 256 }, (_byte, value) => field.multiply(value, field.powers[i + 1]!)),
    );
    this.#remainders = remaindersOf(field);
  }

  /** Repairs a block in place. @returns the number of wrong bytes; -1 when there are too many */
  repair(block: Uint8Array): number {
    const values = this.#values(block);
    if (values === undefined) return 0;
    const field = this.#field;
    const locator = this.#locator(values);
    const errors = locator.length - 1;
    if (2 * errors > this.#checks) return -1;
    const evaluator = new Uint8Array(this.#checks);
    for (let i = 0; i < this.#checks; i++)
      for (let k = 0; k <= Math.min(i, errors); k++) evaluator[i]! ^= field.multiply(locator[k]!, values[i - k]!);
    const slope = locator.map((_, i) => (i % 2 === 0 ? (locator[i + 1] ?? 0) : 0));
    let found = 0;
    for (let place = 0; place < BLOCK; place++) {
      const inverse = field.powers[BLOCK - place]!;
      if (field.at(locator, inverse) !== 0) continue;
      const divisor = field.at(slope, inverse);
      if (divisor === 0) return -1;
      block[place]! ^= field.divide(field.at(evaluator, inverse), divisor);
      found++;
    }
    return found === errors && this.#values(block) === undefined ? found : -1;
  }

  /** The values of a block at the powers; undefined if all are 0, that is, if the block is whole. */
  #values(block: Uint8Array): number[] | undefined {
    if (this.#checks === FEW && this.#remainder(block) === 0) return undefined;
    let isWhole = true;
    const values = this.#tables.map((table) => {
      let value = 0;
      for (let i = BLOCK - 1; i >= 0; i--) value = table[value]! ^ block[i]!;
      if (value !== 0) isWhole = false;
      return value;
    });
    return isWhole ? undefined : values;
  }

  /** That of a division by the polynomial which is 0 at the first few powers: in one pass for all of them. */
  #remainder(block: Uint8Array): number {
    const remainders = this.#remainders;
    let left = 0;
    for (let i = BLOCK - 1; i >= 0; i--) left = ((left << 8) | block[i]!) ^ remainders[left >>> 24]!;
    return left;
  }

  /** The polynomial whose zeros tell the wrong bytes (Berlekamp and Massey). */
  #locator(values: readonly number[]): number[] {
    const field = this.#field;
    let [locator, previous] = [[1], [1]];
    let [length, gap, scale] = [0, 1, 1];
    for (let n = 0; n < values.length; n++) {
      let difference = values[n]!;
      for (let i = 1; i <= length; i++) difference ^= field.multiply(locator[i] ?? 0, values[n - i]!);
      if (difference === 0) {
        gap++;
        continue;
      }
      const factor = field.divide(difference, scale);
      const next = [...locator];
      for (const [i, coefficient] of previous.entries())
        next[i + gap] = (next[i + gap] ?? 0) ^ field.multiply(factor, coefficient);
      for (let i = 0; i < next.length; i++) next[i] ??= 0;
      if (2 * length <= n) {
        [length, previous, scale, gap] = [n + 1 - length, locator, difference, 1];
      } else gap++;
      locator = next;
    }
    while (locator.length > 1 && locator.at(-1) === 0) locator.pop();
    return locator;
  }
}

/** Header and maps: 239 data bytes a block; pages of data: 251. */
export const SYSTEM_CODE: ReedSolomon = new ReedSolomon(0x169, 16);
export const DATA_CODE: ReedSolomon = new ReedSolomon(0x11d, FEW);

/**
 * The data of blocks that are interleaved byte by byte, with wrong bytes repaired as far as possible.
 * @param raw the blocks @param blocks their number @param perBlock data bytes in each @param size bytes that are wanted
 * @param repaired gets the number of bytes that were repaired
 */
export function interleavedData(
  raw: Uint8Array,
  blocks: number,
  perBlock: number,
  size: number,
  code: ReedSolomon,
  repaired: (count: number) => void,
): Uint8Array {
  const data = new Uint8Array(size);
  const block = new Uint8Array(BLOCK);
  for (let number = 0, at = 0; number < blocks; number++) {
    for (let i = 0; i < BLOCK; i++) block[i] = raw[number + i * blocks] ?? 0;
    const count = code.repair(block);
    if (count > 0) repaired(count);
    const part = block.subarray(0, Math.min(perBlock, size - at));
    data.set(part, at);
    at += part.length;
  }
  return data;
}
