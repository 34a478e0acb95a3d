/** Largest prime below 2^16. */
const PRIME = 0xfff1;
/** Words of a block: more would exceed the 16 bits that the sums of the sums of two bytes have. */
const WORDS = 22;
const BLOCK = 4 * WORDS;
/** Bytes that can be added before the sums exceed a whole number of 31 bits. */
const CHUNK = 43 * BLOCK;
/** Every other byte of a word. */
const EVEN = 0x00ff00ff;
const LOW = 0xffff;

/** The checksum of pages since 2004 (Open Design Specification, 4.2): like Adler-32 with another start. */
export function pageChecksum(start: number, bytes: Uint8Array, from: number, to: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let low = start & LOW;
  let high = start >>> 16;
  for (let at = from; at < to; ) {
    const end = Math.min(at + CHUNK, to);
    for (; at + BLOCK <= end; at += BLOCK) {
      // Two bytes of a word are added in one number, and so are their sums: a byte counts as often as bytes follow.
      let even = 0;
      let odd = 0;
      let evens = 0;
      let odds = 0;
      for (let next = at; next < at + BLOCK; next += 4) {
        const word = view.getInt32(next, true);
        even += word & EVEN;
        odd += (word >>> 8) & EVEN;
        evens = (evens + even) | 0;
        odds = (odds + odd) | 0;
      }
      const second = odd & LOW;
      const third = even >>> 16;
      const fourth = odd >>> 16;
      const sums = (evens & LOW) + (evens >>> 16) + (odds & LOW) + (odds >>> 16);
      high += BLOCK * low + 4 * sums - second - 2 * third - 3 * fourth;
      low += (even & LOW) + second + third + fourth;
    }
    for (; at < end; at++) {
      low = (low + bytes[at]!) | 0;
      high = (high + low) | 0;
    }
    low %= PRIME;
    high %= PRIME;
  }
  return ((high << 16) | low) >>> 0;
}
