import type { Path } from '@fieldbridge/fieldjob';

/** Chords per span of a curve element. */
const PIECES = 16;
/** Points before and after the curve that only define its end slopes. */
const EXTRA = 2;

/**
 * Appends a DGN curve element to a path: an Akima curve in each coordinate over the chord length, through all points
 * but the first two and the last two, which only define its end slopes. Source: H. Akima, A New Method of Interpolation
 * and Smooth Curve Fitting, JACM 17 (1970) 589–602.
 * @param points coordinate triples, at least five points
 */
export function strokeAkima(points: readonly number[], path: Path): void {
  const count = points.length / 3;
  const flat = Number.isNaN(points[2]!);
  const at = (i: number, axis: number): number => (axis === 2 && flat ? 0 : points[3 * i + axis]!);
  const chord = (i: number): number =>
    Math.hypot(at(i + 1, 0) - at(i, 0), at(i + 1, 1) - at(i, 1), at(i + 1, 2) - at(i, 2)) || Number.MIN_VALUE;
  const slope = (i: number, axis: number): number => (at(i + 1, axis) - at(i, axis)) / chord(i);
  /** Akima's slope at a point, in units per chord length, from the four spans around it. */
  const tangent = (i: number, axis: number): number => {
    const [a, b, c, d] = [i - 2, i - 1, i, i + 1].map((span) => slope(Math.min(Math.max(span, 0), count - 2), axis));
    const [left, right] = [Math.abs(d! - c!), Math.abs(b! - a!)];
    return left + right === 0 ? (b! + c!) / 2 : (left * b! + right * c!) / (left + right);
  };
  for (let i = EXTRA; i < count - 1 - EXTRA; i++) {
    const length = chord(i);
    for (let piece = i === EXTRA ? 0 : 1; piece <= PIECES; piece++) {
      const t = piece / PIECES;
      const value = (axis: number): number => {
        const [p0, p1, m0, m1] = [
          at(i, axis),
          at(i + 1, axis),
          tangent(i, axis) * length,
          tangent(i + 1, axis) * length,
        ];
        return (
          (2 * t ** 3 - 3 * t ** 2 + 1) * p0 +
          (t ** 3 - 2 * t ** 2 + t) * m0 +
          (-2 * t ** 3 + 3 * t ** 2) * p1 +
          (t ** 3 - t ** 2) * m1
        );
      };
      path.vertex(value(0), value(1), flat ? Number.NaN : value(2));
    }
  }
}
