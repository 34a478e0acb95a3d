/** Rounding of the determinant below, as a share of its two products (Shewchuk 1997, the first filter). */
const ROUNDING = 3.4e-16;

/**
 * Which side of the line from a to b vertex c is on, in plan: 1 left, -1 right, 0 on it or so near that rounding
 * decides.
 * @param vertices easting, northing, elevation triples
 */
export function side(vertices: Float64Array, a: number, b: number, c: number): -1 | 0 | 1 {
  const ae = vertices[3 * a]!;
  const an = vertices[3 * a + 1]!;
  const left = (vertices[3 * b]! - ae) * (vertices[3 * c + 1]! - an);
  const right = (vertices[3 * b + 1]! - an) * (vertices[3 * c]! - ae);
  const doubt = ROUNDING * (Math.abs(left) + Math.abs(right));
  const turn = left - right;
  return turn > doubt ? 1 : turn < -doubt ? -1 : 0;
}
