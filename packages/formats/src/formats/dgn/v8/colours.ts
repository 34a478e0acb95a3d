import { COLOUR_TABLE_SIZE, readColourTable } from '../colour-table.ts';
import { DEFAULT_COLOURS } from '../default-colours.ts';
import type { V8Element } from './element.ts';

/** The file's colour table follows a word. */
const TABLE = 0x22;
/** Colours from here on are extended ones, with their number in the upper bits. */
const INDICES = 256;
/** The highest numbers are "by level" and "by cell". */
export const BY_OTHERS = 0xfffffffe;

/**
 * The colours of the file's table (5, with 1 at 0x0C). Layout from v8file.net (MIT); a file made from DWG has AutoCAD's
 * colours 1 to 9 there, others begin with MicroStation's default ones.
 */
export function readV8Colours({ view, size }: V8Element): Int32Array | undefined {
  if (size < TABLE + COLOUR_TABLE_SIZE) return undefined;
  return readColourTable(new Uint8Array(view.buffer, view.byteOffset + TABLE, COLOUR_TABLE_SIZE));
}

/** Colours of elements and levels by number. */
export class V8Colours {
  readonly #table: Int32Array;
  readonly #extended: readonly number[];

  /** @param table the file's own, if it has one @param extended colours beyond the table, in order */
  constructor(table: Int32Array | undefined, extended: readonly number[]) {
    this.#table = table ?? DEFAULT_COLOURS;
    this.#extended = extended;
  }

  /** The colour as 0xRRGGBB; undefined for by level, by cell and unknown numbers. */
  get(number: number): number | undefined {
    if (number >= BY_OTHERS) return undefined;
    return number < INDICES ? this.#table[number] : this.#extended[(number >>> 8) - 1];
  }
}
