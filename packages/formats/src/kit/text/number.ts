import { MOST_DIGITS, nearestDouble, POWERS, SAFE_DIGITS } from './decimal.ts';

/** With exponents beyond this the value is 0 or Infinity for every mantissa that fits a record, so parsing stops. */
const MOST_EXPONENT = 1e8;
/** Characters (digits and mark) that fit one 32-bit integer without overflow. */
const FIRST_PART = 9;
const SECOND_PART = 8;

/** ASCII full stop and comma, the two decimal marks. */
export const POINT = 46;
export const COMMA = 44;

/**
 * Parses a decimal number in `bytes[from, to)`: sign, digits, decimal mark, exponent (`-12.5`, `.5`, `7.`, `1e-3`),
 * with surrounding blanks. The result is bit for bit that of `Number()` for the same text; NaN for an empty or
 * hexadecimal text, `Infinity` or any other word.
 * @param mark byte of the decimal mark: POINT or COMMA
 */
export function parseNumber(bytes: Uint8Array, from: number, to: number, mark: number = POINT): number {
  while (from < to && isBlank(bytes[from]!)) from++;
  while (to > from && isBlank(bytes[to - 1]!)) to--;
  const short = parseShort(bytes, from, to, mark);
  return Number.isNaN(short) ? parseAny(bytes, from, to, mark) : short;
}

/** Space, tab and the line ends. */
function isBlank(byte: number): boolean {
  return byte === 32 || (byte >= 9 && byte <= 13);
}

/**
 * Fast path for plain numbers of up to 17 characters whose digits fit 2^53, accumulated in two integers: nearly every
 * coordinate. NaN for all others.
 */
function parseShort(bytes: Uint8Array, from: number, to: number, mark: number): number {
  const sign = bytes[from];
  let at = sign === 45 || sign === 43 ? from + 1 : from;
  const count = to - at;
  if (count <= 0 || count > FIRST_PART + SECOND_PART) return Number.NaN;
  let markAt = -1;
  let high = 0;
  const middle = count > FIRST_PART ? at + FIRST_PART : to;
  for (; at < middle; at++) {
    const digit = bytes[at]! - 48;
    if (digit >= 0 && digit <= 9) high = (high * 10 + digit) | 0;
    else if (bytes[at] === mark && markAt < 0 && count > 1) markAt = at;
    else return Number.NaN;
  }
  let size = high;
  if (at < to) {
    let low = 0;
    let lowDigits = to - at;
    for (; at < to; at++) {
      const digit = bytes[at]! - 48;
      if (digit >= 0 && digit <= 9) low = (low * 10 + digit) | 0;
      else if (bytes[at] === mark && markAt < 0) {
        markAt = at;
        lowDigits--;
      } else return Number.NaN;
    }
    size = high * POWERS[lowDigits]! + low;
    if (size > Number.MAX_SAFE_INTEGER) return Number.NaN;
  }
  if (markAt >= 0) size /= POWERS[to - markAt - 1]!;
  return sign === 45 ? -size : size;
}

/** Any decimal number; NaN for anything else. */
function parseAny(bytes: Uint8Array, from: number, to: number, mark: number): number {
  let at = from;
  const sign = bytes[at];
  if (at < to && (sign === 45 || sign === 43)) at++;
  let high = 0;
  let low = 0;
  let digits = 0;
  const start = at;
  let markAt = -1;
  for (; at < to; at++) {
    const digit = bytes[at]! - 48;
    if (digit < 0 || digit > 9) {
      if (bytes[at] !== mark || markAt >= 0) break;
      markAt = at;
    } else if (digits < SAFE_DIGITS) {
      high = high * 10 + digit;
      if (high !== 0) digits++;
    } else {
      if (digits < MOST_DIGITS) low = low * 10 + digit;
      digits++;
    }
  }
  if (at - start - (markAt < 0 ? 0 : 1) === 0) return Number.NaN;
  let power = markAt < 0 ? 0 : markAt + 1 - at;
  if (at < to) {
    const exponent = parseExponent(bytes, at, to);
    if (Number.isNaN(exponent)) return Number.NaN;
    power += exponent;
  }
  const size = nearestDouble(high, low, digits, power);
  if (Number.isNaN(size)) return byNumber(bytes, from, to, mark);
  return sign === 45 ? -size : size;
}

/** The exponent in `bytes[at, to)`, `e` included; NaN if it is not valid. */
function parseExponent(bytes: Uint8Array, at: number, to: number): number {
  if ((bytes[at]! | 32) !== 101) return Number.NaN;
  at++;
  const sign = bytes[at];
  if (at < to && (sign === 45 || sign === 43)) at++;
  if (at === to) return Number.NaN;
  let exponent = 0;
  for (; at < to; at++) {
    const digit = bytes[at]! - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    if (exponent < MOST_EXPONENT) exponent = exponent * 10 + digit;
  }
  return sign === 45 ? -exponent : exponent;
}

/** The slow path, through a string whose grammar was already checked. */
function byNumber(bytes: Uint8Array, from: number, to: number, mark: number): number {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');
  return Number(mark === POINT ? text : text.replace(',', '.'));
}
