import { VIEW_LIMITS } from '@fieldbridge/view-wire';

/** Whether a view can hold a position; it cannot if the position is not a number. */
export function usable(easting: number, northing: number): boolean {
  return Math.abs(easting) <= VIEW_LIMITS.coordinate && Math.abs(northing) <= VIEW_LIMITS.coordinate;
}
