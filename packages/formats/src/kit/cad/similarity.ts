import type { Placement } from '@fieldbridge/fieldjob';

const ORIGIN = [0, 0] as const;

/** A position goes to `to + (re + im i) (position - from)`: turned, stretched and shifted; arcs stay arcs. */
export interface Similarity {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly re: number;
  readonly im: number;
}

/** How a background drawing is put on the job. */
export function similarityOf({ kind, from, to, scale }: Placement): Similarity {
  const [[a = ORIGIN, b], [c = ORIGIN, d]] = [from, to];
  if (kind === 'scale') return { from: ORIGIN, to: ORIGIN, re: scale, im: 0 };
  if (kind === 'none' || b === undefined || d === undefined)
    return { from: a, to: kind === 'none' ? a : c, re: 1, im: 0 };
  const [x, y, u, v] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]];
  const square = x * x + y * y;
  return { from: a, to: c, re: (u * x + v * y) / square, im: (v * x - u * y) / square };
}

/** Where a position is then. */
export function movedBy({ from, to, re, im }: Similarity, easting: number, northing: number): [number, number] {
  const [e, n] = [easting - from[0], northing - from[1]];
  return [to[0] + re * e - im * n, to[1] + im * e + re * n];
}
