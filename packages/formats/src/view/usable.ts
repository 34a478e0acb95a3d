import { VIEW_LIMITS } from '@fieldbridge/view-wire';

/** Whether a view can hold a position; one that is not a number it cannot. */
export function usable(easting: number, northing: number): boolean {
  return Math.abs(easting) <= VIEW_LIMITS.coordinate && Math.abs(northing) <= VIEW_LIMITS.coordinate;
}
