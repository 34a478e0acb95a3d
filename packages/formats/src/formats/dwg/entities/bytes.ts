import type { BitReader } from '../bits/bit-reader.ts';

/** Bytes from a bit on, wherever in a byte it is. */
export function bytesAt(reader: BitReader, bit: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  const back = reader.bit;
  reader.bit = bit;
  for (let i = 0; i < size; i++) bytes[i] = reader.byte();
  reader.bit = back;
  return bytes;
}
