import { closeSync, openSync, writeSync } from 'node:fs';
import { makeDurable } from './durable.ts';

const BUFFER_SIZE = 1 << 20;
/** Longest ASCII text that is written byte by byte; longer ones go through the encoder. */
const SHORT = 64;
const encoder = new TextEncoder();

/** Buffered synchronous writer to a file: text and numbers go straight into bytes. */
export class ByteWriter {
  readonly #descriptor: number;
  readonly #buffer = new Uint8Array(BUFFER_SIZE);
  #used = 0;
  #flushed = 0;

  /** Creates or replaces the file at `path`. */
  constructor(path: string) {
    this.#descriptor = openSync(path, 'w');
  }

  /** Bytes written so far. */
  get position(): number {
    return this.#flushed + this.#used;
  }

  /** Writes a text as UTF-8. */
  text(text: string): void {
    if (text.length <= SHORT) {
      if (this.#used + SHORT > BUFFER_SIZE) this.#flush();
      const start = this.#used;
      for (let i = 0; i < text.length; i++) {
        const unit = text.charCodeAt(i);
        if (unit > 127) {
          this.#used = start;
          this.bytes(encoder.encode(text));
          return;
        }
        this.#buffer[this.#used++] = unit;
      }
    } else this.bytes(encoder.encode(text));
  }

  /** Writes one byte. */
  byte(value: number): void {
    if (this.#used === BUFFER_SIZE) this.#flush();
    this.#buffer[this.#used++] = value;
  }

  /** Writes bytes as they are. */
  bytes(bytes: Uint8Array): void {
    if (this.#used + bytes.length > BUFFER_SIZE) this.#flush();
    if (bytes.length > BUFFER_SIZE) {
      this.#writeAll(bytes);
      return;
    }
    this.#buffer.set(bytes, this.#used);
    this.#used += bytes.length;
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
    if (this.#used === 0) return;
    const used = this.#used;
    this.#used = 0;
    this.#writeAll(this.#buffer.subarray(0, used));
  }

  #writeAll(bytes: Uint8Array): void {
    let done = 0;
    while (done < bytes.length) done += writeSync(this.#descriptor, bytes, done, bytes.length - done);
    this.#flushed += bytes.length;
  }
}
