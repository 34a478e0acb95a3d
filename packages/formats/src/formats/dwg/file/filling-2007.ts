const COUNT = 0x270;
const [FACTOR, SUMMAND, MIX] = [0x343fd, 0x269ec3, 0x6c078965];
/** Numbers that fill gaps; those after them are for values. */
const FILLING = 0x80;
/** The bits of a hidden number that do not belong to it. */
const OTHERS = 0xf7df7df7_df7df7dfn;

/** The numbers with which 2007 fills gaps and hides others (Open Design Specification, 5.11). */
export class Filling {
  /** Fills gaps, from its start in each. */
  readonly bytes: Uint8Array;
  readonly #numbers = new Uint32Array(COUNT);
  #next = FILLING;

  constructor(seed: bigint) {
    const numbers = this.#numbers;
    numbers[0] = Math.imul(Number(BigInt.asUintN(32, seed)), FACTOR) + SUMMAND;
    numbers[1] = Math.imul(Number(seed >> 32n), FACTOR) + SUMMAND;
    for (let i = 2; i < COUNT; i++) {
      const previous = numbers[i - 1]!;
      numbers[i] = Math.imul((previous >>> 30) ^ previous, MIX) + i;
    }
    this.bytes = new Uint8Array(numbers.buffer, 0, 4 * FILLING);
  }

  /** The next value: two numbers, the upper half first, as AutoCAD takes them. */
  value(): bigint {
    const [upper, lower] = [this.#numbers[this.#next++]!, this.#numbers[this.#next++]!];
    return (BigInt(upper) << 32n) | BigInt(lower);
  }

  /** 0, hidden in a value: its ten bits are spread over it. */
  hiddenZero(): bigint {
    return this.value() & OTHERS;
  }
}

/** The number of ten bits that is hidden in a value, lowest bit first: they are 6 bits apart, from bit 59 down. */
export function hiddenNumber(value: bigint): number {
  let number = 0;
  for (let bit = 0; bit < 10; bit++) if ((value & (1n << BigInt(59 - 6 * bit))) !== 0n) number |= 1 << bit;
  return number;
}
