import type { Path } from '@fieldbridge/fieldjob';

/** Removes the last vertex if it equals the first, within `tolerance`. */
export function dropRepeated(path: Path, tolerance = 0): void {
  const last = path.count - 1;
  if (path.count > 2 && sameVertex(path, 0, last, tolerance)) path.count--;
}

/**
 * Removes the vertex at `from` if it repeats the one before it: the pieces of a chain share their ends.
 * @param tolerance largest distance of two such ends along an axis @param isExact whether the later piece's position is
 * kept
 */
export function joinAt(path: Path, from: number, tolerance = 0, isExact = false): void {
  const { coordinates, bulges } = path;
  if (from === 0 || from >= path.count || !sameVertex(path, from, from - 1, tolerance)) return;
  bulges[from - 1] = bulges[from]!;
  const kept = isExact ? from : from + 1;
  coordinates.copyWithin(3 * (kept - 1), 3 * kept, 3 * path.count);
  bulges.copyWithin(from, from + 1, path.count);
  path.count--;
}

/** Ends of arcs are computed by sine and cosine: ends that differ by less than this share of a coordinate are equal. */
const SAME = 1e-12;

function sameVertex({ coordinates: c }: Path, a: number, b: number, tolerance: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const [one, other] = [c[3 * a + axis]!, c[3 * b + axis]!];
    const most = Math.max(tolerance, SAME * Math.max(1, Math.abs(one)));
    if (!Object.is(one, other) && !(Math.abs(one - other) <= most)) return false;
  }
  return true;
}
