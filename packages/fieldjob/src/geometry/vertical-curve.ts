import type { VerticalPoint } from '../alignment.ts';

/** Rounding of stations may make a curve extend beyond a point by this much, in the job's unit. */
const ROUNDING = 0.01;

/** A curve of a profile between the stations where it leaves and meets the straight grades. */
export interface VerticalCurve {
  readonly from: number;
  readonly to: number;
  readonly length: number;
  /** Elevation and grade (a ratio) at its start. */
  readonly elevation: number;
  readonly grade: number;
  /** Grade after it minus grade before it. */
  readonly change: number;
  /** Of a circle; NaN for a parabola. */
  readonly radius: number;
}

/**
 * The curves at the points of a profile, undefined where there is no curve: at its first and last point, and where the
 * grade does not change. A parabola reaches half of its length to either side of its point. A circular curve touches
 * both grades; its radius follows from its length along the curve where only that is known. A curve that would reach
 * beyond a neighbouring point is a parabola that ends there.
 * @param points by station, no two at the same
 */
export function verticalCurves(points: readonly VerticalPoint[]): (VerticalCurve | undefined)[] {
  return points.map((point, i) => {
    const [before, after] = [points[i - 1], points[i + 1]];
    if (before === undefined || after === undefined || point.curve === 'none') return undefined;
    const into = gradeOf(before, point);
    const change = gradeOf(point, after) - into;
    if (change === 0 || !Number.isFinite(change)) return undefined;
    const stated = point.curve === 'arc' ? arcOf(point, into, into + change) : parabolaOf(point);
    if (stated === undefined) return undefined;
    const room = Math.min(point.station - before.station, after.station - point.station);
    const fits = Math.max(stated.back, stated.ahead) <= room + Math.min(ROUNDING, room);
    const reach = fits ? stated : { back: room, ahead: room, radius: Number.NaN };
    const { back, ahead, radius } = reach;
    return {
      from: point.station - back,
      to: point.station + ahead,
      length: back + ahead,
      elevation: point.elevation - into * back,
      grade: into,
      change,
      radius,
    };
  });
}

/** Elevation on a curve at a station within it. */
export function elevationOnCurve(curve: VerticalCurve, station: number): number {
  const { from, length, elevation, grade, change, radius } = curve;
  const along = station - from;
  if (Number.isNaN(radius)) return elevation + grade * along + (change * along * along) / (2 * length);
  // The circle lies above its start where the grade grows, below where it falls.
  const side = Math.sign(change);
  const angle = Math.atan(grade);
  const across = along + side * radius * Math.sin(angle);
  return elevation + side * (radius * Math.cos(angle) - Math.sqrt(Math.max(0, radius * radius - across * across)));
}

const gradeOf = (from: VerticalPoint, to: VerticalPoint): number =>
  (to.elevation - from.elevation) / (to.station - from.station);

/** Length of a curve before and after its point. */
interface Reach {
  readonly back: number;
  readonly ahead: number;
  readonly radius: number;
}

function parabolaOf({ length }: VerticalPoint): Reach | undefined {
  if (!(length > 0 && length < Infinity)) return undefined;
  return { back: length / 2, ahead: length / 2, radius: Number.NaN };
}

function arcOf({ length, radius }: VerticalPoint, into: number, out: number): Reach | undefined {
  const [first, second] = [Math.atan(into), Math.atan(out)];
  const turn = Math.abs(second - first);
  const stated = Math.abs(radius) > 0 && Math.abs(radius) < Infinity ? Math.abs(radius) : length / turn;
  if (!(stated > 0 && stated < Infinity)) return undefined;
  const tangent = stated * Math.tan(turn / 2);
  return { back: tangent * Math.cos(first), ahead: tangent * Math.cos(second), radius: stated };
}
