import { POWERS, SAFE_DIGITS } from '../text/decimal.ts';
import { parseNumber } from '../text/number.ts';
import { isSpace } from './characters.ts';
import { holdsAt } from './markup.ts';
import type { XmlName } from './names.ts';

const OPEN = 0x3c;
const CLOSE = 0x3e;
const SLASH = 0x2f;
const QUOTE = 0x22;
const SPACE = 0x20;
const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
/** Most digits of a whole number in an attribute: well within the range of a double. */
const MOST_DIGITS = 15;
/** Digits that fit a signed 32-bit integer. */
const INTEGER_DIGITS = 9;
/** Elements read at a time, so that their numbers stay in the processor's cache. */
const MOST_ELEMENTS = 256;

/**
 * Large models have millions of consecutive elements of the same form: `<F>1 2 3</F>` or `<P id="7">1.5 2.5 3.5</P>`.
 * This reads as many as follow each other in exactly that form, a few hundred at a time, and stops before the first
 * other one.
 */
export class LeafRun {
  /** Most numbers of an element; an element with more is not read here. */
  readonly size: number;
  /** The numbers of the element i are `numbers[size * i, size * i + counts[i])`. */
  readonly numbers: Float64Array;
  readonly counts = new Uint8Array(MOST_ELEMENTS);
  /** The whole number in the attribute of element i; NaN if it has none. */
  readonly ids = new Float64Array(MOST_ELEMENTS);
  /** Position after the end tag of the last element read. */
  position = 0;

  /** @param size most numbers of an element, up to 255 */
  constructor(size: number) {
    this.size = size;
    this.numbers = new Float64Array(size * MOST_ELEMENTS);
  }

  /**
   * One loop over the bytes without a call per element or number, because calls would dominate the time.
   * @param bytes with a 0 after the last byte @param at after the end tag of the previous element
   * @param name its name @param attribute the one attribute it may have
   * @returns the number of elements read
   */
  read(bytes: Uint8Array, at: number, name: Uint8Array, attribute: XmlName | undefined): number {
    const { size, numbers, counts, ids } = this;
    const first = name[0]!;
    const length = name.length;
    const key = attribute?.bytes;
    let p = at;
    let read = 0;
    for (; read < MOST_ELEMENTS; read++) {
      let q = p;
      while (isSpace(bytes[q]!)) q++;
      if (bytes[q] !== OPEN || bytes[q + 1] !== first || (length > 1 && !holdsAt(bytes, q + 1, name))) break;
      q += 1 + length;
      let id = Number.NaN;
      if (bytes[q] === SPACE && key !== undefined) {
        const keyEnd = q + 1 + key.length;
        if (!holdsAt(bytes, q + 1, key) || bytes[keyEnd] !== 0x3d || bytes[keyEnd + 1] !== QUOTE) break;
        const idAt = keyEnd + 2;
        q = idAt;
        id = 0;
        for (let digit = bytes[q]! - 48; digit >= 0 && digit <= 9; digit = bytes[++q]! - 48) id = id * 10 + digit;
        if (q === idAt || q - idAt > MOST_DIGITS || bytes[q++] !== QUOTE) break;
      }
      if (bytes[q] !== CLOSE) break;
      const base = size * read;
      let count = 0;
      let byte = bytes[++q]!;
      for (;;) {
        while (byte <= SPACE && isSpace(byte)) byte = bytes[++q]!;
        if (byte === OPEN || byte === 0 || count === size) break;
        const start = q;
        const negative = byte === MINUS;
        if (negative || byte === PLUS) byte = bytes[++q]!;
        // The whole part and the fraction as 32-bit integers, whose arithmetic takes half the time of doubles. They are
        // only valid up to nine digits each.
        const wholeAt = q;
        let whole = 0;
        for (let digit = byte - 48; digit >>> 0 <= 9; digit = byte - 48) {
          whole = (whole * 10 + digit) | 0;
          byte = bytes[++q]!;
        }
        const wholeDigits = q - wholeAt;
        let value = whole;
        let plain = wholeDigits > 0 && wholeDigits <= INTEGER_DIGITS;
        if (byte === POINT) {
          const fractionAt = ++q;
          byte = bytes[q]!;
          let fraction = 0;
          for (let digit = byte - 48; digit >>> 0 <= 9; digit = byte - 48) {
            fraction = (fraction * 10 + digit) | 0;
            byte = bytes[++q]!;
          }
          const fractionDigits = q - fractionAt;
          const digits = wholeDigits + fractionDigits;
          plain =
            digits > 0 && digits <= SAFE_DIGITS && wholeDigits <= INTEGER_DIGITS && fractionDigits <= INTEGER_DIGITS;
          const power = POWERS[plain ? fractionDigits : 0]!;
          value = (whole * power + fraction) / power;
        }
        if (plain && (byte <= SPACE || byte === OPEN)) numbers[base + count] = negative ? -value : value;
        else {
          while (bytes[q]! > SPACE && bytes[q] !== OPEN) q++;
          value = parseNumber(bytes, start, q);
          // Not a number: 0 cannot start an end tag, so the element is not read.
          byte = Number.isNaN(value) ? 0 : bytes[q]!;
          numbers[base + count] = value;
        }
        count++;
      }
      if (byte !== OPEN || bytes[q + 1] !== SLASH || bytes[q + 2] !== first || bytes[q + 2 + length] !== CLOSE) break;
      if (length > 1 && !holdsAt(bytes, q + 2, name)) break;
      counts[read] = count;
      ids[read] = id;
      p = q + length + '</>'.length;
    }
    this.position = p;
    return read;
  }
}
