/**
 * Signed 32-bit integers as differences in byte planes. Neighbouring values differ little, so that the planes of the
 * high bytes are almost all zero: gzip packs them several times as well as the values themselves. A plane of zeros is
 * left out. Differences are folded (0, -1, 1, -2, … become 0, 1, 2, 3, …) and wrap around at 32 bits.
 */

/** Packs values. @returns the planes that are not all zero, lowest byte first, and which they are (bit n: byte n) */
export function packPlanes(values: ArrayLike<number>, count: number): { mask: number; bytes: Uint8Array } {
  const planes = new Uint8Array(4 * count);
  let before = 0;
  let all = 0;
  for (let i = 0; i < count; i++) {
    const value = values[i]! | 0;
    const difference = (value - before) | 0;
    before = value;
    const folded = (difference << 1) ^ (difference >> 31);
    all |= folded;
    planes[i] = folded;
    planes[count + i] = folded >>> 8;
    planes[2 * count + i] = folded >>> 16;
    planes[3 * count + i] = folded >>> 24;
  }
  let mask = 0;
  let kept = 0;
  for (let plane = 0; plane < 4; plane++) {
    if (((all >>> (8 * plane)) & 255) === 0) continue;
    mask |= 1 << plane;
    planes.copyWithin(kept * count, plane * count, (plane + 1) * count);
    kept++;
  }
  return { mask, bytes: planes.subarray(0, kept * count) };
}

/** How many planes a mask names. */
export function planeCount(mask: number): number {
  return (mask & 1) + ((mask >> 1) & 1) + ((mask >> 2) & 1) + ((mask >> 3) & 1);
}

/**
 * Unpacks `count` values into every `stride`-th element of `target`, from `at`. Into integers of 32 bits only: code
 * that sees one kind of array is twice as fast.
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
  if (mask <= 1) {
    for (let i = 0; i < count; i++, to += stride) {
      const folded = mask === 0 ? 0 : bytes[i]!;
      value = (value + ((folded >>> 1) ^ -(folded & 1))) | 0;
      target[to] = value;
    }
    return;
  }
  // The place of each plane, or that of the first where it is left out, which is then multiplied by 0.
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
