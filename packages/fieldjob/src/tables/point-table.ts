import { FeatureColumns } from '../columns/feature-columns.ts';
import { float64Column } from '../columns/number-column.ts';
import type { Feature } from '../feature.ts';

/** The points of a job: easting, northing, elevation triples (elevation NaN: unknown) and the shared columns. */
export class PointTable extends FeatureColumns {
  readonly coordinates = float64Column();

  /** Appends a point; returns its row. */
  add(feature: Feature, easting: number, northing: number, elevation: number): number {
    this.coordinates.pushTriple(easting, northing, elevation);
    return this.push(feature);
  }

  easting(row: number): number {
    return this.coordinates.get(3 * row);
  }

  northing(row: number): number {
    return this.coordinates.get(3 * row + 1);
  }

  elevation(row: number): number {
    return this.coordinates.get(3 * row + 2);
  }
}
