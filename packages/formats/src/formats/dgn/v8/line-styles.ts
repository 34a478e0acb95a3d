import { type LineDashes, lineDashes } from '@fieldbridge/fieldjob';
import { LINE_CODES } from '../line-codes.ts';
import { MODEL_PART, type V8Element } from './element.ts';

/** Kinds of tables, in the word at 0x0C of their entries (95): names of line styles, and what they consist of. */
const [NAMES, COMPONENTS] = [7, 8];
/** An entry of the names: attributes, the number of its component, its own number, and its name in UTF-16. */
const [ATTRIBUTES, COMPONENT, NUMBER, NAME] = [0x40, 0x50, 0x5c, 0x60];
/** Unit of a style's lengths, in its attributes: only those in units of resolution were seen with strokes. */
const [UNIT, RESOLUTION] = [3, 1];
/** A component: its number, its kind (3 is strokes), and its strokes. */
const [ID, KIND, COUNT, FIRST_STROKE] = [0x10, 0x42, 0x198, 0x19c];
const STROKES = 3;
/** A stroke: its length, and flags of which the lowest is a dash. */
const [STROKE_SIZE, STROKE_FLAGS] = [0x30, 0x2c];
const MOST_STROKES = 100;
const MOST_STYLES = 10_000;
const MOST_LETTERS = 256;
/** Styles from here on are those of the level or of the cell. */
const BY_CELL = 0x7ffffffe;

interface Style {
  readonly name: string;
  readonly component: bigint;
}

/**
 * The line styles of one's own: negative numbers in elements and levels. Layout by comparing files (NOTES.md), names of
 * kinds and attributes from iTwin/imodel-native (Apache-2.0).
 */
export class V8LineStyles {
  readonly #styles = new Map<number, Style>();
  /** Lengths of dashes (above 0) and gaps (below 0) in units of resolution, by the number of the component. */
  readonly #strokes = new Map<bigint, readonly number[]>();

  /** Takes an entry of a table (95). */
  add(element: V8Element): void {
    const kind = element.view.getUint32(MODEL_PART, true);
    if (kind === NAMES) this.#name(element);
    if (kind === COMPONENTS) this.#component(element);
  }

  /** Name of a style by its number; '' for one that is taken from level or cell, undefined for an unknown one. */
  nameOf(style: number): string | undefined {
    if (style >= BY_CELL) return '';
    return LINE_CODES[style] ?? this.#styles.get(style)?.name;
  }

  /** The dashes of the styles that have strokes. @param factor job units in a unit of resolution */
  dashes(factor: number): LineDashes {
    const found = [...this.#styles.values()].map(
      ({ name, component }) => [name, this.#strokes.get(component)] as const,
    );
    return lineDashes(found, factor);
  }

  #name({ view, size }: V8Element): void {
    if (size < NAME || this.#styles.size >= MOST_STYLES) return;
    const isOfResolution = (view.getUint32(ATTRIBUTES, true) & UNIT) === RESOLUTION;
    const name = lettersAt(view, NAME, size);
    const component = isOfResolution ? view.getBigUint64(COMPONENT, true) : 0n;
    const number = view.getInt32(NUMBER, true);
    if (name !== '' && number < 0 && !this.#styles.has(number)) this.#styles.set(number, { name, component });
  }

  #component({ view, size }: V8Element): void {
    if (size < FIRST_STROKE || view.getUint16(KIND, true) !== STROKES || this.#strokes.size >= MOST_STYLES) return;
    const count = view.getUint32(COUNT, true);
    if (count > MOST_STROKES || size < FIRST_STROKE + count * STROKE_SIZE) return;
    const strokes = Array.from({ length: count }, (_, i) => {
      const at = FIRST_STROKE + i * STROKE_SIZE;
      const length = Math.abs(view.getFloat64(at, true));
      return (view.getUint32(at + STROKE_FLAGS, true) & 1) === 1 ? length : -length;
    });
    this.#strokes.set(view.getBigUint64(ID, true), strokes);
  }
}

function lettersAt(view: DataView, from: number, end: number): string {
  let text = '';
  for (let at = from; at + 2 <= end && text.length < MOST_LETTERS; at += 2) {
    const letter = view.getUint16(at, true);
    if (letter === 0) break;
    text += String.fromCharCode(letter);
  }
  return text;
}
