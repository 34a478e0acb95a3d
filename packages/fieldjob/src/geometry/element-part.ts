import type { HorizontalElement } from '../alignment.ts';
import { curvaturesOf, traceThrough } from './alignment-trace.ts';
import { Path } from './path.ts';

/** Most intervals that an element is walked in: enough for a spiral of a thousand turns. */
const MOST_INTERVALS = 16_384;
/** Radians that an element may turn by within an interval. */
const TURN = 0.4;

/** Triples (easting, northing, NaN) at equal distances along an element, both ends included. @param least intervals */
export function placesAlong(element: HorizontalElement, least: number): Float64Array {
  const { length } = element;
  const sharpest = Math.max(...curvaturesOf(element).map(Math.abs));
  const count = Math.min(MOST_INTERVALS, Math.max(least, Math.ceil((sharpest * length) / TURN)));
  const path = new Path();
  const distances = Array.from({ length: count + 1 }, (_, i) => (length * i) / count);
  traceThrough(element, distances, path);
  return path.coordinates.subarray(0, 3 * path.count);
}

/** The part of an element between two distances from its start: of the same kind, with its own start and radii. */
export function partOf(element: HorizontalElement, from: number, to: number): HorizontalElement {
  const { length, azimuth, startStation } = element;
  const [k0, k1] = curvaturesOf(element);
  const change = length > 0 ? (k1 - k0) / length : 0;
  const radius = (distance: number): number => 1 / (k0 + change * distance);
  const way = placesAlong({ ...element, length: from, endRadius: radius(from) }, 1);
  const [startEasting, startNorthing] = way.subarray(-3) as unknown as [number, number];
  return {
    ...element,
    ...{ startStation: startStation + from, length: to - from, startEasting, startNorthing },
    azimuth: azimuth + k0 * from + (change * from * from) / 2,
    startRadius: radius(from),
    endRadius: radius(to),
  };
}
