/** Version of chunks and manifests. A reader refuses a newer one. */
export const VIEW_VERSION = 1;

/** Steps of a chunk's integers by unit of the job, unless the chunk is so wide that they would not fit. */
export const STEPS_PER_UNIT = 10_000;

/** Bounds of every loop over view data. */
export const VIEW_LIMITS = {
  /** Bytes of a chunk after unpacking. */
  chunkBytes: 64 * 2 ** 20,
  /** Values of one column. */
  values: 8 * 2 ** 20,
  /** Columns of a chunk. */
  columns: 64,
  /** Vertices that a writer puts into one chunk, so that indices fit 16 bits. */
  chunkVertices: 20_000,
  /** Distance of a vertex from the centre of its chunk in steps; differences of two still fit an i32. */
  offset: 2 ** 30 - 1,
  /** Different pens (layer, colour, line type, weight) of a segment; an index is a u16. */
  pens: 65_536,
  /** Layers of a segment. */
  layers: 65_536,
  /** Chunks of a segment over all levels. */
  chunks: 100_000,
  /** Size of a coordinate; a larger one is not a usable position. */
  coordinate: 1e12,
  /** Listed strays; the others are only counted. */
  strays: 100,
  /** Characters of one text; the rest is shown on click. */
  textLength: 1000,
  /** Pictures of a segment, bytes of all of them, and pixels of each. */
  images: 500,
  imageBytes: 128 * 2 ** 20,
  imagePixels: 40e6,
  /** Vertices of a feature shown with their coordinates. */
  featureVertices: 1000,
  /** Elements, vertical points, equations and points of sections of an alignment that is sent with its geometry. */
  alignmentParts: 50_000,
} as const;
