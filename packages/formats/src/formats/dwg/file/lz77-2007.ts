/**
 * The order in which 2007 writes the last 1 to 31 bytes of a literal run: pieces of 1, 4 or 8 bytes, the last piece
 * first (Open Design Specification, 5.10).
 */
export const PIECES: readonly (readonly number[])[] = (
  ' 1 11 111 4 14 141 1141 8 18 181 1181 48 148 1481 11481 88 818 1881 11188 488 1488 11488 111488 888 8188 18188 ' +
  '118188 4888 14888 114888 1488811'
)
  .split(' ')
  .map((pieces) => Array.from(pieces, Number));
/** Whole chunks of a literal run. */
export const CHUNK = 32;
export const WHOLE = [8, 8, 8, 8];
/** For each length of a literal run, up to a whole chunk: the places of its bytes. */
const ORDERS: readonly Uint8Array[] = [...PIECES, WHOLE].map((pieces) => {
  let from = pieces.reduce((sum, piece) => sum + piece, 0);
  return Uint8Array.from(
    pieces.flatMap((piece) => {
      from -= piece;
      return Array.from({ length: piece }, (_, i) => from + i);
    }),
  );
});

/**
 * Unpacks the compression of 2007 (Open Design Specification, 5.10).
 * @param from start of the packed data in `packed` @param to their end
 * @param target filled from `at` on, up to `limit`
 * @throws RangeError when the data refer to what is not there
 */
export function unpack2007(
  packed: Uint8Array,
  from: number,
  to: number,
  target: Uint8Array,
  at: number,
  limit: number,
): void {
  let next = from;
  let out = at;
  let code = 0;
  let length = 0;
  let distance = 0;
  const byte = (): number => {
    if (next >= to) throw new RangeError('it ends inside an instruction');
    return packed[next++]!;
  };
  const literals = (count: number): void => {
    if (next + count > to || out + count > limit) throw new RangeError('it has more bytes than it says');
    for (const end = next + count; next < end; ) {
      const order = ORDERS[Math.min(end - next, CHUNK)]!;
      for (let i = 0; i < order.length; i++) target[out + i] = packed[next + order[i]!]!;
      next += order.length;
      out += order.length;
    }
  };
  const literalLength = (): number => {
    let sum = code + 8;
    if (sum !== 0x17) return sum;
    let more = byte();
    sum += more;
    if (more !== 0xff) return sum;
    do {
      more = byte();
      more |= byte() << 8;
      sum += more;
    } while (more === 0xffff);
    return sum;
  };
  const instruction = (): void => {
    const kind = code >> 4;
    if (kind === 0) {
      length = (code & 15) + 0x13;
      distance = byte();
      code = byte();
      length += (code >> 3) & 0x10;
      distance += ((code & 0x78) << 5) + 1;
    } else if (kind === 1) {
      length = (code & 15) + 3;
      distance = byte();
      code = byte();
      distance += ((code & 0xf8) << 5) + 1;
    } else if (kind === 2) {
      distance = byte();
      distance |= byte() << 8;
      length = code & 7;
      if ((code & 8) === 0) {
        code = byte();
        length += code & 0xf8;
      } else {
        distance++;
        length += byte() << 3;
        code = byte();
        length += ((code & 0xf8) << 8) + 0x100;
      }
    } else {
      length = kind;
      distance = code & 15;
      code = byte();
      distance += ((code & 0xf8) << 1) + 1;
    }
  };
  code = byte();
  if ((code & 0xf0) === 0x20) {
    next += 2;
    length = byte() & 7;
  }
  while (next < to) {
    literals(length === 0 ? literalLength() : length);
    length = 0;
    if (next >= to) return;
    code = byte();
    for (;;) {
      instruction();
      if (distance > out - at || out + length > limit) throw new RangeError('it refers to bytes before its start');
      const [from, until] = [out - distance, out + length];
      for (let i = out, k = from; i < until; i++, k++) target[i] = target[k]!;
      out = until;
      length = code & 7;
      if (length !== 0 || next >= to) break;
      code = byte();
      if (code >> 4 === 0) break;
      if (code >> 4 === 15) code &= 15;
      length = 0;
    }
  }
}
