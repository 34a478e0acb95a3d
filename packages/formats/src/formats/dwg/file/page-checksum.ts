/** Largest prime below 2^16, and how many bytes can be added before the sums exceed a whole number of 31 bits. */
const PRIME = 0xfff1;
const CHUNK = 3800;

/** The checksum of pages since 2004 (Open Design Specification, 4.2): like Adler-32 with another start. */
export function pageChecksum(start: number, bytes: Uint8Array, from: number, to: number): number {
  let low = start & 0xffff;
  let high = start >>> 16;
  for (let at = from; at < to; ) {
    const end = Math.min(at + CHUNK, to);
    // Four at a time; the sums are the same.
    for (; at + 4 <= end; at += 4) {
      const a = bytes[at]!;
      const b = bytes[at + 1]!;
      const c = bytes[at + 2]!;
      const d = bytes[at + 3]!;
      high = (high + (low << 2) + (a << 2) + b + b + b + c + c + d) | 0;
      low = (low + a + b + c + d) | 0;
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
