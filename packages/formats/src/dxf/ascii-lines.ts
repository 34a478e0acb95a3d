import type { ByteSource } from '../io/byte-source.ts';
import { checkLimit, type Limits } from '../limits.ts';
import { CHUNK_SIZE, HEADROOM, NextChunk, SENTINEL } from './next-chunk.ts';

export const LF = 10;
export const CR = 13;
export const SPACE = 32;

/**
 * The lines of a text file in one buffer that moves along it. Lines end in LF, CR LF, CR CR LF or a lone CR, mixed as they
 * come. Everything from `start` on stays in the buffer, so that what was begun can be read again.
 */
export class AsciiLines {
  bytes: Uint8Array;
  /** The same bytes, for looking at four of them at once. */
  view: DataView;
  /** Bytes in the buffer; some line ends more stand behind them: a look at four bytes at once never passes those. */
  end = 0;
  /** Where the next line begins. */
  at = 0;
  /** Where the group at hand begins. */
  start = 0;
  /** Number of the line at `at`, from 1. */
  line = 1;
  /** The line taken last: `bytes[from, to)`. */
  from = 0;
  to = 0;
  readonly #source: ByteSource;
  readonly #limits: Limits;
  readonly #next: NextChunk;
  /** Position in the file of `bytes[0]`, or where that would be. */
  #base = 0;
  #atEnd = false;

  constructor(source: ByteSource, limits: Limits) {
    this.#source = source;
    this.#limits = limits;
    this.#next = new NextChunk(source);
    this.bytes = new Uint8Array(HEADROOM + CHUNK_SIZE + SENTINEL);
    this.view = new DataView(this.bytes.buffer);
    this.seek(0, 1);
  }

  /** Position in the file of `start`. */
  get offset(): number {
    return this.#base + this.start;
  }

  /** Whether the file holds no further line. */
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
    // Two more bytes are needed to tell CR LF and CR CR LF from a lone CR.
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

  /** Moves what is left from the group's start to the front and reads on; grows the buffer when one group fills it. */
  #refill(): void {
    const keep = this.end - this.start;
    const further = this.#base + this.end;
    const ahead = keep <= HEADROOM ? this.#next.count(further) : 0;
    if (ahead > 0) this.#turnTo(keep, ahead);
    else {
      if (keep + SENTINEL >= this.bytes.length) this.#grow();
      else this.bytes.copyWithin(0, this.start, this.end);
      this.#base += this.start;
      this.at -= this.start;
      this.start = 0;
      const room = this.bytes.length - SENTINEL - keep;
      const got = this.#source.readInto(this.bytes, keep, room, further);
      this.end = keep + got;
      this.#atEnd = got === 0;
    }
    this.bytes.fill(LF, this.end, this.end + SENTINEL);
    this.#next.ask(this.#base + this.end);
  }

  /** Goes on in the chunk that was read ahead, with what is left put before it. */
  #turnTo(keep: number, count: number): void {
    const old = this.bytes;
    this.bytes = this.#next.swap(old);
    this.view = new DataView(this.bytes.buffer);
    const start = HEADROOM - keep;
    this.bytes.set(old.subarray(this.start, this.end), start);
    this.#base += this.end - HEADROOM;
    this.at += start - this.start;
    this.start = start;
    this.end = HEADROOM + count;
  }

  #grow(): void {
    checkLimit(this.#limits, 'recordBytes', this.bytes.length, `the length of line ${this.line}`);
    const grown = new Uint8Array(Math.min(this.bytes.length * 2, this.#limits.recordBytes + SENTINEL));
    grown.set(this.bytes.subarray(this.start, this.end));
    this.bytes = grown;
    this.view = new DataView(grown.buffer);
  }
}
