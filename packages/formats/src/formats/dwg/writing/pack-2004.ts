import { LEAST, Repeats } from './repeats.ts';

/** Farthest copies of short, middle and long instructions. */
const [SHORT, MIDDLE, FAR] = [0x400, 0x4000, 0x7fff];
/** Longest copy of a short and of a middle instruction, and longest literal run of one byte. */
const [SHORT_COPY, MIDDLE_COPY, SHORT_RUN] = [14, 33, 18];
const END = 0x11;

/** Before the first copy are literal bytes, whose least number can be stated. */
const repeats = new Repeats(FAR, LEAST);

/**
 * Packs bytes as `unpack2004` unpacks them: literal runs and copies of earlier bytes.
 * @param from start of the bytes in `bytes` @param size how many, at least 4
 * @param target has room for `mostPacked` bytes from `at` on
 * @returns the position behind the last byte
 */
export function pack2004(bytes: Uint8Array, from: number, size: number, target: Uint8Array, at: number): number {
  repeats.start(bytes, from, size);
  /** First byte that is not written. */
  let literal = from;
  let out = at;
  /** The byte with the number of literal bytes that follow a copy; -1 before the first copy. */
  let room = -1;
  while (repeats.next()) {
    const { at: next, length } = repeats;
    out = writeLiterals(bytes, literal, next, target, out, room);
    const distance = next - repeats.source - 1;
    if (distance < SHORT && length <= SHORT_COPY) {
      room = out;
      target[out++] = ((length + 1) << 4) | ((distance & 3) << 2);
      target[out++] = distance >> 2;
    } else {
      const isFar = distance >= MIDDLE;
      const rest = isFar ? distance - MIDDLE + 1 : distance;
      const longest = isFar ? 9 : MIDDLE_COPY;
      const code = isFar ? 0x10 : 0x20;
      if (length <= longest) target[out++] = code | (length - 2);
      else {
        target[out++] = code;
        out = writeLength(length - longest, target, out);
      }
      room = out;
      target[out++] = (rest & 63) << 2;
      target[out++] = rest >> 6;
    }
    literal = next + length;
  }
  out = writeLiterals(bytes, literal, from + size, target, out, room);
  target[out++] = END;
  target[out++] = 0;
  target[out++] = 0;
  return out;
}

/** Literal bytes [from, to): up to three are counted by the copy before them, whose byte for that is at `room`. */
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
  if (count < LEAST && room >= 0) target[room]! |= count;
  else if (count <= SHORT_RUN) target[out++] = count - 3;
  else {
    target[out++] = 0;
    out = writeLength(count - SHORT_RUN, target, out);
  }
  for (let i = from; i < to; i++) target[out++] = bytes[i]!;
  return out;
}

/** What a length exceeds: zeros stand for 255 each, the last byte is not zero. */
function writeLength(rest: number, target: Uint8Array, at: number): number {
  let out = at;
  let left = rest;
  for (; left > 255; left -= 255) target[out++] = 0;
  target[out++] = left;
  return out;
}
