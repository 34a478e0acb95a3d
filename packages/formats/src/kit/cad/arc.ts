import { FULL_TURN, type Path } from '@fieldbridge/fieldjob';

/** Rounding in degrees within which a sweep counts as a full circle. */
const ROUNDING = 1e-11;

/**
 * Appends a circular arc to a path as vertices with bulges: two vertices for up to a half circle, three beyond that, so
 * that no bulge is larger than 1. The last vertex carries no bulge.
 * @param start radians, counter-clockwise from east @param sweep radians, signed, at most a full circle
 */
export function appendArc(
  path: Path,
  easting: number,
  northing: number,
  elevation: number,
  radius: number,
  start: number,
  sweep: number,
): void {
  const pieces = Math.abs(sweep) > Math.PI ? 2 : 1;
  const bulge = Math.tan(sweep / pieces / 4);
  for (let i = 0; i <= pieces; i++) {
    const angle = start + (sweep * i) / pieces;
    path.vertex(
      easting + radius * Math.cos(angle),
      northing + radius * Math.sin(angle),
      elevation,
      i < pieces ? bulge : 0,
    );
  }
}

/** Appends a full circle: two vertices with bulge 1, for a path that must be closed. */
export function appendCircle(path: Path, easting: number, northing: number, elevation: number, radius: number): void {
  path.vertex(easting + radius, northing, elevation, 1);
  path.vertex(easting - radius, northing, elevation, 1);
}

/** The counter-clockwise sweep in radians from one angle to another (degrees): above 0, at most a full circle. */
export function sweepOfDegrees(from: number, to: number): number {
  const turn = (to - from) % 360;
  const degrees = turn <= ROUNDING ? turn + 360 : turn;
  return (degrees / 360) * FULL_TURN;
}
