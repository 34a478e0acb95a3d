import { POWERS, SAFE_DIGITS } from '../text/decimal.ts';
import { parseNumber } from '../text/number.ts';

const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const SPACE = 0x20;
const OPEN = 0x3c;
/** Digits that fit a signed 32-bit integer. */
const FIRST_DIGITS = 9;

/**
 * Reads a few decimal numbers, separated by white space, straight from bytes. Plain ones of up to 15 digits are put together
 * on the way (one correctly rounded division: Clinger 1990, fast path), all others go through `parseNumber`.
 */
export class TupleParser {
  /** How many numbers there were, at most one more than fit; -1 when a word is none. */
  count = 0;

  /**
   * @param bytes something that ends with a byte that is neither blank nor part of a number (`<`, or the 0 behind a window)
   * @returns the position behind the last number and its blanks, or of the word that is none
   */
  parse(bytes: Uint8Array, from: number, into: Float64Array): number {
    let p = from;
    let count = 0;
    for (;;) {
      let byte = bytes[p]!;
      while (byte <= SPACE && byte !== 0) byte = bytes[++p]!;
      if (byte === OPEN || byte === 0) break;
      if (count === into.length) {
        count++;
        break;
      }
      const start = p;
      const negative = byte === MINUS;
      if (negative || byte === PLUS) byte = bytes[++p]!;
      // Two 32-bit integers instead of one double: additions and multiplications of integers take half the time.
      let high = 0;
      let low = 0;
      let digits = 0;
      let point = -1;
      for (; digits < FIRST_DIGITS; byte = bytes[++p]!) {
        const digit = byte - 48;
        if (digit >= 0 && digit <= 9) {
          high = (high * 10 + digit) | 0;
          digits++;
        } else if (byte === POINT && point < 0) point = p;
        else break;
      }
      if (digits === FIRST_DIGITS) {
        for (; digits <= SAFE_DIGITS; byte = bytes[++p]!) {
          const digit = byte - 48;
          if (digit >= 0 && digit <= 9) {
            low = (low * 10 + digit) | 0;
            digits++;
          } else if (byte === POINT && point < 0) point = p;
          else break;
        }
      }
      let value: number;
      if ((byte <= SPACE || byte === OPEN) && digits > 0 && digits <= SAFE_DIGITS) {
        value = digits <= FIRST_DIGITS ? high : high * POWERS[digits - FIRST_DIGITS]! + low;
        if (point >= 0) value /= POWERS[p - point - 1]!;
        if (negative) value = -value;
      } else {
        while (bytes[p]! > SPACE && bytes[p] !== OPEN) p++;
        value = parseNumber(bytes, start, p);
        if (Number.isNaN(value)) {
          this.count = -1;
          return start;
        }
      }
      into[count++] = value;
    }
    this.count = count;
    return p;
  }
}
