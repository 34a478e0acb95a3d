import type { Path } from '@fieldbridge/fieldjob';
import { strokePath } from '@fieldbridge/fieldjob/geometry/stroke.ts';
import { appendArc } from '../../cad/arc.ts';
import { minorAxis, strokeEllipse } from '../../cad/ellipse.ts';
import { evenKnots, type Spline, splineFault, strokeSpline } from '../../cad/spline.ts';
import type { Interpreter } from '../interpreter.ts';
import { MOST_SPLINE_VERTICES } from './curves.ts';
import { BAD_POSITION, type Outcome } from './draw.ts';
import { drawPattern } from './hatch-pattern.ts';

const FULL = 2 * Math.PI;
/** By what share of a coordinate, and by how much at most, ends of edges may miss one another: far from the origin the share is a metre. */
const ROUNDING = 1e-7;
const MOST_GAP = 1e-3;
const IS_POLYLINE = 2;
const IS_EXTERNAL = 1 | 16;

/**
 * HATCH and MPOLYGON: one area whose rings are the boundary paths, outer ones first; lines, arcs, ellipses and splines of a
 * path are joined end to end. What it is filled with becomes an attribute; pattern lines are drawn when they are asked for.
 */
export function drawHatch(into: Interpreter): Outcome {
  const { entity, pen } = into;
  into.begin();
  into.useExtrusion();
  // The boundary paths stand between their number (91) and the hatch style (75).
  const first = entity.find(91);
  if (first === entity.to)
    return { code: 'hatch-without-boundary', severity: 'warning', text: 'the hatch has no boundary' };
  const last = entity.find(75, first);
  const paths = pathRanges(into, first + 1, last);
  paths.sort((a, b) => Number(b.external) - Number(a.external));
  // Every hatch has to state an elevation: 0 says that it has none.
  const elevation = entity.number(30, 0) || Number.NaN;
  for (const { from, to } of paths) {
    pen.path.ring();
    if ((entity.valueAt(from) & IS_POLYLINE) !== 0) appendPolyline(into, from + 1, to, elevation);
    else appendEdges(into, from + 1, to, elevation);
    openRing(into);
  }
  const { path } = pen;
  if (path.rings.length > 1 && path.rings[path.rings.length - 1] === path.count) path.rings.pop();
  if (path.count < 2)
    return { code: 'hatch-without-boundary', severity: 'warning', text: 'the boundary of the hatch has no vertices' };
  into.describe(fillOf(into));
  path.closed = true;
  const hasPattern = into.settings.patternLines && entity.number(70, 0) !== 1;
  const boundary = hasPattern ? strokePath(path, pen.ownTolerance) : undefined;
  if (!pen.area()) return BAD_POSITION;
  if (boundary !== undefined) drawPattern(into, last, boundary, elevation);
  return undefined;
}

/** What it is filled with: the name of the pattern, SOLID where it is filled whole, and the gradient's. */
function fillOf({ entity }: Interpreter): string[] {
  const pattern = entity.number(70, 0) === 1 ? 'SOLID' : entity.name(2);
  const fill = pattern === '' ? [] : ['pattern', pattern];
  return entity.number(450, 0) === 1 ? [...fill, 'gradient', entity.text(470)] : fill;
}

interface PathRange {
  /** Position of the path's flags (92). */
  readonly from: number;
  readonly to: number;
  readonly external: boolean;
}

function pathRanges(into: Interpreter, start: number, end: number): PathRange[] {
  const { entity } = into;
  const ranges: PathRange[] = [];
  for (let from = entity.find(92, start); from < end; ) {
    const to = Math.min(end, entity.find(92, from + 1));
    ranges.push({ from, to, external: (entity.valueAt(from) & IS_EXTERNAL) !== 0 });
    from = to;
  }
  return ranges;
}

function appendPolyline(into: Interpreter, from: number, to: number, elevation: number): void {
  const { entity, pen } = into;
  for (let i = from; i < to; i++) {
    if (entity.codeAt(i) !== 10) continue;
    const northing = i + 1 < to && entity.codeAt(i + 1) === 20 ? entity.valueAt(i + 1) : Number.NaN;
    const bulge = i + 2 < to && entity.codeAt(i + 2) === 42 ? entity.valueAt(i + 2) : 0;
    pen.path.vertex(entity.valueAt(i), northing, elevation, bulge);
  }
}

function appendEdges(into: Interpreter, from: number, to: number, elevation: number): void {
  const { entity } = into;
  for (let at = edgeStart(into, from, to); at < to; ) {
    const next = edgeStart(into, at + 1, to);
    appendEdge(into, entity.valueAt(at), at + 1, next, elevation);
    at = next;
  }
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
  const start = path.count;
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
    const minor = minorAxis(major, [0, 0, 1], value(40, 1));
    const centre = [value(10, Number.NaN), value(20, Number.NaN), elevation] as const;
    strokeEllipse({ centre, major, minor, start: angle, end: angle + sweep }, pen.ownTolerance, path);
  } else if (type === 4) appendSpline(into, from, to, elevation, value(94, 3));
  joinEdges(into, start);
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
  const controls = entity.triples(10, from, to);
  for (let i = 2; i < controls.length; i += 3) controls[i] = Number.isNaN(elevation) ? 0 : elevation;
  let spline: Spline = { degree, knots: entity.all(40, from, to), controls, weights: entity.all(42, from, to) };
  if (spline.weights.length !== controls.length / 3) spline = { ...spline, weights: [] };
  if (splineFault(spline) !== undefined) spline = { ...spline, knots: evenKnots(controls.length / 3, degree) };
  const start = pen.path.count;
  if (splineFault(spline) === undefined) strokeSpline(spline, pen.ownTolerance, pen.path, MOST_SPLINE_VERTICES);
  else into.remark('bad-spline', 'a spline edge of the hatch cannot be drawn and was left out', 'warning');
  if (Number.isNaN(elevation))
    for (let i = start; i < pen.path.count; i++) pen.path.coordinates[3 * i + 2] = Number.NaN;
}

/** Takes out the last vertex of the ring at hand where it repeats the first one: a ring is closed by itself. */
function openRing(into: Interpreter): void {
  const { path } = into.pen;
  const [first, last] = [path.rings[path.rings.length - 1]!, path.count - 1];
  if (last - first >= 2 && path.bulges[last] === 0 && isSamePlace(path, first, last)) path.count--;
}

/** Takes out the first vertex of an edge where it repeats the last one of the edge before, keeping its bulge. */
function joinEdges(into: Interpreter, start: number): void {
  const { path } = into.pen;
  const ring = path.rings[path.rings.length - 1]!;
  if (start === ring || start >= path.count) return;
  const { coordinates: c, bulges } = path;
  if (!isSamePlace(path, start - 1, start)) return;
  bulges[start - 1] = bulges[start]!;
  c.copyWithin(3 * start, 3 * start + 3, 3 * path.count);
  bulges.copyWithin(start, start + 1, path.count);
  path.count--;
}

/** Whether two vertices are at one place, but for what rounding makes. */
function isSamePlace({ coordinates: c }: Path, i: number, j: number): boolean {
  const size = Math.abs(c[3 * i]!) + Math.abs(c[3 * i + 1]!) + 1;
  return Math.hypot(c[3 * i]! - c[3 * j]!, c[3 * i + 1]! - c[3 * j + 1]!) <= Math.min(ROUNDING * size, MOST_GAP);
}
