/** Result of checking a triangulation. */
export interface TinCheck {
  /** Triangles with a vertex that is missing or has no finite position. */
  readonly badTriangles: number;
  /** Links to a neighbour that is missing or does not share the edge. */
  readonly badLinks: number;
}

/**
 * Checks triangles and neighbour links: slot 0 is across v0-v1, 1 across v1-v2, 2 across v2-v0.
 * @param finite per vertex 1 if it is usable; null if all are
 */
export function checkTin(
  triangles: Int32Array,
  neighbours: Int32Array,
  vertexCount: number,
  finite: Uint8Array | null,
): TinCheck {
  const count = triangles.length / 3;
  let badTriangles = 0;
  let badLinks = 0;
  for (let slot = 0; slot + 2 < triangles.length; slot += 3) {
    const a = triangles[slot]!;
    const b = triangles[slot + 1]!;
    const c = triangles[slot + 2]!;
    const inside = a >= 0 && b >= 0 && c >= 0 && a < vertexCount && b < vertexCount && c < vertexCount;
    if (!inside || (finite !== null && (finite[a]! & finite[b]! & finite[c]!) === 0)) badTriangles++;
    if (!linkShares(triangles, neighbours[slot]!, count, a, b)) badLinks++;
    if (!linkShares(triangles, neighbours[slot + 1]!, count, b, c)) badLinks++;
    if (!linkShares(triangles, neighbours[slot + 2]!, count, c, a)) badLinks++;
  }
  return { badTriangles, badLinks };
}

/** Whether a link is null, or leads to a triangle with both vertices. */
function linkShares(triangles: Int32Array, neighbour: number, count: number, a: number, b: number): boolean {
  if (neighbour === -1) return true;
  if (neighbour < 0 || neighbour >= count) return false;
  const slot = 3 * neighbour;
  const p = triangles[slot]!;
  const q = triangles[slot + 1]!;
  const r = triangles[slot + 2]!;
  return (p === a || q === a || r === a) && (p === b || q === b || r === b);
}

/** The triangles whose three vertices exist and are usable. */
export function goodTriangles(triangles: Int32Array, vertexCount: number, finite: Uint8Array | null): Int32Array {
  const good = new Int32Array(triangles.length);
  let used = 0;
  for (let slot = 0; slot < triangles.length; slot += 3) {
    let usable = true;
    for (let corner = 0; corner < 3; corner++) {
      const vertex = triangles[slot + corner]!;
      if (vertex < 0 || vertex >= vertexCount || (finite !== null && finite[vertex] === 0)) usable = false;
    }
    if (!usable) continue;
    good.set(triangles.subarray(slot, slot + 3), used);
    used += 3;
  }
  return good.slice(0, used);
}

/**
 * The pairs of vertices that are an edge of a triangle.
 * @param pairs two vertex indices per edge; indices outside the surface never match
 */
export function tinEdges(pairs: Uint32Array, triangles: Int32Array, vertexCount: number): Int32Array {
  if (pairs.length === 0) return new Int32Array(0);
  // Most vertices are in no pair: one byte per vertex saves most look-ups in the set.
  const named = new Uint8Array(vertexCount);
  for (const vertex of pairs) if (vertex < vertexCount) named[vertex] = 1;
  const edges = new Set<number>();
  for (let slot = 0; slot < triangles.length; slot++) {
    const a = triangles[slot]!;
    const b = triangles[slot % 3 === 2 ? slot - 2 : slot + 1]!;
    if (named[a] === 1 && named[b] === 1) edges.add(Math.min(a, b) * vertexCount + Math.max(a, b));
  }
  const found: number[] = [];
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    const a = pairs[i]!;
    const b = pairs[i + 1]!;
    if (a < vertexCount && b < vertexCount && edges.has(Math.min(a, b) * vertexCount + Math.max(a, b)))
      found.push(a, b);
  }
  return Int32Array.from(found);
}
