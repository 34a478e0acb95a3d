import type { Path } from '@fieldbridge/fieldjob';

/**
 * Largest gap between ends of edges, as a share of a coordinate and absolute: far from the origin the share alone would
 * be a metre.
 */
const ROUNDING = 1e-7;
const MOST_GAP = 1e-3;

/**
 * Joins edges to rings in the order in which they are appended to a path. Some programs state an edge from its end to
 * its start, or several rings in one: an edge that fits the other way round is reversed, and an edge that begins
 * elsewhere after a closed ring starts a new ring.
 */
export class RingChain {
  /** Number of edges that do not begin where another ends. */
  gaps = 0;
  readonly #path: Path;
  /** First vertex of the next edge. */
  #start: number;
  /** Edges of the current ring. */
  #edges = 0;

  constructor(path: Path) {
    this.#path = path;
    this.#start = path.count;
  }

  /** Joins the vertices appended since the last call, as one edge, to the current ring. */
  join(): void {
    const path = this.#path;
    const start = this.#start;
    if (path.count === start) return;
    const ring = path.rings[path.rings.length - 1]!;
    if (start > ring) this.#joinTo(ring, start);
    this.#edges++;
    this.#start = path.count;
  }

  #joinTo(ring: number, start: number): void {
    const path = this.#path;
    const last = path.count - 1;
    const isOne = this.#edges === 1;
    if (isSamePlace(path, start - 1, start)) dropFirst(path, start);
    else if (isSamePlace(path, start - 1, last)) {
      reverse(path, start, path.count);
      dropFirst(path, start);
    } else if (isOne && (isSamePlace(path, ring, start) || isSamePlace(path, ring, last))) {
      // The first edge was stated from its end.
      const isTurned = isSamePlace(path, ring, last);
      reverse(path, ring, start);
      if (isTurned) reverse(path, start, path.count);
      dropFirst(path, start);
    } else if (start - ring > 2 && isSamePlace(path, ring, start - 1)) this.#beginRing(start);
    else this.gaps++;
  }

  /** Everything after the current closed ring becomes a ring of its own; the vertex that closes it is dropped. */
  #beginRing(start: number): void {
    const path = this.#path;
    path.coordinates.copyWithin(3 * start - 3, 3 * start, 3 * path.count);
    path.bulges.copyWithin(start - 1, start, path.count);
    path.count--;
    path.rings.push(start - 1);
    this.#edges = 0;
  }
}

/** Removes the last vertex of the current ring if it repeats the first one: rings are closed implicitly. */
export function openRing(path: Path): void {
  const [first, last] = [path.rings[path.rings.length - 1]!, path.count - 1];
  if (last - first >= 2 && path.bulges[last] === 0 && isSamePlace(path, first, last)) path.count--;
}

/** Removes vertex `start`, which repeats the one before it; that one gets its bulge. */
function dropFirst(path: Path, start: number): void {
  const { coordinates: c, bulges } = path;
  bulges[start - 1] = bulges[start]!;
  c.copyWithin(3 * start, 3 * start + 3, 3 * path.count);
  bulges.copyWithin(start, start + 1, path.count);
  path.count--;
}

/** Reverses vertices [from, to); the last of them has no bulge. */
function reverse(path: Path, from: number, to: number): void {
  const { coordinates: c, bulges } = path;
  for (let i = from, j = to - 1; i < j; i++, j--)
    for (let k = 0; k < 3; k++) [c[3 * i + k], c[3 * j + k]] = [c[3 * j + k]!, c[3 * i + k]!];
  for (let i = from, j = to - 2; i <= j; i++, j--) [bulges[i], bulges[j]] = [-bulges[j]!, -bulges[i]!];
}

/** Whether two vertices are at the same place, up to rounding. */
export function isSamePlace({ coordinates: c }: Path, i: number, j: number): boolean {
  const size = Math.abs(c[3 * i]!) + Math.abs(c[3 * i + 1]!) + 1;
  return Math.hypot(c[3 * i]! - c[3 * j]!, c[3 * i + 1]! - c[3 * j + 1]!) <= Math.min(ROUNDING * size, MOST_GAP);
}
