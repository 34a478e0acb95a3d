import type { ByteSource } from '../byte-source.ts';
import { PageFault } from './page-fault.ts';

/** Bytes of the header of the file, which stand in front of what is on page 1. */
export const HEADER_SIZE = 100;
/** Bytes read at once; the largest page there is. */
const BLOCK = 65536;
/** Blocks kept, few enough to stay near the processor: a table lies mostly in one piece, beside it the pages of its long rows. */
const BLOCKS = 8;

/**
 * Pages of an SQLite file, read in blocks into one buffer. Source: sqlite.org/fileformat2.html §1.
 * What `load` returns is valid until the next call of it.
 */
export class Pages {
  /** Holds the blocks; `load` says where a page lies in it. */
  readonly bytes = Buffer.from(new ArrayBuffer(BLOCKS * BLOCK));
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
    const place = block % BLOCKS;
    if (this.#held[place] !== block) {
      this.#held[place] = -1;
      const wanted = Math.min(BLOCK, this.#source.size - block * BLOCK);
      if (this.#read(place * BLOCK, wanted, block * BLOCK) < wanted)
        throw new PageFault('the file became shorter while it was read');
      this.#held[place] = block;
    }
    return place * BLOCK + (at - block * BLOCK);
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
