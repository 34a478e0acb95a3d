import { NO_HEIGHT } from './chunk.ts';

/**
 * Signed 32-bit integers as differences in byte planes. Neighbouring values differ little, so that the planes of the
 * high bytes are almost all zero: gzip packs them several times as well as the values themselves. A plane of zeros is
 * left out. Differences are folded (0, -1, 1, -2, … become 0, 1, 2, 3, …) and wrap around at 32 bits.
 */

/** Which integers of an array are packed. */
export interface Run {
  readonly values: Int32Array;
  /** The first one's place, and the distance from one to the next. */
  readonly at: number;
  readonly stride: number;
  readonly count: number;
}

/**
 * Makes folded differences of values, which `writePlanes` writes.
 * @param divisor of all values but `NO_HEIGHT`, which is kept @param folded has room for them
 * @returns all their bits together
 */
export function foldDifferences({ values, at, stride, count }: Run, divisor: number, folded: Int32Array): number {
  // A division of integers takes several times as long as a product.
  const share = 1 / divisor;
  let before = 0;
  let all = 0;
  let from = at;
  for (let i = 0; i < count; i++, from += stride) {
    let value = values[from]!;
    if (divisor !== 1 && value !== NO_HEIGHT) value = Math.round(value * share) | 0;
    const difference = (value - before) | 0;
    before = value;
    const one = (difference << 1) ^ (difference >> 31);
    all |= one;
    folded[i] = one;
  }
  return all;
}

/** The planes that are not all zero, from all bits together (bit n: byte n). */
export function planesOf(all: number): number {
  let mask = 0;
  for (let plane = 0; plane < 4; plane++) if ((all >>> (8 * plane)) & 255) mask |= 1 << plane;
  return mask;
}

/** Writes the planes that a mask names, lowest byte first, at a place of `target`, which has room for them. */
export function writePlanes(folded: Int32Array, count: number, mask: number, target: Uint8Array, at: number): void {
  let to = at;
  for (let plane = 0; plane < 4; plane++) {
    if ((mask & (1 << plane)) === 0) continue;
    const shift = 8 * plane;
    for (let i = 0; i < count; i++) target[to + i] = folded[i]! >>> shift;
    to += count;
  }
}

/** How many planes a mask names. */
export function planeCount(mask: number): number {
  return (mask & 1) + ((mask >> 1) & 1) + ((mask >> 2) & 1) + ((mask >> 3) & 1);
}

/**
 * Unpacks `count` values into every `stride`-th element of `target`, from `at`. Into integers of 32 bits only: code for
 * a single kind of array is twice as fast.
 * @param bytes `planeCount(mask) * count` bytes
 */
export function unpackPlanes(
  bytes: Uint8Array,
  mask: number,
  count: number,
  target: Int32Array,
  at = 0,
  stride = 1,
): void {
  let value = 0;
  let to = at;
  if (mask === 0 && stride === 1) {
    target.fill(0, at, at + count);
    return;
  }
  if (mask <= 1) {
    for (let i = 0; i < count; i++, to += stride) {
      const folded = mask === 0 ? 0 : bytes[i]!;
      value = (value + ((folded >>> 1) ^ -(folded & 1))) | 0;
      target[to] = value;
    }
    return;
  }
  // The place of each plane; an omitted plane has that of the first, multiplied by 0.
  const place = (plane: number): number => (mask & (1 << plane) ? planeCount(mask & ((1 << plane) - 1)) * count : 0);
  const has = (plane: number): number => (mask >> plane) & 1;
  const [p0, p1, p2, p3] = [place(0), place(1), place(2), place(3)];
  const [h0, h1, h2, h3] = [has(0), has(1) << 8, has(2) << 16, has(3) << 24];
  for (let i = 0; i < count; i++, to += stride) {
    const folded =
      bytes[p0 + i]! * h0 + bytes[p1 + i]! * h1 + bytes[p2 + i]! * h2 + (Math.imul(bytes[p3 + i]!, h3) | 0);
    value = (value + ((folded >>> 1) ^ -(folded & 1))) | 0;
    target[to] = value;
  }
}
