import type { PageFile } from './page-file.ts';
import type { RecordBytes } from './record-bytes.ts';

const INTERIOR_TABLE = 5;
const LEAF_TABLE = 13;
const INTERIOR_HEADER = 12;
const LEAF_HEADER = 8;
/** Most bytes that a child takes on an interior page: its cell pointer, page number and the longest varint. */
const MOST_PER_CHILD = 2 + 4 + 9;

/**
 * Fills an empty table by writing its pages sequentially, full and in id order, many times faster than inserting rows.
 * No triggers run and no index is updated, so the table must not have any yet.
 * Source: sqlite.org/fileformat2.html §1.6.
 */
export class TableLoad {
  readonly #file: PageFile;
  readonly #root: number;
  readonly #leaf: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  /** Bytes of a record that stay on the page, by SQLite's rule: at most `#most`, at least `#least`. */
  readonly #most: number;
  readonly #least: number;
  /** Number of cells on the leaf, and where the last added one (the first in the page) begins. */
  #cells = 0;
  #start: number;
  #last = -1;
  /** The leaves so far, and the last id on each. */
  readonly #pages: number[] = [];
  readonly #ids: number[] = [];

  /** @param root the first page of the empty table */
  constructor(file: PageFile, root: number) {
    this.#file = file;
    this.#root = root;
    this.#leaf = new Uint8Array(file.size);
    this.#view = new DataView(this.#leaf.buffer);
    this.#start = file.size;
    this.#most = file.size - 35;
    this.#least = Math.floor(((file.size - 12) * 32) / 255) - 23;
  }

  /** Adds a row. @param id larger than those of all rows before @param row a row that was ended with this id */
  add(id: number, row: RecordBytes): void {
    if (!(id > this.#last)) throw new RangeError(`row ${id} comes after row ${this.#last}`);
    const size = row.used - row.record;
    if (size <= this.#most) {
      this.#cell(row.bytes, row.from, row.used - row.from, 0);
    } else {
      const piece = this.#file.size - 4;
      let kept = this.#least + ((size - this.#least) % piece);
      if (kept > this.#most) kept = this.#least;
      const next = this.#overflow(row.bytes, row.record + kept, row.used);
      this.#cell(row.bytes, row.from, row.record - row.from + kept, next);
    }
    this.#last = id;
  }

  /** Writes the remaining rows and the interior pages. */
  finish(): void {
    if (this.#pages.length === 0) {
      if (this.#cells > 0) this.#file.replace(this.#root, this.#endedLeaf());
      return;
    }
    this.#endLeaf();
    let pages = this.#pages;
    let ids = this.#ids;
    const most = Math.floor((this.#file.size - INTERIOR_HEADER) / MOST_PER_CHILD);
    while (pages.length > most) {
      const groups = Math.ceil(pages.length / most);
      const above: number[] = [];
      const lastIds: number[] = [];
      for (let group = 0; group < groups; group++) {
        const from = Math.floor((group * pages.length) / groups);
        const to = Math.floor(((group + 1) * pages.length) / groups);
        above.push(this.#append(this.#interior(pages, ids, from, to)));
        lastIds.push(ids[to - 1]!);
      }
      pages = above;
      ids = lastIds;
    }
    this.#file.replace(this.#root, this.#interior(pages, ids, 0, pages.length));
  }

  /** Puts a cell on the current leaf, or on a new one. @param next first overflow page; 0 for none */
  #cell(bytes: Uint8Array, from: number, length: number, next: number): void {
    const whole = length + (next === 0 ? 0 : 4);
    if (LEAF_HEADER + 2 * (this.#cells + 1) + whole > this.#start) this.#endLeaf();
    this.#start -= whole;
    this.#leaf.set(bytes.subarray(from, from + length), this.#start);
    if (next !== 0) this.#view.setUint32(this.#start + length, next);
    this.#view.setUint16(LEAF_HEADER + 2 * this.#cells++, this.#start);
  }

  /** Writes `bytes[from, to)` onto overflow pages; returns the first. */
  #overflow(bytes: Uint8Array, from: number, to: number): number {
    const file = this.#file;
    const first = file.next;
    const piece = file.size - 4;
    for (let at = from; at < to; at += piece) {
      const page = file.page();
      const end = Math.min(at + piece, to);
      file.bytes.set(bytes.subarray(at, end), page + 4);
      if (end < to) file.view.setUint32(page, file.next);
    }
    return first;
  }

  #endLeaf(): void {
    this.#pages.push(this.#append(this.#endedLeaf()));
    this.#ids.push(this.#last);
    this.#leaf.fill(0);
    this.#cells = 0;
    this.#start = this.#file.size;
  }

  #endedLeaf(): Uint8Array {
    this.#view.setUint8(0, LEAF_TABLE);
    this.#view.setUint16(3, this.#cells);
    // 65536, for an empty page of that size, does not fit and is stored as 0.
    this.#view.setUint16(5, this.#start);
    return this.#leaf;
  }

  /** An interior page over some pages; the last is its right-most child. */
  #interior(pages: readonly number[], ids: readonly number[], from: number, to: number): Uint8Array {
    const { size } = this.#file;
    const page = new Uint8Array(size);
    const view = new DataView(page.buffer);
    let start = size;
    for (let i = from; i < to - 1; i++) {
      let id = ids[i]!;
      page[--start] = id % 128;
      for (id = Math.floor(id / 128); id > 0; id = Math.floor(id / 128)) page[--start] = 128 | (id % 128);
      start -= 4;
      view.setUint32(start, pages[i]!);
      view.setUint16(INTERIOR_HEADER + 2 * (i - from), start);
    }
    view.setUint8(0, INTERIOR_TABLE);
    view.setUint16(3, to - 1 - from);
    view.setUint16(5, start);
    view.setUint32(8, pages[to - 1]!);
    return page;
  }

  #append(page: Uint8Array): number {
    const number = this.#file.next;
    this.#file.bytes.set(page, this.#file.page());
    return number;
  }
}
