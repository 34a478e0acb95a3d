import type { Feature } from '@fieldbridge/fieldjob';

/** Attribute that holds the width of a polyline or of a text column, in the unit of the job. */
const WIDTH = 'width';
/** Significant digits kept when a width is multiplied by a unit's factor. */
const DIGITS = 12;
/** Estimated letter width in cap heights. It is below that of most fonts, so that a text taken for wider is wider. */
const LETTER = 0.5;

/** The attribute for a width in the entity's own coordinates. @param scale of the frame that it is drawn in */
export function widthAttribute(width: number, scale: number): readonly [string, string] {
  return [WIDTH, String(Number((width * scale).toPrecision(DIGITS)))];
}

/** The width that a feature was read with, in the unit of the job; 0 if it has no width. */
export function widthOf({ attributes }: Feature): number {
  const at = attributes.indexOf(WIDTH);
  const width = at >= 0 && at % 2 === 0 ? Number(attributes[at + 1]) : 0;
  return Number.isFinite(width) && width > 0 ? width : 0;
}

/** Whether a line of a text is wider than its column, so that the column matters. */
export function passesColumn(text: string, height: number, column: number): boolean {
  return text.split('\n').some((line) => line.length * height * LETTER > column);
}
