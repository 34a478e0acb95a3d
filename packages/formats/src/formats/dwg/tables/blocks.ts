import { BEYOND_END } from '../bits/bit-reader.ts';
import { R2000, R2004 } from '../file/releases.ts';
import { CommonEntity } from '../object/common-entity.ts';
import type { DwgObject } from '../object/dwg-object.ts';
import { readName } from './table.ts';

/** Flag of a block that is another drawing. */
const XREF = 4;
const ANONYMOUS = /^\*.$/;

/** A block as the drawing states it. */
export interface BlockRecord {
  readonly handle: number;
  /** Of an anonymous block without its number, which its BLOCK has. */
  readonly name: string;
  readonly flags: number;
  readonly base: readonly [x: number, y: number, z: number];
  /** The file of another drawing. */
  readonly file: string;
  /** Handle of its BLOCK. */
  readonly block: number;
  /** Handles of its entities since 2004; before, the first and the last of a chain. Undefined where that is lost. */
  readonly entities: ArrayLike<number> | undefined;
}

/** BLOCK_HEADER (Open Design Specification, 20.4.52). */
export function readBlockHeader(object: DwgObject): BlockRecord {
  const { data, release, handle } = object;
  const name = readName(object);
  data.flag();
  data.flag();
  const isXref = data.flag();
  const isOverlay = data.flag();
  if (release >= R2000) data.flag();
  const isOther = isXref || isOverlay;
  const count = release >= R2004 && !isOther ? data.bitLong() : 0;
  const { x, y, z } = data.triple();
  const file = object.text();
  object.reference();
  const block = object.reference();
  const { references } = object;
  // A reference takes a byte at least.
  if (count < 0 || 8 * count > references.end - references.bit) throw BEYOND_END;
  const entities = new Float64Array(release < R2004 && !isOther ? 2 : count);
  for (let i = 0; i < entities.length; i++) entities[i] = object.reference();
  return { handle, name, flags: isXref || isOverlay ? XREF : 0, base: [x, y, z], file, block, entities };
}

const common = new CommonEntity();

/** The full name of an anonymous block, from its BLOCK, which must be opened. */
export function fullName(record: BlockRecord, object: DwgObject): string {
  if (!ANONYMOUS.test(record.name)) return record.name;
  const index = object.file.map.indexOf(record.block);
  try {
    if (index < 0) throw BEYOND_END;
    object.openAt(index);
    common.read(object);
    return object.text() || record.name;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return `${record.name}${record.handle.toString(16)}`;
  }
}
