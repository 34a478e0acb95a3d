import type { Arc, Circle, Ellipse, Line, MLine, Point, Ray, Spline, XLine } from '@node-projects/acad-ts';
import type { Groups } from './groups.ts';

export function writeLine(line: Line, out: Groups): void {
  out.point(10, line.startPoint);
  out.point(11, line.endPoint);
}

export function writePoint(point: Point, out: Groups): void {
  out.point(10, point.location);
}

/** RAY and XLINE: a position and a direction. */
export function writeRay(ray: Ray, out: Groups): void {
  out.point(10, ray.startPoint);
  out.point(11, ray.direction);
}

export function writeXLine(line: XLine, out: Groups): void {
  out.point(10, line.firstPoint);
  out.point(11, line.direction);
}

/** The library's replacement for a radius that is not above 0. */
const NO_RADIUS = 1e-12;

export function writeCircle(circle: Pick<Circle, 'center' | 'radius' | 'normal'>, out: Groups): void {
  out.point(10, circle.center);
  out.number(40, circle.radius === NO_RADIUS ? 0 : circle.radius);
  out.normal(circle.normal);
}

export function writeArc(arc: Arc, out: Groups): void {
  writeCircle(arc, out);
  out.angle(50, arc.startAngle);
  out.angle(51, arc.endAngle);
}

/** ELLIPSE: its parameters are not angles and stay in radians. */
export function writeEllipse(ellipse: Ellipse, out: Groups): void {
  out.point(10, ellipse.center);
  out.point(11, ellipse.majorAxisEndPoint);
  out.normal(ellipse.normal);
  out.number(40, ellipse.radiusRatio);
  out.number(41, ellipse.startParameter);
  out.number(42, ellipse.endParameter);
}

/** Spacing of the parameter of fit points (by the library's numbers) as DXF flags; 0 is by distance. */
const FIT_FLAGS: Readonly<Record<number, number>> = { 1: 64, 2: 128 };

export function writeSpline(spline: Spline, out: Groups): void {
  out.number(70, spline.flags | (FIT_FLAGS[spline.knotParametrization] ?? 0));
  out.number(71, spline.degree);
  for (const knot of spline.knots) out.number(40, knot);
  for (const control of spline.controlPoints) out.point(10, control);
  for (const weight of spline.weights) out.number(41, weight);
  out.point(12, spline.startTangent);
  out.point(13, spline.endTangent);
  for (const fit of spline.fitPoints) out.point(11, fit);
}

/** MLINE: per vertex its position, the direction across, and per element the distance along that direction. */
export function writeMLine(line: MLine, out: Groups): void {
  out.number(71, line.flags);
  if (line.style) out.name(340, line.style.handle.toString(16));
  out.number(73, line.style?.elements.length ?? 0);
  for (const { position, miter, segments } of line.vertices) {
    out.point(11, position);
    out.point(13, miter);
    for (const { parameters } of segments) {
      out.number(74, parameters.length);
      for (const parameter of parameters) out.number(41, parameter);
    }
  }
}
