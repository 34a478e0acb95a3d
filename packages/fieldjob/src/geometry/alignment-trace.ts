import type { Alignment, HorizontalElement } from '../alignment.ts';
import { Path } from './path.ts';

/** Most chords for one element: enough for two full turns of radius 20 m within a tenth of a millimetre. */
const MOST_STEPS = 4096;
/** Gauss-Legendre nodes and weights on [-1, 1], three points: exact to the fifth degree. */
const NODES = [-Math.sqrt(0.6), 0, Math.sqrt(0.6)];
const WEIGHTS = [5 / 9, 8 / 9, 5 / 9];

/**
 * The axis of an alignment in plan as chords, for programs without alignments. Along an element the curvature changes
 * linearly from one end to the other (0 for a straight, constant for an arc, in between for a clothoid), so the azimuth
 * at distance s is `azimuth + k0 s + (k1 − k0) s² / 2L`; positions are its integral.
 * @param tolerance largest distance between curve and chord, in the job's unit
 */
export function traceAlignment(alignment: Alignment, tolerance: number, path = new Path()): Path {
  path.clear();
  for (const element of alignment.horizontal) traceElement(element, tolerance, path);
  return path;
}

/** Appends one element to a path as chords. Its start is added only if the path does not end there. */
export function traceElement(element: HorizontalElement, tolerance: number, path: Path): void {
  const { length, azimuth } = element;
  const straight = element.kind === 'straight';
  const k0 = straight ? 0 : curvature(element.startRadius);
  const k1 = straight ? 0 : curvature(element.endRadius);
  const sharpest = Math.max(Math.abs(k0), Math.abs(k1));
  // The sagitta of a chord of length c on radius r is about c² / 8r.
  const wanted = Math.ceil(length / Math.sqrt((8 * tolerance) / sharpest));
  const steps = wanted > 1 ? Math.min(MOST_STEPS, wanted) : 1;
  const bearing = (s: number): number => azimuth + k0 * s + (length > 0 ? ((k1 - k0) * s * s) / (2 * length) : 0);
  let easting = element.startEasting;
  let northing = element.startNorthing;
  join(path, easting, northing);
  const half = length / steps / 2;
  for (let step = 0; step < steps; step++) {
    const middle = (2 * step + 1) * half;
    for (let i = 0; i < 3; i++) {
      const angle = bearing(middle + NODES[i]! * half);
      easting += WEIGHTS[i]! * half * Math.sin(angle);
      northing += WEIGHTS[i]! * half * Math.cos(angle);
    }
    path.vertex(easting, northing, Number.NaN);
  }
}

const curvature = (radius: number): number => (radius === 0 || Number.isNaN(radius) ? 0 : 1 / radius);

/** Adds the start of an element unless the one before ends there (within a tenth of a millimetre). */
function join(path: Path, easting: number, northing: number): void {
  const at = 3 * (path.count - 1);
  const joined =
    path.count > 0 &&
    Math.abs(path.coordinates[at]! - easting) < 1e-4 &&
    Math.abs(path.coordinates[at + 1]! - northing) < 1e-4;
  if (!joined) path.vertex(easting, northing, Number.NaN);
}
