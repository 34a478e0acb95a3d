import { type ByteSource, readBytes, readFully } from '../../../core/byte-source.ts';

/** More than a page of a section has. */
const FIRST_ROOM = 1 << 16;

/** The bytes of a file, read part by part into the same memory: new memory costs more than reading into it. */
export class FileBytes {
  readonly length: number;
  readonly #source: ByteSource;
  #room = new Uint8Array(FIRST_ROOM);
  #whole: Uint8Array | undefined;

  constructor(source: ByteSource) {
    this.#source = source;
    this.length = source.size;
  }

  /** The bytes [from, to) as far as they are in the file; valid until the next call. */
  part(from: number, to: number): Uint8Array {
    if (this.#whole !== undefined) return this.#whole.subarray(from, to);
    const length = Math.max(0, Math.min(to, this.length) - from);
    if (length > this.#room.length) this.#room = new Uint8Array(length);
    readFully(this.#source, this.#room, from, length);
    return this.#room.subarray(0, length);
  }

  /** All bytes, which are held from then on. */
  whole(): Uint8Array {
    this.#whole ??= readBytes(this.#source, 0, this.length);
    return this.#whole;
  }
}
