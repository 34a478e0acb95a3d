import type { AttributePairs } from './columns/attribute-columns.ts';
import { HATCH_LINES, hatchLinesOf, hatchText, mapHatchLines, type PlanMap } from './hatch-lines.ts';

/** Attribute of a line or a column of text that holds its width, in the unit of the job. */
const WIDTH = 'width';
/** Attribute of a text that is squeezed or stretched to a length: that length, in the unit of the job. */
const FIT = 'fit';
/** Attribute of a text whose letters are narrower or wider than in its font: the factor. */
const LETTER_WIDTH = 'widthFactor';
/** Accepted factors: others are mistakes, or look like 1. */
const [NARROWEST, WIDEST, SAME] = [0.01, 100, 0.005];
/** Significant digits kept when a length is multiplied by a factor. */
const DIGITS = 12;

/** Attributes of a feature whose lengths and directions follow a map of its coordinates; the others are unchanged. */
export function mappedAttributes(attributes: AttributePairs, map: PlanMap): AttributePairs {
  let mapped: string[] | undefined;
  for (let i = 0; i + 1 < attributes.length; i += 2) {
    const value = mappedValue(attributes[i]!, attributes[i + 1]!, map);
    if (value !== undefined) (mapped ??= [...attributes])[i + 1] = value;
  }
  return mapped ?? attributes;
}

/** Attributes of an area of which a part is kept: its hatch stays in place, although the first vertex differs. */
export function movedHatch(attributes: AttributePairs, from: FirstVertex, to: FirstVertex): AttributePairs {
  const at = attributes.indexOf(HATCH_LINES);
  const lines = at >= 0 && at % 2 === 0 ? hatchLinesOf(attributes[at + 1] ?? '') : undefined;
  if (lines === undefined) return attributes;
  const [e, n] = [0, 1].map((axis) => from.coordinates[axis]! - to.coordinates[axis]!) as [number, number];
  const text = hatchText(lines.map((line) => ({ ...line, base: [line.base[0] + e, line.base[1] + n] })));
  return text === undefined ? attributes : attributes.with(at + 1, text);
}

interface FirstVertex {
  readonly coordinates: Float64Array;
}

function mappedValue(key: string, value: string, map: PlanMap): string | undefined {
  if (key === HATCH_LINES) {
    const lines = hatchLinesOf(value);
    return lines === undefined ? undefined : hatchText(mapHatchLines(lines, map));
  }
  if (key !== WIDTH && key !== FIT) return undefined;
  const length = Number(value);
  if (!(Number.isFinite(length) && length > 0)) return undefined;
  return String(Number((length * Math.hypot(map[0], map[2])).toPrecision(DIGITS)));
}

/** The pair for a length. @param scale from the unit that it is in to that of the job */
const pair = (key: string, length: number, scale: number): readonly [string, string] => [
  key,
  String(Number((length * scale).toPrecision(DIGITS))),
];

/** The attribute for the width of a line or a column of text. @param scale from its own unit to that of the job */
export const widthAttribute = (width: number, scale: number): readonly [string, string] => pair(WIDTH, width, scale);

/** The attribute for the length that a text is fitted to, in the unit of the job. */
export const fitAttribute = (length: number): readonly [string, string] => pair(FIT, length, 1);

/** The width that a feature was read with, in the unit of the job; 0 if it has no width. */
export const widthOf = ({ attributes }: WithAttributes): number => lengthOf(attributes, WIDTH);

/** The length that a text is fitted to, in the unit of the job; 0 if it has its natural length. */
export const fitOf = ({ attributes }: WithAttributes): number => lengthOf(attributes, FIT);

/** The attribute for the width of a text's letters; none for a factor that is 1 or impossible. */
export function letterWidthAttribute(factor: number): readonly string[] {
  if (!(factor >= NARROWEST && factor <= WIDEST) || Math.abs(factor - 1) < SAME) return [];
  return pair(LETTER_WIDTH, factor, 1);
}

/** The factor by which the letters of a text are wider than in its font. */
export const letterWidthOf = ({ attributes }: WithAttributes): number => {
  const factor = lengthOf(attributes, LETTER_WIDTH);
  return factor >= NARROWEST && factor <= WIDEST ? factor : 1;
};

interface WithAttributes {
  readonly attributes: AttributePairs;
}

function lengthOf(attributes: AttributePairs, key: string): number {
  const at = attributes.indexOf(key);
  const length = at >= 0 && at % 2 === 0 ? Number(attributes[at + 1]) : 0;
  return Number.isFinite(length) && length > 0 ? length : 0;
}
