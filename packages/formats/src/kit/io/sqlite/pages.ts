import type { ByteSource } from '../../../core/byte-source.ts';
import { PageFault } from './page-fault.ts';

/** Bytes of the header of the file, which stand in front of what is on page 1. */
export const HEADER_SIZE = 100;
/** Bytes read at once, four of the largest pages there are. */
const BLOCK = 1 << 18;
/** Blocks kept, those used last: few enough to stay near the processor, more than one as pages that were divided lie behind all others. */
const BLOCKS = 4;
/** Bytes read for a page that is looked at in between: the largest page there is. They lie behind the blocks. */
const APART = 1 << 16;

/**
 * Pages of an SQLite file, read in blocks into one buffer. Source: sqlite.org/fileformat2.html §1.
 * What `load` and `loadApart` return is valid until the next call of either.
 *
 * Blocks are read where they are needed, by the thread that needs them: the system reads ahead of whoever goes from front to back, and bytes that this
 * very processor has copied are near it. Other threads of ours that read ahead took more time than they saved (mjf/NOTES.md).
 */
export class Pages {
  /** Holds the blocks; `load` says where a page lies in it. */
  readonly bytes = Buffer.from(new ArrayBuffer(BLOCKS * BLOCK + APART));
  readonly view = new DataView(this.bytes.buffer);
  readonly size: number;
  /** Bytes of a page that SQLite uses. */
  readonly usable: number;
  /** Pages of the file. */
  readonly count: number;
  /** Whether texts are UTF-8, not UTF-16. */
  readonly utf8: boolean;
  readonly #source: ByteSource;
  /** Which block of the file each place in `bytes` holds; -1 for none. */
  readonly #held = new Float64Array(BLOCKS).fill(-1);
  /** When each place was taken up last. */
  readonly #turns = new Float64Array(BLOCKS);
  #turn = 0;
  /** Which part of the file lies behind the blocks; -1 for none. */
  #apart = -1;
  /** The block that was taken up last, and its place. */
  #last = -1;
  #lastPlace = 0;

  /** @throws PageFault when the header does not describe pages */
  constructor(source: ByteSource) {
    this.#source = source;
    if (this.#read(0, HEADER_SIZE, 0) < HEADER_SIZE) throw new PageFault('the file is shorter than its header');
    const stated = this.view.getUint16(16);
    this.size = stated === 1 ? 65536 : stated;
    this.usable = this.size - this.bytes[20]!;
    this.utf8 = this.view.getUint32(56) === 1;
    if (this.size < 512 || (this.size & (this.size - 1)) !== 0 || this.usable < 480)
      throw new PageFault(`the header states pages of ${this.size} bytes, of which ${this.usable} are used`);
    const whole = Math.floor(source.size / this.size);
    // The stated count holds only while both change counters agree.
    const counted = this.view.getUint32(24) === this.view.getUint32(92) ? this.view.getUint32(28) : 0;
    this.count = counted > 0 ? Math.min(counted, whole) : whole;
  }

  /**
   * Makes a page available. @param page counted from 1
   * @returns where it begins in `bytes`
   * @throws PageFault when the file has no such page
   */
  load(page: number): number {
    const at = this.#offset(page);
    const block = Math.floor(at / BLOCK);
    if (block !== this.#last) this.#take(block);
    return this.#lastPlace * BLOCK + (at - block * BLOCK);
  }

  /** The same for a page that is looked at in between, so that it does not make what is read from front to back give way. */
  loadApart(page: number): number {
    const at = this.#offset(page);
    const block = Math.floor(at / BLOCK);
    const place = this.#held.indexOf(block);
    if (place >= 0) return place * BLOCK + (at - block * BLOCK);
    const part = Math.floor(at / APART);
    if (part !== this.#apart) {
      this.#apart = -1;
      this.#fetch(BLOCKS * BLOCK, APART, part * APART);
      this.#apart = part;
    }
    return BLOCKS * BLOCK + (at - part * APART);
  }

  /** Where a page begins in the file. */
  #offset(page: number): number {
    if (!(page >= 1 && page <= this.count))
      throw new PageFault(`page ${page} is needed, but the file has ${this.count}`);
    return (page - 1) * this.size;
  }

  /** Goes to another block. */
  #take(block: number): void {
    let place = this.#held.indexOf(block);
    if (place < 0) {
      place = this.#turns.indexOf(Math.min(...this.#turns));
      // Until all of it is there the place holds nothing, and what was taken up last may have lain there.
      this.#held[place] = -1;
      this.#last = -1;
      this.#fetch(place * BLOCK, BLOCK, block * BLOCK);
      this.#held[place] = block;
    }
    this.#turns[place] = ++this.#turn;
    this.#last = block;
    this.#lastPlace = place;
  }

  /** Reads a part of the file, of which the last one may be shorter. @throws PageFault when the file has become shorter */
  #fetch(to: number, most: number, position: number): void {
    const wanted = Math.min(most, this.#source.size - position);
    if (this.#read(to, wanted, position) < wanted) throw new PageFault('the file became shorter while it was read');
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
