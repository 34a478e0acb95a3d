const ENTRIES = 256;

/** Size in bytes of a stored colour table. */
export const COLOUR_TABLE_SIZE = 3 * ENTRIES;

/**
 * Colours by index as 0xRRGGBB, from a stored table: three bytes each, index 255 (the background) first, then 0 to 254.
 */
export function readColourTable(bytes: Uint8Array): Int32Array {
  const colours = new Int32Array(ENTRIES);
  for (let i = 0; i < ENTRIES; i++) {
    const at = 3 * ((i + 1) % ENTRIES);
    colours[i] = (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!;
  }
  return colours;
}
