import { R2004, R2007 } from '../file/releases.ts';
import { EntityChain, type Handles, type Links } from './entity-chain.ts';
import type { HandleList } from './handle-list.ts';
import { HANDLE } from './handles.ts';
import type { ObjectStream } from './object-stream.ts';
import { type ObjectWriter, REFERENCE } from './object-writer.ts';
import { writeName } from './tables.ts';
import { TYPE } from './types.ts';

const { owner, pointer, softOwner, softPointer } = REFERENCE;

/** A block that is written. */
export interface WrittenBlock {
  readonly name: string;
  readonly handle: number;
  /** Its BLOCK and its ENDBLK. */
  readonly begin: number;
  readonly end: number;
  readonly space: number;
  readonly layout: number;
  readonly extension: number;
  readonly hasAttributes: boolean;
  readonly entities: HandleList;
  /** References of it. */
  readonly references: HandleList;
}

/** Writes the table of blocks, its entries, and begin and end of each. @param zero index of layer 0 */
export function writeBlocks(
  blocks: readonly WrittenBlock[],
  to: ObjectWriter,
  objects: ObjectStream,
  links: Links,
  zero: number,
): void {
  to.start(TYPE.blockControl, HANDLE.blockRecordTable);
  to.endExtended();
  to.common(0);
  const own = blocks.filter(({ layout }) => layout === 0);
  to.data.bitLong(own.length);
  for (const { handle } of own) to.refer(softOwner, handle);
  to.refer(owner, HANDLE.modelRecord);
  to.refer(owner, HANDLE.paperRecord);
  to.finish(objects);
  for (const block of blocks) {
    writeHeader(block, to, objects);
    writeBound(TYPE.block, block.begin, block);
    writeBound(TYPE.blockEnd, block.end, block);
  }

  function writeBound(type: number, handle: number, { space, handle: record, name }: WrittenBlock): void {
    const number: Handles = { next: handle };
    const chain = new EntityChain(to, objects, links, number, space, record);
    chain.open(type, zero);
    if (type === TYPE.block) to.text(name);
    chain.end();
  }
}

/** BLOCK_HEADER (Open Design Specification, 20.4.52). */
function writeHeader(block: WrittenBlock, to: ObjectWriter, objects: ObjectStream): void {
  const { data, release } = to;
  const { entities, references } = block;
  const { count } = entities;
  to.start(TYPE.blockHeader, block.handle);
  to.endExtended();
  to.common(HANDLE.blockRecordTable, block.extension);
  writeName(to, block.name);
  // Anonymous, with attributes, another drawing, laid over, loaded.
  for (const flag of [false, block.hasAttributes, false, false, false]) data.flag(flag);
  if (release >= R2004) data.bitLong(count);
  data.triple(0, 0, 0);
  to.text('');
  data.reserve(references.count);
  for (let i = 0; i < references.count; i++) data.byte(1);
  data.byte(0);
  to.text('');
  data.bitLong(0);
  if (release >= R2007) {
    data.bitShort(0);
    data.flag(true);
    data.byte(0);
  }
  to.refer(pointer, 0);
  to.refer(owner, block.begin);
  if (release >= R2004) for (let i = 0; i < count; i++) to.refer(owner, entities.at(i));
  else for (const i of [0, count - 1]) to.refer(softPointer, count === 0 ? 0 : entities.at(i));
  to.refer(owner, block.end);
  for (let i = 0; i < references.count; i++) to.refer(softPointer, references.at(i));
  to.refer(pointer, block.layout);
  to.finish(objects);
}
