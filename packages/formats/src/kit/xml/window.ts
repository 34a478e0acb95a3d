import { LimitError } from '../../core/failure.ts';
import { countNewlines, type Utf8Stream } from './encoding.ts';

const FIRST_SIZE = 256 * 1024;
/** A stream is only asked for at least this many bytes (a character may take four). */
const LEAST_READ = 16;

/**
 * The part of a document that is in memory. Behind the last byte stands a 0, a byte that XML forbids everywhere: loops
 * over bytes stop there without comparing positions.
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
  /** How far into the buffer lines have been counted, and how many there were: asking for every record's line stays cheap. */
  #counted = 0;
  #lines = 0;

  /** @param largest bytes that one token (tag, text without white space) may take @param expected size of the document, to start small */
  constructor(stream: Utf8Stream, largest: number, expected: number) {
    this.#stream = stream;
    this.#largest = Math.max(largest, FIRST_SIZE);
    this.buffer = Buffer.alloc(Math.min(FIRST_SIZE, expected + 32) + 1);
  }

  /** Bytes taken from the file so far. */
  get consumed(): number {
    return this.#stream.consumed;
  }

  /**
   * Drops everything before `keep` and reads more behind the rest; positions shift by `keep`.
   * @returns false when the document has ended
   * @throws LimitError `recordBytes` when the part to keep has grown past the limit
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
    // Filled to the brim: a token that spans windows is scanned again from its start, so each step must be a large one.
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
