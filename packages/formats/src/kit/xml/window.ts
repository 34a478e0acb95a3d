import { LimitError } from '../../core/failure.ts';
import { countNewlines, type Utf8Stream } from './encoding.ts';

const FIRST_SIZE = 256 * 1024;
/** Smallest read from a stream (a character may take four bytes). */
const LEAST_READ = 16;

/**
 * The part of a document that is in memory. The last byte is followed by a 0, which XML forbids everywhere, so that
 * loops over bytes stop there without comparing positions.
 */
export class XmlWindow {
  buffer: Buffer<ArrayBuffer>;
  /** Number of bytes in the buffer. */
  end = 0;
  /** Whether nothing comes after `end`. */
  ended = false;
  readonly #stream: Utf8Stream;
  readonly #largest: number;
  /** Bytes before the start of the buffer. */
  #before = 0;
  /**
   * How far into the buffer lines have been counted, and their number, so that asking for every record's line is cheap.
   */
  #counted = 0;
  #lines = 0;

  /**
   * @param largest most bytes of one token (tag, text without white space)
   * @param expected size of the document, for the first buffer
   */
  constructor(stream: Utf8Stream, largest: number, expected: number) {
    this.#stream = stream;
    this.#largest = Math.max(largest, FIRST_SIZE);
    this.buffer = Buffer.alloc(Math.min(FIRST_SIZE, expected + 32) + 1);
  }

  /** Bytes read from the file so far. */
  get consumed(): number {
    return this.#stream.consumed;
  }

  /**
   * Discards everything before `keep` and reads more after the rest; positions shift by `keep`.
   * @returns false at the end of the document
   * @throws LimitError `recordBytes` if the part to keep exceeds the limit
   */
  advance(keep: number): boolean {
    this.#stream.pass(this.buffer, keep);
    this.#before += keep;
    this.#counted = 0;
    this.#lines = 0;
    if (keep > 0) this.buffer.copyWithin(0, keep, this.end);
    this.end -= keep;
    this.buffer[this.end] = 0;
    if (this.ended) return false;
    if (this.buffer.length - 1 - this.end < this.buffer.length >> 1) this.#grow();
    // Read as much as possible: a token that spans windows is scanned again from its start, so each step must be large.
    const before = this.end;
    while (this.buffer.length - 1 - this.end >= LEAST_READ && !this.ended) {
      const got = this.#stream.read(this.buffer, this.end, this.buffer.length - 1 - this.end);
      this.end += got;
      this.ended = got === 0;
    }
    this.buffer[this.end] = 0;
    return this.end > before;
  }

  /** Line of a position, counted from 1. */
  line(position: number): number {
    return 1 + this.#stream.linesBefore(this.#before) + this.#newlines(position);
  }

  #newlines(to: number): number {
    if (to < this.#counted) {
      this.#counted = 0;
      this.#lines = 0;
    }
    this.#lines += countNewlines(this.buffer, this.#counted, to);
    this.#counted = to;
    return this.#lines;
  }

  #grow(): void {
    if (this.end > this.#largest) throw new LimitError('recordBytes', this.#largest, 'a tag or text of the document');
    const next = Buffer.alloc(this.buffer.length * 2);
    next.set(this.buffer.subarray(0, this.end));
    this.buffer = next;
  }
}
