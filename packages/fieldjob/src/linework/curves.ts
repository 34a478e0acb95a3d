/** A position in plan with its elevation. */
export interface Vertex {
  readonly easting: number;
  readonly northing: number;
  readonly elevation: number;
}

/** A direction of length 1. */
export interface Direction {
  readonly easting: number;
  readonly northing: number;
}

/** Beyond this the middle point of an arc is outside its ends, within the precision of a circle. */
const MOST_INSCRIBED = Math.PI - 1e-6;

/**
 * The bulges of the two halves of the arc through three points. By the inscribed angle theorem each half turns by twice
 * the angle under which the third point sees it. Undefined if the points are collinear and turn back, or coincide.
 */
export function bulgesThrough(a: Vertex, b: Vertex, c: Vertex): readonly [number, number] | undefined {
  const first = angleBetween(from(c, a), from(c, b));
  const second = angleBetween(from(a, b), from(a, c));
  if (!(Math.abs(first) < MOST_INSCRIBED && Math.abs(second) < MOST_INSCRIBED)) return undefined;
  return [Math.tan(first / 2), Math.tan(second / 2)];
}

/** Bulge of the arc that leaves `a` in a direction and ends at `b`: it turns by twice the angle to the chord. */
export function bulgeFromTangent(a: Vertex, direction: Direction, b: Vertex): number {
  const angle = angleBetween(direction, from(a, b));
  return Math.abs(angle) < MOST_INSCRIBED ? Math.tan(angle / 2) : 0;
}

/** Direction in which a segment with a bulge arrives at its end. */
export function arrival(a: Vertex, b: Vertex, bulge: number): Direction | undefined {
  return turned(from(a, b), 2 * Math.atan(bulge));
}

/** Direction in which a segment with a bulge leaves its start. */
export function departure(a: Vertex, b: Vertex, bulge: number): Direction | undefined {
  return turned(from(a, b), -2 * Math.atan(bulge));
}

/**
 * Directions of a smooth curve at its points: at each, the tangent of the circle through it and its neighbours.
 * Repeated points are skipped when looking for neighbours.
 */
export function tangents(points: readonly Vertex[]): Direction[] {
  const before = neighbours(points, -1);
  const after = neighbours(points, 1);
  return points.map((point, i) => {
    const [last, next] = [points[before[i]!], points[after[i]!]];
    let direction: Direction | undefined;
    if (last !== undefined && next !== undefined) {
      direction = departure(point, next, bulgesThrough(last, point, next)?.[1] ?? 0);
    } else if (next !== undefined) {
      const second = points[after[after[i]!]!];
      const bulges = second && bulgesThrough(point, next, second);
      direction = departure(point, next, bulges?.[0] ?? 0);
    } else if (last !== undefined) {
      const second = points[before[before[i]!]!];
      const bulges = second && bulgesThrough(second, last, point);
      direction = arrival(last, point, bulges?.[1] ?? 0);
    }
    // Points that all coincide have no direction, and nothing is drawn between them.
    return direction ?? { easting: 1, northing: 0 };
  });
}

/**
 * For each point the index of the next (step 1) or previous (-1) point at another position; -1 if there is no such
 * point.
 */
function neighbours(points: readonly Vertex[], step: 1 | -1): number[] {
  const found = new Array<number>(points.length).fill(-1);
  const first = step === 1 ? points.length - 1 : 0;
  for (let i = first - step; i >= 0 && i < points.length; i -= step) {
    const { easting, northing } = from(points[i]!, points[i + step]!);
    found[i] = easting === 0 && northing === 0 ? found[i + step]! : i + step;
  }
  return found;
}

/**
 *  * Two arcs that join `a` and `b` with the given directions at both ends and one tangent between them. Source: the
 *  biarc with equal arms (d1 = d2), from |q2 - q1| = 2 d for the control points q1 = a + d t1, q2 = b - d t2.
 */
export function biarc(
  a: Vertex,
  ta: Direction,
  b: Vertex,
  tb: Direction,
): { middle: Vertex; bulges: readonly [number, number] } | undefined {
  const v = from(a, b);
  const square = v.easting ** 2 + v.northing ** 2;
  if (square === 0) return undefined;
  const straight = 2 * (1 - dot(ta, tb));
  const along = v.easting * (ta.easting + tb.easting) + v.northing * (ta.northing + tb.northing);
  // With parallel ends the quadratic has no square term.
  const d =
    straight < 1e-12 ? square / (2 * along) : (-along + Math.sqrt(along * along + straight * square)) / straight;
  if (!Number.isFinite(d) || d <= 0) return undefined;
  const middle = {
    easting: (a.easting + b.easting + d * (ta.easting - tb.easting)) / 2,
    northing: (a.northing + b.northing + d * (ta.northing - tb.northing)) / 2,
    elevation: (a.elevation + b.elevation) / 2,
  };
  const first = angleBetween(ta, from(a, middle));
  const second = angleBetween(from(middle, b), tb);
  if (!(Math.abs(first) < MOST_INSCRIBED && Math.abs(second) < MOST_INSCRIBED)) return undefined;
  return { middle, bulges: [Math.tan(first / 2), Math.tan(second / 2)] };
}

function from(a: Vertex, b: Vertex): Direction {
  return { easting: b.easting - a.easting, northing: b.northing - a.northing };
}

function dot(a: Direction, b: Direction): number {
  return a.easting * b.easting + a.northing * b.northing;
}

/** Signed angle from one direction to another; NaN when one has no length. */
function angleBetween(a: Direction, b: Direction): number {
  if ((a.easting === 0 && a.northing === 0) || (b.easting === 0 && b.northing === 0)) return Number.NaN;
  return Math.atan2(a.easting * b.northing - a.northing * b.easting, dot(a, b));
}

function turned(direction: Direction, angle: number): Direction | undefined {
  const length = Math.hypot(direction.easting, direction.northing);
  if (length === 0) return undefined;
  const cos = Math.cos(angle) / length;
  const sin = Math.sin(angle) / length;
  return {
    easting: direction.easting * cos - direction.northing * sin,
    northing: direction.easting * sin + direction.northing * cos,
  };
}
