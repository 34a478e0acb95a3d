import { FULL_TURN, type Path } from '@fieldbridge/fieldjob';
import {
  type AnyCurve,
  Arc3d,
  BagOfCurves,
  CurveCollection,
  CurvePrimitive,
  type GeometryQuery,
  IndexedPolyface,
  LineSegment3d,
  LineString3d,
  Loop,
  ParityRegion,
  PolyfaceBuilder,
  StrokeOptions,
  UnionRegion,
} from '@itwin/core-geometry';
import { appendArc, appendCircle } from '../../kit/cad/arc.ts';
import type { Pen } from '../../kit/cad/pen.ts';

/** Draws curves with the pen's frame; returns how many features they became, 0 when there was nothing to draw. */
export function drawCurves(curves: AnyCurve, pen: Pen): number {
  if (curves instanceof CurvePrimitive) {
    pen.path.clear();
    appendCurve(curves, pen.ownTolerance, pen.path);
    return pen.line() ? 1 : 0;
  }
  if (curves instanceof Loop || curves instanceof ParityRegion) return drawRegion(curves, pen);
  if (curves instanceof UnionRegion || curves instanceof BagOfCurves) {
    return (curves.children as AnyCurve[]).reduce((sum, child) => sum + drawCurves(child, pen), 0);
  }
  pen.path.clear();
  appendCollection(curves, pen.ownTolerance, pen.path);
  return pen.line() ? 1 : 0;
}

function drawRegion(region: Loop | ParityRegion, pen: Pen): number {
  const path = pen.path.clear();
  for (const loop of region instanceof Loop ? [region] : region.children) {
    path.ring();
    const first = path.count;
    appendCollection(loop, pen.ownTolerance, path);
    // A loop ends where it began; a ring does not repeat its first vertex.
    if (path.count > first + 1 && same(path, first, path.count - 1)) path.count--;
  }
  return pen.area() ? 1 : 0;
}

function appendCollection(curves: AnyCurve, tolerance: number, path: Path): void {
  if (curves instanceof CurvePrimitive) appendCurve(curves, tolerance, path);
  else if (curves instanceof CurveCollection)
    for (const child of curves.children ?? []) appendCollection(child, tolerance, path);
}

/** Appends one curve, without a first vertex that repeats the path's last one. */
function appendCurve(curve: CurvePrimitive, tolerance: number, path: Path): void {
  const from = path.count;
  if (curve instanceof Arc3d && appendRoundArc(curve, path)) {
    dropSeam(path, from);
    return;
  }
  let strokes: LineString3d;
  if (curve instanceof LineString3d) strokes = curve;
  else if (curve instanceof LineSegment3d) strokes = LineString3d.create(curve.point0Ref, curve.point1Ref);
  else {
    strokes = LineString3d.create();
    const options = StrokeOptions.createForCurves();
    options.chordTol = tolerance;
    curve.emitStrokes(strokes, options);
  }
  for (const point of strokes.points) path.vertex(point.x, point.y, point.z);
  dropSeam(path, from);
}

/** A level circular arc stays an arc. */
function appendRoundArc(arc: Arc3d, path: Path): boolean {
  const radius = arc.circularRadius();
  const { vector0, vector90, center, sweep } = arc;
  if (radius === undefined || vector0.z !== 0 || vector90.z !== 0) return false;
  const upright = vector0.x * vector90.y - vector0.y * vector90.x > 0 ? 1 : -1;
  const start = Math.atan2(vector0.y, vector0.x) + upright * sweep.startRadians;
  const turn = upright * sweep.sweepRadians;
  if (Math.abs(turn) >= FULL_TURN - 1e-12) {
    if (path.count > 0) return false;
    path.closed = true;
    appendCircle(path, center.x, center.y, center.z, radius);
  } else appendArc(path, center.x, center.y, center.z, radius, start, turn);
  return true;
}

function dropSeam(path: Path, from: number): void {
  const { coordinates, bulges } = path;
  if (from === 0 || from >= path.count || path.rings.at(-1)! >= from || !same(path, from - 1, from)) return;
  bulges[from - 1] = bulges[from]!;
  coordinates.copyWithin(3 * from, 3 * from + 3, 3 * path.count);
  bulges.copyWithin(from, from + 1, path.count);
  path.count--;
}

/** Ends of consecutive curves that are this close (metres) are the same position. */
const SEAM = 1e-9;

function same({ coordinates: c }: Path, a: number, b: number): boolean {
  return [0, 1, 2].every((axis) => Math.abs(c[3 * a + axis]! - c[3 * b + axis]!) <= SEAM);
}

/** The faces of a mesh, solid or B-spline surface; undefined for other geometry. */
export function facetsOf(geometry: GeometryQuery): IndexedPolyface | undefined {
  if (geometry instanceof IndexedPolyface) return geometry;
  const builder = PolyfaceBuilder.create(StrokeOptions.createForFacets());
  builder.addGeometryQuery(geometry);
  const polyface = builder.claimPolyface();
  return polyface.facetCount > 0 ? polyface : undefined;
}
