import { BY_LAYER } from '@fieldbridge/fieldjob';
import type { Box } from './box.ts';
import { IDENTITY, type Matrix } from './matrix.ts';
import { FIRST_TEXT_STATE, type TextState } from './text-line.ts';

/** The graphics state that operators change and `save` and `restore` keep. */
export interface GraphicsState {
  /** Maps to metres on paper. */
  matrix: Matrix;
  /** Maps to the page's own coordinates, in which texts are given. */
  page: Matrix;
  /** 0xRRGGBB, or BY_LAYER for patterns. */
  stroke: number;
  fill: number;
  /** The code that reports the pattern or shading of a stroke or fill; '' for a colour. */
  strokePattern: PatternCode | '';
  fillPattern: PatternCode | '';
  /** In the page's own units before `matrix`. */
  lineWidth: number;
  isDashed: boolean;
  /** Replaced, never changed in place: kept states share it. */
  text: TextState;
  /** The box around the visible rest of the page after clip paths; larger than that if they are not rectangles. */
  clip: Box;
}

/** The initial state of a page: black, width 1 (ISO 32000-1, 8.4.1). */
export function firstState(matrix: Matrix, clip: Box): GraphicsState {
  return {
    matrix,
    page: IDENTITY,
    stroke: 0,
    fill: 0,
    strokePattern: '',
    fillPattern: '',
    lineWidth: 1,
    isDashed: false,
    text: FIRST_TEXT_STATE,
    clip,
  };
}

/** A colour from pdf.js (`#rrggbb`); BY_LAYER for anything else. */
export function colourOf(value: unknown): number {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? Number.parseInt(value.slice(1), 16) : BY_LAYER;
}

/** The issue that reports a path painted with a pattern. */
export type PatternCode = 'pdf-tiling-pattern' | 'pdf-shading' | 'pdf-pattern';

/** The code for a pattern, whose kind is the first of its parts in pdf.js: a repeated drawing or blended colours. */
export function patternOf([kind]: readonly unknown[]): PatternCode {
  if (kind === 'TilingPattern') return 'pdf-tiling-pattern';
  return kind === 'Shading' ? 'pdf-shading' : 'pdf-pattern';
}
