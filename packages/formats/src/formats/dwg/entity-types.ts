import { library } from './library/library.ts';

/** Type numbers of entities in every release, without parts of other entities, blocks and dictionaries among them. */
const FIXED: readonly (readonly [first: number, last: number])[] = [
  [1, 1],
  [3, 3],
  [7, 8],
  [15, 41],
  [43, 47],
  [74, 74],
  [77, 78],
];
/** The library's names that differ from those of DXF. */
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
 * The DXF name of an entity type; undefined for other objects and for parts of entities.
 * @param type its number or, if declared, its name
 */
export function entityName(type: string): string | undefined {
  const number = Number(type);
  if (Number.isNaN(number)) return DECLARED.test(type) ? type : undefined;
  if (!FIXED.some(([first, last]) => number >= first && number <= last)) return undefined;
  const own: string = library.ObjectType[number] ?? '';
  return NAMES[own] ?? /^(DIMENSION|POLYLINE)_/.exec(own)?.[1] ?? own;
}
