import type { DwgObject } from '../object/dwg-object.ts';

/** Parts of a pattern that are read; a drawing may not have more than 12. */
const MOST = 64;

/**
 * Lengths of a line type (LTYPE; Open Design Specification, 20.4.58), behind its name: dashes above 0, gaps below,
 * dots 0.
 */
export function readDashes(object: DwgObject): number[] {
  const { data } = object;
  // Description, length of the whole pattern, alignment.
  object.text();
  data.bitDouble();
  data.byte();
  const count = Math.min(data.byte(), MOST);
  const lengths: number[] = [];
  for (let i = 0; i < count; i++) {
    lengths.push(data.bitDouble());
    // Of a letter or symbol in the gap: code, place, scale, rotation, flags.
    data.bitShort();
    data.double();
    data.double();
    data.bitDouble();
    data.bitDouble();
    data.bitShort();
  }
  return lengths;
}
