import type { Alignment, HorizontalElement } from '../alignment.ts';
import { Path } from './path.ts';
import { MOST_STOPS, Profile } from './profile.ts';

/** Most chords for one element: enough for two full turns of radius 20 m within a tenth of a millimetre. */
const MOST_STEPS = 4096;
/** Stops of the profile nearer than this to the end of a chord are that end (job's unit). */
const NEAR = 1e-6;
/** Gauss-Legendre nodes and weights on [-1, 1], three points: exact to the fifth degree. */
const NODES = [-Math.sqrt(0.6), 0, Math.sqrt(0.6)];
const WEIGHTS = [5 / 9, 8 / 9, 5 / 9];

/**
 * The axis of an alignment as chords, for programs without alignments. Along an element the curvature changes linearly
 * from one end to the other (0 for a straight, constant for an arc, in between for a clothoid), so the azimuth at
 * distance s is `azimuth + k0 s + (k1 − k0) s² / 2L`; positions are its integral. Elevations are those of the profile;
 * NaN beyond it.
 * @param tolerance largest distance between curve and chord in plan, and in elevation, in the job's unit
 */
export function traceAlignment(alignment: Alignment, tolerance: number, path = new Path()): Path {
  path.clear();
  const profile = alignment.vertical.length === 0 ? undefined : new Profile(alignment.vertical);
  let station = alignment.startStation;
  let left = MOST_STOPS;
  for (const element of alignment.horizontal) {
    if (Number.isFinite(element.startStation)) station = element.startStation;
    const from = path.count;
    const stops = left > 0 ? (profile?.stops(station, station + element.length, tolerance) ?? []) : [];
    left -= stops.length;
    const distances = distancesOn(element, tolerance, stops, station);
    const joined = traceThrough(element, distances, path);
    if (profile !== undefined)
      for (let i = 0; i < distances.length; i++) {
        const vertex = from - (joined ? 1 : 0) + i;
        path.coordinates[3 * vertex + 2] = profile.elevation(station + distances[i]!);
      }
    station += element.length;
  }
  return path;
}

/** Appends one element to a path as chords without elevations. Its start is added unless the path ends there. */
export function traceElement(element: HorizontalElement, tolerance: number, path: Path): void {
  traceThrough(element, distancesOn(element, tolerance, [], 0), path);
}

/** Distances from the start of an element to the ends of its chords, 0 and its length among them. */
function distancesOn(element: HorizontalElement, tolerance: number, stops: readonly number[], station: number) {
  const { length } = element;
  const [k0, k1] = curvaturesOf(element);
  const sharpest = Math.max(Math.abs(k0), Math.abs(k1));
  // The sagitta of a chord of length c on radius r is about c² / 8r.
  const wanted = Math.ceil(length / Math.sqrt((8 * tolerance) / sharpest));
  const steps = wanted > 1 ? Math.min(MOST_STEPS, wanted) : 1;
  const distances: number[] = [];
  let next = 0;
  for (let step = 0; step <= steps; step++) {
    const distance = (length * step) / steps;
    for (; next < stops.length && stops[next]! - station < distance - NEAR; next++) {
      const between = stops[next]! - station;
      if (between > (distances.at(-1) ?? 0) + NEAR) distances.push(between);
    }
    distances.push(distance);
  }
  return distances;
}

/**
 * Appends the places at these distances along an element. Between two of them it may turn by about half a radian for
 * positions to the tenth of a millimetre.
 * @param distances in order, beginning with 0 @returns whether the first place already existed
 */
export function traceThrough(element: HorizontalElement, distances: readonly number[], path: Path): boolean {
  const { length, azimuth } = element;
  const [k0, k1] = curvaturesOf(element);
  const bearing = (s: number): number => azimuth + k0 * s + (length > 0 ? ((k1 - k0) * s * s) / (2 * length) : 0);
  let easting = element.startEasting;
  let northing = element.startNorthing;
  const joined = join(path, easting, northing);
  for (let step = 1; step < distances.length; step++) {
    const half = (distances[step]! - distances[step - 1]!) / 2;
    const middle = distances[step - 1]! + half;
    for (let i = 0; i < 3; i++) {
      const angle = bearing(middle + NODES[i]! * half);
      easting += WEIGHTS[i]! * half * Math.sin(angle);
      northing += WEIGHTS[i]! * half * Math.cos(angle);
    }
    path.vertex(easting, northing, Number.NaN);
  }
  return joined;
}

/** Curvature at the start and at the end of an element, radians by length; positive turns right. */
export function curvaturesOf({ kind, startRadius, endRadius }: HorizontalElement): readonly [number, number] {
  return kind === 'straight' ? [0, 0] : [curvature(startRadius), curvature(endRadius)];
}

const curvature = (radius: number): number => (radius === 0 || Number.isNaN(radius) ? 0 : 1 / radius);

/** Adds the start of an element unless the one before ends there (within a tenth of a millimetre), which it returns. */
function join(path: Path, easting: number, northing: number): boolean {
  const at = 3 * (path.count - 1);
  const joined =
    path.count > 0 &&
    Math.abs(path.coordinates[at]! - easting) < 1e-4 &&
    Math.abs(path.coordinates[at + 1]! - northing) < 1e-4;
  if (!joined) path.vertex(easting, northing, Number.NaN);
  return joined;
}
