import { BY_LAYER } from '@fieldbridge/fieldjob/feature.ts';
import { ACI_BY_BLOCK, colourOfIndex } from '../../../kit/cad/aci.ts';

/** Meaning of a four-byte colour, by its highest byte. */
const METHOD = { block: 0xc1, rgb: 0xc2, index: 0xc3 } as const;

/**
 * The colour in four bytes, as newer objects state it: by layer, by block, a true colour or an index.
 * @param byBlock value for "by block" @returns 0xRRGGBB or BY_LAYER
 */
export function rawColour(value: number, byBlock: number): number {
  const method = value >>> 24;
  if (method === METHOD.rgb) return value & 0xffffff;
  if (method === METHOD.block) return byBlock;
  return method === METHOD.index ? indexColour(value & 0xff, byBlock) : BY_LAYER;
}

/** The colour of an index; by layer above 255. */
export function indexColour(index: number, byBlock: number): number {
  if (index === ACI_BY_BLOCK) return byBlock;
  return index < 256 ? colourOfIndex(index) : BY_LAYER;
}
