import { CHUNK, PIECES, WHOLE } from '../file/lz77-2007.ts';
import { Repeats } from './repeats.ts';

/** Farthest and longest copies of instructions of two and three bytes; long ones have 19 bytes or more. */
const [SHORT, SHORT_COPY] = [0x200, 14];
const [MIDDLE, MIDDLE_COPY] = [0x2000, 18];
const [LONG, LONG_COPY] = [0x1000, 50];
/** Longest copy of an instruction of four bytes. */
const FOUR_BYTES = 255;
/** Farthest copy. */
const FAR = 0xffff;
/** Shortest run whose length is stated on its own, and the longest one that is stated in one byte. */
const [RUN, SHORT_RUN] = [8, 22];
/** The first run has fewer than eight bytes. */
const FIRST_SHORT = 0x20;

const repeats = new Repeats(FAR, 0);

/**
 * Packs bytes as `unpack2007` unpacks them: literal runs, their pieces in a fixed order, and copies of earlier bytes.
 * @param from start of the bytes in `bytes` @param size how many, at least 1 and at most 64 KB
 * @param target has room for `mostPacked` bytes from `at` on
 * @returns the position behind the last byte
 */
export function pack2007(bytes: Uint8Array, from: number, size: number, target: Uint8Array, at: number): number {
  repeats.start(bytes, from, size);
  /** First byte that is not written. */
  let literal = from;
  let out = at;
  /** The byte with the number of literal bytes that follow a copy; -1 before the first copy. */
  let room = -1;
  while (repeats.next()) {
    const { at: next, source, length } = repeats;
    out = writeLiterals(bytes, literal, next, target, out, room);
    // Right after another copy, the first half byte 0 begins a run.
    const isAfterCopy = literal === next;
    out = writeCopy(next - source, length, isAfterCopy, target, out);
    room = out - 1;
    literal = next + length;
  }
  return writeLiterals(bytes, literal, from + size, target, out, room);
}

/** A copy; its last byte has three bits free for the number of literal bytes that follow. */
function writeCopy(distance: number, length: number, isAfterCopy: boolean, target: Uint8Array, at: number): number {
  let out = at;
  const far = distance - 1;
  if (distance <= SHORT && length <= SHORT_COPY) {
    target[out++] = (length << 4) | (far & 15);
    target[out++] = (far >> 4) << 3;
  } else if (distance <= MIDDLE && length <= MIDDLE_COPY) {
    target[out++] = 0x10 | (length - 3);
    target[out++] = far & 255;
    target[out++] = (far >> 8) << 3;
  } else if (distance <= LONG && length > MIDDLE_COPY && length <= LONG_COPY) {
    const rest = length - MIDDLE_COPY - 1;
    target[out++] = (isAfterCopy ? 0xf0 : 0) | (rest & 15);
    target[out++] = far & 255;
    target[out++] = ((far >> 8) << 3) | ((rest >> 4) << 7);
  } else if (length <= FOUR_BYTES) {
    target[out++] = 0x20 | (length & 7);
    target[out++] = distance & 255;
    target[out++] = distance >> 8;
    target[out++] = length & 0xf8;
  } else {
    const rest = length - FOUR_BYTES - 1;
    target[out++] = 0x28 | (rest & 7);
    target[out++] = far & 255;
    target[out++] = far >> 8;
    target[out++] = (rest >> 3) & 255;
    target[out++] = (rest >> 11) << 3;
  }
  return out;
}

/** Literal bytes [from, to): up to seven are counted by the copy before them, whose byte for that is at `room`. */
function writeLiterals(
  bytes: Uint8Array,
  from: number,
  to: number,
  target: Uint8Array,
  at: number,
  room: number,
): number {
  let out = at;
  const count = to - from;
  if (count === 0) return out;
  if (count < RUN && room >= 0) target[room]! |= count;
  else if (count < RUN) {
    target[out++] = FIRST_SHORT;
    target[out++] = 0;
    target[out++] = 0;
    target[out++] = count;
  } else if (count <= SHORT_RUN) target[out++] = count - RUN;
  else {
    target[out++] = SHORT_RUN + 1 - RUN;
    out = writeLength(count - SHORT_RUN - 1, target, out);
  }
  for (let start = from; start < to; start += CHUNK) {
    const chunk = Math.min(to - start, CHUNK);
    let source = start;
    let place = out + chunk;
    for (const piece of chunk === CHUNK ? WHOLE : PIECES[chunk]!) {
      place -= piece;
      for (let i = 0; i < piece; i++) target[place + i] = bytes[source++]!;
    }
    out += chunk;
  }
  return out;
}

/** What a length exceeds: one byte, then as many numbers of 16 bits as are full. */
function writeLength(rest: number, target: Uint8Array, at: number): number {
  let out = at;
  target[out++] = Math.min(rest, 255);
  if (rest < 255) return out;
  let left = rest - 255;
  for (; left >= 0xffff; left -= 0xffff) {
    target[out++] = 255;
    target[out++] = 255;
  }
  target[out++] = left & 255;
  target[out++] = left >> 8;
  return out;
}
