import { layerOf } from '@fieldbridge/fieldjob/layer.ts';
import { colourOfIndex } from '../../kit/cad/aci.ts';
import type { LayerBook } from '../../kit/cad/layer-book.ts';
import { plainText } from '../../kit/cad/text-codes.ts';
import type { Blocks } from './blocks.ts';
import type { Entity } from './entity.ts';
import { ENTITY_RULES, type Rules, withExtendedData } from './recording-rules.ts';

/** Heights of texts in dimensions and tolerances, by the names of dimension styles in small letters. */
export type TextHeights = Map<string, number>;

/** The application in whose extended data AutoCAD keeps the description of a layer, as the second text. */
export const LAYER_STANDARD = 'AcAecLayerStandard';
/** The application in whose extended data a variant of a dynamic block names the record of that. */
export const VARIANT = 'AcDbBlockRepBTag';
/** The one under which a dynamic block has its name. */
const TRUE_NAME = 'AcDbDynamicBlockTrueName';
/** What is taken of a record of a table. */
export const RECORD_RULES: Rules = withExtendedData(ENTITY_RULES);
/** Height of texts in a style that does not state it, as AutoCAD leaves it out where it is this. */
const DIMTXT = 0.18;
const FROZEN = 1;
const LOCKED = 4;

/** Takes one record of the TABLES section: layers, block records, text heights of dimension styles; the others are of no use here. */
export function takeTableRecord(
  type: string,
  entity: Entity,
  layers: LayerBook,
  blocks: Blocks,
  textHeights: TextHeights,
): void {
  if (type === 'BLOCK_RECORD') {
    blocks.noteHandle(entity.number(5, Number.NaN), entity.name(2));
    const dynamic = dynamicBlock(entity);
    if (!Number.isNaN(dynamic)) blocks.noteVariant(entity.name(2), dynamic);
    const trueName = extendedGroup(entity, TRUE_NAME, 1000, 1);
    if (trueName >= 0) blocks.noteTrueName(entity.name(2), plainText(entity.textAt(trueName)));
  }
  // Times DIMSCALE, where that is one.
  if (type === 'DIMSTYLE')
    textHeights.set(entity.name(2).toLowerCase(), entity.number(140, DIMTXT) * (entity.number(40, 1) || 1));
  if (type !== 'LAYER') return;
  const name = entity.name(2);
  if (name === '') return;
  const index = entity.number(62, 7);
  const flags = entity.number(70, 0);
  const weight = entity.number(370, -1);
  const lineType = entity.name(6);
  layers.declare(
    layerOf(name, {
      colour: entity.has(420) ? entity.number(420, 0) & 0xffffff : colourOfIndex(Math.abs(index)),
      lineType: /^continuous$/i.test(lineType) ? '' : lineType,
      lineWeight: weight >= 0 ? weight : -1,
      // A negative colour means that the layer is off.
      visible: index >= 0 && (flags & FROZEN) === 0,
      locked: (flags & LOCKED) !== 0,
      description: descriptionOf(entity),
    }),
    (flags & FROZEN) !== 0,
  );
}

/** The description of a layer. */
function descriptionOf(entity: Entity): string {
  const second = extendedGroup(entity, LAYER_STANDARD, 1000, 2);
  return second < 0 ? '' : plainText(entity.textAt(second));
}

/** Handle of the dynamic block that a block is a variant of; NaN when it is none. */
function dynamicBlock(entity: Entity): number {
  const group = extendedGroup(entity, VARIANT, 1005, 1);
  const text = group < 0 ? '' : entity.textAt(group).trim();
  return /^[0-9a-f]{1,13}$/i.test(text) ? Number.parseInt(text, 16) : Number.NaN;
}

/** Position of the group number `count` with a code in what an application attached; -1 when there is none. */
function extendedGroup(entity: Entity, application: string, code: number, count: number): number {
  let at = entity.find(1001);
  while (at < entity.to && entity.textAt(at).trim() !== application) at = entity.find(1001, at + 1);
  const end = entity.find(1001, at + 1);
  for (let i = 0; i < count; i++) at = entity.find(code, at + 1);
  return at < end ? at : -1;
}
