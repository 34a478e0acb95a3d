import { side } from './side.ts';

/** Triangles at one vertex, beyond which its edges are left alone: looking at all of them for each would take long. */
export const MOST_TRIANGLES_AT_VERTEX = 1024;

/** The next corner of a triangle, counter-clockwise. A corner is also the edge that begins there. */
export const next = (corner: number): number => (corner % 3 === 2 ? corner - 2 : corner + 1);
/** The corner before. */
export const previous = (corner: number): number => (corner % 3 === 0 ? corner + 2 : corner - 1);

/**
 * Triangles with the edges across from their own. Those that stand upright, are turned over or have a corner without
 * a position are not part of it, so that their neighbours end at a border.
 */
export interface Mesh {
  /** Easting, northing, elevation triples. */
  readonly vertices: Float64Array;
  /** The vertex at each corner. */
  readonly at: Int32Array;
  /** The same edge in the triangle across, or -1 at a border. */
  readonly across: Int32Array;
  /** Corners by vertex: those of vertex v are `corners[first[v]]` to before `first[v + 1]`. */
  readonly corners: Int32Array;
  readonly first: Int32Array;
  /** 1 for each triangle that is not part of it. */
  readonly unsound: Uint8Array;
  /** Triangles that are not part of it, or have an edge that more than two of them share. */
  readonly damaged: number;
}

/** @param triangles three vertex indices each, counter-clockwise; they are not changed */
export function meshOf(vertices: Float64Array, triangles: Int32Array): Mesh {
  const count = vertices.length / 3;
  const unsound = new Uint8Array(triangles.length / 3);
  const first = new Int32Array(count + 1);
  for (let t = 0; t < unsound.length; t++) {
    if (!isSound(vertices, triangles, 3 * t, count)) unsound[t] = 1;
    else for (let k = 0; k < 3; k++) first[triangles[3 * t + k]! + 1]!++;
  }
  for (let v = 0; v < count; v++) first[v + 1]! += first[v]!;
  const corners = new Int32Array(first[count]!);
  const filled = first.slice(0, count);
  for (let c = 0; c < triangles.length; c++)
    if (unsound[Math.floor(c / 3)] === 0) corners[filled[triangles[c]!]!++] = c;
  const mesh = { vertices, at: triangles, corners, first, unsound, across: new Int32Array(triangles.length).fill(-1) };
  return { ...mesh, damaged: joinEdges(mesh) };
}

function isSound(vertices: Float64Array, triangles: Int32Array, corner: number, count: number): boolean {
  for (let k = corner; k < corner + 3; k++) {
    const vertex = triangles[k]!;
    if (!(vertex >= 0 && vertex < count && Number.isFinite(vertices[3 * vertex + 2]))) return false;
  }
  return side(vertices, triangles[corner]!, triangles[corner + 1]!, triangles[corner + 2]!) > 0;
}

/** Finds for each edge the one across. @returns the triangles that are damaged */
function joinEdges({ at, across, corners, first, unsound }: Omit<Mesh, 'damaged'>): number {
  const doubled = new Uint8Array(unsound);
  const edges = (from: number, to: number): number => {
    let found = -1;
    for (let i = first[from]!; i < first[from + 1]!; i++) {
      if (at[next(corners[i]!)] !== to) continue;
      if (found !== -1) return -2;
      found = corners[i]!;
    }
    return found;
  };
  const size = (vertex: number): number => first[vertex + 1]! - first[vertex]!;
  for (const corner of corners) {
    const a = at[corner]!;
    const b = at[next(corner)]!;
    if (across[corner] !== -1 || Math.max(size(a), size(b)) > MOST_TRIANGLES_AT_VERTEX) continue;
    const other = edges(b, a);
    if (other === -2 || edges(a, b) === -2) doubled[Math.floor(corner / 3)] = 1;
    else if (other !== -1) {
      across[corner] = other;
      across[other] = corner;
    }
  }
  return doubled.reduce((sum, one) => sum + one, 0);
}
