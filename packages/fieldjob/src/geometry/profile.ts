import type { VerticalPoint } from '../alignment.ts';
import { elevationOnCurve, type VerticalCurve, verticalCurves } from './vertical-curve.ts';

/**
 * Within this distance, in the job's unit, a profile continues level beyond its ends, because stations are rounded.
 */
const OVERHANG = 0.01;
/** Places along one profile at which its curves are broken into chords, at most. */
export const MOST_STOPS = 1_000_000;
const MOST_STOPS_OF_CURVE = 4096;

/**
 * The elevations of an alignment by station: straight grades between the points of vertical intersection, rounded by
 * their curves. Stations run on through station equations. Points without a station or an elevation, and all but the
 * first at one station, are not used.
 */
export class Profile {
  readonly #points: readonly VerticalPoint[];
  readonly #curves: readonly (VerticalCurve | undefined)[];

  constructor(vertical: readonly VerticalPoint[]) {
    const known = vertical.filter(({ station, elevation }) => Number.isFinite(station) && Number.isFinite(elevation));
    const sorted = known.toSorted((a, b) => a.station - b.station);
    this.#points = sorted.filter(({ station }, i) => i === 0 || station > sorted[i - 1]!.station);
    this.#curves = verticalCurves(this.#points);
  }

  /** Elevation at a station; NaN before and after the profile. */
  elevation(station: number): number {
    const points = this.#points;
    const first = points[0];
    const last = points.at(-1);
    if (first === undefined || last === undefined) return Number.NaN;
    if (!(station >= first.station - OVERHANG && station <= last.station + OVERHANG)) return Number.NaN;
    if (station <= first.station) return first.elevation;
    if (station >= last.station) return last.elevation;
    const right = this.#after(station);
    const [a, b] = [points[right - 1]!, points[right]!];
    // Where two curves overlap, the curve of the nearer point is used.
    const near = station - a.station <= b.station - station ? [right - 1, right] : [right, right - 1];
    for (const index of near) {
      const curve = this.#curves[index];
      if (curve !== undefined && station > curve.from && station < curve.to) return elevationOnCurve(curve, station);
    }
    return a.elevation + ((b.elevation - a.elevation) * (station - a.station)) / (b.station - a.station);
  }

  /**
   * Stations between two (exclusive) at which chords have to meet the profile, in order: at its grade breaks, and along
   * its curves as often as the tolerance requires.
   * @param tolerance largest distance between curve and chord
   */
  stops(from: number, to: number, tolerance: number): number[] {
    const stops: number[] = [];
    const most = Math.min(MOST_STOPS_OF_CURVE, Math.max(1, Math.floor(MOST_STOPS / this.#points.length)));
    const add = (station: number): void => {
      if (station > from && station < to) stops.push(station);
    };
    // Curves may overlap those of their neighbours, so one on either side is considered, too.
    const end = Math.min(this.#points.length, this.#after(to) + 1);
    for (let i = Math.max(0, this.#after(from) - 1); i < end; i++) {
      const curve = this.#curves[i];
      if (curve === undefined) {
        add(this.#points[i]!.station);
        continue;
      }
      const { length, change } = curve;
      // The sagitta of a chord of length c is c² · change / 8 · length.
      const wanted = Math.ceil(length * Math.sqrt(Math.abs(change) / (8 * length * tolerance)));
      const steps = Math.min(most, Math.max(1, wanted));
      for (let step = 0; step <= steps; step++) add(curve.from + (length * step) / steps);
    }
    return stops.sort((a, b) => a - b);
  }

  /** Index of the first point after a station. */
  #after(station: number): number {
    let [low, high] = [0, this.#points.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#points[middle]!.station <= station) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
