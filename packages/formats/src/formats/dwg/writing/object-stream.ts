import { checksum } from '../bits/checksum.ts';
import { R2010 } from '../file/releases.ts';

const FIRST_SIZE = 1 << 18;
/** Most bytes before and behind the data of an object: its sizes, its checksum. */
const AROUND = 16;

/** Takes bytes of the section of objects; returns how many it took, all of the last ones. */
export type TakeObjects = (bytes: Uint8Array, isLast: boolean) => number;

/** The section of objects while it is written, and where each object is. */
export class ObjectStream {
  readonly #take: TakeObjects;
  readonly #release: number;
  #buffer = new Uint8Array(FIRST_SIZE);
  #used = 0;
  /** Offset in the section of the first byte in the buffer. */
  #start: number;
  /** Offset of each object by its handle, plus 1; 0 for handles without an object. */
  #places = new Float64Array(1 << 12);
  #last = 0;

  /** @param start offset of the first byte */
  constructor(release: number, start: number, take: TakeObjects) {
    this.#release = release;
    this.#start = start;
    this.#take = take;
  }

  /** Offset behind the last byte. */
  get end(): number {
    return this.#start + this.#used;
  }

  /** The largest handle of an object. */
  get last(): number {
    return this.#last;
  }

  /** The offset of an object; -1 if no object has this handle. */
  placeOf(handle: number): number {
    return (this.#places[handle] ?? 0) - 1;
  }

  /** Bytes that are no object. */
  raw(bytes: Uint8Array): void {
    this.#buffer.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  /**
   * Writes an object with its sizes and checksum.
   * @param size bytes of it in `bytes` @param references bits of its references, stated since 2010
   */
  put(handle: number, bytes: Uint8Array, size: number, references: number): void {
    if (this.#used + size + AROUND > this.#buffer.length) this.#makeRoom(size + AROUND);
    const buffer = this.#buffer;
    const start = this.#used;
    let at = start;
    buffer[at++] = size & 255;
    if (size < 0x8000) buffer[at++] = size >> 8;
    else {
      buffer[at++] = ((size >> 8) & 127) | 128;
      buffer[at++] = (size >> 15) & 255;
      buffer[at++] = (size >> 23) & 255;
    }
    if (this.#release >= R2010) {
      let rest = references;
      for (; rest >= 128; rest = Math.floor(rest / 128)) buffer[at++] = (rest & 127) | 128;
      buffer[at++] = rest;
    }
    for (let i = 0; i < size; i++) buffer[at + i] = bytes[i]!;
    at += size;
    const crc = checksum(buffer, start, at);
    buffer[at++] = crc & 255;
    buffer[at++] = crc >> 8;
    this.#note(handle, this.#start + start + 1);
    this.#used = at;
  }

  /** Hands over the rest. */
  finish(): void {
    this.#flush(true);
  }

  #note(handle: number, place: number): void {
    if (handle >= this.#places.length) {
      const grown = new Float64Array(2 * Math.max(handle, this.#places.length));
      grown.set(this.#places);
      this.#places = grown;
    }
    this.#places[handle] = place;
    if (handle > this.#last) this.#last = handle;
  }

  #makeRoom(bytes: number): void {
    this.#flush(false);
    if (this.#used + bytes <= this.#buffer.length) return;
    const grown = new Uint8Array(this.#used + bytes);
    grown.set(this.#buffer.subarray(0, this.#used));
    this.#buffer = grown;
  }

  #flush(isLast: boolean): void {
    const taken = this.#take(this.#buffer.subarray(0, this.#used), isLast);
    this.#buffer.copyWithin(0, taken, this.#used);
    this.#start += taken;
    this.#used -= taken;
  }
}
