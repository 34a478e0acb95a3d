/**
 * The checksum of objects and sections: start and polynomial, from the lowest bit on (Open Design Specification,
 * 2.14.1).
 */
const START = 0xc0c1;
const POLYNOMIAL = 0xa001;
const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let i = 0; i < 8; i++) crc = timesX(crc);
  return crc;
});

/** The checksum of the bytes [from, to). */
export function checksum(bytes: Uint8Array, from: number, to: number): number {
  let crc = START;
  for (let i = from; i < to; i++) crc = (crc >> 8) ^ TABLE[(crc ^ bytes[i]!) & 255]!;
  return crc;
}

/** The powers of x modulo the polynomial repeat after so many, and so do those of x⁸. */
const PERIOD = 32_767;

/** The checksums of parts of some bytes, each in the same time, however long the part is. */
export class Checksums {
  /** That of the bytes before each, from a start of zero. */
  readonly #before: Uint16Array;
  /** The powers of x⁸: such a product is the checksum after so many bytes of zero. */
  readonly #powers = new Uint16Array(PERIOD);

  constructor(bytes: Uint8Array) {
    this.#before = new Uint16Array(bytes.length + 1);
    for (let i = 0, crc = 0; i < bytes.length; i++)
      this.#before[i + 1] = crc = (crc >> 8) ^ TABLE[(crc ^ bytes[i]!) & 255]!;
    for (let i = 0, crc = 0x8000; i < PERIOD; i++, crc = (crc >> 8) ^ TABLE[crc & 255]!) this.#powers[i] = crc;
  }

  /** The checksum of the bytes [from, to). */
  of(from: number, to: number): number {
    return this.#before[to]! ^ product(this.#before[from]! ^ START, this.#powers[(to - from) % PERIOD]!);
  }
}

/** The product of two polynomials, whose highest bits are the factors of x⁰. */
function product(one: number, other: number): number {
  let sum = 0;
  for (let bits = other, power = one; bits !== 0; bits = (bits << 1) & 0xffff, power = timesX(power))
    if ((bits & 0x8000) !== 0) sum ^= power;
  return sum;
}

function timesX(polynomial: number): number {
  return (polynomial & 1) !== 0 ? (polynomial >> 1) ^ POLYNOMIAL : polynomial >> 1;
}
