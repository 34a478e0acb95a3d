import { R2007 } from '../file/releases.ts';
import type { DwgObject } from '../object/dwg-object.ts';
import type { Inventory } from '../object/inventory.ts';
import type { Lost } from '../object/lost.ts';

/** Why an entry is lost that its table names. */
const NOT_THERE = new RangeError('it is not in the file');
const ANOTHER = new RangeError('another object is in its place');

/**
 * Visits the entries of a table in the order of its control object, or if that is lost in the order of their handles.
 * @param control type of the control object @param type of its entries @param kind what they are called in DXF
 * @param visit is called with the entry opened, behind what every object has
 */
export function eachEntry(
  object: DwgObject,
  inventory: Inventory,
  [control, type, kind]: readonly [control: number, type: number, kind: string],
  visit: () => void,
  lost: Lost,
): void {
  const { map, isWhole } = object.file;
  const listed = listedEntries(object, inventory, control);
  if (listed === undefined) {
    for (const index of inventory.ofType(type)) visitAt(object, index, kind, visit, lost);
    return;
  }
  for (const handle of listed) {
    const index = map.indexOf(handle);
    if (index >= 0 && inventory.types[index] === type) visitAt(object, index, kind, visit, lost);
    else if (index >= 0) lost(kind, handle, ANOTHER);
    // Tables of whole drawings name entries that were never written, too.
    else if (handle !== 0 && !isWhole) lost(kind, handle, NOT_THERE);
  }
}

/** Opens the object with an index and visits it; what fails is reported. */
export function visitAt(object: DwgObject, index: number, kind: string, visit: () => void, lost: Lost): void {
  const { map } = object.file;
  try {
    object.openAt(index);
    object.readCommon();
    visit();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    lost(kind, map.handles[index]!, error);
  }
}

/** Handles in a control object; undefined without one that can be read whole. */
function listedEntries(object: DwgObject, inventory: Inventory, control: number): number[] | undefined {
  for (const index of inventory.ofType(control)) {
    const handles: number[] = [];
    try {
      object.openAt(index);
      object.readCommon();
      // The number does not count the two entries that every drawing has; references fill the rest.
      object.data.bitLong();
      while (object.references.bit + 8 <= object.references.end) handles.push(object.reference());
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      continue;
    }
    if (handles.length > 0) return [...new Set(handles)];
  }
  return undefined;
}

/** The name of an entry and the bits after it, which say whether it is of another drawing. */
export function readName(object: DwgObject): string {
  const name = object.text();
  const { data, release } = object;
  if (release < R2007) data.flag();
  data.bitShort();
  if (release < R2007) data.flag();
  return name;
}
