import type { Awaitable } from '../storage/port/space-store.ts';

/**
 * A page with this many characters accepts no further item, whatever number was asked for: items may be large, and a
 * page is held in memory several times. Its cursor continues after them as usual.
 */
export const PAGE_CHARACTERS = 8 * 1024 * 1024;

/** Rows read at once, because each may be large. */
export const ROWS_AT_ONCE = 64;

/** What the reference says about lists whose pages may end early. */
export const ENDS_EARLY = `A page also ends with the item that brings it to ${PAGE_CHARACTERS} characters; \`next\` then continues after it.`;

/** Takes rows one after another until a page is full: of the requested number, or of characters. */
export class FullPage<T> {
  readonly items: T[] = [];
  readonly #limit: number;
  readonly #sizeOf: (row: T) => number;
  #characters = 0;
  #isMore = false;

  /** @param sizeOf approximate characters of an item */
  constructor(limit: number, sizeOf: (row: T) => number) {
    this.#limit = limit;
    this.#sizeOf = sizeOf;
  }

  /** Takes the rows that fit. @returns whether a row did not fit, so that the page is complete and others follow */
  take(rows: readonly T[]): boolean {
    for (const row of rows) {
      if (this.items.length === this.#limit || this.#characters >= PAGE_CHARACTERS) return (this.#isMore = true);
      this.items.push(row);
      this.#characters += this.#sizeOf(row);
    }
    return false;
  }

  /** The end of a page's JSON: its cursor, made from the last item, or nothing on the last page. */
  tail(cursorOf: (last: T) => string): string {
    return this.#isMore ? `,"next":"${cursorOf(this.items.at(-1)!)}"` : '';
  }
}

/**
 * A page of a list that is read in pieces.
 * @param read returns at most a number of rows after a given row, or from the start of the page
 */
export async function fullPage<T>(
  limit: number,
  sizeOf: (row: T) => number,
  read: (behind: T | undefined, most: number) => Awaitable<readonly T[]>,
): Promise<FullPage<T>> {
  const page = new FullPage(limit, sizeOf);
  const most = Math.min(limit + 1, ROWS_AT_ONCE);
  for (let behind: T | undefined; ; behind = page.items.at(-1)) {
    const rows = await read(behind, most);
    if (page.take(rows) || rows.length < most) return page;
  }
}
