import type { Path } from '@fieldbridge/fieldjob';
import { arcSegments } from '@fieldbridge/fieldjob/geometry/bulge.ts';

/** An elliptical arc in space: centre, two axis vectors, and its start and end parameters (radians). */
export interface Ellipse {
  readonly centre: readonly [number, number, number];
  readonly major: readonly [number, number, number];
  readonly minor: readonly [number, number, number];
  readonly start: number;
  readonly end: number;
}

/**
 * Appends chords of an ellipse to a path, from its start parameter to its end parameter, both ends included. The step
 * is that of a circle with the larger half axis, so that no chord is farther off than `tolerance`.
 * @param skipFirst omits the first vertex when the path already ends there
 */
export function strokeEllipse(ellipse: Ellipse, tolerance: number, path: Path, skipFirst = false): void {
  const { centre, major, minor, start, end } = ellipse;
  const radius = Math.max(Math.hypot(...major), Math.hypot(...minor));
  const segments = Math.max(2, arcSegments(radius, end - start, tolerance));
  for (let i = skipFirst ? 1 : 0; i <= segments; i++) {
    const t = i === segments ? end : start + ((end - start) * i) / segments;
    const c = Math.cos(t);
    const s = Math.sin(t);
    path.vertex(
      centre[0] + major[0] * c + minor[0] * s,
      centre[1] + major[1] * c + minor[1] * s,
      centre[2] + major[2] * c + minor[2] * s,
    );
  }
}

/**
 * The minor axis vector of an ellipse as CAD formats define it: normal × major, times the ratio of the axes.
 * @param normal of any length but 0
 */
export function minorAxis(
  major: readonly [number, number, number],
  normal: readonly [number, number, number],
  ratio: number,
): [number, number, number] {
  const length = Math.hypot(...normal) || 1;
  const factor = ratio / length;
  return [
    (normal[1] * major[2] - normal[2] * major[1]) * factor,
    (normal[2] * major[0] - normal[0] * major[2]) * factor,
    (normal[0] * major[1] - normal[1] * major[0]) * factor,
  ];
}

/**
 * The parameter at which an ellipse is seen from its centre in a direction, counted from the major axis; both in
 * radians. The two differ by less than a quarter turn and are equal at the axes.
 * @param ratio of the axes, above 0; for any other ratio the angle is returned
 */
export function parameterOfAngle(angle: number, ratio: number): number {
  if (!(ratio > 0)) return angle;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return angle + Math.atan2(s * c * (1 - ratio), ratio * c * c + s * s);
}
