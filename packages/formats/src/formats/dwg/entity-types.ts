import { library } from './library/library.ts';

/** Numbers of the types that every release knows: entities, without the parts of others, blocks and dictionaries between them. */
const FIXED: readonly (readonly [first: number, last: number])[] = [
  [1, 1],
  [3, 3],
  [7, 8],
  [15, 41],
  [43, 47],
  [74, 74],
  [77, 78],
];
/** The library's names that are not those of a DXF. */
const NAMES: Readonly<Record<string, string>> = {
  FACE3D: '3DFACE',
  SOLID3D: '3DSOLID',
  MINSERT: 'INSERT',
  OLEFRAME: 'OLE2FRAME',
};
/** Entities that a drawing declares in its table of classes. */
const DECLARED =
  /^(ACAD_TABLE|MULTILEADER|MESH|IMAGE|WIPEOUT|HELIX|.*UNDERLAY|.*SURFACE|.*_DIMENSION|ACAD_PROXY_ENTITY)$/;

/**
 * The DXF name of a type of entities; undefined for objects that are none, or part of one.
 * @param type its number or, of a declared one, its name
 */
export function entityName(type: string): string | undefined {
  const number = Number(type);
  if (Number.isNaN(number)) return DECLARED.test(type) ? type : undefined;
  if (!FIXED.some(([first, last]) => number >= first && number <= last)) return undefined;
  const own: string = library.ObjectType[number] ?? '';
  return NAMES[own] ?? /^(DIMENSION|POLYLINE)_/.exec(own)?.[1] ?? own;
}
