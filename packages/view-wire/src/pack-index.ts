/**
 * A packed file holds the view of a segment, or its features, or both: length of the index (u32, little-endian), the
 * index as JSON, then the blocks, each compressed by gzip. Blocks are `segment`, `sample` (some of its places, for
 * joining segments), `LEVEL/N` for chunks, `feature/TABLE/ROW` for features from that row on, `differences` of two jobs
 * over each other, and `image/N` for pictures, which are not compressed.
 */
export type PackIndex = Readonly<Record<string, readonly [offset: number, length: number]>>;

/** Bytes before the index. Offsets count from the end of the index. */
export const PACK_HEAD = 4;
