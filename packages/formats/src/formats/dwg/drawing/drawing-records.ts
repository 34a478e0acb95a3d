import { LAYER_STANDARD, TRUE_NAME, VARIANT } from '../../dxf/tables.ts';
import { FIRST_CLASS } from '../file/classes.ts';
import type { DrawingFile } from '../file/drawing-file.ts';
import type { Groups } from '../handover/groups.ts';
import { SPACE } from '../object/common-entity.ts';
import { DwgObject } from '../object/dwg-object.ts';
import { writeExtendedData } from '../object/extended-data.ts';
import { Inventory, TYPE } from '../object/inventory.ts';
import type { BlockRecord } from '../tables/blocks.ts';
import type { LayerRecord } from '../tables/layers.ts';
import { writeGeodata, writeImageDefinition, writeMultilineStyle, writeUnderlayDefinition } from '../tables/objects.ts';
import { visitAt } from '../tables/table.ts';
import { type DrawingTables, readTables } from './drawing-tables.ts';
import { Entities } from './entities.ts';
import { EntityWriter, type Owner } from './entity-writer.ts';
import type { Lost } from './lost.ts';

/** The newest version, with texts in UTF-8. */
const VERSION = 'AC1032';
const MODEL = /^\*model_space$/i;
/** The current sheet; others are blocks. */
const PAPER = /^\*paper_space$/i;
/** Applications whose extended data of layers and blocks are used. */
const USED = [LAYER_STANDARD, VARIANT, TRUE_NAME];
const UNDERLAYS = ['PDFDEFINITION', 'DWFDEFINITION', 'DGNDEFINITION'];

/** The parts of a drawing that are wanted, and the receiver of losses. */
export interface RecordSettings {
  readonly shapes: ReadonlyMap<number, Uint8Array>;
  /** Whether the extended data of entities are wanted. */
  readonly hasExtendedData: boolean;
  readonly lost: Lost;
}

/**
 * Writes a drawing record by record in the order of a DXF file: header, classes, layers, blocks, what entities link to,
 * entities. After each record it yields the share of the drawing that was passed on, 0 to 1.
 */
export function* drawingRecords(
  file: DrawingFile,
  out: Groups,
  { shapes, hasExtendedData, lost }: RecordSettings,
): Generator<number, void> {
  const object = new DwgObject(file);
  const inventory = new Inventory(object);
  const objectLost = (handle: number, reason: unknown): void => lost('', handle, reason);
  const tables = readTables(object, inventory, shapes, objectLost);
  const writer = new EntityWriter(object, tables.names, out, lost, hasExtendedData);
  const entities = new Entities(writer, inventory);
  const share = (): number => Math.min(1, entities.count / file.map.count);

  writeHeader(file, out);
  yield 0;
  writeClasses(file, out);
  yield 0;
  yield* writeTables(object, tables, out);
  section('BLOCKS', out);
  for (const block of tables.blocks) {
    if (isSpace(block)) continue;
    writeBlock(block, out);
    yield share();
    entities.start(block.entities, ownerOf(block), false);
    while (entities.next()) yield share();
    out.name(0, 'ENDBLK');
  }
  endSection(out);
  // Before the first coordinate, unlike in a file.
  section('OBJECTS', out);
  for (const index of inventory.ofClasses('GEODATA')) {
    visitAt(object, index, () => writeGeodata(object, out), objectLost);
    break;
  }
  const definitions = [
    [inventory.ofType(TYPE.multilineStyle), writeMultilineStyle] as const,
    [inventory.ofClasses('IMAGEDEF'), writeImageDefinition] as const,
    ...UNDERLAYS.map((name) => [inventory.ofClasses(name), writeUnderlayDefinition(name)] as const),
  ];
  for (const [indices, write] of definitions)
    for (const index of indices) {
      visitAt(object, index, () => write(object, out), objectLost);
      yield share();
    }
  endSection(out);
  section('ENTITIES', out);
  for (const block of tables.blocks) {
    if (!isSpace(block)) continue;
    entities.start(block.entities, ownerOf(block), PAPER.test(block.name));
    while (entities.next()) yield share();
  }
  endSection(out);
  out.name(0, 'EOF');
  yield 1;
}

/** What entities of a block or space state about where they are. */
function ownerOf({ handle, name }: BlockRecord): Owner {
  const space = MODEL.test(name) ? SPACE.model : PAPER.test(name) ? SPACE.paper : SPACE.owner;
  return { handle, space };
}

function isSpace({ name }: BlockRecord): boolean {
  return MODEL.test(name) || PAPER.test(name);
}

function section(name: string, out: Groups): void {
  out.name(0, 'SECTION');
  out.name(2, name);
}

function endSection(out: Groups): void {
  out.name(0, 'ENDSEC');
}

function writeHeader({ insUnits, measurement }: DrawingFile, out: Groups): void {
  section('HEADER', out);
  out.name(9, '$ACADVER');
  out.name(1, VERSION);
  out.name(9, '$INSUNITS');
  out.number(70, insUnits);
  if (measurement !== undefined) {
    out.name(9, '$MEASUREMENT');
    out.number(70, measurement);
  }
  endSection(out);
}

/** The names of classes, in the order of their numbers without gaps. */
function writeClasses({ classes }: DrawingFile, out: Groups): void {
  section('CLASSES', out);
  const last = Math.max(FIRST_CLASS - 1, ...classes.keys());
  for (let number = FIRST_CLASS; number <= last; number++) {
    out.name(0, 'CLASS');
    out.name(1, classes.get(number)?.name);
  }
  endSection(out);
}

/** Layers and block records, with the extended data that are used of them. */
function* writeTables(object: DwgObject, { layers, blocks, names }: DrawingTables, out: Groups): Generator<number> {
  section('TABLES', out);
  // R14 has them in capitals.
  const spell = (name: string): string | undefined => USED.find((used) => used.toLowerCase() === name.toLowerCase());
  const isUsed = [...names.applications.values()].some((name) => spell(name) !== undefined);
  const extended = (handle: number): void => {
    if (!isUsed) return;
    const mark = out.mark();
    try {
      object.openAt(object.file.map.indexOf(handle));
      writeExtendedData(object, names, out, spell);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      out.rewind(mark);
    }
  };
  for (const layer of layers) {
    writeLayer(layer, names.lineTypes.get(layer.lineType), out);
    extended(layer.handle);
    yield 0;
  }
  for (const { name, handle } of blocks) {
    out.name(0, 'BLOCK_RECORD');
    out.handle(5, handle);
    out.name(2, name);
    extended(handle);
    yield 0;
  }
  endSection(out);
}

function writeLayer(layer: LayerRecord, lineType: string | undefined, out: Groups): void {
  out.name(0, 'LAYER');
  out.name(2, layer.name);
  out.number(70, layer.flags);
  // A negative colour means that the layer is off.
  out.number(62, layer.isOn ? layer.colour : -layer.colour);
  if (layer.rgb !== undefined) out.number(420, layer.rgb);
  out.name(6, lineType ?? 'Continuous');
  out.number(370, layer.lineWeight);
}

function writeBlock({ name, handle, flags, base: [x, y, z], file }: BlockRecord, out: Groups): void {
  out.name(0, 'BLOCK');
  out.handle(5, handle);
  out.name(2, name);
  out.number(70, flags);
  out.point(10, { x, y, z });
  if (file !== '') out.text(1, file);
}
