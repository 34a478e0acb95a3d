import { IDENTITY, type Matrix, matrixOf, multiply } from './matrix.ts';

/** Positions are compared to a twentieth of a point. */
const STEPS_PER_POINT = 20;

/**
 * Remembers on which layer each text of a page begins. pdf.js gives texts joined into lines but without their layer; the operators
 * have the layer but texts in pieces: the position where a line begins brings the two together.
 */
export class TextLayers {
  readonly #layers = new Map<string, string>();
  #line: Matrix = IDENTITY;

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

  /** A text is shown. @param page map of the graphics state to the page's own coordinates */
  show(page: Matrix, layer: string): void {
    if (layer === '') return;
    const at = multiply(page, this.#line);
    this.#layers.set(keyOf(at[4], at[5]), layer);
  }

  /** The layer of the text that begins at a position of the page; '' when it is on none. */
  find(x: number, y: number): string {
    return this.#layers.get(keyOf(x, y)) ?? '';
  }
}

function keyOf(x: number, y: number): string {
  return `${Math.round(x * STEPS_PER_POINT)} ${Math.round(y * STEPS_PER_POINT)}`;
}
