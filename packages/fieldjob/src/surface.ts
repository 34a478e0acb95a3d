import type { AttributePairs } from './columns/attribute-columns.ts';

/** A polyline that belongs to a surface: coordinate triples easting, northing, elevation. */
export interface SurfaceLine {
  readonly name: string;
  /** `hard`, `soft` or what the source calls it (`outer`, `inner` for boundaries). */
  readonly kind: string;
  readonly coordinates: Float64Array;
}

/** A triangulated surface (TIN). */
export interface Surface {
  readonly name: string;
  readonly description: string;
  /** Index of a layer, or -1. */
  readonly layer: number;
  readonly code: string;
  /** 0xRRGGBB or -1. */
  readonly colour: number;
  /** Easting, northing, elevation triples. */
  readonly vertices: Float64Array;
  /** Three vertex indices per triangle, counter-clockwise seen from above unless degenerate. */
  readonly triangles: Int32Array;
  /**
   * Per triangle the triangles across v0-v1, v1-v2, v2-v0, -1 at the border; null if the source states no neighbours.
   */
  readonly neighbours: Int32Array | null;
  /** Pairs of vertex indices that must stay edges of the triangulation. */
  readonly edges: Int32Array;
  readonly breaklines: readonly SurfaceLine[];
  readonly boundaries: readonly SurfaceLine[];
  readonly attributes: AttributePairs;
  /** Index of the import in `FieldJob.sources`, or -1. */
  readonly source: number;
}

/** A surface with defaults for everything not given. */
export function surfaceOf(
  name: string,
  vertices: Float64Array,
  triangles: Int32Array,
  rest: Partial<Surface> = {},
): Surface {
  return {
    description: '',
    layer: -1,
    code: '',
    colour: -1,
    neighbours: null,
    edges: new Int32Array(0),
    breaklines: [],
    boundaries: [],
    attributes: [],
    source: -1,
    ...rest,
    name,
    vertices,
    triangles,
  };
}

/**
 * The neighbours of each triangle, by shared edges: slot 0 is across v0-v1, 1 across v1-v2, 2 across v2-v0. An edge
 * with more than two triangles keeps the first pair; the others get -1.
 * @param triangles three vertex indices per triangle @param vertexCount number of vertices; every index is smaller
 */
export function neighboursOf(triangles: Int32Array, vertexCount: number): Int32Array {
  const neighbours = new Int32Array(triangles.length).fill(-1);
  const open = new Map<number, number>();
  for (let slot = 0; slot < triangles.length; slot++) {
    const triangle = Math.floor(slot / 3);
    const a = triangles[slot]!;
    const b = triangles[3 * triangle + ((slot + 1) % 3)]!;
    const key = Math.min(a, b) * vertexCount + Math.max(a, b);
    const other = open.get(key);
    if (other === undefined) open.set(key, slot);
    // A triangle with the same edge twice is not its own neighbour.
    else if (other >= 0 && other < 3 * triangle) {
      neighbours[slot] = Math.floor(other / 3);
      neighbours[other] = triangle;
      open.set(key, -1);
    }
  }
  return neighbours;
}
