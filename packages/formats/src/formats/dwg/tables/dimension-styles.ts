import { R2000, R2007, R2010 } from '../file/releases.ts';
import type { Groups } from '../handover/groups.ts';
import type { DwgObject } from '../object/dwg-object.ts';
import { type BitField, readFields } from '../object/fields.ts';
import { readName } from './table.ts';

const all =
  (code: BitField[0]) =>
  (...groups: readonly number[]): BitField[] =>
    groups.map((group) => [code, group]);
const [bits, bytes, shorts, doubles] = [all('B'), all('RC'), all('BS'), all('BD')];
const [texts, colours, handles] = [all('T'), all('C'), all('H')];
const since = (release: number, ...fields: readonly BitField[]): BitField[] =>
  fields.map(([code, group, first = release]) => [code, group, first]);
const before = (release: number, ...fields: readonly BitField[]): BitField[] =>
  fields.map(([code, group, first]) => [code, group, first, release]);

const SIZES = [40, 41, 42, 0, 44, 45, 46, 47, 48];

/** The fields after the name (Open Design Specification, 20.4.66); group 0 is not used here. */
const FIELDS: readonly BitField[] = [
  ...before(
    R2000,
    ...bits(71, 72, 73, 74, 75, 76, 170, 172, 173, 0, 0),
    ...bytes(171, 78),
    ...bits(281, 282),
    ...bytes(0, 0, 0),
    ['B', 0],
    ...bytes(0, 0, 0, 77),
    ...shorts(270, 275, 271, 272, 0, 0),
    ...doubles(...SIZES, 140, 141, 142, 143, 144, 0, 0, 147),
    ['T', 3],
    ...texts(0, 0, 0, 0),
    ...shorts(176, 177, 178),
  ),
  ...since(
    R2000,
    ['T', 3],
    ['T', 0],
    ...doubles(...SIZES),
    ...since(R2007, ...doubles(0, 0), ['BS', 0], ['C', 0]),
    ...bits(71, 72, 73, 74, 75, 76),
    ...shorts(77, 78, 79),
    ['BS', 0, R2007],
    ...doubles(140, 141, 142, 143, 144, 0, 0, 147, 0),
    ['B', 170],
    ['BS', 171],
    ...bits(172, 173, 0, 0),
    ...colours(176, 177, 178),
    ...shorts(179, 271, 272, 0, 0, 275, 0, 277, 278, 0, 0),
    ...bits(281, 282),
    ...shorts(0, 0, 0, 0),
    ['B', 0],
    ['BS', 0],
    ['B', 0, R2007],
    ...since(R2010, ['B', 0], ['BD', 0], ['T', 0], ['BD', 0], ['T', 0]),
    ...shorts(0, 0),
    ['B', 0],
    // Of another file, text style; arrow heads of leaders, of both ends, of each of them.
    ...handles(0, 0, 341, 342, 343, 344),
  ),
];

/** Writes a dimension style (DIMSTYLE) with the values that are used. */
export function writeDimensionStyle(object: DwgObject, out: Groups): void {
  const mark = out.mark();
  try {
    out.name(0, 'DIMSTYLE');
    out.handle(105, object.handle);
    out.name(2, readName(object));
    readFields(FIELDS, { object, out });
  } catch (error) {
    out.rewind(mark);
    throw error;
  }
}
