const ZERO = 48;
const MINUS = 45;
const MILLION = 1e6;
/** Decimals of up to so many digits are told apart by doubles: what reads back is the one spelling that is shortest. */
const EXACT = 1e15;

/** The digits of 0 … 999, three each. */
const THREE = Uint8Array.from(
  { length: 3000 },
  (_, i) => ZERO + (Math.floor(Math.floor(i / 3) / 10 ** (2 - (i % 3))) % 10),
);
/** How many digits of three remain without the zeros at their end. */
const KEPT = Uint8Array.from({ length: 1000 }, (_, i) => (i === 0 ? 0 : i % 100 === 0 ? 1 : i % 10 === 0 ? 2 : 3));

/** Room that one number needs at most. */
export const NUMBER_ROOM = 32;

/**
 * Writes a finite number as `String` spells it: the shortest decimal that reads back as the very same double. Nearly every coordinate has
 * at most six decimals and takes the way without a string.
 * @param bytes with room for NUMBER_ROOM bytes from `at` on @param mark the decimal mark
 * @returns where the number ends
 */
export function writeShortest(bytes: Uint8Array, at: number, value: number, mark: number): number {
  const size = value < 0 ? -value : value;
  const millionths = Math.round(size * MILLION);
  if (millionths / MILLION !== size || millionths >= EXACT) return writeSpelt(bytes, at, String(value), mark);
  if (value < 0) bytes[at++] = MINUS;
  const whole = Math.floor(millionths / MILLION);
  at = writeWhole(bytes, at, whole);
  const fraction = (millionths - whole * MILLION) | 0;
  if (fraction === 0) return at;
  bytes[at++] = mark;
  const high = (fraction / 1000) | 0;
  const low = (fraction - high * 1000) | 0;
  const shown = low === 0 ? KEPT[high]! : 3;
  for (let i = 0; i < shown; i++) bytes[at++] = THREE[3 * high + i]!;
  const rest = KEPT[low]!;
  for (let i = 0; i < rest; i++) bytes[at++] = THREE[3 * low + i]!;
  return at;
}

/** Writes a whole number that is not negative and below 2^53; returns where it ends. */
export function writeWhole(bytes: Uint8Array, at: number, value: number): number {
  if (value >= 1e9) {
    const high = Math.floor(value / 1e9);
    at = writeWhole(bytes, at, high);
    const low = (value - high * 1e9) | 0;
    at = writeThree(bytes, at, (low / 1000000) | 0);
    at = writeThree(bytes, at, ((low / 1000) | 0) % 1000);
    return writeThree(bytes, at, low % 1000);
  }
  const whole = value | 0;
  if (whole < 1000) return writeFirst(bytes, at, whole);
  const thousands = (whole / 1000) | 0;
  if (thousands < 1000) at = writeFirst(bytes, at, thousands);
  else {
    const millions = (thousands / 1000) | 0;
    at = writeThree(bytes, writeFirst(bytes, at, millions), thousands - millions * 1000);
  }
  return writeThree(bytes, at, whole - thousands * 1000);
}

/** Writes exactly three digits. */
function writeThree(bytes: Uint8Array, at: number, value: number): number {
  const from = 3 * value;
  bytes[at] = THREE[from]!;
  bytes[at + 1] = THREE[from + 1]!;
  bytes[at + 2] = THREE[from + 2]!;
  return at + 3;
}

/** Writes a number below 1000 without zeros in front. */
function writeFirst(bytes: Uint8Array, at: number, value: number): number {
  const from = 3 * value;
  if (value >= 100) bytes[at++] = THREE[from]!;
  if (value >= 10) bytes[at++] = THREE[from + 1]!;
  bytes[at] = THREE[from + 2]!;
  return at + 1;
}

function writeSpelt(bytes: Uint8Array, at: number, text: string, mark: number): number {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    bytes[at++] = unit === 46 ? mark : unit;
  }
  return at;
}
