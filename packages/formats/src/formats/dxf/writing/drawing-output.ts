import type { ExtentBox, Feature, Path, Unit } from '@fieldbridge/fieldjob';
import type { HatchPattern } from './hatch-pattern.ts';
import type { WrittenLayer } from './layer-names.ts';
import type { LineTypeNames } from './line-type-names.ts';
import type { Target } from './versions.ts';

/** What a drawing states before its entities. */
export interface DrawingHead {
  readonly unit: Unit | undefined;
  /** The box of all that is drawn; null when there is nothing. */
  readonly box: ExtentBox | null;
  /** Entities refer to their layer by its index here. */
  readonly layers: readonly WrittenLayer[];
  /** Index of layer 0. */
  readonly zero: number;
  readonly lineTypes: LineTypeNames;
  /** Height of point names. */
  readonly textHeight: number;
  /** A handle above every handle that is assigned. */
  readonly seed: number;
}

/** The reference system of a drawing, as far as a GEODATA object can state it by its EPSG code. */
export interface Georeference {
  readonly epsg: number;
  readonly name: string;
  /** Metres per drawing unit. */
  readonly metres: number;
}

/** Where a text stands. */
export interface TextPlace {
  easting: number;
  northing: number;
  elevation: number;
  height: number;
  /** Radians. */
  rotation: number;
  /** Which part is at the place: 0 left, 1 centre, 2 right; and 0 baseline, 1 bottom, 2 middle, 3 top. */
  across: number;
  upright: number;
  /** The length that the letters fill, from the beginning of the base line; 0 for their natural one. */
  fit: number;
  /** By which factor letters are wider than their font has them. */
  letterWidth: number;
}

/**
 * A drawing that is being written: `begin`, entities in model space, `end`. DXF and DWG implement it. An unknown
 * elevation is NaN. Paths and arrays are only valid during the call.
 */
export interface DrawingOutput {
  readonly target: Target;
  begin(head: DrawingHead): void;
  point(layer: number, feature: Feature, e: number, n: number, z: number): void;
  /** A reference of the block that represents points. @param attributes tag, value, tag, value, … */
  pointReference(layer: number, feature: Feature, e: number, n: number, z: number, attributes: readonly string[]): void;
  /** @param ends six numbers */
  line(layer: number, feature: Feature, ends: Float64Array): void;
  circle(layer: number, feature: Feature, e: number, n: number, z: number, radius: number): void;
  /** An arc from one angle to the other, counter-clockwise. @param start in radians, 0 to 2π, like `end` */
  arc(
    layer: number,
    feature: Feature,
    e: number,
    n: number,
    z: number,
    radius: number,
    start: number,
    end: number,
  ): void;
  /** A polyline at one elevation, with bulges. @param width 0 for none */
  polyline(layer: number, feature: Feature, path: Path, elevation: number, width: number): void;
  /** A polyline without bulges; an unknown elevation becomes 0. */
  polyline3d(layer: number, feature: Feature, path: Path): void;
  /** A hatch; not in R12. */
  hatch(layer: number, feature: Feature, path: Path, elevation: number, pattern: HatchPattern): void;
  /** A triangle by the indices of its vertices. */
  face(layer: number, vertices: Float64Array, a: number, b: number, c: number): void;
  text(layer: number, feature: Feature, place: TextPlace, text: string): void;
  /**
   * Text of several lines; not in R12.
   * @param width 0 for none @param attachment 1 top left to 9 bottom right
   * @param text with the codes of MTEXT for line ends, backslashes and braces
   */
  paragraph(layer: number, feature: Feature, place: TextPlace, width: number, attachment: number, text: string): void;
  end(georeference: Georeference | undefined): void;
}
