import { damaged } from './damage.ts';

/** Most bytes of a block after its size. */
const MOST_BLOCK = 2032;
/** Size of the block that ends the map: only the size itself. */
const END = 2;
/** Most bytes of a handle or offset, at seven bits each. */
const MOST_CHARACTERS = 10;

/**
 * Checks that the object map of an R13 to 2000 file (Open Design Specification, section 23) ends inside the file. The
 * library walks it regardless of the end of the file; this function follows the same steps.
 * @throws FormatError `dwg-damaged`
 */
export function checkObjectMap(bytes: Uint8Array, start: number): void {
  let at = start;
  while (at + 2 <= bytes.length) {
    const size = (bytes[at]! << 8) | bytes[at + 1]!;
    at += 2;
    if (size === END) return;
    if (size < END || size > MOST_BLOCK + END)
      throw damaged(
        `a block of the object map says it has ${size} bytes; 2 to ${MOST_BLOCK + END} are possible`,
        at - 2,
      );
    const end = at + size - 2;
    while (at < end) at = skipNumber(bytes, skipNumber(bytes, at));
    // Its checksum.
    at += 2;
  }
  throw damaged('the object map does not end inside the file', start);
}

/** The position after a number, whose bytes except the last have their top bit set. */
function skipNumber(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length && at < from + MOST_CHARACTERS; at++) if (bytes[at]! < 0x80) return at + 1;
  throw damaged('a number in the object map has no end', from);
}
