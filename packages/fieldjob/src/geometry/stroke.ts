import { convertLength, type Unit } from '../unit.ts';
import { arcOfBulge, arcSegments } from './bulge.ts';
import { Path } from './path.ts';

/** Default for the largest distance, in metres, between a curve and its chords. */
export const DEFAULT_STROKE_TOLERANCE = 0.001;

/** The default tolerance in another unit. */
export function defaultStrokeTolerance(unit: Unit): number {
  return convertLength(DEFAULT_STROKE_TOLERANCE, 'metre', unit);
}

/**
 * Copies `path` into `target` with every arc replaced by chords within `tolerance` (in the path's unit). Elevation is
 * linear along an arc. Ring starts are kept. Returns `target`.
 */
export function strokePath(path: Path, tolerance: number, target = new Path()): Path {
  target.clear();
  target.closed = path.closed;
  for (let ring = 0; ring < path.rings.length; ring++) {
    const start = path.rings[ring]!;
    const end = path.ringEnd(ring);
    target.ring();
    const closed = path.closed || path.rings.length > 1;
    for (let i = start; i < end; i++) {
      const { coordinates: c } = path;
      target.vertex(c[3 * i]!, c[3 * i + 1]!, c[3 * i + 2]!);
      const bulge = path.bulges[i]!;
      const last = i + 1 === end;
      if (bulge === 0 || (last && !closed)) continue;
      strokeSegment(path, i, last ? start : i + 1, bulge, tolerance, target);
    }
  }
  return target;
}

function strokeSegment(path: Path, from: number, to: number, bulge: number, tolerance: number, target: Path): void {
  const { coordinates: c } = path;
  const arc = arcOfBulge(c[3 * from]!, c[3 * from + 1]!, c[3 * to]!, c[3 * to + 1]!, bulge);
  if (arc === undefined) return;
  const segments = arcSegments(arc.radius, arc.sweep, tolerance);
  const z1 = c[3 * from + 2]!;
  const z2 = c[3 * to + 2]!;
  for (let s = 1; s < segments; s++) {
    const t = s / segments;
    const angle = arc.startAngle + arc.sweep * t;
    target.vertex(
      arc.easting + arc.radius * Math.cos(angle),
      arc.northing + arc.radius * Math.sin(angle),
      z1 + (z2 - z1) * t,
    );
  }
}
