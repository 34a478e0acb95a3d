import type { Path } from '@fieldbridge/fieldjob';

/** A ring of an area: vertices `[from, to)` of its path, without a repeated first one. */
export interface Ring {
  readonly from: number;
  readonly to: number;
  /** Twice the signed area; positive when counter-clockwise. */
  readonly turn: number;
}

/** A polygon: an outer ring and the holes in it. */
export interface Polygon {
  readonly outer: Ring;
  readonly holes: Ring[];
}

/** Areas with more rings are not sorted into holes and parts: each ring becomes a part. */
const MOST_SORTED_RINGS = 1000;

/**
 * The polygons of an area: a ring inside an odd number of others is a hole, any other a part. Rings of fewer than three
 * vertices are left out.
 */
export function polygonsOf(path: Path): Polygon[] {
  const rings: Ring[] = [];
  for (let i = 0; i < path.rings.length; i++) {
    const from = path.rings[i]!;
    const to = path.ringEnd(i);
    if (to - from >= 3) rings.push({ from, to, turn: twiceArea(path, from, to) });
  }
  if (rings.length === 1) return [{ outer: rings[0]!, holes: [] }];
  if (rings.length > MOST_SORTED_RINGS) return rings.map((outer) => ({ outer, holes: [] }));
  const around = rings.map((ring) => rings.filter((other) => other !== ring && contains(path, other, ring)));
  const polygons = new Map<Ring, Polygon>();
  rings.forEach((ring, i) => {
    if (around[i]!.length % 2 === 0) polygons.set(ring, { outer: ring, holes: [] });
  });
  rings.forEach((ring, i) => {
    if (around[i]!.length % 2 === 0) return;
    // Its polygon is that of the smallest surrounding ring that is not a hole.
    const outer = around[i]!.filter((other) => polygons.has(other)).sort(
      (a, b) => Math.abs(a.turn) - Math.abs(b.turn),
    )[0];
    if (outer === undefined) polygons.set(ring, { outer: ring, holes: [] });
    else polygons.get(outer)!.holes.push(ring);
  });
  return [...polygons.values()];
}

function twiceArea({ coordinates: c }: Path, from: number, to: number): number {
  let sum = 0;
  // Relative to the first vertex, because products of full grid coordinates would lose precision.
  const e0 = c[3 * from]!;
  const n0 = c[3 * from + 1]!;
  for (let i = from + 1; i + 1 < to; i++) {
    sum += (c[3 * i]! - e0) * (c[3 * i + 4]! - n0) - (c[3 * i + 3]! - e0) * (c[3 * i + 1]! - n0);
  }
  return sum;
}

/** Whether the first vertex of `inner` is in `outer` (even-odd) and `outer` is larger. */
function contains({ coordinates: c }: Path, outer: Ring, inner: Ring): boolean {
  if (Math.abs(outer.turn) <= Math.abs(inner.turn)) return false;
  const e = c[3 * inner.from]!;
  const n = c[3 * inner.from + 1]!;
  let inside = false;
  for (let i = outer.from, j = outer.to - 1; i < outer.to; j = i++) {
    const ni = c[3 * i + 1]!;
    const nj = c[3 * j + 1]!;
    if (ni > n !== nj > n && e < ((c[3 * j]! - c[3 * i]!) * (n - ni)) / (nj - ni) + c[3 * i]!) inside = !inside;
  }
  return inside;
}
