/** Largest prime below 2^16, and how many bytes can be added before the sums exceed a whole number of 31 bits. */
const PRIME = 0xfff1;
const CHUNK = 3800;

/** The checksum of pages since 2004 (Open Design Specification, 4.2): like Adler-32 with another start. */
export function pageChecksum(start: number, bytes: Uint8Array, from: number, to: number): number {
  let low = start & 0xffff;
  let high = start >>> 16;
  for (let at = from; at < to; ) {
    for (const end = Math.min(at + CHUNK, to); at < end; at++) {
      low = (low + bytes[at]!) | 0;
      high = (high + low) | 0;
    }
    low %= PRIME;
    high %= PRIME;
  }
  return ((high << 16) | low) >>> 0;
}
