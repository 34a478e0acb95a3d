import { POWERS } from '../../kit/text/decimal.ts';
import { parseNumber } from '../../kit/text/number.ts';
import { type AsciiLines, CR, LF, SPACE } from './ascii-lines.ts';
import { HIGHEST_CODE } from './group-kinds.ts';
import type { Names } from './names.ts';
import {
  APPLICATION_RULES,
  BRACE,
  EMBEDDED,
  END,
  LEAVE_OUT,
  MARKER,
  NO_RULES,
  TAKE_HANDLE,
  TAKE_NAME,
  TAKE_NUMBER,
} from './recording-rules.ts';
import { handleValue, isHelixMarker, OPENING_BRACE, type Tape } from './tape.ts';

/** AcDbHelix is the only marker that is taken; its H distinguishes it from nearly all others. */
const HELIX_LETTER = 4;
const HELIX_H = 72;
/** Bytes that must be left in the buffer, enough for a code and a number of usual length. */
const NEAR = 256;
/** Longest line with a code: three spaces, four digits, CR, LF and some to spare. */
const CODE_LINE = 12;
/** Subtracted from four bytes at once: bytes below 14 borrow. */
const LOW = 0x0e0e0e0e;
const HIGH_BITS = 0x80808080 | 0;
const MINUS = 45;
/** A full stop minus the character code of 0. */
const MARK = -2;
/** Digits that fit an integer of 32 bits. */
const INTEGER_DIGITS = 9;
/** Most decimal places, in two such integers. */
const MOST_PLACES = 17;

/**
 * Puts groups of the usual form onto the tape one after another: a plain code, a line end, a value, a line end (LF or
 * CR LF), all of it in the buffer. It stops at any other form, at the end of the buffer or when the tape is full, with
 * the lines before that group. Nearly all of a drawing passes through this loop, so it keeps everything in local
 * variables and looks at each byte once where it can.
 * @returns true when it reached the next code 0: the lines are then after its group, which is the line taken last
 */
export function takePlainGroups(lines: AsciiLines, tape: Tape, names: Names): boolean {
  const { bytes, view, end } = lines;
  const last = end - NEAR;
  const { codes, values, room } = tape;
  let { groups, rules } = tape;
  let { at: next, line } = lines;
  let ended = false;
  while (next < last && groups < room) {
    const start = next;
    // Three places, blanks or digits in that order, and a line end: the usual spelling, taken as one word.
    let at = start + 3;
    const word = view.getInt32(start, true);
    const blanks = (~word >>> 4) & 0x010101;
    let byte = word >>> 24;
    let code = 0;
    if (
      (byte === LF || byte === CR) &&
      (word & 0xe0e0e0) === 0x202020 &&
      (((word & 0x0f0f0f) + 0x060606) & 0x101010) === 0 &&
      (word & (blanks * 15)) === 0 &&
      (blanks === 0x000101 || blanks <= 1)
    )
      code = (word & 15) * 100 + ((word >> 8) & 15) * 10 + ((word >> 16) & 15);
    else {
      // Codes without leading blanks, or with four digits.
      at = start;
      byte = bytes[at]!;
      while (byte === SPACE) byte = bytes[++at]!;
      code = byte - 48;
      if (code < 0 || code > 9) break;
      byte = bytes[++at]!;
      for (let digit = byte - 48; digit >>> 0 <= 9 && code <= HIGHEST_CODE; digit = byte - 48) {
        code = code * 10 + digit;
        byte = bytes[++at]!;
      }
      if (code > HIGHEST_CODE || at - start > CODE_LINE) break;
    }
    if (byte === CR) byte = bytes[++at]!;
    if (byte !== LF) break;

    const rule = rules[code]!;
    const from = ++at;
    let value = 0;
    byte = bytes[at]!;
    if (rule === TAKE_NUMBER) {
      while (byte === SPACE) byte = bytes[++at]!;
      const isNegative = byte === MINUS;
      if (isNegative) byte = bytes[++at]!;
      const first = at;
      let digit = byte - 48;
      let part = 0;
      while (digit >>> 0 <= 9) {
        part = (part * 10 + digit) | 0;
        digit = bytes[++at]! - 48;
      }
      let isPlain = at > first && at - first <= INTEGER_DIGITS;
      value = part;
      if (digit === MARK) {
        // Whole numbers below 2^53, divided once, give the nearest double.
        const fraction = ++at;
        const middle = at + INTEGER_DIGITS;
        digit = bytes[at]! - 48;
        part = 0;
        while (digit >>> 0 <= 9 && at < middle) {
          part = (part * 10 + digit) | 0;
          digit = bytes[++at]! - 48;
        }
        let places = at - fraction;
        value = value * POWERS[places]! + part;
        if (at === middle && digit >>> 0 <= 9) {
          part = 0;
          while (digit >>> 0 <= 9) {
            part = (part * 10 + digit) | 0;
            digit = bytes[++at]! - 48;
          }
          places = at - fraction;
          if (places <= MOST_PLACES) value = value * POWERS[places - INTEGER_DIGITS]! + part;
          else isPlain = false;
        }
        if (isPlain && value <= Number.MAX_SAFE_INTEGER) value /= POWERS[places]!;
        else isPlain = false;
      }
      byte = digit + 48;
      if (isPlain && (byte === LF || byte === CR)) {
        if (isNegative) value = -value;
      } else {
        at = from;
        byte = bytes[at]!;
        while (byte !== LF && byte !== CR) byte = bytes[++at]!;
        value = parseNumber(bytes, from, at);
      }
    } else {
      // Four bytes at once until one of them is below 14: a line end, or a control character that is handled on its
      // own.
      let word = view.getInt32(at, true);
      let low = (word - LOW) & ~word & HIGH_BITS;
      while (low === 0) {
        at += 4;
        word = view.getInt32(at, true);
        low = (word - LOW) & ~word & HIGH_BITS;
      }
      at += (31 - Math.clz32(low & -low)) >> 3;
      byte = bytes[at]!;
      while (byte !== LF && byte !== CR) byte = bytes[++at]!;
    }

    const to = at;
    if (byte === CR) byte = bytes[++at]!;
    if (byte !== LF || at >= end) break;
    next = at + 1;
    line += 2;
    if (rule === LEAVE_OUT) continue;
    if (rule === TAKE_NUMBER) {
      codes[groups] = code;
      values[groups++] = value;
      continue;
    }
    // Not in `value`: possibly fractional numbers and integers are kept in separate variables for the compiler.
    let number = 0;
    if (rule === TAKE_NAME) number = names.intern(bytes, from, to);
    else if (rule === TAKE_HANDLE) number = handleValue(bytes, from, to);
    else if (rule === MARKER) {
      if (bytes[from + HELIX_LETTER] !== HELIX_H || !isHelixMarker(bytes, from, to)) continue;
      number = names.intern(bytes, from, to);
    } else if (rule === BRACE) {
      rules = bytes[from] === OPENING_BRACE ? APPLICATION_RULES : tape.entityRules;
      continue;
    } else if (rule === EMBEDDED) {
      rules = NO_RULES;
      continue;
    } else if (rule === END) {
      lines.start = start;
      lines.from = from;
      lines.to = to;
      ended = true;
      break;
    } else number = tape.addText(bytes, from, to);
    codes[groups] = code;
    values[groups++] = number;
  }
  tape.groups = groups;
  tape.rules = rules;
  lines.line = line;
  lines.at = next;
  return ended;
}
