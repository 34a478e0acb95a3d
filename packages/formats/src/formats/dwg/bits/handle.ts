import type { BitReader } from './bit-reader.ts';

/**
 * Reads a reference (H): four bits of code, four bits of length, and that many bytes. Codes 6 to 12 are relative to a
 * handle (Open Design Specification, 2.13). Handles above 2^53 are not exact; no program counts so far.
 * @param own the handle of the object that refers
 */
export function readHandle(reader: BitReader, own: number): number {
  const head = reader.byte();
  let value = 0;
  for (let i = head & 15; i > 0; i--) value = value * 256 + reader.byte();
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
