import type { DrawingFile } from '../file/drawing-file.ts';
import type { Groups } from '../handover/groups.ts';
import { SPACE } from '../object/common-entity.ts';
import { DwgObject } from '../object/dwg-object.ts';
import { Inventory, TYPE } from '../object/inventory.ts';
import type { Lost } from '../object/lost.ts';
import type { BlockRecord } from '../tables/blocks.ts';
import {
  writeDictionary,
  writeGeodata,
  writeImageDefinition,
  writeMultilineStyle,
  writeSpatialFilter,
  writeUnderlayDefinition,
} from '../tables/objects.ts';
import { visitAt } from '../tables/table.ts';
import { readTables } from './drawing-tables.ts';
import { Entities } from './entities.ts';
import { EntityWriter, type Owner } from './entity-writer.ts';
import { endSection, section, writeBlock, writeClasses, writeHeader, writeTables } from './head-records.ts';

const MODEL = /^\*model_space$/i;
/** The current sheet; others are blocks. */
const PAPER = /^\*paper_space$/i;
/** Groups after which entities are passed on: stopping after each of them costs more than it is worth. */
const BATCH = 1024;
/** Why an object is lost that the object map names. */
const NOT_READ = new RangeError('there is no object in its place');
const UNDERLAYS = ['PDFDEFINITION', 'DWFDEFINITION', 'DGNDEFINITION'];

/** The parts of a drawing that are wanted, and the receiver of losses. */
export interface RecordSettings {
  readonly shapes: ReadonlyMap<number, Uint8Array>;
  /** Whether the extended data of entities are wanted. */
  readonly hasExtendedData: boolean;
  /** Gets the entities that are lost. */
  readonly lost: Lost;
  /** Gets the other objects that are lost, on which entities depend. */
  readonly objectLost: Lost;
}

/**
 * Writes a drawing record by record in the order of a DXF file: header, classes, layers, blocks, what entities link to,
 * entities. After some records it yields the share of the drawing that was passed on, 0 to 1.
 */
export function* drawingRecords(
  file: DrawingFile,
  out: Groups,
  { shapes, hasExtendedData, lost, objectLost }: RecordSettings,
): Generator<number, void> {
  const object = new DwgObject(file);
  const inventory = new Inventory(object);
  const tables = readTables(object, inventory, shapes, objectLost);
  const writer = new EntityWriter(object, tables.names, out, lost, hasExtendedData);
  const entities = new Entities(writer, inventory);
  const share = (): number => Math.min(1, entities.count / file.map.count);

  writeHeader(file, out);
  yield 0;
  writeClasses(file, out);
  yield 0;
  yield* writeTables(object, tables, out, objectLost);
  section('BLOCKS', out);
  for (const block of tables.blocks) {
    if (isSpace(block)) continue;
    writeBlock(block, out);
    yield share();
    entities.start(block.entities, ownerOf(block), false);
    while (entities.next()) if (out.count >= BATCH) yield share();
    out.name(0, 'ENDBLK');
  }
  endSection(out);
  // Before the first coordinate, unlike in a file.
  section('OBJECTS', out);
  for (const index of inventory.ofClasses('GEODATA')) {
    visitAt(object, index, 'GEODATA', () => writeGeodata(object, out), objectLost);
    break;
  }
  const filters = [...inventory.ofClasses('SPATIAL_FILTER')];
  const definitions = [
    ['MLINESTYLE', inventory.ofType(TYPE.multilineStyle), writeMultilineStyle] as const,
    ['IMAGEDEF', inventory.ofClasses('IMAGEDEF'), writeImageDefinition] as const,
    ['SPATIAL_FILTER', filters, writeSpatialFilter] as const,
    // Only they lead from a filter to its reference.
    ['DICTIONARY', filters.length > 0 ? inventory.ofType(TYPE.dictionary) : [], writeDictionary] as const,
    ...UNDERLAYS.map((name) => [name, inventory.ofClasses(name), writeUnderlayDefinition(name)] as const),
  ];
  for (const [kind, indices, write] of definitions)
    for (const index of indices) {
      visitAt(object, index, kind, () => write(object, out), objectLost);
      yield share();
    }
  endSection(out);
  section('ENTITIES', out);
  for (const block of [...tables.blocks.filter(isSpace), ...lostSpaces(tables.blocks)]) {
    entities.start(block.entities, ownerOf(block), PAPER.test(block.name));
    while (entities.next()) if (out.count >= BATCH) yield share();
  }
  endSection(out);
  if (!file.isWhole) for (let i = 0; i < file.map.count; i++) writer.loseWithoutBlock(i);
  for (const index of inventory.unread()) objectLost('UNKNOWN', file.map.handles[index]!, NOT_READ);
  out.name(0, 'EOF');
  yield 1;
}

/** What entities of a block or space state about where they are. */
function ownerOf({ handle, name }: BlockRecord): Owner {
  const space = MODEL.test(name) ? SPACE.model : PAPER.test(name) ? SPACE.paper : SPACE.owner;
  return { handle, space };
}

/** The spaces whose block is lost: entities state themselves that they are in one. */
function lostSpaces(blocks: readonly BlockRecord[]): BlockRecord[] {
  return ['*Model_Space', '*Paper_Space']
    .filter((space) => !blocks.some(({ name }) => name.toLowerCase() === space.toLowerCase()))
    .map((name) => ({ handle: 0, name, flags: 0, base: [0, 0, 0], file: '', block: 0, entities: undefined }));
}

function isSpace({ name }: BlockRecord): boolean {
  return MODEL.test(name) || PAPER.test(name);
}
