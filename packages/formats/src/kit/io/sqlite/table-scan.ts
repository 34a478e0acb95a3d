import { PageFault } from './page-fault.ts';
import { HEADER_SIZE, type Pages } from './pages.ts';
import { RecordCells } from './record-cells.ts';

const INTERIOR_TABLE = 5;
const LEAF_TABLE = 13;
const INTERIOR_HEADER = 12;
const LEAF_HEADER = 8;
/** Most levels of a tree: SQLite's own limit (BTCURSOR_MAX_DEPTH). */
const MOST_LEVELS = 20;
/** Most bytes of a row: SQLite's own limit at its highest (SQLITE_MAX_LENGTH). */
const MOST_BYTES = 2 ** 31 - 1;
/** Bytes of the longest varint. */
const LONGEST_VARINT = 9;

/**
 * Reads the rows of a rowid table in id order straight from its pages, several times as fast as a statement returns
 * them, because a cell is decoded only when it is read. It does not support generated columns or default values of
 * columns that were added later. Source: sqlite.org/fileformat2.html §1.6 and §2.
 *
 * The pages are untrusted: offsets are checked, ids must ascend, and at most as many pages are visited as the file has,
 * so that a cycle of pages ends.
 */
export class TableScan extends RecordCells {
  readonly #pages: Pages;
  /** The children of the interior pages from the root down, and the next child of each, so that each is loaded once. */
  readonly #path: Uint32Array[] = [];
  readonly #next: number[] = [];
  /** Levels above the leaves, which are all at the same depth; unknown until the first leaf is found. */
  #interiorLevels = MOST_LEVELS;
  /** Number of pages visited, at most the number of pages in the file. */
  #visited = 0;
  #leaf = 0;
  #cells = 0;
  #cell = 0;
  /** A row that does not fit on its page, joined from its overflow pages. */
  #long = Buffer.from(new ArrayBuffer(0));
  #longView = new DataView(this.#long.buffer);
  /** Where the last varint ended. */
  #at = 0;
  /** Bytes of a row that stay on the page, by SQLite's rule: at most `#most`, at least `#least`. */
  readonly #most: number;
  readonly #least: number;

  /**
   * @param root the table's first page, from sqlite_schema
   * @param columns per column of the table its position in the request, or -1
   * @param places number of requested columns
   */
  constructor(pages: Pages, root: number, columns: readonly number[], places: number) {
    super(columns, places);
    this.#pages = pages;
    this.#most = pages.usable - 35;
    this.#least = Math.floor(((pages.usable - 12) * 32) / 255) - 23;
    this.id = -Infinity;
    this.#descend(root);
  }

  /**
   * Goes to the next row whose id a double holds exactly; false at the end.
   * @throws PageFault if the pages are not those of a table
   */
  next(): boolean {
    do {
      while (this.#cell === this.#cells) if (!this.#nextLeaf()) return false;
      this.#row(this.#cell++);
    } while (this.id < Number.MIN_SAFE_INTEGER);
    return this.id < Number.MAX_SAFE_INTEGER;
  }

  #row(cell: number): void {
    const pages = this.#pages;
    const page = pages.load(this.#leaf);
    const end = page + pages.usable;
    const header = page + (this.#leaf === 1 ? HEADER_SIZE : 0);
    const start = page + pages.view.getUint16(header + LEAF_HEADER + 2 * cell);
    const size = this.#varint(start, end);
    const id = this.#varint(this.#at, end);
    if (!(id > this.id)) throw new PageFault(`the rows are out of order at id ${id}`);
    this.id = id;
    if (size <= this.#most) {
      if (this.#at + size > end) throw new PageFault(`the row with id ${id} reaches beyond its page`);
      this.record(pages.bytes, pages.view, this.#at, size);
    } else this.#longRow(size, end);
  }

  /** Joins a row from its page and its overflow pages, which are linked by their first four bytes. */
  #longRow(size: number, end: number): void {
    const pages = this.#pages;
    const piece = pages.usable - 4;
    if (size > Math.min(MOST_BYTES, pages.count * pages.usable))
      throw new PageFault(`the row with id ${this.id} claims ${size} bytes, more than the file or a row can have`);
    let done = this.#least + ((size - this.#least) % piece);
    if (done > this.#most) done = this.#least;
    if (this.#at + done + 4 > end) throw new PageFault(`the row with id ${this.id} reaches beyond its page`);
    if (this.#long.length < size) {
      this.#long = Buffer.from(new ArrayBuffer(Math.max(size, 2 * this.#long.length)));
      this.#longView = new DataView(this.#long.buffer);
    }
    this.#long.set(pages.bytes.subarray(this.#at, this.#at + done));
    let next = pages.view.getUint32(this.#at + done);
    while (done < size) {
      this.#visit();
      const page = pages.loadApart(next);
      const length = Math.min(piece, size - done);
      this.#long.set(pages.bytes.subarray(page + 4, page + 4 + length), done);
      done += length;
      next = pages.view.getUint32(page);
    }
    this.record(this.#long, this.#longView, 0, size);
  }

  /** Goes to the first leaf under the next child; false after the last one. */
  #nextLeaf(): boolean {
    for (;;) {
      const level = this.#path.length - 1;
      if (level < 0) return false;
      const children = this.#path[level]!;
      const child = this.#next[level]!;
      if (child === children.length) {
        this.#path.pop();
        this.#next.pop();
        continue;
      }
      this.#next[level] = child + 1;
      this.#descend(children[child]!);
      return true;
    }
  }

  /** Starts a page: a leaf, or an interior page whose children come next. */
  #descend(number: number): void {
    const { view, bytes, usable } = this.#pages;
    this.#visit();
    const level = this.#path.length;
    const page = level < this.#interiorLevels ? this.#pages.loadApart(number) : this.#pages.load(number);
    const header = page + (number === 1 ? HEADER_SIZE : 0);
    const cells = view.getUint16(header + 3);
    const type = bytes[header];
    const room = usable - (number === 1 ? HEADER_SIZE : 0);
    if (type === LEAF_TABLE && LEAF_HEADER + 2 * cells <= room) {
      this.#leaf = number;
      this.#cells = cells;
      this.#cell = 0;
      this.#interiorLevels = level;
    } else if (type === INTERIOR_TABLE && INTERIOR_HEADER + 2 * cells <= room && level < MOST_LEVELS) {
      this.#path.push(this.#children(number, header, cells));
      this.#next.push(0);
      this.#cells = this.#cell = 0;
    } else throw new PageFault(`page ${number} is not a table page`);
  }

  /** The child pages of an interior page in row order; its header begins at `header`. */
  #children(number: number, header: number, cells: number): Uint32Array {
    const { view, usable } = this.#pages;
    const page = header - (number === 1 ? HEADER_SIZE : 0);
    const children = new Uint32Array(cells + 1);
    for (let child = 0; child < cells; child++) {
      const at = view.getUint16(header + INTERIOR_HEADER + 2 * child);
      if (at + 4 > usable) throw new PageFault(`page ${number} points beyond itself`);
      children[child] = view.getUint32(page + at);
    }
    children[cells] = view.getUint32(header + 8);
    return children;
  }

  #visit(): void {
    if (++this.#visited > this.#pages.count) throw new PageFault('its pages point at each other in a circle');
  }

  /** A 64-bit varint as a number, exact up to 2^53; callers check that where it matters. Most are short. */
  #varint(at: number, end: number): number {
    const { bytes } = this.#pages;
    if (at + 3 <= end) {
      const first = bytes[at]!;
      if (first < 128) {
        this.#at = at + 1;
        return first;
      }
      const second = bytes[at + 1]!;
      if (second < 128) {
        this.#at = at + 2;
        return ((first & 127) << 7) | second;
      }
      const third = bytes[at + 2]!;
      if (third < 128) {
        this.#at = at + 3;
        return ((first & 127) << 14) | ((second & 127) << 7) | third;
      }
    }
    return this.#longVarint(at, end);
  }

  #longVarint(at: number, end: number): number {
    const { bytes } = this.#pages;
    if (at + LONGEST_VARINT > end) {
      // The last cell of a page may end with it, and the varints must end before.
      let last = at;
      while (last < end && bytes[last]! > 127) last++;
      if (last >= end) throw new PageFault('a row begins beyond its page');
    }
    let value = bytes[at]! & 127;
    let more = bytes[at++]! > 127;
    for (let i = 1; more && i < LONGEST_VARINT - 1; i++) {
      more = bytes[at]! > 127;
      value = value * 128 + (bytes[at++]! & 127);
    }
    if (more) {
      // Nine bytes hold 64 signed bits, all eight of the last byte included: two parts that doubles hold exactly.
      const group = (first: number): number =>
        ((bytes[first]! & 127) << 21) |
        ((bytes[first + 1]! & 127) << 14) |
        ((bytes[first + 2]! & 127) << 7) |
        (bytes[first + 3]! & 127);
      const high = group(at - 8);
      value = (high >= 2 ** 27 ? high - 2 ** 28 : high) * 2 ** 36 + group(at - 4) * 256 + bytes[at++]!;
    }
    this.#at = at;
    return value;
  }
}
