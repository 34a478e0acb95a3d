import type { Feature } from '@fieldbridge/fieldjob';

/** Attribute in which the width of a polyline or of a text's column is kept, in the unit of the job. */
const WIDTH = 'width';
/** Digits that a product with a unit's factor keeps. */
const DIGITS = 12;
/** Width of a letter in heights of capitals: less than that of most fonts, so that what is taken for wider is. */
const LETTER = 0.5;

/** The attribute for a width in the entity's own coordinates. @param scale of the frame that it is drawn in */
export function widthAttribute(width: number, scale: number): readonly [string, string] {
  return [WIDTH, String(Number((width * scale).toPrecision(DIGITS)))];
}

/** The width that a feature was read with, in the unit of the job; 0 for none. */
export function widthOf({ attributes }: Feature): number {
  const at = attributes.indexOf(WIDTH);
  const width = at >= 0 && at % 2 === 0 ? Number(attributes[at + 1]) : 0;
  return Number.isFinite(width) && width > 0 ? width : 0;
}

/** Whether a line of a text is wider than its column, so that the column matters. */
export function passesColumn(text: string, height: number, column: number): boolean {
  return text.split('\n').some((line) => line.length * height * LETTER > column);
}
