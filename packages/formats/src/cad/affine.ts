/** Ratio by which two scales or a slope may differ from each other before arcs are no longer circular. */
const SAME = 1e-9;

/**
 * An affine map of the space, kept as three rows of [easting, northing, elevation, offset] factors.
 * It is changed in place; `classify` (called by every setter) keeps the three facts that geometry needs to know.
 */
export class Affine {
  /** Row-major 3 × 4. */
  readonly m = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);
  /** Nothing changes at all. */
  isIdentity = true;
  /** Circles that lie level stay level circles: level planes stay level and are scaled alike in all directions. */
  keepsArcs = true;
  /** Turns left into right, seen from above. */
  mirrors = false;
  /** Scale in plan; only meaningful for a map that keeps arcs. */
  scale = 1;
  /** A position without an elevation still has none afterwards. */
  keepsNoElevation = true;

  /** Sets all twelve factors, row by row. */
  set(factors: ArrayLike<number>): this {
    for (let i = 0; i < 12; i++) this.m[i] = factors[i]!;
    return this.classify();
  }

  /** Copies another map. */
  copy(other: Affine): this {
    return this.set(other.m);
  }

  /** Back to the identity. */
  reset(): this {
    this.m.fill(0);
    this.m[0] = this.m[5] = this.m[10] = 1;
    return this.classify();
  }

  /** Becomes the map that does `inner` first and `outer` after it; both may be this one. */
  compose(outer: Affine, inner: Affine): this {
    const [a, b] = [outer.m, inner.m];
    const next = new Float64Array(12);
    for (let row = 0; row < 12; row += 4) {
      for (let column = 0; column < 4; column++) {
        next[row + column] =
          a[row]! * b[column]! +
          a[row + 1]! * b[4 + column]! +
          a[row + 2]! * b[8 + column]! +
          (column === 3 ? a[row + 3]! : 0);
      }
    }
    return this.set(next);
  }

  /** Easting of a transformed position. */
  easting(e: number, n: number, z: number): number {
    return this.m[0]! * e + this.m[1]! * n + this.m[2]! * z + this.m[3]!;
  }

  /** Northing of a transformed position. */
  northing(e: number, n: number, z: number): number {
    return this.m[4]! * e + this.m[5]! * n + this.m[6]! * z + this.m[7]!;
  }

  /** Elevation of a transformed position. */
  elevation(e: number, n: number, z: number): number {
    return this.m[8]! * e + this.m[9]! * n + this.m[10]! * z + this.m[11]!;
  }

  /** Largest factor by which a length can grow; tells how fine a curve must be stroked before it is transformed. */
  get stretch(): number {
    const { m } = this;
    return Math.max(Math.hypot(m[0]!, m[4]!, m[8]!), Math.hypot(m[1]!, m[5]!, m[9]!), Math.hypot(m[2]!, m[6]!, m[10]!));
  }

  /** Recomputes the facts after `m` was changed by hand. */
  classify(): this {
    const { m } = this;
    const [a, b, d, e] = [m[0]!, m[1]!, m[4]!, m[5]!];
    this.isIdentity = true;
    for (let i = 0; i < 12; i++) if (m[i] !== (i % 5 === 0 ? 1 : 0)) this.isIdentity = false;
    const length = Math.hypot(a, d);
    const across = Math.hypot(b, e);
    const slack = SAME * Math.max(length, across);
    const level = m[8] === 0 && m[9] === 0 && Math.abs(m[2]!) <= slack && Math.abs(m[6]!) <= slack;
    this.keepsArcs = level && Math.abs(length - across) <= slack && Math.abs(a * b + d * e) <= slack * length;
    this.mirrors = a * e - b * d < 0;
    this.scale = length;
    this.keepsNoElevation = level && m[11] === 0;
    return this;
  }
}
