/** Powers of ten that a double represents exactly. */
export const POWERS = Float64Array.of(
  1,
  1e1,
  1e2,
  1e3,
  1e4,
  1e5,
  1e6,
  1e7,
  1e8,
  1e9,
  1e10,
  1e11,
  1e12,
  1e13,
  1e14,
  1e15,
  1e16,
  1e17,
  1e18,
  1e19,
  1e20,
  1e21,
  1e22,
);
const MOST_POWER = POWERS.length - 1;
/** Number of digits that always fit a double exactly. */
export const SAFE_DIGITS = 15;
/** Digits that two doubles hold together: the first 15 and up to 4 more. */
export const MOST_DIGITS = 19;
/** 2^27 + 1 splits a double into two halves whose products are exact (Veltkamp). */
const SPLITTER = 134217729;
/** Upper bound of the relative error after the two-step division. */
const DOUBT = 2 ** -98;

/**
 * The double nearest to a decimal mantissa times a power of ten; NaN if the fast paths cannot decide it.
 * Up to 15 digits and a power up to 22 need one correctly rounded operation (Clinger 1990, fast path). Up to 19 digits
 * go through double-double arithmetic, and the result counts if the error bound leaves only one candidate.
 * @param high the first 15 significant digits @param low up to 4 further ones
 * @param digits total number of significant digits @param power power of ten
 */
export function nearestDouble(high: number, low: number, digits: number, power: number): number {
  if (digits <= SAFE_DIGITS) {
    if (power === 0 || high === 0) return high;
    if (power < 0) return power >= -MOST_POWER ? high / POWERS[-power]! : Number.NaN;
    return power <= MOST_POWER ? high * POWERS[power]! : Number.NaN;
  }
  if (digits > MOST_DIGITS || power > 0 || power < -MOST_POWER) return Number.NaN;
  // The mantissa as an exact sum of two doubles.
  const shift = POWERS[digits - SAFE_DIGITS]!;
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

/** The rounding error of `a × b` (Dekker's product; exact for the magnitudes used here). */
export function productError(a: number, b: number, product: number): number {
  const ta = SPLITTER * a;
  const a1 = ta - (ta - a);
  const a2 = a - a1;
  const tb = SPLITTER * b;
  const b1 = tb - (tb - b);
  const b2 = b - b1;
  return a2 * b2 - (product - a1 * b1 - a2 * b1 - a1 * b2);
}
