import { sameNumber } from './changed-fields.ts';
import type { Difference } from './difference.ts';
import { known } from './features.ts';

/**
 * How far a position moved, in space where both elevations are known.
 * @returns undefined within the tolerance
 */
export function movedBy(
  easting: number,
  northing: number,
  elevation: number,
  tolerance: number,
): Difference['moved'] | undefined {
  const rise = Number.isNaN(elevation) ? 0 : elevation;
  const distance = Math.hypot(easting, northing, rise);
  // Positions that are not finite have no distance; they are the same if neither is.
  if (sameNumber(distance, 0, tolerance) || !Number.isFinite(distance)) return undefined;
  return { easting, northing, elevation: known(elevation), distance };
}
