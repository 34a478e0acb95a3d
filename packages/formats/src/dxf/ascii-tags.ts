import type { ByteSource } from '../io/byte-source.ts';
import { checkLimit, type Limits } from '../limits.ts';
import { POWERS } from '../text/decimal.ts';
import { parseNumber } from '../text/number.ts';
import { HIGHEST_CODE, isNumeric, KIND_OF, UNKNOWN_KIND } from './group-kinds.ts';
import type { StreamFault, TagStream } from './tag-stream.ts';

const CHUNK_SIZE = 1 << 20;
const LF = 10;
const CR = 13;
const SPACE = 32;
/** Bytes that must be left in the buffer for the short way. */
const NEAR = 256;
const NO_CODE = 'a group code was expected, but the line is none; lines were skipped up to the next code';

/**
 * Groups of an ASCII DXF file: two lines each, a code and a value. Lines end in LF, CR LF, CR CR LF or a lone CR, mixed as
 * they come. A line that should be a code and is none is skipped (and told) until one is found again.
 */
export class AsciiTags implements TagStream {
  code = 0;
  kind = 0;
  value = 0;
  bytes: Uint8Array;
  from = 0;
  to = 0;
  place = 0;
  readonly isText = true;
  readonly #source: ByteSource;
  readonly #limits: Limits;
  readonly #fault: StreamFault;
  /** Bytes in the buffer; one line end more stands behind them as a sentinel. */
  #end = 0;
  #at = 0;
  #start = 0;
  #line = 1;
  /** Position in the file of `bytes[0]`. */
  #base = 0;
  #atEnd = false;

  constructor(source: ByteSource, limits: Limits, fault: StreamFault, start = 0) {
    this.#source = source;
    this.#limits = limits;
    this.#fault = fault;
    this.bytes = new Uint8Array(CHUNK_SIZE + 1);
    this.seek(start, 1);
  }

  get offset(): number {
    return this.#base + this.#start;
  }

  seek(offset: number, place: number): void {
    this.#base = offset;
    this.#end = this.#at = this.#start = 0;
    this.#line = place;
    this.#atEnd = false;
    this.bytes[0] = LF;
  }

  next(): boolean {
    // Nearly every group is a plain code and a value not far from it; all others take the long way.
    if (this.#end - this.#at > NEAR && this.#nextPlain()) return true;
    return this.#nextAny();
  }

  /** Takes a group of the usual form in one go; false, with nothing changed but the fields of the value, for all others. */
  #nextPlain(): boolean {
    const { bytes } = this;
    let at = this.#at;
    let byte = bytes[at]!;
    while (byte === SPACE) byte = bytes[++at]!;
    let code = byte - 48;
    if (code < 0 || code > 9) return false;
    byte = bytes[++at]!;
    for (let digit = byte - 48; digit >= 0 && digit <= 9; digit = byte - 48) {
      code = code * 10 + digit;
      if (code > HIGHEST_CODE) return false;
      byte = bytes[++at]!;
    }
    if (byte === CR) byte = bytes[++at]!;
    if (byte !== LF) return false;
    const from = at + 1;
    const kind = KIND_OF[code]!;
    at = isNumeric(kind) ? this.#plainNumber(from) : -1;
    if (at < 0) {
      at = from;
      byte = bytes[at]!;
      while (byte !== LF && byte !== CR) byte = bytes[++at]!;
      if (at + 2 >= this.#end) return false;
      if (isNumeric(kind)) this.value = parseNumber(bytes, from, at);
    }
    this.to = at;
    if (bytes[at] === CR && bytes[++at] !== LF) return false;
    this.from = from;
    this.code = code;
    this.kind = kind;
    this.#start = this.#at;
    this.#at = at + 1;
    this.place = this.#line;
    this.#line += 2;
    return true;
  }

  /**
   * Reads a number of up to 15 digits without exponent into `value`.
   * @returns the position of the line end behind it; -1 for every other spelling
   */
  #plainNumber(from: number): number {
    const { bytes } = this;
    let at = from;
    let byte = bytes[at]!;
    while (byte === SPACE) byte = bytes[++at]!;
    const negative = byte === 45;
    if (negative) byte = bytes[++at]!;
    const first = at;
    let mark = -1;
    // Nine characters fit an integer of 32 bits; the rest goes into a second one.
    let high = 0;
    for (const middle = at + 9; at < middle; byte = bytes[++at]!) {
      const digit = byte - 48;
      if (digit >= 0 && digit <= 9) high = (high * 10 + digit) | 0;
      else if (byte === 46 && mark < 0) mark = at;
      else break;
    }
    let low = 0;
    const second = at;
    const highMark = mark;
    if (at - first === 9) {
      for (const most = at + 7; at < most; byte = bytes[++at]!) {
        const digit = byte - 48;
        if (digit >= 0 && digit <= 9) low = (low * 10 + digit) | 0;
        else if (byte === 46 && mark < 0) mark = at;
        else break;
      }
    }
    if ((byte !== LF && byte !== CR) || at === first || (at === first + 1 && mark >= 0)) return -1;
    let value = high;
    if (at > second) value = high * POWERS[at - second - (mark > highMark ? 1 : 0)]! + low;
    if (value > Number.MAX_SAFE_INTEGER) return -1;
    if (mark >= 0) value /= POWERS[at - mark - 1]!;
    this.value = negative ? -value : value;
    return at;
  }

  #nextAny(): boolean {
    let stray = 0;
    for (;;) {
      this.#start = this.#at;
      this.place = this.#line;
      if (!this.#readLine()) {
        if (!this.#isDone) continue;
        if (stray > 0) this.#fault('bad-group-code', NO_CODE, stray);
        return false;
      }
      const code = this.#parseCode();
      if (code < 0) {
        if (stray === 0 && this.to > this.from) stray = this.place;
        continue;
      }
      if (!this.#readLine()) {
        if (!this.#isDone) {
          // The buffer moved: the code is read again, with its value behind it.
          this.#at = this.#start;
          this.#line = this.place;
          continue;
        }
        this.#fault('missing-value', `the file ends after group code ${code}, before its value`, this.place);
        return false;
      }
      if (stray > 0) this.#fault('bad-group-code', NO_CODE, stray);
      this.code = code;
      this.kind = code <= HIGHEST_CODE ? KIND_OF[code]! : UNKNOWN_KIND;
      if (isNumeric(this.kind)) this.value = parseNumber(this.bytes, this.from, this.to);
      return true;
    }
  }

  get #isDone(): boolean {
    return this.#atEnd && this.#at >= this.#end;
  }

  /** Takes the line at `#at` into `from`, `to`; false when the buffer had to be refilled or the file is at its end. */
  #readLine(): boolean {
    const { bytes } = this;
    const from = this.#at;
    let at = from;
    let byte = bytes[at]!;
    while (byte !== LF && byte !== CR) byte = bytes[++at]!;
    // Two more bytes are needed to tell CR LF and CR CR LF from a lone CR.
    if (at + 2 >= this.#end && !this.#atEnd) {
      this.#refill();
      return false;
    }
    if (at >= this.#end && from >= this.#end) return false;
    this.from = from;
    this.to = Math.min(at, this.#end);
    if (byte === CR) {
      if (bytes[at + 1] === LF && at + 1 < this.#end) at++;
      else if (bytes[at + 1] === CR && bytes[at + 2] === LF && at + 2 < this.#end) at += 2;
    }
    this.#at = Math.min(at + 1, this.#end);
    this.#line++;
    return true;
  }

  /** The non-negative integer that the line is, blanks around it allowed; -1 for anything else. */
  #parseCode(): number {
    const { bytes, to } = this;
    let at = this.from;
    while (at < to && isBlank(bytes[at]!)) at++;
    let code = 0;
    const first = at;
    for (; at < to; at++) {
      const digit = bytes[at]! - 48;
      if (digit < 0 || digit > 9) break;
      code = code * 10 + digit;
      if (code > 32767) return -1;
    }
    if (at === first) return -1;
    while (at < to && isBlank(bytes[at]!)) at++;
    return at === to ? code : -1;
  }

  /** Moves what is left from the group's start to the front and reads on; grows the buffer when one group fills it. */
  #refill(): void {
    const keep = this.#end - this.#start;
    if (keep + 4 >= this.bytes.length) {
      checkLimit(this.#limits, 'recordBytes', this.bytes.length, `line ${this.#line} is longer than bytes`);
      const grown = new Uint8Array(Math.min(this.bytes.length * 2, this.#limits.recordBytes + 8));
      grown.set(this.bytes.subarray(this.#start, this.#end));
      this.bytes = grown;
    } else this.bytes.copyWithin(0, this.#start, this.#end);
    this.#base += this.#start;
    this.#at -= this.#start;
    this.#start = 0;
    const room = this.bytes.length - 1 - keep;
    const got = this.#source.readInto(this.bytes, keep, room, this.#base + keep);
    this.#end = keep + got;
    this.#atEnd = got === 0;
    this.bytes[this.#end] = LF;
  }
}

/** Space, tab and NUL. */
function isBlank(byte: number): boolean {
  return byte === 32 || byte === 9 || byte === 0;
}
