import type {
  BlockRecord,
  CadDocument,
  CadObject,
  Entity,
  ImageDefinition,
  Layer,
  MLineStyle,
  UnderlayDefinition,
} from '@node-projects/acad-ts';
import { LAYER_STANDARD, VARIANT } from '../../dxf/tables.ts';
import { library } from '../library/library.ts';
import { partsOf, writeEntity } from './entities.ts';
import type { Groups } from './groups.ts';
import { writeClasses } from './proxies.ts';

/** The newest version, with texts in UTF-8. */
const VERSION = 'AC1032';
const MODEL = /^\*model_space$/i;
/** The current sheet; others are blocks. */
const PAPER = /^\*paper_space$/i;

/** Called with an entity or layer that the library holds in a form that cannot be passed on, and the reason. */
export type Lost = (record: CadObject, reason: unknown) => void;

/**
 * Writes a drawing record by record in the order of a DXF file: header, layers, blocks, entities, reference system.
 * After each record it yields the share of the drawing that was passed on, 0 to 1.
 */
export function* drawingRecords(document: CadDocument, out: Groups, lost: Lost): Generator<number, void> {
  // In a damaged drawing a table may contain other objects.
  const blocks = [...(document.blockRecords ?? [])].filter((block) => block instanceof library.BlockRecord);
  const total = blocks.reduce((sum, block) => sum + block.entities.count, 1);
  let handed = 0;
  const writeOn = (entity: Entity, sheet: boolean): void => {
    writeEntity(entity, out);
    if (sheet) out.number(67, 1);
  };
  const entitiesOf = function* (block: BlockRecord, sheet: boolean): Generator<number, void> {
    for (const entity of block.entities) {
      handed++;
      if (!writeWhole(entity, () => writeOn(entity, sheet), out, lost)) continue;
      yield handed / total;
      for (const parts of partsOf(entity))
        for (const part of parts)
          if (part instanceof library.Entity && writeWhole(part, () => writeOn(part, sheet), out, lost))
            yield handed / total;
    }
  };

  writeHeader(document, out);
  yield 0;
  section('CLASSES', out);
  writeClasses(document, out);
  endSection(out);
  section('TABLES', out);
  for (const layer of document.layers ?? [])
    if (layer instanceof library.Layer) writeWhole(layer, () => writeLayer(layer, out), out, lost);
  for (const { name, handle, extendedData } of blocks) {
    out.name(0, 'BLOCK_RECORD');
    out.name(5, handle.toString(16));
    out.name(2, name);
    const { value } = extendedData.tryGetByName(VARIANT);
    if (value === null) continue;
    out.name(1001, VARIANT);
    for (const record of value.records)
      if (record instanceof library.ExtendedDataHandle) out.name(1005, record.value.toString(16));
  }
  endSection(out);
  yield 0;
  section('BLOCKS', out);
  for (const block of blocks) {
    if (MODEL.test(block.name) || PAPER.test(block.name)) continue;
    writeBlock(block, out);
    yield handed / total;
    yield* entitiesOf(block, false);
    out.name(0, 'ENDBLK');
  }
  endSection(out);
  // Before the first coordinate, unlike in a file.
  section('OBJECTS', out);
  writeReferenceSystem(document, out);
  endSection(out);
  section('ENTITIES', out);
  for (const block of blocks)
    if (MODEL.test(block.name) || PAPER.test(block.name)) yield* entitiesOf(block, PAPER.test(block.name));
  endSection(out);
  section('OBJECTS', out);
  for (const style of multilineStyles(blocks)) {
    writeWhole(style, () => writeMultilineStyle(style, out), out, lost);
    yield 1;
  }
  for (const definition of linkedFiles(blocks)) {
    writeLinkedFile(definition, out);
    yield 1;
  }
  endSection(out);
  out.name(0, 'EOF');
  yield 1;
}

/** Writes a complete record or nothing of it. */
function writeWhole(record: CadObject, write: () => void, out: Groups, lost: Lost): boolean {
  const mark = out.mark();
  try {
    write();
    return true;
  } catch (error) {
    out.rewind(mark);
    lost(record, error);
    return false;
  }
}

function section(name: string, out: Groups): void {
  out.name(0, 'SECTION');
  out.name(2, name);
}

function endSection(out: Groups): void {
  out.name(0, 'ENDSEC');
}

/** $MEASUREMENT is omitted: the library does not read it. */
function writeHeader({ header }: CadDocument, out: Groups): void {
  section('HEADER', out);
  out.name(9, '$ACADVER');
  out.name(1, VERSION);
  if (header !== null) {
    out.name(9, '$INSUNITS');
    out.number(70, header.insUnits);
  }
  endSection(out);
}

function writeLayer(layer: Layer, out: Groups): void {
  const { color } = layer;
  out.name(0, 'LAYER');
  out.name(2, layer.name);
  out.number(70, layer.flags);
  const index = color.isTrueColor ? color.getApproxIndex() : color.index;
  // A negative colour means that the layer is off.
  out.number(62, layer.isOn ? index : -index);
  if (color.isTrueColor) out.number(420, (color.r << 16) | (color.g << 8) | color.b);
  out.name(6, layer.lineType?.name ?? 'Continuous');
  out.number(370, layer.lineWeight);
  // Its description is in the extended data of an application.
  const { value } = layer.extendedData.tryGetByName(LAYER_STANDARD);
  if (value === null) return;
  out.name(1001, LAYER_STANDARD);
  for (const record of value.records) if (record instanceof library.ExtendedDataString) out.text(1000, record.value);
}

function writeBlock({ name, handle, blockEntity }: BlockRecord, out: Groups): void {
  out.name(0, 'BLOCK');
  out.name(5, handle.toString(16));
  out.name(2, name);
  out.number(70, blockEntity?.flags ?? 0);
  if (blockEntity?.basePoint) out.point(10, blockEntity.basePoint);
  if (blockEntity?.xRefPath) out.text(1, blockEntity.xRefPath);
}

/** GEODATA, which is in the dictionary of model space. */
function writeReferenceSystem(document: CadDocument, out: Groups): void {
  const data = document.modelSpace?.xDictionary?.getEntry(library.CadDictionary.geographicData);
  if (!(data instanceof library.GeoData)) return;
  out.name(0, 'GEODATA');
  out.number(70, data.coordinatesType);
  out.point(10, data.designPoint);
  out.point(11, data.referencePoint);
  out.number(40, data.horizontalUnitScale);
  out.number(12, data.northDirection.x);
  out.number(22, data.northDirection.y);
  out.text(301, data.coordinateSystemDefinition);
}

/** The styles of multilines that are used. */
function multilineStyles(blocks: readonly BlockRecord[]): ReadonlySet<MLineStyle> {
  const styles = new Set<MLineStyle>();
  for (const { entities } of blocks)
    for (const entity of entities) if (entity instanceof library.MLine && entity.style) styles.add(entity.style);
  return styles;
}

function writeMultilineStyle({ handle, elements }: MLineStyle, out: Groups): void {
  out.name(0, 'MLINESTYLE');
  out.name(5, handle.toString(16));
  for (const { offset, color } of elements) {
    out.number(49, offset);
    if (color.isTrueColor) out.number(420, (color.r << 16) | (color.g << 8) | color.b);
    else out.number(62, color.index);
  }
}

/** The definitions of images and underlays that entities refer to. */
function linkedFiles(blocks: readonly BlockRecord[]): ReadonlySet<ImageDefinition | UnderlayDefinition> {
  const files = new Set<ImageDefinition | UnderlayDefinition>();
  for (const { entities } of blocks) {
    for (const entity of entities) {
      const shows = entity instanceof library.RasterImage || entity instanceof library.UnderlayEntity;
      if (shows && entity.definition) files.add(entity.definition);
    }
  }
  return files;
}

function writeLinkedFile(definition: ImageDefinition | UnderlayDefinition, out: Groups): void {
  out.name(0, definition.objectName);
  out.name(5, definition.handle.toString(16));
  out.text(1, definition instanceof library.ImageDefinition ? definition.fileName : definition.file);
  if (definition instanceof library.PdfUnderlayDefinition) out.text(2, definition.page);
}
