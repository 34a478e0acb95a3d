import type { Path } from '@fieldbridge/fieldjob';

/** Whether a position can be drawn: easting and northing are known, and the elevation, if there is one, is finite. */
export function isPlaced(easting: number, northing: number, elevation: number): boolean {
  return Number.isFinite(easting) && Number.isFinite(northing) && Math.abs(elevation) !== Number.POSITIVE_INFINITY;
}

/** Whether the vertex at `coordinates[at]` can be drawn. */
export function isVertexPlaced(coordinates: Float64Array, at: number): boolean {
  return isPlaced(coordinates[at]!, coordinates[at + 1]!, coordinates[at + 2]!);
}

/** Whether all vertices of a path can be drawn. */
export function isPathPlaced({ coordinates, count }: Path): boolean {
  for (let at = 0; at < 3 * count; at += 3) if (!isVertexPlaced(coordinates, at)) return false;
  return true;
}
