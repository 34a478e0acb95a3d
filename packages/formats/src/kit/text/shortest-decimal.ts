import { POWERS, productError } from './decimal.ts';

/** Digits that identify every double. */
const DIGITS = 17;
/** Digits up to which a single division shows whether a decimal reads back. */
const SAFE_DIGITS = 15;
/** Range of numbers for which `DIGITS` digits are the number times a power of ten that a double represents exactly. */
const LEAST = 1e-5;
const MOST = 1e15;
/** The last eight of the digits; those in front of them fit 32 bits. */
const TAIL = 1e8;
/**
 * Adding and subtracting this rounds a number of up to 51 bits to a whole one, because doubles of this size have no
 * fraction.
 */
export const ROUND = 1.5 * 2 ** 52;
/** Cases this close to a decision boundary are left undecided; the computed distances have an error below 1e-12. */
const DOUBT = 1e-9;
const EXPONENTS = 2048;
const BIAS = 1023;

const one = new Float64Array(1);
const words = new Uint32Array(one.buffer);
/** The index of the 32-bit word with a double's sign and exponent. */
const HIGH = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 1 : 0;

/**
 * By exponent: half the distance to the next larger double, and the digits before the decimal point of the least such
 * number.
 */
const HALF_STEPS = new Float64Array(EXPONENTS);
const WHOLE_DIGITS = new Int8Array(EXPONENTS);
for (let exponent = BIAS - 17; exponent <= BIAS + 50; exponent++) {
  const least = 2 ** (exponent - BIAS);
  HALF_STEPS[exponent] = least * 2 ** -53;
  WHOLE_DIGITS[exponent] = Math.floor(Math.log10(least)) + 1;
}

/**
 * Result of `shortestDecimal`: the first nine of the 17 digits, the other eight, and the number of digits before the
 * point.
 */
export const decimal = { head: 0, tail: 0, whole: 0 };

/**
 * The shortest decimal that reads back as the same double, and the nearest one of those, as `String` prints it: 17
 * digits in `decimal`, shorter ones padded with zeros. There is at most one of up to 15 digits, which one division
 * finds. Otherwise the number times a power of ten is held exactly as the sum of two doubles (Dekker 1971), and the
 * nearest decimals of 16 and 17 digits are accepted if they are within half a step of it.
 * @param values contains the number at `index`; its sign is ignored
 * @returns false, with `decimal` undefined, for numbers out of range and cases too close to decide
 */
export function shortestDecimal(values: Float64Array, index: number): boolean {
  const size = Math.abs(values[index]!);
  if (!(size >= LEAST && size < MOST)) return false;
  one[0] = size;
  const high = words[HIGH]!;
  const exponent = high >>> 20;
  let whole = WHOLE_DIGITS[exponent]!;
  if (size >= (whole < 0 ? 1 / POWERS[-whole]! : POWERS[whole]!)) whole++;
  decimal.whole = whole;
  const safe = POWERS[SAFE_DIGITS - whole]!;
  const short = size * safe + ROUND - ROUND;
  if (short / safe === size) {
    const head = Math.floor(short / 1e6);
    return store(head, 100 * (short - head * 1e6));
  }
  // Below a power of two the step is half as large.
  if ((high & 0xfffff) === 0 && words[1 - HIGH] === 0) return false;
  const scale = POWERS[DIGITS - whole]!;
  const product = size * scale;
  const error = productError(size, scale, product);
  const reach = HALF_STEPS[exponent]! * scale;
  const head = Math.floor(product / TAIL);
  // Exact, because both are whole numbers of few bits; negative if the division rounded up.
  const tail = product - head * TAIL;
  const rest = tail + error;
  let nearest = 10 * (rest / 10 + ROUND - ROUND);
  let distance = Math.abs(nearest - tail - error);
  if (!(distance < reach - DOUBT && distance < 5 - DOUBT)) {
    if (distance < reach + DOUBT) return false;
    nearest = rest + ROUND - ROUND;
    distance = Math.abs(nearest - tail - error);
    if (!(distance < 0.5 - DOUBT && distance < reach - DOUBT)) return false;
  }
  return store(head, nearest);
}

/** Stores the digits, carrying a tail that was rounded up to nine digits. */
function store(head: number, tail: number): boolean {
  if (tail >= TAIL) {
    head++;
    tail -= TAIL;
  } else if (tail < 0) {
    head--;
    tail += TAIL;
  }
  if (head < 1e8 || head >= 1e9) return false;
  // As 32-bit integers, which are not boxed.
  decimal.head = head | 0;
  decimal.tail = tail | 0;
  return true;
}
