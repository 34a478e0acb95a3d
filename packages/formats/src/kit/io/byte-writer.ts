import { closeSync, openSync, writeSync } from 'node:fs';
import { POINT } from '../text/number.ts';
import { NUMBER_ROOM, writeShortest } from '../text/number-bytes.ts';
import { makeDurable } from './durable.ts';
import { SpareBuffer } from './spare-buffer.ts';
import { WritesBehind } from './writes-behind.ts';

/** Size of one buffer. */
const BUFFER_SIZE = 1 << 20;
/** Number of buffers of a file written in the background: one is being filled, the others are being written. */
const PLACES = 4;
/** Longest ASCII text that is written byte by byte; longer ones go through the encoder. */
const SHORT = 64;
const encoder = new TextEncoder();
const buffers = new SpareBuffer(PLACES * BUFFER_SIZE);

/**
 * Buffered writer to a file that puts text and numbers straight into bytes. By default writes are synchronous and
 * `close` ends it. In the background mode other threads write the file while the caller continues; the caller yields to
 * the event loop every megabyte or so and ends with `finish`.
 */
export class ByteWriter {
  /**
   * Bytes up to `used` are not in the file yet. To write many small values, call `room`, write here and advance `used`.
   */
  readonly buffer: Uint8Array<ArrayBuffer>;
  readonly view: DataView;
  used = 0;
  readonly #descriptor: number;
  readonly #number = new Float64Array(1);
  readonly #behind: WritesBehind | undefined;
  /** Start of the unwritten bytes in `buffer`, and the end of the current buffer. */
  #start = 0;
  #end = BUFFER_SIZE;
  #flushed = 0;

  /** Creates or replaces the file at `path`. @param behind whether other threads write it */
  constructor(path: string, behind = false) {
    this.#descriptor = openSync(path, 'w');
    const bytes = buffers.take();
    this.buffer = new Uint8Array(bytes);
    this.view = new DataView(bytes);
    this.#behind = behind ? new WritesBehind(this.#descriptor, this.buffer, PLACES) : undefined;
  }

  /** Bytes written so far. */
  get position(): number {
    return this.#flushed + this.used - this.#start;
  }

  /** Makes room for `bytes` bytes in `buffer`, at most 64 KiB; returns `used`. */
  room(bytes: number): number {
    if (this.used + bytes > this.#end) this.#flush();
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
    if (this.used + bytes.length > this.#end) this.#flush();
    if (bytes.length > BUFFER_SIZE) {
      this.#writeAll(bytes);
      return;
    }
    this.buffer.set(bytes, this.used);
    this.used += bytes.length;
  }

  /** Writes the buffered bytes, makes them durable and closes the file. Only for synchronous writing. */
  close(): void {
    this.#flush();
    this.#closeDurably();
  }

  /**
   * Like `close`, for either mode.
   * @param head replaces the first bytes of the file @throws the error of any write; the file is then still open, for
   * `abandon`
   */
  async finish(head?: Uint8Array): Promise<void> {
    // A file of one buffer is written sooner than another thread wakes.
    if (this.#flushed === 0) this.#writeCurrent();
    this.#flush();
    await this.#behind?.settle();
    if (head !== undefined) writeSync(this.#descriptor, head, 0, head.length, 0);
    this.#closeDurably();
  }

  /** Closes the file without making it durable, after an error. */
  abandon(): void {
    if (this.#behind === undefined) closeSync(this.#descriptor);
    else this.#behind.closeWhenSettled();
  }

  #closeDurably(): void {
    makeDurable(this.#descriptor);
    closeSync(this.#descriptor);
    buffers.giveBack(this.buffer.buffer);
  }

  #flush(): void {
    const start = this.#start;
    const { used } = this;
    if (used === start) return;
    const place = start / BUFFER_SIZE;
    const next = this.#behind?.free(place) ?? -1;
    if (next < 0) {
      this.#writeCurrent();
      return;
    }
    this.#behind!.start(place, start, used, this.#flushed);
    this.#flushed += used - start;
    this.#start = this.used = next * BUFFER_SIZE;
    this.#end = this.#start + BUFFER_SIZE;
  }

  /** Writes the current buffer here and now. */
  #writeCurrent(): void {
    const bytes = this.buffer.subarray(this.#start, this.used);
    this.used = this.#start;
    this.#writeAll(bytes);
  }

  #writeAll(bytes: Uint8Array): void {
    // Background writes go to other positions, so the file's own position is not used.
    let done = 0;
    while (done < bytes.length)
      done += writeSync(this.#descriptor, bytes, done, bytes.length - done, this.#flushed + done);
    this.#flushed += bytes.length;
  }
}
