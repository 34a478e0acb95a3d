import type { Surface } from '@fieldbridge/fieldjob';
import { BoxIndex } from '../../geometry/box-index.ts';
import { type Mesh, next, previous } from './mesh.ts';

/** How near to a line of the surface a vertex is part of it, in plan: files round both, each on its own. */
const ON_LINE = 0.001;
/** Comparisons between a vertex and a segment, per vertex and in addition; afterwards a vertex near a box counts. */
const VISITS_PER_VERTEX = 256;
const LEAST_VISITS = 1_000_000;

/** What may become of a vertex. */
export const FREE = 0;
export const STAYS = 1;
/** It stays, and its triangles meet in the vertex alone: two such vertices may have an edge elsewhere already. */
export const STAYS_SPLIT = 2;

/**
 * The vertices that stay: those without triangles all around them, those of edges, breaklines and boundaries that the
 * surface names, and those of damaged triangles.
 * @returns what may become of each, and whether some of them may not be on a line: there were too many comparisons
 */
export function fixedVertices(mesh: Mesh, surface: Surface): { fixed: Uint8Array; isLimited: boolean } {
  const { vertices, at, first, unsound } = mesh;
  const count = vertices.length / 3;
  const fixed = new Uint8Array(count);
  for (let v = 0; v < count; v++) fixed[v] = around(mesh, v);
  const keep = (vertex: number): void => {
    if (fixed[vertex] === FREE) fixed[vertex] = STAYS;
  };
  for (let c = 0; c < at.length; c++) if (unsound[Math.floor(c / 3)] === 1) keep(at[c]!);
  surface.edges.forEach(keep);
  const segments = [...surface.breaklines, ...surface.boundaries].flatMap(({ coordinates }) => segmentsOf(coordinates));
  const isLimited = segments.length > 0 && fixOnLines(vertices, Float64Array.from(segments), first, fixed);
  return { fixed, isLimited };
}

/** Whether triangles lie once around a vertex, without a gap, or else whether they hang together. */
function around({ vertices, at, across, corners, first }: Mesh, vertex: number): number {
  const size = first[vertex + 1]! - first[vertex]!;
  if (size === 0) return STAYS;
  let begin = corners[first[vertex]!]!;
  for (let i = first[vertex]!; i < first[vertex + 1]!; i++) if (across[corners[i]!] === -1) begin = corners[i]!;
  let [corner, turned, rounds] = [begin, 0, 0];
  const north = vertices[3 * vertex + 1]!;
  do {
    // Each round passes once from below to not below.
    if (vertices[3 * at[next(corner)]! + 1]! < north && vertices[3 * at[previous(corner)]! + 1]! >= north) rounds++;
    corner = across[previous(corner)]!;
    turned++;
  } while (corner !== -1 && corner !== begin && turned < size);
  if (turned < size) return STAYS_SPLIT;
  return corner === begin && rounds === 1 ? FREE : STAYS;
}

function segmentsOf(coordinates: Float64Array): number[] {
  const found: number[] = [];
  for (let i = 0; i < coordinates.length; i += 3) {
    const to = i + 3 < coordinates.length ? i + 3 : i;
    found.push(coordinates[i]!, coordinates[i + 1]!, coordinates[to]!, coordinates[to + 1]!);
  }
  return found;
}

/** @returns whether there were too many comparisons */
function fixOnLines(vertices: Float64Array, segments: Float64Array, first: Int32Array, fixed: Uint8Array): boolean {
  const boxes = new Float64Array(segments.length);
  for (let i = 0; i < segments.length; i += 4) {
    const [ae, an, be, bn] = segments.subarray(i, i + 4) as unknown as [number, number, number, number];
    boxes.set([Math.min(ae, be), Math.min(an, bn), Math.max(ae, be), Math.max(an, bn)], i);
  }
  const index = new BoxIndex(boxes);
  let visits = VISITS_PER_VERTEX * fixed.length + LEAST_VISITS;
  for (let v = 0; v < fixed.length; v++) {
    if (fixed[v] !== FREE || first[v] === first[v + 1]) continue;
    const [e, n] = [vertices[3 * v]!, vertices[3 * v + 1]!];
    index.search([e - ON_LINE, n - ON_LINE, e + ON_LINE, n + ON_LINE], (segment) => {
      if (visits-- < 0 || isNear(segments, 4 * segment, e, n)) fixed[v] = STAYS;
      return fixed[v] === FREE;
    });
  }
  return visits < 0;
}

function isNear(segments: Float64Array, i: number, e: number, n: number): boolean {
  const [ae, an] = [segments[i]!, segments[i + 1]!];
  const [de, dn] = [segments[i + 2]! - ae, segments[i + 3]! - an];
  const square = de * de + dn * dn;
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, ((e - ae) * de + (n - an) * dn) / square));
  return Math.hypot(ae + share * de - e, an + share * dn - n) <= ON_LINE;
}
