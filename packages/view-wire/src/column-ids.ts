/** Kinds of chunks by their number on the wire. */
export const KIND = { paths: 1, points: 2, texts: 3, mesh: 4 } as const;

/** Columns by their number on the wire. A number is never reused for something else. */
export const COLUMN = {
  east: 1,
  north: 2,
  height: 3,
  table: 4,
  row: 5,
  pen: 6,
  ends: 10,
  flags: 11,
  arcs: 12,
  bulges: 13,
  code: 20,
  textLengths: 21,
  textBytes: 22,
  size: 30,
  rotation: 31,
  anchor: 32,
  fit: 33,
  triangles: 40,
} as const;
