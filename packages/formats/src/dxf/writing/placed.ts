import type { Path } from '@fieldbridge/fieldjob';

/** Whether a position can be drawn: easting and northing are known, and the elevation, if there is one, is finite. */
export function isPlaced(easting: number, northing: number, elevation: number): boolean {
  return Number.isFinite(easting) && Number.isFinite(northing) && Math.abs(elevation) !== Number.POSITIVE_INFINITY;
}

/** The same of all vertices of a path. */
export function isPathPlaced({ coordinates: c, count }: Path): boolean {
  for (let at = 0; at < 3 * count; at += 3) if (!isPlaced(c[at]!, c[at + 1]!, c[at + 2]!)) return false;
  return true;
}
