import type { BitReader } from './bit-reader.ts';

/**
 * Reads a reference (H): four bits of code, four bits of length, and that many bytes. Codes 6 to 12 are relative to a
 * handle (Open Design Specification, 2.13). Handles above 2^53 are not exact; no program counts so far.
 * @param own the handle of the object that refers
 */
export function readHandle(reader: BitReader, own: number): number {
  const head = reader.byte();
  const count = head & 15;
  const at = reader.bit;
  reader.skip(8 * count);
  const { bytes } = reader;
  const right = 8 - (at & 7);
  let from = reader.base + (at >> 3);
  let value = 0;
  let high = bytes[from]!;
  for (let i = 0; i < count; i++) {
    const low = bytes[++from]!;
    value = value * 256 + ((((high << 8) | low) >> right) & 255);
    high = low;
  }
  switch (head >> 4) {
    case 6:
      return own + 1;
    case 8:
      return own - 1;
    case 10:
      return own + value;
    case 12:
      return own - value;
    default:
      return value;
  }
}

/** Passes over references. */
export function skipHandles(reader: BitReader, count: number): void {
  for (let i = 0; i < count; i++) reader.skip(8 * (reader.byte() & 15));
}
