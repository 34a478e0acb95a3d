/** Rings as vertex ranges [from, end) of coordinate triples. */
export type RingRange = readonly [from: number, to: number];

/**
 * Sorts the rings of an area into polygons: a ring that begins inside the current polygon's outer ring is its hole, any
 * other begins a polygon. The order of the rings is kept, so that reading them in sequence restores the area.
 */
export function nestRings(triples: Float64Array, rings: readonly RingRange[]): RingRange[][] {
  const polygons: RingRange[][] = [];
  for (const ring of rings) {
    const current = polygons.at(-1);
    const [from] = ring;
    if (current !== undefined && contains(triples, current[0]!, triples[3 * from]!, triples[3 * from + 1]!)) {
      current.push(ring);
    } else polygons.push([ring]);
  }
  return polygons;
}

/** Whether a position is inside a ring (even-odd rule). */
function contains(triples: Float64Array, [from, to]: RingRange, easting: number, northing: number): boolean {
  let inside = false;
  for (let i = from, before = to - 1; i < to; before = i++) {
    const ei = triples[3 * i]!;
    const ni = triples[3 * i + 1]!;
    const eb = triples[3 * before]!;
    const nb = triples[3 * before + 1]!;
    if (ni > northing !== nb > northing && easting < ((eb - ei) * (northing - ni)) / (nb - ni) + ei) inside = !inside;
  }
  return inside;
}
