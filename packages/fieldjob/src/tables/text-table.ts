import { FeatureColumns } from '../columns/feature-columns.ts';
import { float64Column, uint32Column } from '../columns/number-column.ts';
import { TextColumn } from '../columns/text-column.ts';
import type { Feature } from '../feature.ts';

/** Horizontal position of the insertion point on a label. */
export type Justification = 'left' | 'centre' | 'right';
/** Vertical position of the insertion point on a label. */
export type VerticalJustification = 'baseline' | 'bottom' | 'middle' | 'top';
export const JUSTIFICATIONS: readonly Justification[] = ['left', 'centre', 'right'];
export const VERTICAL_JUSTIFICATIONS: readonly VerticalJustification[] = ['baseline', 'bottom', 'middle', 'top'];

/** A text and its position. `height` is in the job's unit, `rotation` in radians counter-clockwise from east. */
export interface Label {
  easting: number;
  northing: number;
  /** NaN: unknown. */
  elevation: number;
  /** May hold several lines, joined by \n. */
  text: string;
  height: number;
  rotation: number;
  justification: Justification;
  verticalJustification: VerticalJustification;
}

/** A label with defaults for everything not given. */
export function labelOf(text: string, easting: number, northing: number, rest: Partial<Label> = {}): Label {
  return {
    easting,
    northing,
    elevation: Number.NaN,
    text,
    height: 1,
    rotation: 0,
    justification: 'left',
    verticalJustification: 'baseline',
    ...rest,
  };
}

/** The texts of a job. */
export class TextTable extends FeatureColumns {
  readonly coordinates = float64Column();
  readonly text = new TextColumn();
  readonly height = float64Column(1);
  readonly rotation = float64Column();
  /** Index into JUSTIFICATIONS. */
  readonly justification = uint32Column();
  /** Index into VERTICAL_JUSTIFICATIONS. */
  readonly verticalJustification = uint32Column();

  /** Appends a text; returns its row. */
  add(feature: Feature, label: Label): number {
    this.coordinates.pushTriple(label.easting, label.northing, label.elevation);
    this.text.push(label.text);
    this.height.push(label.height);
    this.rotation.push(label.rotation);
    this.justification.push(label.justification === 'left' ? 0 : JUSTIFICATIONS.indexOf(label.justification));
    this.verticalJustification.push(
      label.verticalJustification === 'baseline' ? 0 : VERTICAL_JUSTIFICATIONS.indexOf(label.verticalJustification),
    );
    return this.push(feature);
  }

  /** The label of a row. */
  label(row: number): Label {
    return {
      easting: this.coordinates.get(3 * row),
      northing: this.coordinates.get(3 * row + 1),
      elevation: this.coordinates.get(3 * row + 2),
      text: this.text.get(row),
      height: this.height.get(row),
      rotation: this.rotation.get(row),
      justification: JUSTIFICATIONS[this.justification.get(row)] ?? 'left',
      verticalJustification: VERTICAL_JUSTIFICATIONS[this.verticalJustification.get(row)] ?? 'baseline',
    };
  }
}
