import { LAYER_STANDARD, TRUE_NAME, VARIANT } from '../../dxf/tables.ts';
import { FIRST_CLASS } from '../file/classes.ts';
import type { DrawingFile } from '../file/drawing-file.ts';
import type { Groups } from '../handover/groups.ts';
import type { DwgObject } from '../object/dwg-object.ts';
import { writeExtendedData } from '../object/extended-data.ts';
import type { Lost } from '../object/lost.ts';
import type { BlockRecord } from '../tables/blocks.ts';
import { writeDimensionStyle } from '../tables/dimension-styles.ts';
import type { LayerRecord } from '../tables/layers.ts';
import { visitAt } from '../tables/table.ts';
import type { DrawingTables } from './drawing-tables.ts';

/** The newest version, with texts in UTF-8. */
const VERSION = 'AC1032';
/** Applications whose extended data of layers and blocks are used. */
const USED = [LAYER_STANDARD, VARIANT, TRUE_NAME];

/** Begins a section. */
export function section(name: string, out: Groups): void {
  out.name(0, 'SECTION');
  out.name(2, name);
}

export function endSection(out: Groups): void {
  out.name(0, 'ENDSEC');
}

/** Section HEADER: version, unit, scale of line types, and whether it is metric. */
export function writeHeader({ units: { insUnits, lineTypeScale }, measurement }: DrawingFile, out: Groups): void {
  section('HEADER', out);
  out.name(9, '$ACADVER');
  out.name(1, VERSION);
  out.name(9, '$INSUNITS');
  out.number(70, insUnits);
  out.name(9, '$LTSCALE');
  out.number(40, lineTypeScale);
  if (measurement !== undefined) {
    out.name(9, '$MEASUREMENT');
    out.number(70, measurement);
  }
  endSection(out);
}

/** Section CLASSES: the names, in the order of their numbers without gaps. */
export function writeClasses({ classes }: DrawingFile, out: Groups): void {
  section('CLASSES', out);
  const last = Math.max(FIRST_CLASS - 1, ...classes.keys());
  for (let number = FIRST_CLASS; number <= last; number++) {
    out.name(0, 'CLASS');
    out.name(1, classes.get(number)?.name);
  }
  endSection(out);
}

/**
 * Section TABLES: line types, layers, dimension styles and block records,
 * with the extended data that are used of them.
 */
export function* writeTables(
  object: DwgObject,
  { layers, blocks, names, dashes, letterWidths }: DrawingTables,
  out: Groups,
  lost: Lost,
): Generator<number> {
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
  for (const [handle, lengths] of dashes) {
    out.name(0, 'LTYPE');
    out.name(2, names.lineTypes.get(handle));
    for (const length of lengths) out.number(49, length);
    yield 0;
  }
  for (const [name, width] of letterWidths) {
    if (width === 1) continue;
    out.name(0, 'STYLE');
    out.name(2, name);
    out.number(41, width);
  }
  for (const layer of layers) {
    writeLayer(layer, names.lineTypes.get(layer.lineType), out);
    extended(layer.handle);
    yield 0;
  }
  for (const handle of names.dimensionStyles.keys()) {
    const index = object.file.map.indexOf(handle);
    visitAt(object, index, 'DIMSTYLE', () => writeDimensionStyle(object, out), lost);
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

/** The begin of a block. */
export function writeBlock({ name, handle, flags, base: [x, y, z], file }: BlockRecord, out: Groups): void {
  out.name(0, 'BLOCK');
  out.handle(5, handle);
  out.name(2, name);
  out.number(70, flags);
  out.point(10, { x, y, z });
  if (file !== '') out.text(1, file);
}
