import { R2007 } from '../file/releases.ts';
import type { DwgObject } from '../object/dwg-object.ts';
import type { Inventory } from '../object/inventory.ts';

/** Gets the handle of an object that is lost, and the reason. */
export type ObjectLost = (handle: number, reason: unknown) => void;

/**
 * Visits the entries of a table in the order of its control object, or if that is lost in the order of their handles.
 * @param control type of the control object @param type of its entries
 * @param visit is called with the entry opened, behind what every object has
 */
export function eachEntry(
  object: DwgObject,
  inventory: Inventory,
  [control, type]: readonly [control: number, type: number],
  visit: () => void,
  lost: ObjectLost,
): void {
  const { map } = object.file;
  const listed = listedEntries(object, inventory, control);
  const indices = listed === undefined ? [...inventory.ofType(type)] : listed.map((handle) => map.indexOf(handle));
  for (const index of indices) {
    if (index < 0 || inventory.types[index] !== type) continue;
    visitAt(object, index, visit, lost);
  }
}

/** Opens the object with an index and visits it; what fails is reported. */
export function visitAt(object: DwgObject, index: number, visit: () => void, lost: ObjectLost): void {
  const { map } = object.file;
  try {
    object.openAt(index);
    object.readCommon();
    visit();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    lost(map.handles[index]!, error);
  }
}

/** Handles in a control object; undefined without one. */
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
