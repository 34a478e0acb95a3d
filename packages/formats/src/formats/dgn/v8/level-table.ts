import { MODEL_PART, type V8Element } from './element.ts';
import { nameOf } from './linkages.ts';

/** Kind of table, in the word at 0x0C of its header (96) and of its entries (95). */
const LEVELS = 1;
/** Owner of a table, in its header: 0 for the file's own, else the number of the attachment that it came with. */
const OWNER = 0x28;
const LEAST_HEADER = OWNER + 8;
const NUMBER = 0x20;
/** Line style, weight and colour of elements that take them from their level. */
const [STYLE, WEIGHT, COLOUR] = [0x40, 0x44, 0x48];
const LEAST_ENTRY = NUMBER + 4;

/** A level of the file. */
export interface V8Level {
  readonly name: string;
  /** Numbers of its line style, weight and colour; undefined in entries that are too short. */
  readonly style?: number;
  readonly weight?: number;
  readonly colour?: number;
}

/**
 * The levels by number. A file has several tables, one for itself and one for each attachment and library, whose
 * numbers clash; only its own counts, and in files without one the first entry of each number. Layout of the header
 * from v8file.net (MIT); in nine files of three sources the texts are on the levels that their content suggests.
 */
export class V8LevelTable {
  readonly #own = new Map<number, V8Level>();
  readonly #others = new Map<number, V8Level>();
  #isOwn = true;

  /** Takes the header of a table (96). */
  open({ view, size }: V8Element): void {
    if (view.getUint32(MODEL_PART, true) !== LEVELS) return;
    this.#isOwn = size < LEAST_HEADER || view.getBigUint64(OWNER, true) === 0n;
  }

  /** Takes an entry of a table (95). */
  add(element: V8Element): void {
    const { view, size } = element;
    if (size < LEAST_ENTRY || view.getUint32(MODEL_PART, true) !== LEVELS) return;
    const name = nameOf(element);
    if (name === '') return;
    const number = view.getUint32(NUMBER, true);
    const levels = this.#isOwn ? this.#own : this.#others;
    if (levels.has(number)) return;
    if (size < COLOUR + 4) levels.set(number, { name });
    else {
      const [weight, colour] = [view.getUint32(WEIGHT, true), view.getUint32(COLOUR, true)];
      levels.set(number, { name, style: view.getInt32(STYLE, true), weight, colour });
    }
  }

  /** The level of a number; undefined if the file does not name it. */
  get(number: number): V8Level | undefined {
    return (this.#own.size > 0 ? this.#own : this.#others).get(number);
  }
}
