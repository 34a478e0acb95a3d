import type { Path } from '@fieldbridge/fieldjob';
import { type Spline, strokeSpline } from './spline.ts';

type Triple = readonly [number, number, number];

/** Growth of the parameter from one fit position to the next: their distance, its square root, or 1. */
export type FitSpacing = 'chord' | 'root' | 'even';

/** A curve given by positions that it passes through. */
export interface FitCurve {
  /** Position triples. */
  readonly fits: readonly number[];
  readonly closed?: boolean;
  /** `chord` unless stated. */
  readonly spacing?: FitSpacing;
  /**
   * Derivative at the start; the end is free when it is missing or 0. With `chord` only the direction counts, because
   * programs write it in any length.
   */
  readonly start?: Triple;
  /** Derivative at the end. */
  readonly end?: Triple;
}

/**
 * Appends the cubic curve through positions as chords, as `strokeSpline` does. Returns false and appends nothing when
 * fewer than two positions differ.
 * @param most vertices that may be appended
 */
export function strokeThrough(curve: FitCurve, tolerance: number, path: Path, most: number): boolean {
  const spline = splineThrough(curve);
  if (spline === undefined) return false;
  strokeSpline(spline, tolerance, path, most);
  return true;
}

/**
 * The cubic curve through positions with continuous first and second derivatives: no curvature at ends without a
 * direction, periodic when closed. CAD systems make the same curve from fit points (control points that AutoCAD stored
 * for the same curves are equal to 1e-9: `fit-spline.test.ts`). Its pieces are Bézier curves, with each knot three
 * times.
 * @returns undefined when fewer than two positions differ
 */
export function splineThrough(curve: FitCurve): Spline | undefined {
  const { spacing = 'chord' } = curve;
  const at = differentFits(curve);
  const count = at.length / 3;
  if (count < 2) return undefined;
  // A curve of two positions cannot be periodic.
  const isRound = curve.closed === true && count > 2;
  if (curve.closed === true) at.push(at[0]!, at[1]!, at[2]!);
  const spans = at.length / 3 - 1;
  const steps = Array.from({ length: spans }, (_, i) => {
    const chord = distance(at, i, i + 1);
    return spacing === 'chord' ? chord : spacing === 'root' ? Math.sqrt(chord) : 1;
  });
  const controls: number[] = at.slice(0, 3);
  const slopes = [0, 1, 2].map((k) => {
    const rises = steps.map((step, i) => (at[3 * i + 3 + k]! - at[3 * i + k]!) / step);
    if (isRound) return roundSlopes(steps, rises);
    return openSlopes(steps, rises, ownSlope(curve.start, k, spacing), ownSlope(curve.end, k, spacing));
  });
  for (let i = 0; i < spans; i++) {
    for (let k = 0; k < 3; k++) controls.push(at[3 * i + k]! + (slopes[k]![i]! * steps[i]!) / 3);
    for (let k = 0; k < 3; k++) controls.push(at[3 * i + 3 + k]! - (slopes[k]![i + 1]! * steps[i]!) / 3);
    for (let k = 0; k < 3; k++) controls.push(at[3 * i + 3 + k]!);
  }
  const knots = [0];
  for (let i = 0; i <= spans; i++) knots.push(i, i, i);
  knots.push(spans);
  return { degree: 3, knots, controls, weights: [] };
}

/**
 * The fit positions without repeats of the previous one; the last position of a closed curve does not repeat the first.
 */
function differentFits({ fits, closed }: FitCurve): number[] {
  const at: number[] = [];
  for (let i = 0; i + 2 < fits.length; i += 3) {
    const last = at.length - 3;
    const isSame = last >= 0 && [0, 1, 2].every((k) => at[last + k] === fits[i + k]);
    if (!isSame) at.push(fits[i]!, fits[i + 1]!, fits[i + 2]!);
  }
  if (closed === true && at.length > 3 && distance(at, 0, at.length / 3 - 1) === 0) at.length -= 3;
  return at;
}

function distance(at: readonly number[], i: number, j: number): number {
  return Math.hypot(at[3 * i]! - at[3 * j]!, at[3 * i + 1]! - at[3 * j + 1]!, at[3 * i + 2]! - at[3 * j + 2]!);
}

/** The stated slope; undefined when none is given. Where the parameter is a length, the slope has length 1. */
function ownSlope(slope: Triple | undefined, k: number, spacing: FitSpacing): number | undefined {
  if (slope === undefined) return undefined;
  const length = Math.hypot(...slope);
  if (!(length > 0 && length < Infinity)) return undefined;
  return spacing === 'chord' ? slope[k]! / length : slope[k]!;
}

/** Slopes at all positions of an open curve; the curvature is 0 at an end without a stated slope. */
function openSlopes(
  steps: readonly number[],
  rises: readonly number[],
  first: number | undefined,
  last: number | undefined,
): number[] {
  const spans = steps.length;
  const below = steps.map((step) => 1 / step);
  const above = below.slice();
  const middle = [2 / steps[0]!];
  const right = [(3 * rises[0]!) / steps[0]!];
  for (let i = 1; i < spans; i++) {
    middle.push(2 / steps[i - 1]! + 2 / steps[i]!);
    right.push(3 * (rises[i - 1]! / steps[i - 1]! + rises[i]! / steps[i]!));
  }
  middle.push(2 / steps[spans - 1]!);
  right.push((3 * rises[spans - 1]!) / steps[spans - 1]!);
  if (first !== undefined) [middle[0], above[0], right[0]] = [1, 0, first];
  if (last !== undefined) [middle[spans], below[spans - 1], right[spans]] = [1, 0, last];
  return solve(below, middle, above, right);
}

/**
 * Slopes at all positions of a closed curve, the first repeated at the end. The corners of the matrix are handled by
 * Sherman and Morrison's formula.
 */
function roundSlopes(steps: readonly number[], rises: readonly number[]): number[] {
  const count = steps.length;
  const before = (i: number): number => (i + count - 1) % count;
  const below = steps.slice(0, -1).map((step) => 1 / step);
  const middle = steps.map((step, i) => 2 / steps[before(i)]! + 2 / step);
  const right = steps.map((step, i) => 3 * (rises[before(i)]! / steps[before(i)]! + rises[i]! / step));
  const corner = 1 / steps[count - 1]!;
  const shift = middle[0]!;
  middle[0] = 2 * shift;
  middle[count - 1]! += (corner * corner) / shift;
  const slopes = solve(below, middle, below, right);
  const edge = steps.map((_, i) => (i === 0 ? -shift : i === count - 1 ? corner : 0));
  const other = solve(below, middle, below, edge);
  const weigh = (values: readonly number[]): number => values[0]! - (corner / shift) * values[count - 1]!;
  const share = weigh(slopes) / (1 + weigh(other));
  const all = slopes.map((slope, i) => slope - share * other[i]!);
  return [...all, all[0]!];
}

/** Solves a tridiagonal system. Each row's diagonal outweighs its neighbours, so no pivoting is needed. */
function solve(
  below: readonly number[],
  middle: readonly number[],
  above: readonly number[],
  right: readonly number[],
): number[] {
  const scaled: number[] = [];
  const values: number[] = [];
  for (let i = 0; i < middle.length; i++) {
    const under = i === 0 ? 0 : below[i - 1]!;
    const pivot = middle[i]! - under * (scaled[i - 1] ?? 0);
    scaled.push((above[i] ?? 0) / pivot);
    values.push((right[i]! - under * (values[i - 1] ?? 0)) / pivot);
  }
  for (let i = middle.length - 2; i >= 0; i--) values[i]! -= scaled[i]! * values[i + 1]!;
  return values;
}
