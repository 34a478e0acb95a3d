import { closeSync, openSync, writeSync } from 'node:fs';
import { POINT } from '../text/number.ts';
import { NUMBER_ROOM, writeShortest } from '../text/number-bytes.ts';
import { makeDurable } from './durable.ts';

const BUFFER_SIZE = 1 << 20;
/** Longest ASCII text that is written byte by byte; longer ones go through the encoder. */
const SHORT = 64;
const encoder = new TextEncoder();

/** Buffered synchronous writer to a file: text and numbers go straight into bytes. */
export class ByteWriter {
  /**
   * What is not in the file yet: `buffer[0, used)`, and the same as a view. Whoever writes many small things writes them here, after `room`, and moves `used`.
   */
  readonly buffer = new Uint8Array(BUFFER_SIZE);
  readonly view = new DataView(this.buffer.buffer);
  used = 0;
  readonly #descriptor: number;
  readonly #number = new Float64Array(1);
  #flushed = 0;

  /** Creates or replaces the file at `path`. */
  constructor(path: string) {
    this.#descriptor = openSync(path, 'w');
  }

  /** Bytes written so far. */
  get position(): number {
    return this.#flushed + this.used;
  }

  /** Makes room for `bytes` bytes in `buffer`, at most 64 KiB; returns `used`. */
  room(bytes: number): number {
    if (this.used + bytes > BUFFER_SIZE) this.#flush();
    return this.used;
  }

  /** Writes a finite number as `String` spells it. */
  number(value: number): void {
    this.#number[0] = value;
    this.used = writeShortest(this.view, this.room(NUMBER_ROOM), this.#number, 0, POINT);
  }

  /** Writes a text as UTF-8. */
  text(text: string): void {
    const { length } = text;
    if (length > SHORT) {
      this.bytes(encoder.encode(text));
      return;
    }
    const start = this.room(SHORT);
    const { buffer } = this;
    for (let i = 0; i < length; i++) {
      const unit = text.charCodeAt(i);
      if (unit > 127) {
        this.bytes(encoder.encode(text));
        return;
      }
      buffer[start + i] = unit;
    }
    this.used = start + length;
  }

  /** Writes one byte. */
  byte(value: number): void {
    this.buffer[this.room(1)] = value;
    this.used++;
  }

  /** Writes bytes as they are. */
  bytes(bytes: Uint8Array): void {
    if (this.used + bytes.length > BUFFER_SIZE) this.#flush();
    if (bytes.length > BUFFER_SIZE) {
      this.#writeAll(bytes);
      return;
    }
    this.buffer.set(bytes, this.used);
    this.used += bytes.length;
  }

  /** Writes what is buffered, makes it durable and closes the file. */
  close(): void {
    this.#flush();
    makeDurable(this.#descriptor);
    closeSync(this.#descriptor);
  }

  /** Closes the file without making anything durable: after an error. */
  abandon(): void {
    closeSync(this.#descriptor);
  }

  #flush(): void {
    if (this.used === 0) return;
    const used = this.used;
    this.used = 0;
    this.#writeAll(this.buffer.subarray(0, used));
  }

  #writeAll(bytes: Uint8Array): void {
    let done = 0;
    while (done < bytes.length) done += writeSync(this.#descriptor, bytes, done, bytes.length - done);
    this.#flushed += bytes.length;
  }
}
