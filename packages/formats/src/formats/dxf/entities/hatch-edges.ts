import { FULL_TURN } from '@fieldbridge/fieldjob';
import { issueOf } from '../../../core/issues/issue-of.ts';
import { appendArc } from '../../../kit/cad/arc.ts';
import { minorAxis, parameterOfAngle, strokeEllipse } from '../../../kit/cad/ellipse.ts';
import { type FitCurve, strokeThrough } from '../../../kit/cad/fit-spline.ts';
import { evenKnots, type Spline, splineFault, strokeSpline } from '../../../kit/cad/spline.ts';
import { integer, type NumberField, type PointField, point, real } from '../fields.ts';
import type { Interpreter } from '../interpreter.ts';
import { MOST_SPLINE_VERTICES } from './curves.ts';
import { joinEdges } from './edge-order.ts';

/** Begins each edge of a boundary path; splines and polylines use other codes for their flags. */
const EDGE_TYPE = integer(72);
const [LINE, ARC, ELLIPSE, SPLINE] = [1, 2, 3, 4];
const LINE_EDGE = { start: point(10), end: point(11) };
/** Angles in degrees; mirrored for a clockwise edge. */
const ARC_EDGE = {
  centre: point(10),
  radius: real(40),
  start: real(50, 0),
  end: real(51, 360),
  isCounterClockwise: integer(73, 1),
};
const ELLIPSE_EDGE = { ...ARC_EDGE, majorAxis: point(11, 1, 0), ratio: real(40, 1) };
const SPLINE_EDGE = {
  degree: integer(94, 3),
  knots: real(40),
  weights: real(42),
  controls: point(10),
  fits: point(11),
  startTangent: point(12, 0),
  endTangent: point(13, 0),
};

/** Appends the edges [from, to) of a boundary path, joined end to end, and reports gaps. */
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
  if (joinEdges(pen.path, starts) > 0) into.remark(issueOf('hatch-boundary-open'));
}

/** Position of the next edge type of a path. */
function edgeStart(into: Interpreter, from: number, to: number): number {
  return Math.min(to, into.entity.find(EDGE_TYPE, from));
}

function appendEdge(into: Interpreter, type: number, from: number, to: number, elevation: number): void {
  const { entity, pen } = into;
  const { path } = pen;
  const value = (field: NumberField): number => entity.first(field, from, to);
  const { centre, start, end, isCounterClockwise } = ARC_EDGE;
  const ccw = value(isCounterClockwise) !== 0;
  if (type === LINE) {
    path.vertex(value(LINE_EDGE.start.x), value(LINE_EDGE.start.y), elevation);
    path.vertex(value(LINE_EDGE.end.x), value(LINE_EDGE.end.y), elevation);
  } else if (type === ARC) {
    const { angle, sweep } = edgeSweep(value(start), value(end), ccw);
    appendArc(path, value(centre.x), value(centre.y), elevation, value(ARC_EDGE.radius), angle, sweep);
  } else if (type === ELLIPSE) {
    const { majorAxis } = ELLIPSE_EDGE;
    const major = [value(majorAxis.x), value(majorAxis.y), 0] as const;
    const { angle, sweep } = edgeSweep(value(start), value(end), ccw);
    const ratio = value(ELLIPSE_EDGE.ratio);
    const minor = minorAxis(major, [0, 0, 1], ratio);
    const middle = [value(centre.x), value(centre.y), elevation] as const;
    // Unlike those of an ELLIPSE, its ends are stated as angles (GDAL and ezdxf found the same), not as parameters.
    const [first, last] = [parameterOfAngle(angle, ratio), parameterOfAngle(angle + sweep, ratio)];
    strokeEllipse({ centre: middle, major, minor, start: first, end: last }, pen.ownTolerance, path);
  } else if (type === SPLINE) appendSpline(into, from, to, elevation, value(SPLINE_EDGE.degree));
}

/** Clockwise edges state mirrored angles. */
function edgeSweep(from: number, to: number, ccw: boolean): { angle: number; sweep: number } {
  const [a, b] = [(from / 360) * FULL_TURN, (to / 360) * FULL_TURN];
  let sweep = (b - a) % FULL_TURN;
  if (sweep <= 1e-12) sweep += FULL_TURN;
  return ccw ? { angle: a, sweep } : { angle: -a, sweep: -sweep };
}

function appendSpline(into: Interpreter, from: number, to: number, elevation: number, degree: number): void {
  const { entity, pen } = into;
  const level = Number.isNaN(elevation) ? 0 : elevation;
  const triplesOf = (field: PointField): number[] => {
    const triples = entity.triples(field, from, to);
    for (let i = 2; i < triples.length; i += 3) triples[i] = level;
    return triples;
  };
  const controls = triplesOf(SPLINE_EDGE.controls);
  const weights = entity.all(SPLINE_EDGE.weights, from, to);
  let spline: Spline = { degree, knots: entity.all(SPLINE_EDGE.knots, from, to), controls, weights };
  if (spline.weights.length !== controls.length / 3) spline = { ...spline, weights: [] };
  if (splineFault(spline) !== undefined) spline = { ...spline, knots: evenKnots(controls.length / 3, degree) };
  const start = pen.path.count;
  if (splineFault(spline) === undefined) strokeSpline(spline, pen.ownTolerance, pen.path, MOST_SPLINE_VERTICES);
  else if (controls.length === 0 && strokeFits(into, triplesOf(SPLINE_EDGE.fits), from, to))
    into.remark(issueOf('spline-approximated'));
  else into.remark(issueOf('bad-spline', { fault: 'hatch-edge' }));
  if (Number.isNaN(elevation))
    for (let i = start; i < pen.path.count; i++) pen.path.coordinates[3 * i + 2] = Number.NaN;
}

/** The curve through the fit points of a spline edge, with its tangents if stated. */
function strokeFits({ entity, pen }: Interpreter, fits: number[], from: number, to: number): boolean {
  const direction = (field: PointField): FitCurve['start'] => {
    const [e, n] = entity.triples(field, from, to);
    return [e ?? 0, n ?? 0, 0];
  };
  const curve: FitCurve = { fits, start: direction(SPLINE_EDGE.startTangent), end: direction(SPLINE_EDGE.endTangent) };
  return fits.every(Number.isFinite) && strokeThrough(curve, pen.ownTolerance, pen.path, MOST_SPLINE_VERTICES);
}
