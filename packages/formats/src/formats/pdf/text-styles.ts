import { BY_LAYER } from '@fieldbridge/fieldjob';
import { type Box, EVERYWHERE } from './box.ts';
import type { Matrix } from './matrix.ts';

/** Positions are compared to a twentieth of a point. */
const STEPS_PER_POINT = 20;
/**
 * Offset of the steps to values that no file spells in decimals, so that rounding does not put equal positions into
 * different steps.
 */
const OFFSET = 1 / Math.PI;

/** Properties of a text from the operators that pdf.js's own text extraction lacks. */
export interface TextStyle {
  /** '' outside of all layers. */
  readonly layer: string;
  /** 0xRRGGBB, or BY_LAYER. */
  readonly colour: number;
  /** The visible part of the page where it is shown. */
  readonly clip: Box;
}

const PLAIN: TextStyle = { layer: '', colour: BY_LAYER, clip: EVERYWHERE };

/**
 * Layer and colour of the texts of a page. pdf.js extracts texts joined into lines but without these; the operators
 * have them but texts in pieces. The start position of a piece links the two, and, for several at one position, their
 * order.
 */
export class TextStyles {
  readonly #styles = new Map<string, TextStyle[]>();
  #found = PLAIN;

  /** A text is shown. @param at map from its letters to the page's own coordinates */
  add(at: Matrix, style: TextStyle): void {
    const key = keyOf(at[4], at[5]);
    const styles = this.#styles.get(key);
    if (styles === undefined) this.#styles.set(key, [style]);
    else styles.push(style);
  }

  /**
   * Style of the text that begins at a position of the page; positions are looked up in the order of drawing. A text
   * that begins elsewhere continues the previous one, and its visibility is unknown.
   */
  find(x: number, y: number): TextStyle {
    const styles = this.#styles.get(keyOf(x, y));
    if (styles === undefined) return { ...this.#found, clip: EVERYWHERE };
    this.#found = styles.length > 1 ? styles.shift()! : styles[0]!;
    return this.#found;
  }
}

function keyOf(x: number, y: number): string {
  const step = (value: number): number => Math.round(value * STEPS_PER_POINT + OFFSET);
  return `${step(x)} ${step(y)}`;
}
