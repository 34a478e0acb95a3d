import { IDENTITY, type Matrix, matrixOf, multiply } from './matrix.ts';

/** Text state, as set by a page's operators and kept by `save` and `restore` (ISO 32000-1, 9.3). */
export interface TextState {
  readonly size: number;
  /** Horizontal scale of letters, as a share. */
  readonly scale: number;
  readonly charSpacing: number;
  readonly wordSpacing: number;
  readonly rise: number;
  /** Rendering mode (ISO 32000-1, table 106). */
  readonly mode: number;
}

export const FIRST_TEXT_STATE: TextState = { size: 0, scale: 1, charSpacing: 0, wordSpacing: 0, rise: 0, mode: 0 };

/** A letter from pdf.js, or a distance to move back instead, in thousandths of the font size. */
type Glyph = { readonly unicode?: unknown; readonly width?: unknown; readonly isSpace?: unknown } | number | null;

/** Thousandths of the font size; a gap of BLANK or more within a text counts as a blank. */
const EM = 1000;
const BLANK = 0.25 * EM;

/** The text that one operator shows. */
export interface ShownWords {
  /** '' if it shows only blanks. */
  readonly words: string;
  /** Start of its first letter that is not a blank. */
  readonly at: Matrix;
  readonly length: number;
}

/** Placement of a page's texts: the current line and how far it is filled (ISO 32000-1, 9.4). */
export class TextLine {
  #line: Matrix = IDENTITY;
  #along = 0;
  #leading = 0;

  /** `beginText`. */
  begin(): void {
    this.#turn(IDENTITY);
  }

  /** `setTextMatrix`. */
  place(values: ArrayLike<number>): void {
    this.#turn(matrixOf(values) ?? this.#line);
  }

  /** `moveText`. */
  move(x: number, y: number): void {
    this.#turn(multiply(this.#line, [1, 0, 0, 1, x, y]));
  }

  /** `setLeading`: distance of the next line below this one. */
  set leading(leading: number) {
    this.#leading = leading;
  }

  /** `nextLine`. */
  next(): void {
    this.move(0, -this.#leading);
  }

  /** A text is shown: its characters, place and length in units of the line; the line continues after it. */
  show(glyphs: readonly Glyph[], { size, scale, charSpacing, wordSpacing, rise }: TextState): ShownWords {
    let words = '';
    let from = this.#along;
    let end = from;
    for (const glyph of glyphs) {
      if (typeof glyph === 'number') {
        this.#along -= (glyph / EM) * size * scale;
        if (glyph < -BLANK && words !== '') words += ' ';
        continue;
      }
      const letter = typeof glyph?.unicode === 'string' ? glyph.unicode : '';
      if (words === '' && letter.trim() !== '') from = this.#along;
      if (words !== '' || letter.trim() !== '') words += letter;
      const spacing = charSpacing + (glyph?.isSpace === true ? wordSpacing : 0);
      this.#along += ((Number(glyph?.width ?? 0) / EM) * size + spacing) * scale;
      if (letter.trim() !== '') end = this.#along;
    }
    return { words: words.trimEnd(), at: multiply(this.#line, [1, 0, 0, 1, from, rise]), length: end - from };
  }

  #turn(line: Matrix): void {
    this.#line = line;
    this.#along = 0;
  }
}
