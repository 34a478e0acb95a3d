import type { ByteSource } from '../io/byte-source.ts';

/** Bytes that are read at once. */
export const CHUNK_SIZE = 1 << 20;
/** Room before a chunk, for what is left of the one before it. */
export const HEADROOM = 1 << 16;
/** Room behind it, for line ends that are no part of the file. */
export const SENTINEL = 8;

/**
 * The chunk of a file behind the one at hand, read by another thread in the meantime where the source can do that. Whether it
 * came in time is seen when it is needed: nobody waits for it.
 */
export class NextChunk {
  readonly #source: ByteSource;
  #bytes: Uint8Array | undefined;
  /** Place in the file of the chunk that was asked for. */
  #position = -1;
  /** How many of its bytes are there. */
  #count = 0;
  #isUnderWay = false;

  constructor(source: ByteSource) {
    this.#source = source;
  }

  /** Asks for the bytes from `position` on, unless others are still under way. */
  ask(position: number): void {
    if (this.#source.readAhead === undefined || this.#isUnderWay || position >= this.#source.size) return;
    this.#bytes ??= new Uint8Array(HEADROOM + CHUNK_SIZE + SENTINEL);
    this.#isUnderWay = true;
    this.#position = position;
    this.#source.readAhead(this.#bytes, HEADROOM, CHUNK_SIZE, position, (count) => {
      this.#isUnderWay = false;
      this.#count = count;
    });
  }

  /** How many bytes from `position` on are there. */
  count(position: number): number {
    return this.#isUnderWay || position !== this.#position ? 0 : this.#count;
  }

  /** Hands the chunk out, which begins behind the headroom, and takes a buffer of at least that size for the next one. */
  swap(bytes: Uint8Array): Uint8Array {
    const chunk = this.#bytes!;
    this.#bytes = bytes;
    this.#position = -1;
    return chunk;
  }
}
