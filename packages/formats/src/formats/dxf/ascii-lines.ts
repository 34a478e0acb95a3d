import type { ByteSource } from '../../core/byte-source.ts';
import { checkLimit, type Limits } from '../../core/limits.ts';

export const LF = 10;
export const CR = 13;
export const SPACE = 32;
/** Bytes per read: few enough to stay in the processor's cache while they are scanned. */
const CHUNK_SIZE = 1 << 19;
/** Room after the data for line ends that are not part of the file. */
const SENTINEL = 8;

/**
 * The lines of a text file in one buffer that moves along it. Lines end in LF, CR LF, CR CR LF or a lone CR, in any
 * mixture. Everything from `start` on stays in the buffer, so that an unfinished group can be read again.
 */
export class AsciiLines {
  bytes: Uint8Array;
  /** The same bytes, for reading four of them at once. */
  view: DataView;
  /** Bytes in the buffer. Line ends follow them, so that reading four bytes at once never runs past the buffer. */
  end = 0;
  /** Start of the next line. */
  at = 0;
  /** Start of the current group. */
  start = 0;
  /** Number of the line at `at`, from 1. */
  line = 1;
  /** The line taken last: `bytes[from, to)`. */
  from = 0;
  to = 0;
  readonly #source: ByteSource;
  readonly #limits: Limits;
  /** Position in the file of `bytes[0]`. */
  #base = 0;
  #atEnd = false;

  constructor(source: ByteSource, limits: Limits) {
    this.#source = source;
    this.#limits = limits;
    this.bytes = new Uint8Array(Math.min(CHUNK_SIZE, source.size + 1) + SENTINEL);
    this.view = new DataView(this.bytes.buffer);
    this.seek(0, 1);
  }

  /** Position in the file of `start`. */
  get offset(): number {
    return this.#base + this.start;
  }

  /** Whether the file has no further line. */
  get isDone(): boolean {
    return this.#atEnd && this.at >= this.end;
  }

  seek(offset: number, line: number): void {
    this.#base = offset;
    this.end = this.at = this.start = 0;
    this.line = line;
    this.#atEnd = false;
    this.bytes.fill(LF, 0, SENTINEL);
  }

  /** Takes the line at `at` into `from`, `to`; false when the buffer had to be refilled or the file is at its end. */
  readLine(): boolean {
    const { bytes } = this;
    const from = this.at;
    let at = from;
    let byte = bytes[at]!;
    while (byte !== LF && byte !== CR) byte = bytes[++at]!;
    // Two more bytes are needed to distinguish CR LF and CR CR LF from a lone CR.
    if (at + 2 >= this.end && !this.#atEnd) {
      this.#refill();
      return false;
    }
    if (at >= this.end && from >= this.end) return false;
    this.from = from;
    this.to = Math.min(at, this.end);
    if (byte === CR) {
      if (bytes[at + 1] === LF && at + 1 < this.end) at++;
      else if (bytes[at + 1] === CR && bytes[at + 2] === LF && at + 2 < this.end) at += 2;
    }
    this.at = Math.min(at + 1, this.end);
    this.line++;
    return true;
  }

  /** Moves the bytes from the group's start to the front and reads on; grows the buffer when one group fills it. */
  #refill(): void {
    const keep = this.end - this.start;
    if (keep + SENTINEL >= this.bytes.length) this.#grow();
    else this.bytes.copyWithin(0, this.start, this.end);
    const further = this.#base + this.end;
    this.#base += this.start;
    this.at -= this.start;
    this.start = 0;
    const got = this.#source.readInto(this.bytes, keep, this.bytes.length - SENTINEL - keep, further);
    this.end = keep + got;
    this.#atEnd = got === 0;
    this.bytes.fill(LF, this.end, this.end + SENTINEL);
  }

  #grow(): void {
    checkLimit(this.#limits, 'recordBytes', this.bytes.length, `the length of line ${this.line}`);
    const grown = new Uint8Array(Math.min(this.bytes.length * 2, this.#limits.recordBytes + SENTINEL));
    grown.set(this.bytes.subarray(this.start, this.end));
    this.bytes = grown;
    this.view = new DataView(grown.buffer);
  }
}
