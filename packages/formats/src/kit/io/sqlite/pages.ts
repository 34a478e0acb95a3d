import type { ByteSource } from '../../../core/byte-source.ts';
import { PageFault } from './page-fault.ts';

/** Bytes of the file header, at the start of page 1. */
export const HEADER_SIZE = 100;
/** Bytes read at once: four of the largest pages. */
const BLOCK = 1 << 18;
/**
 * Most blocks cached, least recently used first out. Few, so that they stay in the processor's cache; more than one,
 * because overflow and split pages are far from the others.
 */
const BLOCKS = 4;
/** Bytes read for a page that is loaded apart: the largest page. They are stored after the blocks. */
const APART = 1 << 16;

/**
 * Pages of an SQLite file, read in blocks into one buffer. Source: sqlite.org/fileformat2.html §1.
 * What `load` and `loadApart` return is valid until the next call of either.
 *
 * Blocks are read synchronously by the thread that needs them: the system reads ahead during sequential reading, and
 * the bytes are then in this processor's cache. A read-ahead thread took more time than it saved (mjf/NOTES.md).
 */
export class Pages {
  /** Holds the blocks; `load` returns where a page is in it. */
  readonly bytes: Buffer<ArrayBuffer>;
  readonly view: DataView;
  readonly size: number;
  /** Usable bytes of a page. */
  readonly usable: number;
  /** Pages of the file. */
  readonly count: number;
  /** Whether texts are UTF-8, not UTF-16. */
  readonly utf8: boolean;
  readonly #source: ByteSource;
  /** Which block of the file is in each place of `bytes`; -1 for an empty place. */
  readonly #held: Float64Array;
  /** When each place was last used. */
  readonly #turns: Float64Array;
  #turn = 0;
  /** Which part of the file is stored after the blocks; -1 for none. */
  #apart = -1;
  /** The block last used, and its place. */
  #last = -1;
  #lastPlace = 0;

  /** @throws PageFault when the header does not describe pages */
  constructor(source: ByteSource) {
    this.#source = source;
    const places = Math.min(BLOCKS, Math.ceil(source.size / BLOCK));
    this.#held = new Float64Array(places).fill(-1);
    this.#turns = new Float64Array(places);
    this.bytes = Buffer.from(new ArrayBuffer(places * BLOCK + APART));
    this.view = new DataView(this.bytes.buffer);
    if (this.#read(0, HEADER_SIZE, 0) < HEADER_SIZE) throw new PageFault('the file is shorter than its header');
    const stated = this.view.getUint16(16);
    this.size = stated === 1 ? 65536 : stated;
    this.usable = this.size - this.bytes[20]!;
    this.utf8 = this.view.getUint32(56) === 1;
    if (this.size < 512 || (this.size & (this.size - 1)) !== 0 || this.usable < 480)
      throw new PageFault(`the header states pages of ${this.size} bytes, of which ${this.usable} are used`);
    const whole = Math.floor(source.size / this.size);
    // The stated count is valid only while both change counters agree.
    const counted = this.view.getUint32(24) === this.view.getUint32(92) ? this.view.getUint32(28) : 0;
    this.count = counted > 0 ? Math.min(counted, whole) : whole;
  }

  /**
   * Makes a page available.
   * @param page counted from 1
   * @returns where it begins in `bytes`
   * @throws PageFault if the file has no such page
   */
  load(page: number): number {
    const at = this.#offset(page);
    const block = Math.floor(at / BLOCK);
    if (block !== this.#last) this.#take(block);
    return this.#lastPlace * BLOCK + (at - block * BLOCK);
  }

  /** The same for a page read out of sequence, which must not evict the blocks of the sequential read. */
  loadApart(page: number): number {
    const at = this.#offset(page);
    const block = Math.floor(at / BLOCK);
    const place = this.#held.indexOf(block);
    if (place >= 0) return place * BLOCK + (at - block * BLOCK);
    const [part, apart] = [Math.floor(at / APART), this.bytes.length - APART];
    if (part !== this.#apart) {
      this.#apart = -1;
      this.#fetch(apart, APART, part * APART);
      this.#apart = part;
    }
    return apart + (at - part * APART);
  }

  /** Where a page begins in the file. */
  #offset(page: number): number {
    if (!(page >= 1 && page <= this.count))
      throw new PageFault(`page ${page} is needed, but the file has ${this.count}`);
    return (page - 1) * this.size;
  }

  /** Switches to another block. */
  #take(block: number): void {
    let place = this.#held.indexOf(block);
    if (place < 0) {
      place = this.#turns.indexOf(Math.min(...this.#turns));
      // Until it is read in full the place is empty; the block last used may have been in it.
      this.#held[place] = -1;
      this.#last = -1;
      this.#fetch(place * BLOCK, BLOCK, block * BLOCK);
      this.#held[place] = block;
    }
    this.#turns[place] = ++this.#turn;
    this.#last = block;
    this.#lastPlace = place;
  }

  /** Reads a part of the file, of which the last one may be shorter. @throws PageFault if the file was truncated */
  #fetch(to: number, most: number, position: number): void {
    const wanted = Math.min(most, this.#source.size - position);
    if (this.#read(to, wanted, position) < wanted) throw new PageFault('the file was truncated while it was read');
  }

  #read(to: number, length: number, position: number): number {
    let got = 0;
    while (got < length) {
      const count = this.#source.readInto(this.bytes, to + got, length - got, position + got);
      if (count === 0) break;
      got += count;
    }
    return got;
  }
}
