import { checkLimit, type Limits } from '../../../core/limits.ts';
import { damaged } from './damage.ts';

/** A byte of a packed page represents at most this many. */
const MOST_PER_BYTE = 256;
/** For small files, because a page is padded with zeros. */
const LEAST_ROOM = 1 << 20;

/** Adds up the unpacked sizes of a file's sections, and refuses more than its bytes can hold or the limit allows. */
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
      throw damaged(`its section map states that section "${section}" has ${size} bytes`, 0);
    checkLimit(this.#limits, 'unpackedBytes', this.#total, 'bytes of the drawing, unpacked');
  }
}
