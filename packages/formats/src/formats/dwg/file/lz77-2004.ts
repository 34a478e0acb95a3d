/** Ends the packed data. */
const END = 0x11;

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
  let next = from;
  let out = at;
  const byte = (): number => (next < to ? packed[next++]! : END);
  /** A length that goes on with bytes of 0, each counting 255. */
  const longer = (base: number): number => {
    let length = base;
    while (next < to && packed[next] === 0) {
      length += 255;
      next++;
    }
    return length + byte();
  };
  const literal = (count: number): number => {
    if (count > limit - out) throw new RangeError('it has more bytes than it says');
    const end = Math.min(next + count, to);
    while (next < end) target[out++] = packed[next++]!;
    return byte();
  };
  let code = byte();
  if (code < 0x10) code = literal((code === 0 ? longer(15) : code) + 3);
  while (code !== END) {
    let length: number;
    let distance: number;
    let literals: number;
    if (code >= 0x40) {
      length = (code >> 4) - 1;
      distance = (((code >> 2) & 3) | (byte() << 2)) + 1;
      literals = code & 3;
    } else {
      const bits = code < 0x20 ? 7 : 31;
      length = (code & bits) === 0 ? longer(bits) + 2 : (code & bits) + 2;
      const first = byte();
      distance = ((first >> 2) | (byte() << 6)) + (code < 0x20 ? ((code & 8) << 11) + 0x4000 : 1);
      literals = first & 3;
    }
    if (distance > out - at) throw new RangeError('it refers to bytes before its start');
    if (length > limit - out) throw new RangeError('it has more bytes than it says');
    for (const end = out + length; out < end; out++) target[out] = target[out - distance]!;
    if (literals > 0) code = literal(literals);
    else {
      code = byte();
      if (code < 0x10) code = literal((code === 0 ? longer(15) : code) + 3);
    }
  }
  return out;
}
