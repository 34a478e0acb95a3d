import type { ViewLayer, ViewPen, ViewSegment } from '@fieldbridge/view-wire';

/**
 * Meaning of the colours: those of the drawing, one for each layer, one for each kind of data, or one for everything.
 */
export type ColourMode = 'drawing' | 'layer' | 'kind' | 'plain';

/** How one layer is shown. */
export interface LayerState {
  readonly name: string;
  visible: boolean;
  /** From 0 to 1. */
  opacity: number;
}

/** Colours of a theme: background, things without a colour, subdued and prominent things. 0xRRGGBB. */
export interface Theme {
  readonly name: 'light' | 'dark' | 'print';
  readonly paper: number;
  readonly ink: number;
}

export const THEMES: Readonly<Record<Theme['name'], Theme>> = {
  light: { name: 'light', paper: 0xfbfbf9, ink: 0x1f2328 },
  dark: { name: 'dark', paper: 0x16181c, ink: 0xe6e6e6 },
  print: { name: 'print', paper: 0xffffff, ink: 0x000000 },
};

/** Least difference in brightness (0 … 255) from the paper; CAD colours made for a black screen vanish on white. */
const LEAST_CONTRAST = 80;

/** Least difference of red, green and blue of a colour that is not grey. */
const LEAST_HUE = 48;

/** Pens are shown by a texture of this width, with four bytes each. */
export const PALETTE_WIDTH = 256;

/** RGBA of every pen of a segment. @param states by lower-case name of the layer */
export function paletteOf(
  { pens, layers }: ViewSegment,
  states: ReadonlyMap<string, LayerState>,
  mode: ColourMode,
  theme: Theme,
): Uint8Array {
  const rows = Math.max(1, Math.ceil(pens.length / PALETTE_WIDTH));
  const palette = new Uint8Array(4 * PALETTE_WIDTH * rows);
  for (const [i, pen] of pens.entries()) {
    const layer = layers[pen[0]];
    const state = states.get((layer?.name ?? '').toLowerCase());
    const alpha = state === undefined ? 1 : state.visible ? state.opacity : 0;
    const colour = colourOf(pen, layer, mode, theme);
    palette.set([colour >> 16, (colour >> 8) & 255, colour & 255, Math.round(alpha * 255)], 4 * i);
  }
  return palette;
}

/** Colour of a pen, 0xRRGGBB. */
export function colourOf(
  [layerIndex, own, , , table = -1]: ViewPen,
  layer: ViewLayer | undefined,
  mode: ColourMode,
  theme: Theme,
): number {
  if (mode === 'plain') return theme.ink;
  if (mode === 'layer') return hueOf(layerIndex, 137.508, theme);
  if (mode === 'kind') return hueOf(table, 160, theme);
  const colour = own >= 0 ? own : (layer?.colour ?? -1);
  return colour < 0 ? theme.ink : legible(colour, theme);
}

/** A colour that is visible on the paper: mixed with as much ink as it needs; greys become the ink itself. */
function legible(colour: number, { ink, paper }: Theme): number {
  const contrast = (one: number): number =>
    (brightness(one) - brightness(paper)) * Math.sign(brightness(ink) - brightness(paper));
  const own = contrast(colour);
  if (own >= LEAST_CONTRAST) return colour;
  const parts = [16, 8, 0].map((bits) => [(colour >> bits) & 255, (ink >> bits) & 255] as const);
  const greys = parts.map(([part]) => part);
  if (Math.max(...greys) - Math.min(...greys) < LEAST_HUE) return ink;
  const share = (LEAST_CONTRAST - own) / (contrast(ink) - own);
  return parts.reduce((sum, [part, of]) => (sum << 8) | Math.round(part + (of - part) * share), 0);
}

/** Colours that differ for neighbours. @param apart degrees: the golden angle, or the best for nine colours */
function hueOf(index: number, apart: number, theme: Theme): number {
  if (index < 0) return theme.ink;
  const hue = (index * apart) % 360;
  const light = theme.name === 'dark' ? 0.65 : 0.4;
  const chroma = 0.75 * Math.min(light, 1 - light);
  const part = (n: number): number => {
    const k = (n + hue / 30) % 12;
    return Math.round(255 * (light - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return (part(0) << 16) | (part(8) << 8) | part(4);
}

const brightness = (colour: number): number =>
  0.299 * (colour >> 16) + 0.587 * ((colour >> 8) & 255) + 0.114 * (colour & 255);

/** A colour for CSS. */
export const css = (colour: number, alpha = 1): string =>
  `rgb(${colour >> 16} ${(colour >> 8) & 255} ${colour & 255} / ${alpha})`;
