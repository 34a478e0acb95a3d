/** Powers of ten that a double holds exactly. */
const POWERS = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
  1e21, 1e22,
] as const;
const MOST_POWER = POWERS.length - 1;
/** Digits that fit a double exactly whatever they are. */
const SAFE_DIGITS = 15;
/** Digits that two doubles hold together: the first 15 and up to 4 more. */
const MOST_DIGITS = 19;
/** Exponents beyond this are 0 or Infinity for every mantissa that fits a record, so the digits stop counting. */
const MOST_EXPONENT = 1e8;
/** 2^27 + 1 splits a double into two halves whose products are exact (Veltkamp). */
const SPLITTER = 134217729;
/** Relative uncertainty left after the two-step division, generously. */
const DOUBT = 2 ** -98;

/** ASCII full stop and comma: the two decimal marks there are. */
export const POINT = 46;
export const COMMA = 44;

/**
 * The number that `bytes[from, to)` spell in decimal: sign, digits, decimal mark, exponent (`-12.5`, `.5`, `7.`, `1e-3`).
 * Blanks around it are skipped. The result is bit for bit what `Number()` makes of the same text; nothing is made of it
 * when it is empty, hexadecimal, `Infinity` or any other word: NaN.
 *
 * Method: up to 15 digits and a power of ten up to 22 need one correctly rounded operation (Clinger 1990, fast path); up to
 * 19 digits go through double-double arithmetic and are taken when the error bound leaves one answer; the rest is `Number()`.
 * @param mark byte of the decimal mark: POINT or COMMA
 */
export function parseNumber(bytes: Uint8Array, from: number, to: number, mark: number = POINT): number {
  while (from < to && isBlank(bytes[from]!)) from++;
  while (to > from && isBlank(bytes[to - 1]!)) to--;
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
  const scale = markAt < 0 ? 0 : at - markAt - 1;
  if (at - start - (markAt < 0 ? 0 : 1) === 0) return Number.NaN;
  let power = -scale;
  if (at < to) {
    const exponent = parseExponent(bytes, at, to);
    if (Number.isNaN(exponent)) return Number.NaN;
    power += exponent;
  }
  const size = combine(high, low, digits, power);
  if (Number.isNaN(size)) return byNumber(bytes, from, to, mark);
  return sign === 45 ? -size : size;
}

/** Space, tab and the line ends. */
function isBlank(byte: number): boolean {
  return byte === 32 || (byte >= 9 && byte <= 13);
}

/** The exponent in `bytes[at, to)` with its letter; NaN when it is none. */
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

/** The double nearest to (high, low) × 10^power; NaN when the fast ways cannot tell. */
function combine(high: number, low: number, digits: number, power: number): number {
  if (digits <= SAFE_DIGITS) {
    if (power === 0 || high === 0) return high;
    if (power < 0) return power >= -MOST_POWER ? high / POWERS[-power]! : Number.NaN;
    return power <= MOST_POWER ? high * POWERS[power]! : Number.NaN;
  }
  if (digits > MOST_DIGITS || power > 0 || power < -MOST_POWER) return Number.NaN;
  const shift = POWERS[digits - SAFE_DIGITS]!;
  // The mantissa as an exact sum of two doubles.
  const product = high * shift;
  const first = product + low;
  const rest = productError(high, shift, product) + (low - (first - product));
  if (power === 0) return first + rest;
  const divisor = POWERS[-power]!;
  const quotient = first / divisor;
  const back = quotient * divisor;
  const correction = (first - back - productError(quotient, divisor, back) + rest) / divisor;
  const doubt = quotient * DOUBT;
  const least = quotient + (correction - doubt);
  return least === quotient + (correction + doubt) ? least : Number.NaN;
}

/** What rounding took off `a × b` (Dekker's product; exact for the magnitudes met here). */
function productError(a: number, b: number, product: number): number {
  const ta = SPLITTER * a;
  const a1 = ta - (ta - a);
  const a2 = a - a1;
  const tb = SPLITTER * b;
  const b1 = tb - (tb - b);
  const b2 = b - b1;
  return a2 * b2 - (product - a1 * b1 - a2 * b1 - a1 * b2);
}

/** The slow way: as text. The grammar was checked before. */
function byNumber(bytes: Uint8Array, from: number, to: number, mark: number): number {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');
  return Number(mark === POINT ? text : text.replace(',', '.'));
}
