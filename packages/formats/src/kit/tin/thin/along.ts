import { type Mesh, MOST_TRIANGLES_AT_VERTEX, next, previous } from './mesh.ts';
import { side } from './side.ts';

/** Triangles that one new edge may cross. */
export const MOST_CROSSED = 20_000;

/** How far an edge lies from a surface. */
export interface Along {
  /** Greatest vertical distance; Infinity if the edge cannot be followed, or as soon as it is above the limit. */
  deviation: number;
  /** Triangles that were looked at. */
  steps: number;
}

/**
 * The greatest vertical distance between a straight line from vertex `u` to vertex `w` and the surface below it: both
 * are straight between the edges that the line crosses and the vertices that it meets, so it is at one of these.
 * @param most distance at which it is enough @param result is filled in
 */
export function deviationAlong(mesh: Mesh, u: number, w: number, most: number, result: Along): void {
  const { vertices: p, at, across } = mesh;
  const ue = p[3 * u]!;
  const un = p[3 * u + 1]!;
  const uz = p[3 * u + 2]!;
  const de = p[3 * w]! - ue;
  const dn = p[3 * w + 1]! - un;
  const dz = p[3 * w + 2]! - uz;
  const square = de * de + dn * dn;
  result.deviation = 0;
  result.steps = 0;
  let place = 0;
  let from = u;
  /** Compares the elevations at a place on the line. @returns whether it is further along, and near enough */
  const compare = (share: number, elevation: number): boolean => {
    const off = Math.abs(uz + share * dz - elevation);
    if (!(share >= place && share <= 1 && off <= most)) return false;
    place = share;
    if (off > result.deviation) result.deviation = off;
    return true;
  };
  const along = (e: number, n: number): number => ((e - ue) * de + (n - un) * dn) / square;
  const meet = (vertex: number): boolean => {
    const before = place;
    return compare(along(p[3 * vertex]!, p[3 * vertex + 1]!), p[3 * vertex + 2]!) && place > before;
  };
  while (from !== w) {
    let edge = edgeTowards(mesh, from, w);
    if (edge === -1) break;
    let met = side(p, from, at[edge]!, w) === 0 ? at[edge]! : -1;
    while (met === -1) {
      // The edge goes from the right of the line to its left.
      const a = 3 * at[edge]!;
      const b = 3 * at[next(edge)]!;
      const right = (p[a + 1]! - un) * de - (p[a]! - ue) * dn;
      const left = (p[b + 1]! - un) * de - (p[b]! - ue) * dn;
      const share = right / (right - left);
      const e = p[a]! + share * (p[b]! - p[a]!);
      const n = p[a + 1]! + share * (p[b + 1]! - p[a + 1]!);
      const other = across[edge]!;
      if (!compare(along(e, n), p[a + 2]! + share * (p[b + 2]! - p[a + 2]!)) || other === -1) break;
      if (++result.steps > MOST_CROSSED) break;
      const apex = at[previous(other)]!;
      const where = apex === w ? 0 : side(p, from, w, apex);
      if (where === 0) met = apex;
      else edge = where > 0 ? next(other) : previous(other);
    }
    if (met === -1 || (met !== w && !meet(met)) || ++result.steps > MOST_CROSSED) break;
    from = met;
  }
  if (from !== w) result.deviation = Infinity;
}

/**
 * The edge opposite of `from` that the line to `w` meets, before its end: the line may go along the side where it
 * begins. -1 without such an edge, and for several, where triangles lie above each other.
 */
function edgeTowards({ vertices, at, corners, first }: Mesh, from: number, w: number): number {
  let found = -1;
  if (first[from + 1]! - first[from]! > MOST_TRIANGLES_AT_VERTEX) return -1;
  for (let i = first[from]!; i < first[from + 1]!; i++) {
    const edge = next(corners[i]!);
    if (side(vertices, from, at[next(edge)]!, w) >= 0 || side(vertices, from, at[edge]!, w) < 0) continue;
    if (found !== -1) return -1;
    found = edge;
  }
  return found;
}
