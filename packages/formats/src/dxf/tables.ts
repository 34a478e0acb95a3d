import { layerOf } from '@fieldbridge/fieldjob/layer.ts';
import { colourOfIndex } from '../cad/aci.ts';
import type { LayerBook } from '../cad/layer-book.ts';
import { plainText } from '../cad/text-codes.ts';
import type { Blocks } from './blocks.ts';
import type { Entity } from './entity.ts';
import { ENTITY_RULES, type Rules, withExtendedData } from './recording-rules.ts';

/** Heights of texts in dimensions and tolerances, by the names of dimension styles in small letters. */
export type TextHeights = Map<string, number>;

/** The application in whose extended data AutoCAD keeps the description of a layer, as the second text. */
export const LAYER_STANDARD = 'AcAecLayerStandard';
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
  if (type === 'BLOCK_RECORD') blocks.noteHandle(entity.number(5, Number.NaN), entity.name(2));
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
  );
}

function descriptionOf(entity: Entity): string {
  let at = entity.find(1001);
  while (at < entity.to && entity.textAt(at).trim() !== LAYER_STANDARD) at = entity.find(1001, at + 1);
  const end = entity.find(1001, at + 1);
  const second = entity.find(1000, entity.find(1000, at) + 1);
  return second < end ? plainText(entity.textAt(second)) : '';
}
