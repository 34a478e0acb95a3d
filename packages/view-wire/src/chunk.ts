import type { ChunkHead } from './columns.ts';

/** The tables of a field job that view data refers to, by their number in a chunk. */
export const VIEW_TABLES = [
  'points',
  'lines',
  'areas',
  'texts',
  'surfaces',
  'alignments',
  'controlPoints',
  'planes',
  'drawings',
] as const;
export type ViewTable = (typeof VIEW_TABLES)[number];

/** Bits of a path's flags. */
export const PATH_FLAGS = {
  /** Its last vertex joins its first. */
  closed: 1,
  /** A ring of an area. */
  area: 2,
  /** A further ring of the previous path's area: a hole or a part. */
  inner: 4,
  /** A part of a longer line, which continues in another path. */
  part: 8,
  /** A ring of an opaque area, as by a solid hatch. */
  solid: 16,
} as const;

/** The origin of a thing in the job: the number of its table in VIEW_TABLES and its row. */
export interface Origins {
  readonly table: Uint8Array;
  readonly row: Uint32Array;
  /** Index of the pen in the segment's list. */
  readonly pen: Uint16Array;
}

/** Position in steps from the centre: two integers a vertex in plan, one in height (`NO_HEIGHT`: unknown). */
export interface Places {
  readonly plan: Int32Array;
  /** null if no height is known. */
  readonly height: Int32Array | null;
}

/** Stands for an unknown height. */
export const NO_HEIGHT = -(2 ** 31);

/** Lines, rings of areas, axes of alignments. */
export interface PathChunk extends Origins, Places {
  readonly kind: 'paths';
  readonly head: ChunkHead;
  /** Index after the last vertex of each path. */
  readonly ends: Uint32Array;
  readonly flags: Uint8Array;
  /** Vertices that an arc leaves, ascending, and its bulge: tangent of a quarter of its angle, positive to the left. */
  readonly arcs: Uint32Array;
  readonly bulges: Float32Array;
}

/** Points and control points. */
export interface PointChunk extends Origins, Places {
  readonly kind: 'points';
  readonly head: ChunkHead;
  /** Index of the code in the segment's list. */
  readonly code: Uint16Array;
  readonly names: readonly string[];
}

/** Texts. Heights are in the job's unit, rotations in radians counter-clockwise from east. */
export interface TextChunk extends Origins, Places {
  readonly kind: 'texts';
  readonly head: ChunkHead;
  readonly texts: readonly string[];
  readonly size: Float32Array;
  readonly rotation: Float32Array;
  /** 0 left, 1 centre, 2 right, plus 4 × (0 baseline, 1 bottom, 2 middle, 3 top). */
  readonly anchor: Uint8Array;
  /** The length that a text is squeezed or stretched to, 0 for its natural one; null if all have that. */
  readonly fit: Float32Array | null;
}

/** Triangles of one surface, and their vertices. */
export interface MeshChunk extends Places {
  readonly kind: 'mesh';
  readonly head: ChunkHead;
  readonly triangles: Uint32Array;
  /** Row of the surface. */
  readonly surface: number;
  readonly pen: number;
}

export type ViewChunk = PathChunk | PointChunk | TextChunk | MeshChunk;
