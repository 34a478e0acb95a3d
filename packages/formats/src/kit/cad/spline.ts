import type { Path } from '@fieldbridge/fieldjob';
import type { ClausesOf } from '../../core/issues/sentence.ts';

/** A B-spline curve, rational when it has weights. Positions are triples. */
export interface Spline {
  readonly degree: number;
  /** Control count + degree + 1 values, never decreasing. */
  readonly knots: readonly number[];
  readonly controls: readonly number[];
  /** One weight per control position, or none. */
  readonly weights: readonly number[];
}

/** Highest degree that is evaluated; CAD systems allow at most 25. */
export const MOST_DEGREE = 32;
/** A knot span is cut into at most 2 to this power chords. */
const MOST_HALVINGS = 12;

/** Why a spline cannot be drawn, as parameters of an issue. */
export type SplineFault = ClausesOf<'spline-repaired'>;

/** Why a spline cannot be drawn; undefined when it can. */
export function splineFault(spline: Spline): SplineFault | undefined {
  const { degree, knots, controls, weights } = spline;
  const count = controls.length / 3;
  if (!Number.isInteger(degree) || degree < 1 || degree > MOST_DEGREE) return { fault: 'degree', degree };
  if (count < degree + 1) return { fault: 'few-controls', controls: count, degree };
  const needed = count + degree + 1;
  if (knots.length !== needed) return { fault: 'knot-count', knots: knots.length, controls: count, degree, needed };
  for (let i = 1; i < knots.length; i++)
    if (!(knots[i]! >= knots[i - 1]!)) return { fault: 'knots-descend', knot: i + 1 };
  if (!(knots[count]! > knots[degree]!)) return { fault: 'knots-alike' };
  if (weights.length > 0 && weights.length !== count)
    return { fault: 'weight-count', weights: weights.length, controls: count };
  if (weights.some((weight) => !(weight > 0))) return { fault: 'weight-not-positive' };
  if (controls.some((value) => !Number.isFinite(value))) return { fault: 'control-not-finite' };
  return undefined;
}

/** Clamped, evenly spaced knots for a spline with unusable knots. */
export function evenKnots(count: number, degree: number): number[] {
  const knots: number[] = [];
  for (let i = 0; i < count + degree + 1; i++) knots.push(Math.min(Math.max(i - degree, 0), count - degree));
  return knots;
}

/**
 * Appends a spline to a path as chords within `tolerance`, halving each knot span until the curve's middle and quarter
 * positions are on their chord.
 * @param spline one for which `splineFault` finds nothing @param most vertices that may be appended
 */
export function strokeSpline(spline: Spline, tolerance: number, path: Path, most: number, skipFirst = false): void {
  const { degree, knots } = spline;
  const count = spline.controls.length / 3;
  const evaluator = new Evaluator(spline);
  let end = evaluator.at(knots[degree]!, degree);
  if (!skipFirst) path.vertex(end[0]!, end[1]!, end[2]!);
  const limit = path.count + most;
  for (let span = degree; span < count; span++) {
    const from = knots[span]!;
    const to = knots[span + 1]!;
    if (!(to > from)) continue;
    const start = evaluator.at(from, span);
    // At a knot of multiplicity degree + 1 the curve may continue from another position.
    if (distance(start, end, end) > tolerance && path.count < limit) path.vertex(start[0]!, start[1]!, start[2]!);
    end = evaluator.at(to, span);
    halve(evaluator, span, from, start, to, end, tolerance, path, limit, 0);
  }
}

type Position = Float64Array;

function halve(
  evaluator: Evaluator,
  span: number,
  from: number,
  start: Position,
  to: number,
  end: Position,
  tolerance: number,
  path: Path,
  limit: number,
  depth: number,
): void {
  const middle = (from + to) / 2;
  const half = evaluator.at(middle, span);
  const isStraight =
    depth > 0 &&
    distance(half, start, end) <= tolerance &&
    distance(evaluator.at((from + middle) / 2, span), start, end) <= tolerance &&
    distance(evaluator.at((middle + to) / 2, span), start, end) <= tolerance;
  if (evaluator.isPolygon || isStraight || depth >= MOST_HALVINGS || path.count >= limit) {
    path.vertex(end[0]!, end[1]!, end[2]!);
    return;
  }
  halve(evaluator, span, from, start, middle, half, tolerance, path, limit, depth + 1);
  halve(evaluator, span, middle, half, to, end, tolerance, path, limit, depth + 1);
}

/** Distance of a position from the line segment between two others. */
function distance(p: Position, a: Position, b: Position): number {
  const [dx, dy, dz] = [b[0]! - a[0]!, b[1]! - a[1]!, b[2]! - a[2]!];
  const [px, py, pz] = [p[0]! - a[0]!, p[1]! - a[1]!, p[2]! - a[2]!];
  const square = dx * dx + dy * dy + dz * dz;
  const t = square > 0 ? Math.min(1, Math.max(0, (px * dx + py * dy + pz * dz) / square)) : 0;
  return Math.hypot(px - t * dx, py - t * dy, pz - t * dz);
}

/** de Boor's algorithm in homogeneous coordinates. It allocates nothing but the result. */
class Evaluator {
  readonly isPolygon: boolean;
  readonly #spline: Spline;
  readonly #work: Float64Array;

  constructor(spline: Spline) {
    this.#spline = spline;
    this.isPolygon = spline.degree === 1;
    this.#work = new Float64Array((spline.degree + 1) * 4);
  }

  /** The position at parameter `t` of the span `[knots[span], knots[span + 1]]`. */
  at(t: number, span: number): Position {
    const { degree, knots, controls, weights } = this.#spline;
    const work = this.#work;
    for (let i = 0; i <= degree; i++) {
      const index = span - degree + i;
      const weight = weights.length > 0 ? weights[index]! : 1;
      for (let k = 0; k < 3; k++) work[4 * i + k] = controls[3 * index + k]! * weight;
      work[4 * i + 3] = weight;
    }
    for (let level = 1; level <= degree; level++) {
      for (let i = degree; i >= level; i--) {
        const low = knots[span - degree + i]!;
        const high = knots[span + 1 + i - level]!;
        const share = high > low ? (t - low) / (high - low) : 0;
        for (let k = 0; k < 4; k++) work[4 * i + k] = work[4 * i - 4 + k]! * (1 - share) + work[4 * i + k]! * share;
      }
    }
    const weight = work[4 * degree + 3]!;
    return Float64Array.of(work[4 * degree]! / weight, work[4 * degree + 1]! / weight, work[4 * degree + 2]! / weight);
  }
}
