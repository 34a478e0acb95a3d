import { appendArc } from '../../../kit/cad/arc.ts';
import { minorAxis, parameterOfAngle, strokeEllipse } from '../../../kit/cad/ellipse.ts';
import { type FitCurve, strokeThrough } from '../../../kit/cad/fit-spline.ts';
import { evenKnots, type Spline, splineFault, strokeSpline } from '../../../kit/cad/spline.ts';
import type { Interpreter } from '../interpreter.ts';
import { MOST_SPLINE_VERTICES } from './curves.ts';
import { joinEdges } from './edge-order.ts';

const FULL = 2 * Math.PI;

/** Appends the edges of a boundary path, which stand in [from, to), joined end to end; tells where they do not meet. */
export function appendEdges(into: Interpreter, from: number, to: number, elevation: number): void {
  const { entity, pen } = into;
  const starts: number[] = [];
  for (let at = edgeStart(into, from, to); at < to; ) {
    const next = edgeStart(into, at + 1, to);
    const start = pen.path.count;
    appendEdge(into, entity.valueAt(at), at + 1, next, elevation);
    if (pen.path.count > start) starts.push(start);
    at = next;
  }
  if (joinEdges(pen.path, starts) > 0)
    into.remark(
      'hatch-boundary-open',
      'edges of the boundary of the hatch do not meet; they were joined by straight lines',
    );
}

/** Position of the next edge type (72) of a path; splines and polylines use other codes for their flags. */
function edgeStart(into: Interpreter, from: number, to: number): number {
  return Math.min(to, into.entity.find(72, from));
}

function appendEdge(into: Interpreter, type: number, from: number, to: number, elevation: number): void {
  const { entity, pen } = into;
  const { path } = pen;
  const value = (code: number, missing: number): number => {
    const at = entity.find(code, from);
    return at < to ? entity.valueAt(at) : missing;
  };
  const ccw = value(73, 1) !== 0;
  if (type === 1) {
    path.vertex(value(10, Number.NaN), value(20, Number.NaN), elevation);
    path.vertex(value(11, Number.NaN), value(21, Number.NaN), elevation);
  } else if (type === 2) {
    const { angle, sweep } = edgeSweep(value(50, 0), value(51, 360), ccw);
    appendArc(path, value(10, Number.NaN), value(20, Number.NaN), elevation, value(40, Number.NaN), angle, sweep);
  } else if (type === 3) {
    const major = [value(11, 1), value(21, 0), 0] as const;
    const { angle, sweep } = edgeSweep(value(50, 0), value(51, 360), ccw);
    const ratio = value(40, 1);
    const minor = minorAxis(major, [0, 0, 1], ratio);
    const centre = [value(10, Number.NaN), value(20, Number.NaN), elevation] as const;
    // Other than those of an ELLIPSE, its ends are given by angles (GDAL and ezdxf found the same), no parameters.
    const [start, end] = [parameterOfAngle(angle, ratio), parameterOfAngle(angle + sweep, ratio)];
    strokeEllipse({ centre, major, minor, start, end }, pen.ownTolerance, path);
  } else if (type === 4) appendSpline(into, from, to, elevation, value(94, 3));
}

/** Clockwise edges give their angles as if seen in a mirror. */
function edgeSweep(from: number, to: number, ccw: boolean): { angle: number; sweep: number } {
  const [a, b] = [(from / 360) * FULL, (to / 360) * FULL];
  let sweep = (b - a) % FULL;
  if (sweep <= 1e-12) sweep += FULL;
  return ccw ? { angle: a, sweep } : { angle: -a, sweep: -sweep };
}

function appendSpline(into: Interpreter, from: number, to: number, elevation: number, degree: number): void {
  const { entity, pen } = into;
  const level = Number.isNaN(elevation) ? 0 : elevation;
  const triplesOf = (code: number): number[] => {
    const triples = entity.triples(code, from, to);
    for (let i = 2; i < triples.length; i += 3) triples[i] = level;
    return triples;
  };
  const controls = triplesOf(10);
  let spline: Spline = { degree, knots: entity.all(40, from, to), controls, weights: entity.all(42, from, to) };
  if (spline.weights.length !== controls.length / 3) spline = { ...spline, weights: [] };
  if (splineFault(spline) !== undefined) spline = { ...spline, knots: evenKnots(controls.length / 3, degree) };
  const start = pen.path.count;
  if (splineFault(spline) === undefined) strokeSpline(spline, pen.ownTolerance, pen.path, MOST_SPLINE_VERTICES);
  else if (controls.length === 0 && strokeFits(into, triplesOf(11), from, to))
    into.remark(
      'spline-approximated',
      'a spline edge of the hatch has fit points only; the curve that CAD systems draw through them was worked out',
    );
  else into.remark('bad-spline', 'a spline edge of the hatch cannot be drawn and was left out', 'warning');
  if (Number.isNaN(elevation))
    for (let i = start; i < pen.path.count; i++) pen.path.coordinates[3 * i + 2] = Number.NaN;
}

/** The curve through the fit points of a spline edge, by its tangents (12, 13) where it states them. */
function strokeFits({ entity, pen }: Interpreter, fits: number[], from: number, to: number): boolean {
  const direction = (code: number): FitCurve['start'] => {
    const [e, n] = entity.triples(code, from, to);
    return [e ?? 0, n ?? 0, 0];
  };
  const curve: FitCurve = { fits, start: direction(12), end: direction(13) };
  return fits.every(Number.isFinite) && strokeThrough(curve, pen.ownTolerance, pen.path, MOST_SPLINE_VERTICES);
}
