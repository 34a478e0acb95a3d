import type { Path } from '../src/geometry/path.ts';

/** A position in plan. */
export interface Place {
  readonly easting: number;
  readonly northing: number;
}

/**
 * The position at a share `u` along an arc: the chord from its start, rotated and shortened. It uses neither centre nor
 * radius, so it can check code that does.
 */
export function alongArc(a: Place, b: Place, bulge: number, u: number): Place {
  const half = 2 * Math.atan(bulge);
  const length = Math.abs(bulge) < 1e-9 ? u : Math.sin(u * half) / Math.sin(half);
  const turn = (u - 1) * half;
  const de = b.easting - a.easting;
  const dn = b.northing - a.northing;
  return {
    easting: a.easting + length * (de * Math.cos(turn) - dn * Math.sin(turn)),
    northing: a.northing + length * (de * Math.sin(turn) + dn * Math.cos(turn)),
  };
}

/** The place of a vertex. */
export function placeOf({ coordinates }: Path, vertex: number): Place {
  return { easting: coordinates[3 * vertex]!, northing: coordinates[3 * vertex + 1]! };
}

/**
 * The segments of a path as drawn: pairs of vertices with the bulge between them. @param area whether rings are closed
 * implicitly
 */
export function segmentsOf(path: Path, area: boolean): { from: Place; to: Place; bulge: number }[] {
  const segments: { from: Place; to: Place; bulge: number }[] = [];
  path.rings.forEach((start, ring) => {
    const end = path.ringEnd(ring);
    for (let i = start; i < end; i++) {
      const last = i + 1 === end;
      if (last && !(area || path.closed)) continue;
      segments.push({ from: placeOf(path, i), to: placeOf(path, last ? start : i + 1), bulge: path.bulges[i]! });
    }
  });
  return segments;
}

/** Places along a path as drawn, `steps` per segment, with the ends of each. */
export function walk(path: Path, area: boolean, steps: number): Place[] {
  return segmentsOf(path, area).flatMap(({ from, to, bulge }) =>
    Array.from({ length: steps + 1 }, (_, i) => alongArc(from, to, bulge, i / steps)),
  );
}

/** Distance of a place from a straight segment. */
export function distanceToSegment(p: Place, a: Place, b: Place): number {
  const de = b.easting - a.easting;
  const dn = b.northing - a.northing;
  const square = de * de + dn * dn;
  const t = square === 0 ? 0 : ((p.easting - a.easting) * de + (p.northing - a.northing) * dn) / square;
  const on = Math.min(1, Math.max(0, t));
  return Math.hypot(p.easting - a.easting - on * de, p.northing - a.northing - on * dn);
}

/** Distance of a place from the nearest of some straight segments. */
export function distanceToPath(p: Place, segments: readonly { from: Place; to: Place }[]): number {
  return segments.reduce((least, { from, to }) => Math.min(least, distanceToSegment(p, from, to)), Infinity);
}
