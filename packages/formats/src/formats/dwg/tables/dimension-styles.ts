import { R2000, R2007 } from '../file/releases.ts';
import type { DwgObject } from '../object/dwg-object.ts';
import type { DimensionStyle } from '../object/entity-reading.ts';
import { readName } from './table.ts';

/** Reads the values of a dimension style (DIMSTYLE) that are used. */
export function readDimensionStyle(object: DwgObject): DimensionStyle {
  const { data, release } = object;
  readName(object);
  const bits = (count: number): void => data.skip(count);
  const doubles = (count: number): void => {
    for (let i = 0; i < count; i++) data.bitDouble();
  };
  const shorts = (count: number): void => {
    for (let i = 0; i < count; i++) data.bitShort();
  };
  if (release < R2000) {
    // Eleven bits, two bytes, two bits, three bytes, a bit, four bytes.
    bits(11 + 16 + 2 + 24 + 1 + 32);
    shorts(6);
  } else {
    object.text();
    object.text();
  }
  const scale = data.bitDouble() || 1;
  const arrowSize = data.bitDouble();
  doubles(7);
  if (release >= R2000) {
    if (release >= R2007) {
      doubles(2);
      shorts(1);
      object.readColour();
    }
    bits(6);
    shorts(release >= R2007 ? 4 : 3);
  }
  const textHeight = data.bitDouble() * scale;
  if (release < R2000) return { textHeight, scale, arrowSize, leaderArrow: 0 };
  // Of another file, text style.
  object.reference();
  object.reference();
  return { textHeight, scale, arrowSize, leaderArrow: object.reference() };
}
