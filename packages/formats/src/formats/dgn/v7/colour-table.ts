/** Colours in the file's colour table element (type 5 on level 1): index 255 first, then 0 to 254, three bytes each. */
const FIRST = 38;
const ENTRIES = 256;

/** Size in bytes of a complete colour table element. */
export const COLOUR_TABLE_SIZE = FIRST + 3 * ENTRIES;

/** Colours by index as 0xRRGGBB. */
export function readColourTable(bytes: Uint8Array): Int32Array {
  const colours = new Int32Array(ENTRIES);
  for (let i = 0; i < ENTRIES; i++) {
    const at = FIRST + 3 * ((i + 1) % ENTRIES);
    colours[i] = (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!;
  }
  return colours;
}
