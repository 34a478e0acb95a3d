/** Ends the packed data. */
const END = 0x11;
/** Literal runs beyond this are copied at once. */
const LONG = 512;
const TOO_LONG = 'it has more bytes than it says';

/**
 * Unpacks the compression of 2004, 2010 and later (Open Design Specification, 4.7): runs of literal bytes and copies of
 * earlier ones. A copy may overlap what it writes.
 * @param from start of the packed data in `packed` @param to their end
 * @param target filled from `at` on, up to `limit`
 * @returns the position after the last byte written; what follows the end of `packed` is missing
 * @throws RangeError when a copy begins before `at` or anything exceeds `limit`; what came before is written
 */
export function unpack2004(
  packed: Uint8Array,
  from: number,
  to: number,
  target: Uint8Array,
  at: number,
  limit: number,
): number {
  const source = new DataView(packed.buffer, packed.byteOffset, packed.length);
  const room = new DataView(target.buffer, target.byteOffset, target.length);
  let next = from;
  let out = at;
  /** The instruction; below 0x10 it is the length of a literal run. */
  let code = next < to ? packed[next++]! : END;
  for (;;) {
    if (code < 0x10) {
      let count = code + 3;
      if (code === 0) {
        count = 18;
        while (next < to && packed[next] === 0) {
          count += 255;
          next++;
        }
        count += next < to ? packed[next++]! : 0;
      }
      if (count > limit - out) throw new RangeError(TOO_LONG);
      const end = Math.min(next + count, to);
      if (count > LONG) target.set(packed.subarray(next, end), out);
      else copyLiterals(source, next, end, room, out);
      out += end - next;
      next = end;
      code = next < to ? packed[next++]! : END;
    }
    if (code === END || next >= to) return out;
    let length = (code >> 4) - 1;
    let distance = ((code >> 2) & 3) + 1;
    let literals = code & 3;
    if (code >= 0x40) distance += packed[next++]! << 2;
    else {
      const bits = code < 0x20 ? 7 : 31;
      length = (code & bits) + 2;
      if (length === 2) {
        length += bits;
        while (next < to && packed[next] === 0) {
          length += 255;
          next++;
        }
        length += packed[next++]!;
      }
      if (next + 2 > to) return out;
      const low = packed[next]!;
      distance = ((low >> 2) | (packed[next + 1]! << 6)) + (code < 0x20 ? ((code & 8) << 11) + 0x4000 : 1);
      literals = low & 3;
      next += 2;
    }
    if (distance > out - at) throw new RangeError('it refers to bytes before its start');
    if (length > limit - out) throw new RangeError(TOO_LONG);
    repeat(room, out, length, distance);
    out += length;
    if (literals > limit - out) throw new RangeError(TOO_LONG);
    if (literals > 0) {
      const end = Math.min(next + literals, to);
      copyLiterals(source, next, end, room, out);
      out += end - next;
      next = end;
    }
    code = next < to ? packed[next++]! : END;
    // A length of literal bytes follows only a copy without any of its own.
    if (literals > 0 && code < 0x10) throw new RangeError('it has an instruction that does not exist');
  }
}

// Loops of their own: V8 compiles an inner loop that runs often for itself, and leaves that code each time it ends.
// Bytes are moved with a sign: for those without, the code of V8's middle compiler calls a function.

/** Copies the bytes [from, end), four at a time. */
function copyLiterals(source: DataView, from: number, end: number, target: DataView, at: number): void {
  let next = from;
  let out = at;
  for (; next + 4 <= end; next += 4, out += 4) target.setInt32(out, source.getInt32(next, true), true);
  for (; next < end; next++, out++) target.setInt8(out, source.getInt8(next));
}

/** Writes so many bytes from `at` on that each is equal to the one a distance before. */
function repeat(target: DataView, at: number, length: number, distance: number): void {
  // Most copies are short: two words, which may overlap.
  if (length >= 4 && length <= 8 && distance >= length) {
    const from = at - distance;
    target.setInt32(at, target.getInt32(from, true), true);
    target.setInt32(at + length - 4, target.getInt32(from + length - 4, true), true);
    return;
  }
  const end = at + length;
  let out = at;
  if (distance >= 4) for (; out + 4 <= end; out += 4) target.setInt32(out, target.getInt32(out - distance, true), true);
  for (; out < end; out++) target.setInt8(out, target.getInt8(out - distance));
}
