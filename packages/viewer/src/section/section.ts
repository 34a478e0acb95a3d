import type { ViewBox } from '@fieldbridge/view-wire';
import type { RoadAxis } from '../stations/axes.ts';
import type { Viewer } from '../viewer.ts';
import { type CutLine, type CutPoint, MeshCut } from './mesh-cut.ts';

/** Largest distance of chords from an axis and its profile, in the job's unit, and most of them. */
const TOLERANCE = 0.001;
const MOST_CHORDS = 20_000;
/** A stored cross section belongs to a station within this. */
const SAME_STATION = 0.01;

/** A place in plan. */
export interface Place {
  readonly easting: number;
  readonly northing: number;
}

/** A curve of a section: elevations along it, in parts. */
export interface SectionCurve {
  readonly name: string;
  readonly kind: 'design' | 'surface';
  readonly parts: readonly (readonly CutPoint[])[];
}

/** A line along which heights are drawn: an axis, a line across it, or a line drawn by the user. */
export interface SectionLine {
  readonly line: CutLine;
  readonly from: number;
  readonly to: number;
  /** The place in plan at a station of the line. */
  readonly placeAt: (station: number) => Place | undefined;
  /** The station of a place beside it. */
  readonly stationOf: (place: Place) => number | undefined;
  readonly design: readonly SectionCurve[];
}

/** Along an axis, with its profile. */
export function longLine(road: RoadAxis): SectionLine {
  const { axis, profile, alignment } = road;
  const stops = axis.stops(TOLERANCE, MOST_CHORDS);
  const places = stops.map((station) => axis.at(station) ?? { easting: Number.NaN, northing: Number.NaN });
  const heights: CutPoint[] = [];
  if (profile !== undefined) {
    const points = alignment.vertical.map(({ station }) => station);
    const [from, to] = [Math.min(...points), Math.max(...points)];
    for (const station of [from, ...profile.stops(from, to, TOLERANCE), to])
      heights.push([station, profile.elevation(station)]);
  }
  return {
    ...{ line: lineOf(places, stops), from: axis.from, to: axis.to },
    placeAt: (station) => axis.at(station),
    stationOf: ({ easting, northing }) => axis.locate(easting, northing)?.station,
    design: heights.length > 1 ? [{ name: road.name, kind: 'design', parts: [heights] }] : [],
  };
}

/** Across an axis: stations are offsets, positive to the right. Undefined where the axis has no such station. */
export function crossLine(road: RoadAxis, station: number, width: number): SectionLine | undefined {
  const at = (offset: number) => road.axis.at(station, offset);
  const [left, middle, right] = [at(-width), at(0), at(width)];
  if (left === undefined || middle === undefined || right === undefined) return undefined;
  const [sin, cos] = [Math.sin(middle.azimuth), Math.cos(middle.azimuth)];
  const stored = road.alignment.sections.filter((one) => Math.abs(one.station - station) <= SAME_STATION);
  return {
    ...{ line: lineOf([left, right], [-width, width]), from: -width, to: width },
    placeAt: at,
    stationOf: ({ easting, northing }) => {
      const offset = (easting - middle.easting) * cos - (northing - middle.northing) * sin;
      return Math.abs(offset) <= width ? offset : undefined;
    },
    design: stored.map(({ name, points }) => ({ name, kind: 'design', parts: [points] })),
  };
}

/** Along places chosen by the user. */
export function drawnLine(places: readonly Place[]): SectionLine {
  const stations = [0];
  for (let i = 1; i < places.length; i++) stations.push(stations[i - 1]! + apart(places[i - 1]!, places[i]!));
  const placeAt = (station: number): Place | undefined => {
    const i = Math.max(
      1,
      stations.findIndex((end) => end >= station),
    );
    const [a, b] = [places[i - 1], places[i]];
    if (a === undefined || b === undefined) return undefined;
    const share = (station - stations[i - 1]!) / (stations[i]! - stations[i - 1]!);
    return {
      easting: a.easting + share * (b.easting - a.easting),
      northing: a.northing + share * (b.northing - a.northing),
    };
  };
  const stationOf = (place: Place): number | undefined => {
    let [best, least]: [number | undefined, number] = [undefined, Infinity];
    for (let i = 1; i < places.length; i++) {
      const [a, b] = [places[i - 1]!, places[i]!];
      const length = stations[i]! - stations[i - 1]!;
      const [dx, dy] = [b.easting - a.easting, b.northing - a.northing];
      const along = ((place.easting - a.easting) * dx + (place.northing - a.northing) * dy) / length;
      const station = stations[i - 1]! + Math.min(length, Math.max(0, along));
      const distance = apart(place, placeAt(station) ?? a);
      if (distance < least) [best, least] = [station, distance];
    }
    return best;
  };
  return { line: lineOf(places, stations), from: 0, to: stations.at(-1)!, placeAt, stationOf, design: [] };
}

/** Cuts every visible surface along a line. @param isWanted whether the result is still needed */
export async function cutSurfaces(
  viewer: Viewer,
  { line }: SectionLine,
  isWanted: () => boolean,
): Promise<SectionCurve[]> {
  const cuts = new Map<string, { readonly name: string; readonly cut: MeshCut }>();
  for await (const { segment, chunk } of viewer.finest('mesh', boxOf(line))) {
    if (!isWanted()) return [];
    if (!viewer.isShown(segment, chunk.pen)) continue;
    const key = `${segment} ${chunk.surface}`;
    const name = viewer.manifest.segments[segment]!.surfaces[chunk.surface] || `${chunk.surface + 1}`;
    const known = cuts.get(key) ?? { name, cut: new MeshCut(line) };
    cuts.set(key, known);
    known.cut.add(chunk);
  }
  return [...cuts.values()].flatMap(({ name, cut }) => {
    const { parts } = cut;
    return parts.length === 0 ? [] : [{ name, kind: 'surface' as const, parts }];
  });
}

function lineOf(places: readonly Place[], stations: readonly number[]): CutLine {
  const flat = places.flatMap(({ easting, northing }) => [easting, northing]);
  return { places: Float64Array.from(flat), stations: Float64Array.from(stations) };
}

function boxOf({ places }: CutLine): ViewBox {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i + 1 < places.length; i += 2) {
    [west, east] = [Math.min(west, places[i]!), Math.max(east, places[i]!)];
    [south, north] = [Math.min(south, places[i + 1]!), Math.max(north, places[i + 1]!)];
  }
  return [west, south, east, north];
}

const apart = (a: Place, b: Place): number => Math.hypot(b.easting - a.easting, b.northing - a.northing);
