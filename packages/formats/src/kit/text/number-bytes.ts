import { decimal, ROUND, shortestDecimal } from './shortest-decimal.ts';

const ZERO = 48;
const MINUS = 45;
const POINT = 46;
const MILLION = 1e6;
/** Numbers below this with at most six decimals have at most 15 digits, few enough for doubles to tell them apart. */
const BILLION = 1e9;
const HUNDRED_MILLION = 1e8;
/** Number of digits of `decimal.head`. */
const HEAD_DIGITS = 9;

/** The digits of 0 … 9999, four each, as one word whose lowest byte is the first digit. */
const FOUR = new Uint32Array(10_000);
for (let hundreds = 0, i = 0; hundreds < 100; hundreds++) {
  const high = digitPair(hundreds);
  for (let rest = 0; rest < 100; rest++) FOUR[i++] = high | (digitPair(rest) << 16);
}
/** Powers of ten that fit 32 bits. */
const POWERS = Int32Array.of(1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9);

/** Most bytes that one number needs. */
export const NUMBER_ROOM = 32;

/**
 * Writes the finite number `values[index]` as `String` does: the shortest decimal that reads back as the same double.
 * Nearly every coordinate has at most six decimals and takes the fast path; nearly all others are found without
 * creating a string. It takes an array because a number passed to a function is boxed, which costs as much as writing
 * it.
 * @param bytes with room for NUMBER_ROOM bytes from `at` on, all of which may be overwritten @param mark the decimal
 * mark
 * @param real whether a whole number gets a decimal (`1.0`)
 * @returns where the number ends
 */
export function writeShortest(
  bytes: DataView,
  at: number,
  values: Float64Array,
  index: number,
  mark: number,
  real = false,
): number {
  const value = values[index]!;
  const size = value < 0 ? -value : value;
  const millionths = size * MILLION + ROUND - ROUND;
  if (millionths / MILLION !== size || size >= BILLION) return writeLong(bytes, at, values, index, mark, real);
  if (value < 0) bytes.setUint8(at++, MINUS);
  const whole = size | 0;
  at = writeFirst(bytes, at, whole);
  const fraction = (millionths - whole * MILLION) | 0;
  if (fraction === 0) return real ? writeNoDecimals(bytes, at, mark) : at;
  bytes.setUint8(at, mark);
  const high = (fraction / 100) | 0;
  const low = (fraction - high * 100) | 0;
  const four = FOUR[high]!;
  bytes.setUint32(at + 1, four, true);
  if (low === 0) return at + 5 - zerosAtEnd(four);
  const two = FOUR[low]! >>> 16;
  bytes.setUint16(at + 5, two, true);
  return at + 7 - (two >>> 8 === ZERO ? 1 : 0);
}

/** Writes a whole number from 0 to 2^53; returns where it ends. Up to three bytes after it may be overwritten. */
export function writeWhole(bytes: DataView, at: number, value: number): number {
  if (value < HUNDRED_MILLION) return writeFirst(bytes, at, value | 0);
  const high = Math.floor(value / HUNDRED_MILLION);
  at = writeFirst(bytes, at, high | 0);
  writeEight(bytes, at, (value - high * HUNDRED_MILLION) | 0);
  return at + 8;
}

/** Two digits as a word, the first one in the lowest byte. */
function digitPair(value: number): number {
  const tens = (value / 10) | 0;
  return (ZERO + tens) | ((ZERO + value - 10 * tens) << 8);
}

/** Number of trailing zeros of four digits, not all zero. */
const zerosAtEnd = (four: number): number => Math.clz32(four & 0x0f0f0f0f) >>> 3;

/** Writes a whole 32-bit number without leading zeros. */
function writeFirst(bytes: DataView, at: number, value: number): number {
  if (value < 10_000) return writeStart(bytes, at, value);
  const high = (value / 10_000) | 0;
  if (high < 10_000) at = writeStart(bytes, at, high);
  else {
    const top = (high / 10_000) | 0;
    at = writeStart(bytes, at, top);
    bytes.setUint32(at, FOUR[(high - top * 10_000) | 0]!, true);
    at += 4;
  }
  bytes.setUint32(at, FOUR[(value - high * 10_000) | 0]!, true);
  return at + 4;
}

/** Writes a number below 10 000 without leading zeros. */
function writeStart(bytes: DataView, at: number, value: number): number {
  const digits = value < 100 ? (value < 10 ? 1 : 2) : value < 1000 ? 3 : 4;
  bytes.setUint32(at, FOUR[value]! >>> (32 - 8 * digits), true);
  return at + digits;
}

/** Writes exactly eight digits. */
function writeEight(bytes: DataView, at: number, value: number): void {
  const high = (value / 10_000) | 0;
  bytes.setUint32(at, FOUR[high]!, true);
  bytes.setUint32(at + 4, FOUR[(value - high * 10_000) | 0]!, true);
}

/** Writes `.0` after a whole number. */
function writeNoDecimals(bytes: DataView, at: number, mark: number): number {
  bytes.setUint16(at, mark | (ZERO << 8), true);
  return at + 2;
}

/** Writes a number of more than six decimals, or of many digits. */
function writeLong(
  bytes: DataView,
  at: number,
  values: Float64Array,
  index: number,
  mark: number,
  real: boolean,
): number {
  const value = values[index]!;
  const size = value < 0 ? -value : value;
  if (size >= BILLION || !shortestDecimal(values, index)) {
    const end = writeSpelt(bytes, at, String(value), mark);
    // From 10^21 on there is an exponent.
    return real && Number.isInteger(value) && size < 1e21 ? writeNoDecimals(bytes, end, mark) : end;
  }
  if (value < 0) bytes.setUint8(at++, MINUS);
  const { whole, head, tail } = decimal;
  if (whole > 0) {
    const before = size | 0;
    at = writeFirst(bytes, at, before);
    bytes.setUint8(at++, mark);
    // The remaining digits of the head come before the tail: written as eight digits they end in zeros, which the tail
    // overwrites.
    const rest = head - before * POWERS[HEAD_DIGITS - whole]!;
    writeEight(bytes, at, (rest * POWERS[whole - 1]!) | 0);
    at += HEAD_DIGITS - whole;
  } else {
    bytes.setUint8(at++, ZERO);
    bytes.setUint8(at++, mark);
    for (let i = whole; i < 0; i++) bytes.setUint8(at++, ZERO);
    at = writeFirst(bytes, at, head);
  }
  writeEight(bytes, at, tail);
  at += 8;
  // At least one digit after the mark is not zero, else the fast path would have been taken.
  while (bytes.getUint8(at - 1) === ZERO) at--;
  return at;
}

function writeSpelt(bytes: DataView, at: number, text: string, mark: number): number {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    bytes.setUint8(at++, unit === POINT ? mark : unit);
  }
  return at;
}
