import type {
  Hatch,
  HatchBoundaryPath,
  HatchBoundaryPathArc,
  HatchBoundaryPathEdge,
  HatchBoundaryPathEllipse,
  HatchBoundaryPathPolyline,
  HatchBoundaryPathSpline,
  HatchPattern,
} from '@node-projects/acad-ts';
import { library } from '../library/library.ts';
import type { Groups } from './groups.ts';

/** HATCH: the boundary paths are between their number (91) and the style (75). */
export function writeHatch(hatch: Hatch, out: Groups): void {
  out.number(30, hatch.elevation);
  out.normal(hatch.normal);
  out.name(2, hatch.pattern?.name);
  out.number(70, hatch.isSolid ? 1 : 0);
  out.number(91, hatch.paths.length);
  for (const path of hatch.paths) writePath(path, out);
  out.number(75, hatch.style);
  if (!hatch.isSolid) writePattern(hatch.pattern, out);
  if (hatch.gradientColor?.enabled) {
    out.number(450, 1);
    out.text(470, hatch.gradientColor.name);
  }
}

/** The families of lines of a pattern, rotated and scaled as they are drawn. */
function writePattern(pattern: HatchPattern | null, out: Groups): void {
  const lines = pattern?.lines ?? [];
  out.number(78, lines.length);
  for (const { angle, basePoint, offset, dashLengths } of lines) {
    out.angle(53, angle);
    out.number(43, basePoint.x);
    out.number(44, basePoint.y);
    out.number(45, offset.x);
    out.number(46, offset.y);
    for (const dash of dashLengths) out.number(49, dash);
  }
}

function writePath(path: HatchBoundaryPath, out: Groups): void {
  out.number(92, path.flags);
  for (const edge of path.edges) writeEdge(edge, out);
}

function writeEdge(edge: HatchBoundaryPathEdge, out: Groups): void {
  if (edge instanceof library.HatchBoundaryPathPolyline) writeVertices(edge, out);
  else if (edge instanceof library.HatchBoundaryPathLine) {
    out.number(72, 1);
    out.point2(10, edge.start);
    out.point2(11, edge.end);
  } else if (edge instanceof library.HatchBoundaryPathArc) {
    out.number(72, 2);
    out.point2(10, edge.center);
    out.number(40, edge.radius);
    writeSweep(edge, out);
  } else if (edge instanceof library.HatchBoundaryPathEllipse) {
    out.number(72, 3);
    out.point2(10, edge.center);
    out.point2(11, edge.majorAxisEndPoint);
    out.number(40, edge.minorToMajorRatio);
    writeSweep(edge, out);
  } else if (edge instanceof library.HatchBoundaryPathSpline) writeSpline(edge, out);
}

/** The bulge of a vertex is its third number. */
function writeVertices({ vertices }: HatchBoundaryPathPolyline, out: Groups): void {
  for (const vertex of vertices) {
    out.point2(10, vertex);
    if (vertex.z !== 0) out.number(42, vertex.z);
  }
}

function writeSweep(edge: HatchBoundaryPathArc | HatchBoundaryPathEllipse, out: Groups): void {
  out.angle(50, edge.startAngle);
  out.angle(51, edge.endAngle);
  out.number(73, edge.counterClockWise ? 1 : 0);
}

function writeSpline(edge: HatchBoundaryPathSpline, out: Groups): void {
  out.number(72, 4);
  out.number(94, edge.degree);
  for (const knot of edge.knots) out.number(40, knot);
  for (const control of edge.controlPoints) {
    out.point2(10, control);
    if (edge.isRational) out.number(42, control.z);
  }
}
