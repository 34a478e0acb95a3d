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

/** After so many bytes of zero every checksum is what it was before them. */
const PERIOD = 32_767;
/** Two circles of checksums, each the one before it after a byte of zero; two checksums stay as they are. */
const CIRCLES = new Uint16Array(2 * PERIOD);
/** Where each checksum is in them. */
const PLACES = new Uint16Array(65_536);
const NOWHERE = 65_535;

function layCircles(): void {
  PLACES.fill(NOWHERE);
  for (let start = 1, at = 0; at < CIRCLES.length; start++)
    for (let crc = start; PLACES[crc] === NOWHERE && afterZero(crc) !== crc; crc = afterZero(crc)) {
      PLACES[crc] = at;
      CIRCLES[at++] = crc;
    }
}

const afterZero = (crc: number): number => (crc >> 8) ^ TABLE[crc & 255]!;

/** The checksums of parts of some bytes, each in the same time, however long the part is. */
export class Checksums {
  /** That of the bytes before each, from a start of zero. */
  readonly #before: Uint16Array;

  constructor(bytes: Uint8Array) {
    if (PLACES[0] === 0) layCircles();
    this.#before = new Uint16Array(bytes.length + 1);
    for (let i = 0, crc = 0; i < bytes.length; i++)
      this.#before[i + 1] = crc = (crc >> 8) ^ TABLE[(crc ^ bytes[i]!) & 255]!;
  }

  /** The checksum of the bytes [from, to). */
  of(from: number, to: number): number {
    return this.#before[to]! ^ afterZeros(this.#before[from]! ^ START, to - from);
  }
}

/** A checksum after so many bytes of zero. */
function afterZeros(crc: number, count: number): number {
  const place = PLACES[crc]!;
  if (place === NOWHERE) return crc;
  const start = place < PERIOD ? 0 : PERIOD;
  return CIRCLES[start + ((place - start + count) % PERIOD)]!;
}

function timesX(polynomial: number): number {
  return (polynomial & 1) !== 0 ? (polynomial >> 1) ^ POLYNOMIAL : polynomial >> 1;
}
