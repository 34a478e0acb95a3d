import { BY_LAYER } from '@fieldbridge/fieldjob/feature.ts';
import { ACI_BY_BLOCK, colourOfIndex } from '../../kit/cad/aci.ts';
import { BY_BLOCK, DEFAULT, type Style } from '../../kit/cad/style.ts';
import { COMMON } from './common-fields.ts';
import { type Entity, SYMBOLOGY } from './entity.ts';
import type { Names } from './names.ts';

/** Line weight "default", independent of the layer. */
const USUAL = -3;

/** Takes the stated colour, line weight and line type of an entity; the layer stays. */
export function takeStyle(entity: Entity, names: Names, style: Style): void {
  if ((entity.traits & SYMBOLOGY) === 0) {
    style.colour = style.lineWeight = BY_LAYER;
    style.lineType = '';
    return;
  }
  style.colour = colourOf(entity);
  const weight = entity.get(COMMON.lineWeight);
  style.lineWeight = weight === -2 ? BY_BLOCK : weight >= 0 ? weight : weight === USUAL ? DEFAULT.lineWeight : BY_LAYER;
  style.lineType = '';
  const lineType = entity.nameId(COMMON.lineType);
  if (lineType < 0) return;
  const name = names.text(lineType);
  style.lineType = /^bylayer$/i.test(name) ? '' : name;
}

function colourOf(entity: Entity): number {
  if (entity.has(COMMON.trueColour)) return entity.get(COMMON.trueColour) & 0xffffff;
  const index = entity.get(COMMON.colour);
  return index === ACI_BY_BLOCK ? BY_BLOCK : colourOfIndex(Math.abs(index));
}
