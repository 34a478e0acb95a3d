import type { Alignment, HorizontalElement, StationEquation } from '../alignment.ts';
import { curvaturesOf } from './alignment-trace.ts';
import { placesAlong } from './element-part.ts';

/** A place on or beside an axis. */
export interface AxisPlace {
  readonly easting: number;
  readonly northing: number;
  /** Of the axis there; radians clockwise from north. */
  readonly azimuth: number;
}

/** Where a place lies along an axis; the offset is positive to the right. */
export interface StationOffset {
  readonly station: number;
  readonly offset: number;
}

/** Radians between two samples of an element, and most samples of one. */
const SAMPLE_TURN = 0.3;
const MOST_SAMPLES = 512;
/** Steps towards the foot of a perpendicular; each at least halves the rest. */
const MOST_STEPS = 60;
/** A foot is found within this, in the job's unit. */
const EXACT = 1e-9;
/** A foot may lie this far beyond an end: stations are rounded. */
const OVERHANG = 1e-6;

interface Piece {
  readonly start: number;
  readonly element: HorizontalElement;
  /** Distances from its start, and the easting and northing of each. */
  readonly samples: Float64Array;
  readonly places: Float64Array;
}

/**
 * The axis of an alignment by station, without chords: straights and arcs by their formulas, clothoids by integration.
 * Stations run on through station equations.
 */
export class Axis {
  readonly #pieces: readonly Piece[];
  /** Stations of its ends. */
  readonly from: number;
  readonly to: number;

  constructor({ startStation, horizontal }: Pick<Alignment, 'startStation' | 'horizontal'>) {
    let station = startStation;
    this.#pieces = horizontal.map((element) => {
      const start = Number.isFinite(element.startStation) ? element.startStation : station;
      station = start + element.length;
      return pieceOf(element, start);
    });
    this.from = this.#pieces[0]?.start ?? startStation;
    this.to = station;
  }

  /** The place at a station and an offset; undefined beyond the ends and in a gap between stations. */
  at(station: number, offset = 0): AxisPlace | undefined {
    const piece = this.#pieces.find(
      ({ start, element }) => station >= start - OVERHANG && station <= start + element.length + OVERHANG,
    );
    if (piece === undefined) return undefined;
    const along = Math.min(piece.element.length, Math.max(0, station - piece.start));
    const { easting, northing, azimuth } = placeOn(piece.element, along);
    return {
      easting: easting + offset * Math.cos(azimuth),
      northing: northing - offset * Math.sin(azimuth),
      azimuth,
    };
  }

  /** Station and offset of the nearest place of the axis; undefined before its start and beyond its end. */
  locate(easting: number, northing: number): StationOffset | undefined {
    let best: (StationOffset & { readonly distance: number; readonly isBeyond: boolean }) | undefined;
    for (const [i, piece] of this.#pieces.entries()) {
      const { samples, places, element, start } = piece;
      let [nearest, least] = [0, Infinity];
      for (let k = 0; k < samples.length; k++) {
        const distance = Math.hypot(places[2 * k]! - easting, places[2 * k + 1]! - northing);
        if (distance < least) [nearest, least] = [k, distance];
      }
      // No place between two samples is closer than this.
      const spacing = samples.length > 1 ? samples[1]! - samples[0]! : 0;
      if (best !== undefined && least - spacing > best.distance) continue;
      const along = footOn(element, easting, northing, samples[Math.max(0, nearest - 1)]!, samples[nearest + 1]);
      const place = placeOn(element, along);
      const [dx, dy] = [easting - place.easting, northing - place.northing];
      const distance = Math.hypot(dx, dy);
      if (best !== undefined && distance >= best.distance) continue;
      const ahead = dx * Math.sin(place.azimuth) + dy * Math.cos(place.azimuth);
      const right = dx * Math.cos(place.azimuth) - dy * Math.sin(place.azimuth);
      const isBeyond =
        (i === 0 && along === 0 && ahead < -OVERHANG) ||
        (i === this.#pieces.length - 1 && along === element.length && ahead > OVERHANG);
      // At a kink the nearest place is the corner: its distance is the offset.
      const offset = Math.abs(ahead) <= OVERHANG ? right : Math.sign(right || 1) * distance;
      best = { station: start + along, offset, distance, isBeyond };
    }
    return best === undefined || best.isBeyond ? undefined : { station: best.station, offset: best.offset };
  }

  /** Stations between which chords keep within the tolerance; the ends of all elements are among them. */
  stops(tolerance: number, most: number): number[] {
    const stops: number[] = [];
    const share = Math.max(1, Math.floor(most / Math.max(1, this.#pieces.length)));
    for (const { start, element } of this.#pieces) {
      const sharpest = Math.max(...curvaturesOf(element).map(Math.abs));
      const steps = Math.min(share, Math.max(1, Math.ceil(element.length / Math.sqrt((8 * tolerance) / sharpest))));
      for (let i = stops.at(-1) === start ? 1 : 0; i <= steps; i++) stops.push(start + (element.length * i) / steps);
    }
    return stops;
  }
}

/** Stations between two equations: the shown ones are larger by `shift`. */
export interface StationRun {
  readonly from: number;
  readonly to: number;
  readonly shift: number;
}

/** Where station equations make stations jump, in order; the first run begins and the last one ends at infinity. */
export function stationRuns(startStation: number, equations: readonly StationEquation[]): StationRun[] {
  const runs: StationRun[] = [];
  let [from, inside, ahead] = [-Infinity, startStation, startStation];
  for (const equation of equations) {
    const to = inside + equation.back - ahead;
    runs.push({ from, to, shift: ahead - inside });
    [from, inside, ahead] = [to, to, equation.ahead];
  }
  runs.push({ from, to: Infinity, shift: ahead - inside });
  return runs;
}

/** The station by which a place is named. */
export function shownStation(station: number, runs: readonly StationRun[]): number {
  return station + (runs.findLast(({ from }) => station >= from)?.shift ?? 0);
}

function pieceOf(element: HorizontalElement, start: number): Piece {
  const turn = Math.max(...curvaturesOf(element).map(Math.abs)) * element.length;
  const count = Math.min(MOST_SAMPLES, Math.max(1, Math.ceil(turn / SAMPLE_TURN)));
  const samples = Float64Array.from({ length: count + 1 }, (_, i) => (element.length * i) / count);
  const places = new Float64Array(2 * samples.length);
  for (const [i, along] of samples.entries()) {
    const { easting, northing } = placeOn(element, along);
    places.set([easting, northing], 2 * i);
  }
  return { start, element, samples, places };
}

/** The place at a distance from the start of an element. */
function placeOn(element: HorizontalElement, along: number): AxisPlace {
  const [k0, k1] = curvaturesOf(element);
  const { startEasting, startNorthing, length } = element;
  const change = length > 0 ? (k1 - k0) / length : 0;
  const azimuth = element.azimuth + k0 * along + (change * along * along) / 2;
  if (k0 === k1 || along === 0) {
    const half = (k0 * along) / 2;
    const chord = half === 0 ? along : (along * Math.sin(half)) / half;
    return {
      easting: startEasting + chord * Math.sin(element.azimuth + half),
      northing: startNorthing + chord * Math.cos(element.azimuth + half),
      azimuth,
    };
  }
  const part = { ...element, length: along, endRadius: 1 / (k0 + change * along) };
  const [easting, northing] = placesAlong(part, 2).subarray(-3) as unknown as [number, number];
  return { easting, northing, azimuth };
}

/** Distance along an element to the foot of the perpendicular from a place, between two distances. */
function footOn(element: HorizontalElement, easting: number, northing: number, from: number, to?: number): number {
  const [k0, k1] = curvaturesOf(element);
  const { length } = element;
  /** How far ahead of the perpendicular at a distance the place lies, and how far to the right. */
  const seenFrom = (along: number): readonly [ahead: number, right: number] => {
    const place = placeOn(element, along);
    const [dx, dy] = [easting - place.easting, northing - place.northing];
    const [sin, cos] = [Math.sin(place.azimuth), Math.cos(place.azimuth)];
    return [dx * sin + dy * cos, dx * cos - dy * sin];
  };
  let [low, high] = [from, to ?? length];
  if (seenFrom(low)[0] <= 0) return low;
  if (seenFrom(high)[0] >= 0) return high;
  let along = (low + high) / 2;
  for (let step = 0; step < MOST_STEPS && high - low > EXACT; step++) {
    const [ahead, right] = seenFrom(along);
    if (ahead > 0) low = along;
    else high = along;
    const curvature = k0 + ((k1 - k0) * along) / length;
    const next = along + ahead / (1 - curvature * right);
    if (Math.abs(next - along) < EXACT / 10) return Math.min(high, Math.max(low, next));
    along = next > low && next < high ? next : (low + high) / 2;
  }
  return along;
}
