import { Extent, isInside, type Label, type PlanBox } from '@fieldbridge/fieldjob';

/** Height of capitals and depth of descenders as shares of the font size, as in common sans-serif fonts. */
export const CAPITAL = 0.73;
const DESCENT = 0.24;
/** Distance of base lines, in heights of capitals: single spacing in CAD systems. */
export const SPACING = 5 / 3;
/** Width of a capital letter in common fonts, in heights of capitals. */
const LETTER = 0.9;
/** Characters of a line that count: of a longer one the rest is off every picture. */
const MOST_LETTERS = 1000;

/** Heights of a text by which it may always enlarge an extent: about twenty letters. */
const MOST_HEIGHTS = 20;

/** A text with its lines as they are drawn. */
export interface BoxedText {
  /** Its text is broken to the width of its column. */
  readonly label: Omit<Label, 'elevation'>;
  /** The length that it is squeezed or stretched to; 0: as it comes. */
  readonly fit: number;
}

/** The corners of the box that a text is drawn in, in the job's coordinates. Its width is that of capital letters. */
export function textBox({ label, fit }: BoxedText): readonly (readonly [easting: number, northing: number])[] {
  const { easting, northing, height, rotation, justification } = label;
  const lines = label.text.split('\n');
  const longest = lines.reduce((most, { length }) => Math.max(most, length), 0);
  const width = fit || Math.min(MOST_LETTERS, longest) * LETTER * height;
  const left = { left: 0, centre: -width / 2, right: -width }[justification];
  const top = height - (firstLine(label, lines.length) * height) / CAPITAL;
  const bottom = top - (1 + (lines.length - 1) * SPACING + DESCENT / CAPITAL) * height;
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  const at = (x: number, y: number) => [easting + x * cos - y * sin, northing + x * sin + y * cos] as const;
  return [at(left, top), at(left + width, top), at(left + width, bottom), at(left, bottom)];
}

/** Distance of the first base line below the text's place, in font sizes. */
export function firstLine({ verticalJustification }: Pick<Label, 'verticalJustification'>, lines: number): number {
  const below = (lines - 1) * SPACING * CAPITAL;
  switch (verticalJustification) {
    case 'top':
      return CAPITAL;
    case 'middle':
      return (CAPITAL - below) / 2;
    case 'bottom':
      return -below - DESCENT;
    case 'baseline':
      return 0;
  }
}

/**
 * The extent enlarged by texts that reach over it, on each side by the extent itself or some letters at most, so that a
 * long text does not reduce the rest to a speck. Texts higher than everything else is wide are not drawn, and do not
 * count.
 * @param near texts whose place is outside do not count
 */
export function withTexts(extent: Extent, near: PlanBox, texts: Iterable<BoxedText>): Extent {
  const { minEasting, minNorthing, maxEasting, maxNorthing } = extent;
  const side = Math.max(maxEasting - minEasting, maxNorthing - minNorthing);
  const highest = side > 0 ? side : Infinity;
  const grown = new Extent();
  grown.addExtent(extent);
  const within = (value: number, least: number, greatest: number, most: number): number =>
    Math.min(greatest + most, Math.max(least - most, value));
  for (const text of texts) {
    const { easting, northing, height } = text.label;
    if (!isInside(near, easting, northing) || !(height <= highest)) continue;
    const most = Math.max(highest, MOST_HEIGHTS * height);
    for (const [e, n] of textBox(text))
      grown.add(within(e, minEasting, maxEasting, most), within(n, minNorthing, maxNorthing, most), Number.NaN);
  }
  return grown;
}
