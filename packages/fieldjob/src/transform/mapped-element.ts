import type { HorizontalElement } from '../alignment.ts';
import { partOf, placesAlong } from '../geometry/element-part.ts';
import { withinTurn } from '../geometry/turn.ts';

/** Least number of intervals between the compared places of an element. */
const INTERVALS = 16;
/** How often an element is halved before its parts become chords, and how often those are. */
const MOST_HALVINGS = 3;
const MOST_CHORD_HALVINGS = 12;

/** A part of an element in another reference system. */
export interface MappedPart {
  readonly element: HorizontalElement;
  /** The part of the given element that it shows, as distances from its start. */
  readonly from: number;
  readonly to: number;
}

/** Changes `position` (easting, northing, elevation) in place. */
export type PositionMap = (position: Float64Array) => void;

/**
 * An element in another reference system: turned, scaled and moved as a whole if every place of it is then within a
 * tolerance of its mapped position; else in up to eight parts of its kind; else in straights between mapped places.
 * @param tolerance in the unit of the coordinates
 * @returns its parts in order; undefined if a place has no position in the other system or the tolerance cannot be kept
 */
export function mapElement(
  element: HorizontalElement,
  map: PositionMap,
  tolerance: number,
): readonly MappedPart[] | undefined {
  return (
    inParts(element, map, tolerance, alike, MOST_HALVINGS) ??
    inParts(element, map, tolerance, straight, MOST_CHORD_HALVINGS)
  );
}

/** An element for mapped places, and its largest distance from them. */
interface Fitted {
  readonly element: HorizontalElement;
  readonly off: number;
}
type Fit = (element: HorizontalElement, places: Float64Array, mapped: Float64Array) => Fitted;

function inParts(
  whole: HorizontalElement,
  map: PositionMap,
  tolerance: number,
  fit: Fit,
  halvings: number,
): MappedPart[] | undefined {
  const parts: MappedPart[] = [];
  const put = (from: number, to: number, left: number): boolean => {
    const part = to - from === whole.length ? whole : partOf(whole, from, to);
    const places = placesAlong(part, INTERVALS);
    const mapped = mappedPlaces(places, map);
    if (mapped === undefined) return false;
    const { element, off } = fit(part, places, mapped);
    if (off <= tolerance) {
      parts.push({ element, from, to });
      return true;
    }
    const middle = from + (to - from) / 2;
    return left > 0 && put(from, middle, left - 1) && put(middle, to, left - 1);
  };
  return put(0, whole.length, halvings) ? parts : undefined;
}

function mappedPlaces(places: Float64Array, map: PositionMap): Float64Array | undefined {
  const mapped = places.slice();
  for (let at = 0; at < mapped.length; at += 3) map(mapped.subarray(at, at + 3));
  const known = mapped.every((value, i) => i % 3 === 2 || Number.isFinite(value));
  return known ? mapped : undefined;
}

/** The element itself, turned, scaled and moved so that its start and its end are at their mapped positions. */
function alike(element: HorizontalElement, places: Float64Array, mapped: Float64Array): Fitted {
  const [e, n] = [places[0]!, places[1]!];
  const [startEasting, startNorthing] = [mapped[0]!, mapped[1]!];
  // The end, unless the element comes back to its start.
  let far = places.length - 3;
  const reach = (at: number): number => Math.hypot(places[at]! - e, places[at + 1]! - n);
  for (let at = 3; at < places.length; at += 3) if (reach(at) > 2 * reach(far)) far = at;
  const [de, dn] = [places[far]! - e, places[far + 1]! - n];
  const [me, mn] = [mapped[far]! - startEasting, mapped[far + 1]! - startNorthing];
  const square = de * de + dn * dn;
  // The quotient of the two displacements as complex numbers, easting + i northing; without a displacement nothing
  // turns.
  const [re, im] = square > 0 ? [(me * de + mn * dn) / square, (mn * de - me * dn) / square] : [1, 0];
  let off = 0;
  for (let at = 0; at < places.length; at += 3) {
    const [x, y] = [places[at]! - e, places[at + 1]! - n];
    const east = startEasting + re * x - im * y - mapped[at]!;
    const north = startNorthing + re * y + im * x - mapped[at + 1]!;
    off = Math.max(off, Math.hypot(east, north));
  }
  const scale = Math.hypot(re, im);
  const { azimuth, length, startRadius, endRadius } = element;
  const turned = {
    ...element,
    ...{ startEasting, startNorthing, azimuth: withinTurn(azimuth - Math.atan2(im, re)) },
    ...{ length: length * scale, startRadius: startRadius * scale, endRadius: endRadius * scale },
  };
  return { element: turned, off };
}

/** A straight between the mapped ends. */
function straight(element: HorizontalElement, _places: Float64Array, mapped: Float64Array): Fitted {
  const [startEasting, startNorthing] = [mapped[0]!, mapped[1]!];
  const [east, north] = [mapped.at(-3)! - startEasting, mapped.at(-2)! - startNorthing];
  const length = Math.hypot(east, north);
  let off = 0;
  for (let at = 3; at < mapped.length - 3; at += 3) {
    const [x, y] = [mapped[at]! - startEasting, mapped[at + 1]! - startNorthing];
    const along = length > 0 ? Math.min(1, Math.max(0, (x * east + y * north) / (length * length))) : 0;
    off = Math.max(off, Math.hypot(x - along * east, y - along * north));
  }
  const radii = { startRadius: Infinity, endRadius: Infinity };
  const azimuth = withinTurn(Math.atan2(east, north));
  return {
    element: { ...element, ...radii, kind: 'straight', startEasting, startNorthing, length, azimuth },
    off,
  };
}
