import { endianness } from 'node:os';
import type { ByteSource } from '../../core/byte-source.ts';
import { NULL_PAGE } from './field.ts';
import { type Page, WIDE_CAPACITY } from './page-chain.ts';

/** Result of `Table.resolve` for a null reference. */
export const NOWHERE = -1;
/** Result for a reference to a missing record. */
export const MISSING = -2;
/** On little-endian machines, the records of a file can be viewed as arrays of numbers. */
const LITTLE_ENDIAN = endianness() === 'LE';
/** Bytes read between two checks of the signal. */
const BREATH = 1 << 20;

/** A table in memory: the records of all its pages in sequence, without page headers. */
export class Table {
  readonly id: number;
  readonly recordSize: number;
  readonly count: number;
  readonly pages: readonly Page[];
  /** Ordinal of the first record of each page. */
  readonly #firsts: readonly number[];
  #bytes = new Uint8Array(0);
  #view = new DataView(new ArrayBuffer(0));

  constructor(id: number, pages: readonly Page[]) {
    this.id = id;
    this.pages = pages;
    this.recordSize = pages[0]?.recordSize ?? 0;
    const firsts: number[] = [];
    let count = 0;
    for (const page of pages) {
      firsts.push(count);
      count += page.count;
    }
    this.#firsts = firsts;
    this.count = count;
  }

  /** Records as bytes; record `n` begins at `n × recordSize`. */
  get view(): DataView {
    return this.#view;
  }

  /** `count` doubles from number `first` on, as a view of the records; undefined on big-endian machines. */
  doubles(first: number, count: number): Float64Array | undefined {
    return LITTLE_ENDIAN ? new Float64Array(this.#bytes.buffer, 8 * first, count) : undefined;
  }

  /** The same for 32-bit integers. */
  integers(first: number, count: number): Int32Array | undefined {
    return LITTLE_ENDIAN ? new Int32Array(this.#bytes.buffer, 4 * first, count) : undefined;
  }

  /** Reads all records. @param breathe awaited once per megabyte */
  async load(source: ByteSource, breathe: () => Promise<void>): Promise<void> {
    this.#bytes = new Uint8Array(this.count * this.recordSize);
    this.#view = new DataView(this.#bytes.buffer);
    let used = 0;
    let breath = 0;
    for (const page of this.pages) {
      const size = page.count * page.recordSize;
      // `walkPages` has checked that the page is within the file.
      source.readInto(this.#bytes, used, size, page.recordsAt);
      used += size;
      if (used - breath < BREATH) continue;
      breath = used;
      await breathe();
    }
  }

  /** Releases the memory. */
  release(): void {
    this.#bytes = new Uint8Array(0);
    this.#view = new DataView(new ArrayBuffer(0));
  }

  /** Offset of a record in the file. */
  offsetOf(record: number): number {
    let page = 0;
    for (let above = this.#firsts.length; above - page > 1; ) {
      const middle = (page + above) >>> 1;
      if (this.#firsts[middle]! <= record) page = middle;
      else above = middle;
    }
    const start = this.pages[page];
    return start === undefined ? 0 : start.recordsAt + (record - this.#firsts[page]!) * this.recordSize;
  }

  /** Ordinal of record `index` on page `page`, or MISSING. */
  ordinal(page: number, index: number): number {
    const there = this.pages[page];
    return there !== undefined && index < there.count ? this.#firsts[page]! + index : MISSING;
  }

  /**
   * Resolves a six-byte reference to this table.
   * @param at position of the reference in `view` @returns an ordinal, NOWHERE or MISSING
   */
  resolve(view: DataView, at: number): number {
    const page = view.getUint16(at + 2, true);
    if (page === NULL_PAGE) return NOWHERE;
    return view.getUint16(at, true) === this.id ? this.ordinal(page, view.getUint16(at + 4, true)) : MISSING;
  }

  /** Records per page that references can address, which a writer must not exceed. */
  get pageCapacity(): number {
    return this.pages[0]?.capacity || WIDE_CAPACITY;
  }
}
