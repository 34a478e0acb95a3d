import { BY_LAYER } from '@fieldbridge/fieldjob';
import { IDENTITY, type Matrix, matrixOf, multiply } from './matrix.ts';

/** Positions are compared to a twentieth of a point. */
const STEPS_PER_POINT = 20;

/** What the operators say of a text that pdf.js's own text extraction does not. */
export interface TextStyle {
  /** '' outside of all layers. */
  readonly layer: string;
  /** 0xRRGGBB, or BY_LAYER. */
  readonly colour: number;
}

const PLAIN: TextStyle = { layer: '', colour: BY_LAYER };

/**
 * Remembers layer and colour of the texts of a page. pdf.js gives texts joined into lines but without these; the operators have them
 * but texts in pieces: the position where a line begins brings the two together.
 */
export class TextStyles {
  readonly #styles = new Map<string, TextStyle>();
  #line: Matrix = IDENTITY;
  #leading = 0;
  #found = PLAIN;

  /** `beginText`. */
  begin(): void {
    this.#line = IDENTITY;
  }

  /** `setTextMatrix`. */
  place(values: ArrayLike<number>): void {
    this.#line = matrixOf(values) ?? this.#line;
  }

  /** `moveText`. */
  move(x: number, y: number): void {
    this.#line = multiply(this.#line, [1, 0, 0, 1, x, y]);
  }

  /** `setLeading`: how far the next line lies below this one. */
  set leading(leading: number) {
    this.#leading = leading;
  }

  /** `nextLine`. */
  next(): void {
    this.move(0, -this.#leading);
  }

  /** A text is shown. @param page map of the graphics state to the page's own coordinates */
  show(page: Matrix, layer: string, colour: number): void {
    const at = multiply(page, this.#line);
    this.#styles.set(keyOf(at[4], at[5]), { layer, colour });
  }

  /** Style of the text that begins at a position of the page. One that begins elsewhere goes on from the text asked for before it. */
  find(x: number, y: number): TextStyle {
    this.#found = this.#styles.get(keyOf(x, y)) ?? this.#found;
    return this.#found;
  }
}

function keyOf(x: number, y: number): string {
  return `${Math.round(x * STEPS_PER_POINT)} ${Math.round(y * STEPS_PER_POINT)}`;
}
