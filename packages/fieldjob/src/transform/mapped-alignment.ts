import type { Alignment, CrossSection, HorizontalElement, StationEquation, VerticalPoint } from '../alignment.ts';
import { placesAlong } from '../geometry/element-part.ts';
import { Profile } from '../geometry/profile.ts';
import { lastNotAbove } from './last-not-above.ts';
import { mapElement, type PositionMap } from './mapped-element.ts';
import { StationMap } from './station-map.ts';
import { withStations } from './superelevation-stations.ts';

/** How often a grade is halved where heights of the other system deviate from it. */
const MOST_HALVINGS = 6;
/** Elements of one alignment: no road has more. */
const MOST_ELEMENTS = 1_000_000;

/** An alignment in another reference system. */
export interface MappedAlignment {
  readonly alignment: Alignment;
  /** Elements that became several, or chords, to keep within the tolerance. */
  readonly parted: number;
  /** New length over old. */
  readonly scale: number;
}

/**
 * An alignment in another reference system. Lengths are those of the new system, so stations are counted again from the
 * start; profile, sections and equations stay at their places. Elevations follow where the map changes them.
 * @param tolerance largest distance of the axis from the mapped positions, in plan and in elevation
 * @returns undefined if a part of the axis has no place in the other system, or too many parts would be needed
 */
export function mapAlignment(alignment: Alignment, map: PositionMap, tolerance: number): MappedAlignment | undefined {
  const stations = new StationMap();
  const profile = new Profile(alignment.vertical);
  const horizontal: HorizontalElement[] = [];
  const [before, after] = [
    { end: alignment.startStation, length: 0 },
    { end: alignment.startStation, length: 0 },
  ];
  let parted = 0;
  for (const given of alignment.horizontal) {
    const start = Number.isFinite(given.startStation) ? given.startStation : before.end;
    const parts = mapElement(given, atLevel(map, profile.elevation(start + given.length / 2)), tolerance);
    if (parts === undefined || horizontal.length > MOST_ELEMENTS) return undefined;
    if (parts.length > 1 || parts[0]!.element.kind !== given.kind) parted++;
    // Jumps of stations between elements are not lengths.
    after.end += start - before.end;
    for (const { element, from, to } of parts) {
      const [newStation, newLength] = [after.end, element.length];
      stations.add({ station: start + from, length: to - from, newStation, newLength });
      horizontal.push({ ...element, startStation: after.end });
      after.end += element.length;
      after.length += element.length;
    }
    before.end = start + given.length;
    before.length += given.length;
  }
  const shift = heightShift(alignment, map);
  return {
    alignment: {
      ...alignment,
      horizontal,
      vertical: mapProfile(alignment.vertical, stations, shift, tolerance),
      sections: alignment.sections.map((section) => mapSection(section, stations, shift)),
      equations: mapEquations(alignment, stations),
      superelevation: withStations(alignment.superelevation, (station) => stations.at(station)),
    },
    parted,
    scale: before.length > 0 ? after.length / before.length : 1,
  };
}

/** The map for places of one elevation: the shift of positions on a datum depends slightly on their height. */
function atLevel(map: PositionMap, elevation: number): PositionMap {
  return (position) => {
    position[2] = elevation;
    map(position);
  };
}

/** The change of elevation by the map at a station of the axis, or at its nearer end. */
type Shift = (station: number, elevation: number) => number;

function heightShift({ horizontal, startStation }: Alignment, map: PositionMap): Shift {
  let end = startStation;
  const starts = horizontal.map(({ startStation: stated, length }) => {
    const start = Number.isFinite(stated) ? stated : end;
    end = start + length;
    return start;
  });
  const position = new Float64Array(3);
  return (station, elevation) => {
    const found = lastNotAbove(starts, station);
    const element = horizontal[found];
    if (element === undefined) return 0;
    const along = Math.min(element.length, Math.max(0, station - starts[found]!));
    const place = placesAlong({ ...element, length: along, endRadius: radiusAt(element, along) }, 1).subarray(-3);
    position.set([place[0]!, place[1]!, elevation]);
    map(position);
    const change = position[2]! - elevation;
    return Number.isFinite(change) ? change : 0;
  };
}

function radiusAt({ startRadius, endRadius, length }: HorizontalElement, along: number): number {
  const [from, to] = [1 / startRadius, 1 / endRadius];
  return length > 0 ? 1 / (from + ((to - from) * along) / length) : endRadius;
}

function mapProfile(given: readonly VerticalPoint[], stations: StationMap, shift: Shift, tolerance: number) {
  return withBends(given, shift, tolerance).map((point): VerticalPoint => {
    const half = point.length / 2;
    const length = stations.at(point.station + half) - stations.at(point.station - half);
    const scale = point.length > 0 ? length / point.length : 1;
    return {
      ...point,
      station: stations.at(point.station),
      elevation: point.elevation + shift(point.station, point.elevation),
      length,
      // A circle with only its stations scaled has the curvature of this one at its top.
      radius: point.radius * scale * scale,
    };
  });
}

/** A profile with points added in its grades where heights of the other system bend away from them. */
function withBends(given: readonly VerticalPoint[], shift: Shift, tolerance: number): readonly VerticalPoint[] {
  const points: VerticalPoint[] = [];
  const between = (a: VerticalPoint, b: VerticalPoint, left: number): void => {
    const station = (a.station + b.station) / 2;
    const elevation = (a.elevation + b.elevation) / 2;
    if (!(left > 0 && station > a.station + a.length && station < b.station - b.length)) return;
    const ends = (shift(a.station, a.elevation) + shift(b.station, b.elevation)) / 2;
    if (Math.abs(shift(station, elevation) - ends) <= tolerance) return;
    const middle: VerticalPoint = { station, elevation, curve: 'none', length: 0, radius: Number.NaN };
    between(a, middle, left - 1);
    points.push(middle);
    between(middle, b, left - 1);
  };
  given.forEach((point, i) => {
    if (i > 0) between(given[i - 1]!, point, MOST_HALVINGS);
    points.push(point);
  });
  return points;
}

/** Offsets are lengths in plan; templates, which have no station, have height differences. */
function mapSection(section: CrossSection, stations: StationMap, shift: Shift): CrossSection {
  const { station, points } = section;
  if (!Number.isFinite(station)) return section;
  const scale = stations.at(station + 0.5) - stations.at(station - 0.5);
  const moved = points.map((value, i) => (i % 2 === 0 ? value * scale : value + shift(station, value)));
  return { ...section, station: stations.at(station), points: moved };
}

/** Stations ahead are kept; stations back follow from the distance between two equations. */
function mapEquations({ startStation, equations }: Alignment, stations: StationMap): StationEquation[] {
  let [inside, ahead] = [startStation, startStation];
  return equations.map((equation) => {
    const from = inside;
    inside += equation.back - ahead;
    const back = ahead + stations.at(inside) - stations.at(from);
    ahead = equation.ahead;
    return { ...equation, back };
  });
}
