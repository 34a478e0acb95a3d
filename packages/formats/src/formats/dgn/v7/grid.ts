import type { Design } from './design.ts';
import { int32, vaxDouble } from './numbers.ts';

/**
 * Converts positions of a design file to coordinates of the job: (uor − origin) ÷ uor per master unit, in the job's
 * unit.
 */
export class Grid {
  readonly is3d: boolean;
  /** Bytes of a stored position. */
  readonly stride: number;
  readonly #design: Design;
  readonly #numerator: number;
  readonly #denominator: number;

  constructor(design: Design) {
    this.is3d = design.is3d;
    this.stride = design.is3d ? 12 : 8;
    this.#design = design;
    this.#numerator = design.unit?.numerator ?? 1;
    this.#denominator = (design.unit?.denominator ?? 1) * design.uorPerMaster;
  }

  /** What one position is in the job's unit. */
  get ratio() {
    return { unit: this.#design.unit?.unit, numerator: this.#numerator, denominator: this.#denominator };
  }

  /** A length in units of resolution, in the job's unit. */
  length(uor: number): number {
    return (uor * this.#numerator) / this.#denominator;
  }

  /** Coordinate of an axis (0 easting, 1 northing, 2 elevation) from units of resolution. */
  coordinate(uor: number, axis: 0 | 1 | 2): number {
    return this.length(uor - this.#design.origin[axis]);
  }

  /** Easting of the integer position at `at`. */
  easting(bytes: Uint8Array, at: number): number {
    return this.coordinate(int32(bytes, at), 0);
  }

  northing(bytes: Uint8Array, at: number): number {
    return this.coordinate(int32(bytes, at + 4), 1);
  }

  /** NaN in a 2-D file. */
  elevation(bytes: Uint8Array, at: number): number {
    return this.is3d ? this.coordinate(int32(bytes, at + 8), 2) : Number.NaN;
  }

  /** The position of VAX doubles at `at` (arcs and ellipses). */
  centre(bytes: Uint8Array, at: number): [number, number, number] {
    return [
      this.coordinate(vaxDouble(bytes, at), 0),
      this.coordinate(vaxDouble(bytes, at + 8), 1),
      this.is3d ? this.coordinate(vaxDouble(bytes, at + 16), 2) : Number.NaN,
    ];
  }
}
