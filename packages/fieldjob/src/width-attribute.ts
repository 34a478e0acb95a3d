import type { AttributePairs } from './columns/attribute-columns.ts';
import { convertLength, type Unit } from './unit.ts';

/** Attribute of a line or a text that holds its width, in the unit of the job. */
const WIDTH = 'width';
/** Significant digits kept when a width is multiplied by a unit factor. */
const DIGITS = 12;

/** Attributes with any width converted to another unit; the others are unchanged. */
export function widthInUnit(attributes: AttributePairs, from: Unit, to: Unit): AttributePairs {
  const at = attributes.findIndex((text, i) => i % 2 === 0 && text === WIDTH);
  const width = at < 0 ? 0 : Number(attributes[at + 1]);
  if (!(Number.isFinite(width) && width > 0)) return attributes;
  return attributes.toSpliced(at + 1, 1, String(Number(convertLength(width, from, to).toPrecision(DIGITS))));
}
