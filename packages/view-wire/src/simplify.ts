/**
 * Douglas–Peucker in plan: which vertices of a line suffice to stay within a tolerance.
 * @param places easting and northing alternately, or more with each @param from first vertex
 * @param to index after the last
 * @param tolerance largest distance of a vertex left out from the line that replaces it
 * @param keep set to 1 for each vertex that is needed, by its index; the ends always are
 * @param size numbers of each vertex
 * @returns how many were kept
 */
export function simplify(
  places: Float64Array,
  from: number,
  to: number,
  tolerance: number,
  keep: Uint8Array,
  size = 2,
): number {
  if (to - from < 1) return 0;
  keep[from] = 1;
  keep[to - 1] = 1;
  if (to - from < 3) return to - from;
  let kept = 2;
  // An explicit stack: recursion could be as deep as the number of vertices.
  const open = [from, to - 1];
  const limit = tolerance * tolerance;
  while (open.length > 0) {
    const last = open.pop()!;
    const first = open.pop()!;
    const x = places[size * first]!;
    const y = places[size * first + 1]!;
    const dx = places[size * last]! - x;
    const dy = places[size * last + 1]! - y;
    const length = dx * dx + dy * dy;
    let furthest = limit;
    let split = -1;
    for (let i = first + 1; i < last; i++) {
      const px = places[size * i]! - x;
      const py = places[size * i + 1]! - y;
      // Beyond an end of the chord the distance is that to the end.
      const t = length > 0 ? Math.min(1, Math.max(0, (px * dx + py * dy) / length)) : 0;
      const qx = px - t * dx;
      const qy = py - t * dy;
      const distance = qx * qx + qy * qy;
      if (distance > furthest) {
        furthest = distance;
        split = i;
      }
    }
    if (split < 0) continue;
    keep[split] = 1;
    kept++;
    if (split - first > 1) open.push(first, split);
    if (last - split > 1) open.push(split, last);
  }
  return kept;
}
