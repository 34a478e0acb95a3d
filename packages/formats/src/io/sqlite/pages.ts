import type { ByteSource } from '../byte-source.ts';
import { PageFault } from './page-fault.ts';

/** Bytes of the header of the file, which stand in front of what is on page 1. */
export const HEADER_SIZE = 100;
/** Bytes read at once, four of the largest pages there are. */
const BLOCK = 1 << 18;
/** Blocks kept, few enough to stay near the processor. A table lies mostly in one piece, beside it the pages of its long rows. */
const BLOCKS = 8;
/** Blocks that another thread reads in one go while the file is read from front to back: asking for each by itself costs as much as reading it. */
const AHEAD = 4;
/** Where a block goes whose place another thread is filling. */
const SPARE = BLOCKS;

/**
 * Pages of an SQLite file, read in blocks into one buffer. Source: sqlite.org/fileformat2.html §1.
 * What `load` returns is valid until the next call of it.
 */
export class Pages {
  /** Holds the blocks; `load` says where a page lies in it. */
  readonly bytes = Buffer.from(new ArrayBuffer((BLOCKS + 1) * BLOCK));
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
  readonly #held = new Float64Array(BLOCKS + 1).fill(-1);
  /** Which block another thread is reading into each place; -1 for none. */
  readonly #coming = new Float64Array(BLOCKS).fill(-1);
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
    if (!(page >= 1 && page <= this.count))
      throw new PageFault(`page ${page} is needed, but the file has ${this.count}`);
    const at = (page - 1) * this.size;
    const block = Math.floor(at / BLOCK);
    if (block !== this.#last) this.#take(block);
    return this.#lastPlace * BLOCK + (at - block * BLOCK);
  }

  /** Goes to another block. */
  #take(block: number): void {
    const goesOn = block === this.#last + 1;
    let place = block % BLOCKS;
    if (this.#held[place] !== block) {
      const coming = this.#coming[place]!;
      // Where the very block is coming it is not waited for: both write the same bytes.
      if (coming >= 0 && coming !== block) place = SPARE;
      if (this.#held[place] !== block) this.#fill(place, block);
    }
    this.#last = block;
    this.#lastPlace = place;
    // Asked for when the first block of a group is done with: the long rows of its pages may still lie in the group before, which makes room.
    if (goesOn && block % AHEAD > 0) this.#readAhead(block - (block % AHEAD) + AHEAD);
  }

  #fill(place: number, block: number): void {
    // Until all of it is there the place holds nothing, neither this block nor the one that was taken up last.
    this.#held[place] = -1;
    this.#last = -1;
    const wanted = this.#sizeOf(block);
    if (this.#read(place * BLOCK, wanted, block * BLOCK) < wanted)
      throw new PageFault('the file became shorter while it was read');
    this.#held[place] = block;
  }

  /** Lets another thread read a group of blocks, which lie side by side, unless one of them is there or on its way already. */
  #readAhead(first: number): void {
    const place = first % BLOCKS;
    const size = Math.min(AHEAD * BLOCK, this.#source.size - first * BLOCK);
    if (size <= 0 || this.#source.readAhead === undefined) return;
    for (let i = 0; i < AHEAD; i++) if (this.#held[place + i] === first + i || this.#coming[place + i]! >= 0) return;
    for (let i = 0; i < AHEAD; i++) {
      this.#held[place + i] = -1;
      this.#coming[place + i] = first + i;
    }
    this.#source.readAhead(this.bytes, place * BLOCK, size, first * BLOCK, (count) => {
      for (let i = 0; i < AHEAD; i++) {
        this.#coming[place + i] = -1;
        const end = Math.min((i + 1) * BLOCK, size);
        if (i * BLOCK < size && count >= end) this.#held[place + i] = first + i;
      }
    });
  }

  /** Bytes of a block; the last one of the file may be shorter. */
  #sizeOf(block: number): number {
    return Math.min(BLOCK, this.#source.size - block * BLOCK);
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
