import { isUtf8 } from 'node:buffer';
import type { ByteSource } from '../../core/byte-source.ts';
import { FormatError } from '../../core/failure.ts';
import { checkLimit, type Limits } from '../../core/limits.ts';

/** Most bytes that are read at once. */
const MOST_BLOCK = 1 << 20;
const QUOTE = 34;
const BACKSLASH = 92;
const RECORD_SEPARATOR = 30;
/** For values that are not UTF-8. */
const western = new TextDecoder('windows-1252');

/**
 * Cuts values out of a JSON text of any size, with one block and the current value in memory. It checks only what it
 * needs to find the end of a value; the values are parsed by `JSON.parse`.
 */
export class JsonCutter {
  readonly #source: ByteSource;
  readonly #limits: Limits;
  /** Bytes read at once: no more than the file has. */
  readonly #block: number;
  #bytes: Buffer;
  #at = 0;
  #used = 0;
  #position: number;
  /** Number of values that were not UTF-8 and were read as windows-1252. */
  mended = 0;

  /** @param skip bytes to skip at the start (a byte order mark) */
  constructor(source: ByteSource, limits: Limits, skip = 0) {
    this.#source = source;
    this.#limits = limits;
    this.#block = Math.max(1, Math.min(MOST_BLOCK, source.size));
    this.#bytes = Buffer.allocUnsafe(2 * this.#block);
    this.#position = skip;
  }

  /** Offset in the file of the next byte. */
  get offset(): number {
    return this.#position - (this.#used - this.#at);
  }

  /** The next byte after blanks and RFC 8142 separators, without consuming it; -1 at the end. */
  peek(): number {
    for (;;) {
      while (this.#at < this.#used) {
        const byte = this.#bytes[this.#at]!;
        if (byte !== 32 && byte !== 10 && byte !== 13 && byte !== 9 && byte !== RECORD_SEPARATOR) return byte;
        this.#at++;
      }
      if (!this.#fill(this.#at)) return -1;
    }
  }

  /** Consumes the byte if it is the next one. */
  take(byte: number): boolean {
    if (this.peek() !== byte) return false;
    this.#at++;
    return true;
  }

  /** @throws FormatError `json-malformed` if another byte follows */
  expect(byte: number): void {
    if (!this.take(byte)) throw this.malformed(`"${String.fromCharCode(byte)}" is missing`);
  }

  /** Cuts out the next value; if `keep` is false, skips it and returns ''. */
  value(keep = true): string {
    if (this.peek() < 0) throw this.malformed('it ends before a value');
    let start = this.#at;
    let depth = 0;
    let inString = false;
    let escaped = false;
    let at = start;
    const end = (): string => {
      this.#at = at;
      return keep ? this.#text(start, at) : '';
    };
    for (;;) {
      if (at === this.#used) {
        if (keep) checkLimit(this.#limits, 'recordBytes', at - start, 'a value of the JSON text');
        const held = keep ? at - start : 0;
        if (!this.#fill(keep ? start : at)) {
          if (depth > 0 || inString) throw this.malformed('it ends within a value');
          start = 0;
          at = this.#used;
          return end();
        }
        start = 0;
        at = held;
      }
      const byte = this.#bytes[at]!;
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) {
          inString = false;
          if (depth === 0) {
            at++;
            return end();
          }
        }
      } else if (byte === QUOTE) inString = true;
      else if (byte === 123 || byte === 91) {
        depth++;
        checkLimit(this.#limits, 'depth', depth, 'the nesting of the JSON text');
      } else if (
        byte === 125 ||
        byte === 93 ||
        byte === 44 ||
        (byte <= 32 && depth === 0) ||
        (byte === 58 && depth === 0)
      ) {
        // A plain value ends at a bracket or comma outside it.
        if (depth === 0) return end();
        if (byte !== 44) {
          depth--;
          if (depth === 0) {
            at++;
            return end();
          }
        }
      }
      at++;
    }
  }

  #text(from: number, to: number): string {
    const bytes = this.#bytes.subarray(from, to);
    if (isUtf8(bytes)) return bytes.toString('utf8');
    this.mended++;
    return western.decode(bytes);
  }

  malformed(found: string): FormatError {
    const { offset } = this;
    return new FormatError('json-malformed', { offset, found }, offset);
  }

  /** Moves the bytes from `from` on to the front and adds a block; false at the end of the file. */
  #fill(from: number): boolean {
    const held = this.#used - from;
    if (held + this.#block > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, held + this.#block));
      this.#bytes.copy(larger, 0, from, this.#used);
      this.#bytes = larger;
    } else this.#bytes.copyWithin(0, from, this.#used);
    this.#at -= from;
    this.#used = held;
    const got = this.#source.readInto(this.#bytes, held, this.#block, this.#position);
    this.#position += got;
    this.#used += got;
    return got > 0;
  }
}
