/** Ratio by which two scales or a slope may differ before arcs are no longer circular. */
const SAME = 1e-9;

/**
 * An affine map in space, kept as three rows of [easting, northing, elevation, offset] factors. It is changed in place;
 * `classify` (called by every setter) updates the facts that geometry depends on.
 */
export class Affine {
  /** Row-major 3 × 4. */
  readonly m = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);
  isIdentity = true;
  /** Level circles stay level circles: level planes stay level and are scaled alike in all directions. */
  keepsArcs = true;
  /** Swaps left and right, seen from above. */
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

  /** Becomes a rotation about the vertical, by cosine and sine, followed by a shift. */
  setTurn(cosine: number, sine: number, easting: number, northing: number, elevation: number): this {
    const { m } = this;
    m[0] = m[5] = cosine;
    m[1] = -sine;
    m[4] = sine;
    m[10] = 1;
    return this.#setShift(easting, northing, elevation);
  }

  /** Becomes a scale along each axis, followed by a shift. */
  setScale(across: number, along: number, upward: number, easting: number, northing: number, elevation: number): this {
    const { m } = this;
    m[0] = across;
    m[5] = along;
    m[10] = upward;
    m[1] = m[4] = 0;
    return this.#setShift(easting, northing, elevation);
  }

  #setShift(easting: number, northing: number, elevation: number): this {
    const { m } = this;
    m[2] = m[6] = m[8] = m[9] = 0;
    m[3] = easting;
    m[7] = northing;
    m[11] = elevation;
    return this.classify();
  }

  /** Copies another map. */
  copy(other: Affine): this {
    for (let i = 0; i < 12; i++) this.m[i] = other.m[i]!;
    this.isIdentity = other.isIdentity;
    this.keepsArcs = other.keepsArcs;
    this.mirrors = other.mirrors;
    this.scale = other.scale;
    this.keepsNoElevation = other.keepsNoElevation;
    return this;
  }

  /** Back to the identity. */
  reset(): this {
    this.m.fill(0);
    this.m[0] = this.m[5] = this.m[10] = 1;
    return this.classify();
  }

  /** Becomes the map that applies `inner` first and `outer` second; both may be this one. */
  compose(outer: Affine, inner: Affine): this {
    // Written out without arrays: it runs for every block reference.
    const a = outer.m;
    const b = inner.m;
    const b0 = b[0]!;
    const b1 = b[1]!;
    const b2 = b[2]!;
    const b3 = b[3]!;
    const b4 = b[4]!;
    const b5 = b[5]!;
    const b6 = b[6]!;
    const b7 = b[7]!;
    const b8 = b[8]!;
    const b9 = b[9]!;
    const b10 = b[10]!;
    const b11 = b[11]!;
    for (let row = 0; row < 12; row += 4) {
      const x = a[row]!;
      const y = a[row + 1]!;
      const z = a[row + 2]!;
      const shift = a[row + 3]!;
      this.m[row] = x * b0 + y * b4 + z * b8;
      this.m[row + 1] = x * b1 + y * b5 + z * b9;
      this.m[row + 2] = x * b2 + y * b6 + z * b10;
      this.m[row + 3] = x * b3 + y * b7 + z * b11 + shift;
    }
    return this.classify();
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

  /** Largest factor by which a length can grow. Curves are stroked finer by it before they are transformed. */
  get stretch(): number {
    const { m } = this;
    return Math.max(Math.hypot(m[0]!, m[4]!, m[8]!), Math.hypot(m[1]!, m[5]!, m[9]!), Math.hypot(m[2]!, m[6]!, m[10]!));
  }

  /** Whether all factors are finite numbers. */
  get isFinite(): boolean {
    const { m } = this;
    for (let i = 0; i < 12; i++) if (!Number.isFinite(m[i]!)) return false;
    return true;
  }

  /** Recomputes the facts after `m` was changed directly. */
  classify(): this {
    const { m } = this;
    const a = m[0]!;
    const b = m[1]!;
    const d = m[4]!;
    const e = m[5]!;
    this.isIdentity = isIdentity(m);
    const length = Math.sqrt(a * a + d * d);
    const across = Math.sqrt(b * b + e * e);
    const slack = SAME * Math.max(length, across);
    const level = m[8] === 0 && m[9] === 0 && Math.abs(m[2]!) <= slack && Math.abs(m[6]!) <= slack;
    this.keepsArcs = level && Math.abs(length - across) <= slack && Math.abs(a * b + d * e) <= slack * length;
    this.mirrors = a * e - b * d < 0;
    this.scale = length;
    this.keepsNoElevation = level && m[11] === 0;
    return this;
  }
}

function isIdentity(m: Float64Array): boolean {
  for (let i = 0; i < 12; i++) if (m[i] !== (i % 5 === 0 ? 1 : 0)) return false;
  return true;
}
