import { BY_LAYER, type Feature } from '@fieldbridge/fieldjob/feature.ts';
import type { LayerBook } from './layer-book.ts';

/** Colour and line weight "by block": as the block reference has it. */
export const BY_BLOCK = -2;
/** Style of a layer that states none, and of "by block" outside of blocks: white, 0.25 mm ($LWDEFAULT), continuous. */
export const DEFAULT = { colour: 0xffffff, lineWeight: 25, lineType: 'Continuous' } as const;

/** Symbology of an entity as the drawing states it. */
export interface Style {
  /** Number in the layer book. */
  layer: number;
  /** 0xRRGGBB, BY_LAYER or BY_BLOCK. */
  colour: number;
  /** Hundredths of a millimetre, BY_LAYER or BY_BLOCK. */
  lineWeight: number;
  /** Name, '' for by layer, `BYBLOCK` for by block. */
  lineType: string;
}

/** The style outside every block. */
export function plainStyle(layer: number): Style {
  return { layer, colour: BY_LAYER, lineWeight: BY_LAYER, lineType: '' };
}

/**
 * Resolves an entity's style from the block reference that contains it: layer 0 is the reference's layer, "by block"
 * takes the reference's value. A style that is still by layer stays so.
 * @param own changed in place @param reference resolved style of the reference; undefined outside of blocks
 * @param zero number of layer 0 in the book
 */
export function resolveStyle(own: Style, reference: Style | undefined, zero: number, layers: LayerBook): void {
  if (reference !== undefined && own.layer === zero) own.layer = reference.layer;
  // A reference "by layer" means its own layer, not that of the entity in the block.
  const above = reference !== undefined && reference.layer !== own.layer ? layers.get(reference.layer) : undefined;
  if (own.colour === BY_BLOCK) {
    own.colour = reference?.colour ?? DEFAULT.colour;
    if (own.colour === BY_LAYER && above !== undefined)
      own.colour = above.colour === BY_LAYER ? DEFAULT.colour : above.colour;
  }
  if (own.lineWeight === BY_BLOCK) {
    own.lineWeight = reference?.lineWeight ?? DEFAULT.lineWeight;
    if (own.lineWeight === BY_LAYER && above !== undefined)
      own.lineWeight = above.lineWeight === BY_LAYER ? DEFAULT.lineWeight : above.lineWeight;
  }
  if (own.lineType !== '' && own.lineType.toUpperCase() === 'BYBLOCK') {
    own.lineType = reference?.lineType ?? DEFAULT.lineType;
    if (own.lineType === '' && above !== undefined) own.lineType = above.lineType || DEFAULT.lineType;
  }
}

/** Puts a resolved style into a feature. */
export function applyStyle(style: Style, feature: Feature, layers: LayerBook): void {
  feature.layer = layers.index(style.layer);
  feature.colour = style.colour;
  feature.lineWeight = style.lineWeight;
  feature.lineType = style.lineType;
}
