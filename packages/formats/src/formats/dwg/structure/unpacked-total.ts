import { checkLimit, type Limits } from '../../../core/limits.ts';
import { damaged } from './damage.ts';

/** No byte of a packed page stands for more than this many. */
const MOST_PER_BYTE = 256;
/** For small files: a page is filled up with zeros. */
const LEAST_ROOM = 1 << 20;

/** Adds up what the sections of a file unpack to, and refuses what its bytes cannot hold or the limit does not allow. */
export class UnpackedTotal {
  readonly #fileSize: number;
  readonly #limits: Limits;
  #total = 0;

  constructor(fileSize: number, limits: Limits) {
    this.#fileSize = fileSize;
    this.#limits = limits;
  }

  /**
   * @param size bytes of one section, unpacked
   * @throws FormatError `dwg-damaged` when the file is too small for that
   * @throws LimitError `unpackedBytes`
   */
  add(size: number, section: string): void {
    this.#total += size;
    if (!(size >= 0 && this.#total <= this.#fileSize * MOST_PER_BYTE + LEAST_ROOM))
      throw damaged(`its section map says that section "${section}" has ${size} bytes`, 0);
    checkLimit(this.#limits, 'unpackedBytes', this.#total, 'bytes of the drawing, unpacked');
  }
}
