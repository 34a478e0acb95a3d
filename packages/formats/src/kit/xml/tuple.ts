import { POWERS, SAFE_DIGITS } from '../text/decimal.ts';
import { parseNumber } from '../text/number.ts';
import { isSpace } from './characters.ts';

const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const SPACE = 0x20;
const OPEN = 0x3c;
/** Digits that fit a signed 32-bit integer. */
const MOST_DIGITS = 9;

/**
 * Reads a few decimal numbers, separated by white space, straight from bytes. Plain ones of up to 15 digits are
 * computed directly (one correctly rounded division: Clinger 1990, fast path), all others go through `parseNumber`.
 */
export class TupleParser {
  /** Number of values found, at most one more than fit; -1 if a word is not a number. */
  count = 0;

  /**
   * @param bytes end with a byte that is neither blank nor part of a number (`<`, or the 0 after a window)
   * @returns the position after the last number and its blanks, or of the word that is not a number
   */
  parse(bytes: Uint8Array, from: number, into: Float64Array): number {
    let p = from;
    let count = 0;
    for (;;) {
      let byte = bytes[p]!;
      // Other control characters are not white space: they take the slow path and are refused there.
      while (byte <= SPACE && isSpace(byte)) byte = bytes[++p]!;
      if (byte === OPEN || byte === 0) break;
      if (count === into.length) {
        count++;
        break;
      }
      const start = p;
      const negative = byte === MINUS;
      if (negative || byte === PLUS) byte = bytes[++p]!;
      // The whole part and the fraction as 32-bit integers, whose arithmetic takes half the time of doubles. They are
      // only valid up to nine digits each.
      const wholeAt = p;
      let whole = 0;
      for (let digit = byte - 48; digit >= 0 && digit <= 9; digit = byte - 48) {
        whole = (whole * 10 + digit) | 0;
        byte = bytes[++p]!;
      }
      const wholeDigits = p - wholeAt;
      let fraction = 0;
      let fractionDigits = 0;
      if (byte === POINT) {
        const fractionAt = p + 1;
        byte = bytes[++p]!;
        for (let digit = byte - 48; digit >= 0 && digit <= 9; digit = byte - 48) {
          fraction = (fraction * 10 + digit) | 0;
          byte = bytes[++p]!;
        }
        fractionDigits = p - fractionAt;
      }
      const digits = wholeDigits + fractionDigits;
      const plain = digits > 0 && digits <= SAFE_DIGITS && wholeDigits <= MOST_DIGITS && fractionDigits <= MOST_DIGITS;
      let value: number;
      if (plain && (byte <= SPACE || byte === OPEN)) {
        const power = POWERS[fractionDigits]!;
        value = fractionDigits === 0 ? whole : (whole * power + fraction) / power;
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
