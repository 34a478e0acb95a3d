/** "FBVW", little-endian. */
export const MAGIC = 0x57564246;
/**
 * magic u32, version u16, columns u16, length of the whole u32, kind u32, then four doubles: easting, northing and
 * elevation of the centre, length of a step; then the directory.
 */
export const HEAD = 48;
/** Of the directory, each: id u16, encoding u8, planes u8, offset u32, bytes u32, count u32. */
export const ENTRY = 16;
export const ENCODING = { bytes: 0, floats: 1, planes: 2 } as const;

/** The head of a chunk: `kind` is its content's, positions are `centre + step * integer`. */
export interface ChunkHead {
  readonly kind: number;
  readonly easting: number;
  readonly northing: number;
  readonly elevation: number;
  readonly step: number;
}
