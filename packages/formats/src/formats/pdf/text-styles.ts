import { BY_LAYER } from '@fieldbridge/fieldjob';
import { type Box, EVERYWHERE } from './box.ts';
import type { Matrix } from './matrix.ts';

/** Positions are compared to a twentieth of a point. */
const STEPS_PER_POINT = 20;
/** Between two steps lies what no file says in decimals: rounding does not part the same position in two ways of reckoning. */
const OFFSET = 1 / Math.PI;

/** What the operators say of a text that pdf.js's own text extraction does not. */
export interface TextStyle {
  /** '' outside of all layers. */
  readonly layer: string;
  /** 0xRRGGBB, or BY_LAYER. */
  readonly colour: number;
  /** What is seen of the page where it is shown. */
  readonly clip: Box;
}

const PLAIN: TextStyle = { layer: '', colour: BY_LAYER, clip: EVERYWHERE };

/**
 * Remembers layer and colour of the texts of a page. pdf.js gives texts joined into lines but without these; the operators have them
 * but texts in pieces: the position where a piece begins brings the two together, and where several begin at one their order.
 */
export class TextStyles {
  readonly #styles = new Map<string, TextStyle[]>();
  #found = PLAIN;

  /** A text is shown. @param at map of its letters to the page's own coordinates */
  add(at: Matrix, style: TextStyle): void {
    const key = keyOf(at[4], at[5]);
    const styles = this.#styles.get(key);
    if (styles === undefined) this.#styles.set(key, [style]);
    else styles.push(style);
  }

  /**
   * Style of the text that begins at a position of the page; positions are asked for in the order in which they were shown. One that
   * begins elsewhere goes on from the text asked for before it; where that was seen says nothing of it.
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
