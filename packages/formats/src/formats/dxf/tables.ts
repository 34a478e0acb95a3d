import { layerOf } from '@fieldbridge/fieldjob/layer.ts';
import { colourOfIndex } from '../../kit/cad/aci.ts';
import type { LayerBook } from '../../kit/cad/layer-book.ts';
import { plainText } from '../../kit/cad/text-codes.ts';
import type { Blocks } from './blocks.ts';
import { COMMON } from './common-fields.ts';
import { DIMSTYLE, DimensionStyle, type DimensionStyles } from './dimension-style.ts';
import type { Entity } from './entity.ts';
import { EXTENDED } from './extended-data.ts';
import { type Field, integer, name as names, real } from './fields.ts';
import { ENTITY_RULES, type Rules, withExtendedData } from './recording-rules.ts';

/** Lengths of line types by name: dashes above 0, gaps below, dots 0. */
export type LineTypes = Map<string, readonly number[]>;

/** By which factor letters are wider than their font has them, by text style in lower case. */
export type LetterWidths = Map<string, number>;

/** Application under which AutoCAD stores the description of a layer, as the second text of its extended data. */
export const LAYER_STANDARD = 'AcAecLayerStandard';
/** Application under which a variant of a dynamic block stores the handle of the dynamic block's record. */
export const VARIANT = 'AcDbBlockRepBTag';
/** Application under which a dynamic block stores its name. */
export const TRUE_NAME = 'AcDbDynamicBlockTrueName';
/** The groups that are recorded of a table's records. */
export const RECORD_RULES: Rules = withExtendedData(ENTITY_RULES);
const BLOCK_RECORD = { name: names(2) };
/** A negative colour means that the layer is off. */
const LAYER = { ...COMMON, name: names(2), colour: integer(62, 7), flags: integer(70) };
const LTYPE = { name: names(2), length: real(49) };
const STYLE = { name: names(2), letterWidth: real(41, 1) };
const FROZEN = 1;
const LOCKED = 4;

/**
 * Takes one record of the TABLES section: layers, block records, dimension styles, text styles, line types; others are
 * not used.
 */
export function takeTableRecord(
  type: string,
  entity: Entity,
  layers: LayerBook,
  blocks: Blocks,
  dimensionStyles: DimensionStyles,
  lineTypes: LineTypes,
  letterWidths: LetterWidths,
): void {
  if (type === 'BLOCK_RECORD') {
    const name = entity.name(BLOCK_RECORD.name);
    blocks.noteHandle(entity.get(COMMON.handle), name);
    const dynamic = dynamicBlock(entity);
    if (!Number.isNaN(dynamic)) blocks.noteVariant(name, dynamic);
    const trueName = extendedGroup(entity, TRUE_NAME, EXTENDED.text, 1);
    if (trueName >= 0) blocks.noteTrueName(name, plainText(entity.textAt(trueName)));
  }
  if (type === 'DIMSTYLE') dimensionStyles.set(entity.name(DIMSTYLE.name).toLowerCase(), new DimensionStyle(entity));
  if (type === 'STYLE') letterWidths.set(entity.name(STYLE.name).toLowerCase(), entity.get(STYLE.letterWidth));
  if (type === 'LTYPE') {
    const lengths: number[] = [];
    for (let at = entity.find(LTYPE.length); at < entity.to; at = entity.find(LTYPE.length, at + 1))
      lengths.push(entity.valueAt(at));
    lineTypes.set(entity.name(LTYPE.name), lengths);
  }
  if (type !== 'LAYER') return;
  const name = entity.name(LAYER.name);
  if (name === '') return;
  const index = entity.get(LAYER.colour);
  const flags = entity.get(LAYER.flags);
  const weight = entity.get(LAYER.lineWeight);
  const lineType = entity.name(LAYER.lineType);
  layers.declare(
    layerOf(name, {
      colour: entity.has(LAYER.trueColour) ? entity.get(LAYER.trueColour) & 0xffffff : colourOfIndex(Math.abs(index)),
      lineType: /^continuous$/i.test(lineType) ? '' : lineType,
      lineWeight: weight >= 0 ? weight : -1,
      visible: index >= 0 && (flags & FROZEN) === 0,
      locked: (flags & LOCKED) !== 0,
      description: descriptionOf(entity),
    }),
    (flags & FROZEN) !== 0,
  );
}

/** The description of a layer. */
function descriptionOf(entity: Entity): string {
  const second = extendedGroup(entity, LAYER_STANDARD, EXTENDED.text, 2);
  return second < 0 ? '' : plainText(entity.textAt(second));
}

/** Handle of the dynamic block of which a block is a variant; NaN for other blocks. */
function dynamicBlock(entity: Entity): number {
  const group = extendedGroup(entity, VARIANT, EXTENDED.handle, 1);
  const text = group < 0 ? '' : entity.textAt(group).trim();
  return /^[0-9a-f]{1,13}$/i.test(text) ? Number.parseInt(text, 16) : Number.NaN;
}

/** Position of the `count`-th group of a field in the extended data of an application; -1 if it is missing. */
function extendedGroup(entity: Entity, application: string, field: Field<'text'>, count: number): number {
  let at = entity.find(EXTENDED.application);
  while (at < entity.to && entity.textAt(at).trim() !== application) at = entity.find(EXTENDED.application, at + 1);
  const end = entity.find(EXTENDED.application, at + 1);
  for (let i = 0; i < count; i++) at = entity.find(field, at + 1);
  return at < end ? at : -1;
}
