import { Extent, type Surface } from '@fieldbridge/fieldjob';
import { VIEW_LIMITS } from '@fieldbridge/view-wire';
import { ChunkFrame } from './chunk-frame.ts';
import type { LevelWriter } from './level-writer.ts';

/**
 * Packs the triangles of a surface, each with its own vertices only once a chunk. Triangles with a vertex without a
 * position are left out.
 * @param isPlaced whether a vertex has a usable position
 */
export function writeMesh(
  surface: Surface,
  row: number,
  pen: number,
  isPlaced: (easting: number, northing: number) => boolean,
  level: LevelWriter,
): void {
  const { vertices: v, triangles } = surface;
  let local = new Map<number, number>();
  let corners: number[] = [];
  const flush = (): void => {
    if (corners.length > 0) writeChunk(v, [...local.keys()], corners, row, pen, level);
    local = new Map();
    corners = [];
  };
  const indexOf = (vertex: number): number => {
    const known = local.get(vertex) ?? local.size;
    if (known === local.size) local.set(vertex, known);
    return known;
  };
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    const three = [triangles[i]!, triangles[i + 1]!, triangles[i + 2]!];
    if (!three.every((vertex) => isPlaced(v[3 * vertex]!, v[3 * vertex + 1]!))) continue;
    if (local.size + 3 > VIEW_LIMITS.chunkVertices) flush();
    for (const vertex of three) corners.push(indexOf(vertex));
  }
  flush();
}

function writeChunk(
  v: Float64Array,
  used: readonly number[],
  corners: readonly number[],
  surface: number,
  pen: number,
  level: LevelWriter,
): void {
  const extent = new Extent();
  for (const vertex of used) extent.add(v[3 * vertex]!, v[3 * vertex + 1]!, v[3 * vertex + 2]!);
  const frame = new ChunkFrame(extent);
  const plan = new Int32Array(2 * used.length);
  const height = new Int32Array(used.length);
  const triples = new Float64Array(3 * used.length);
  for (const [i, vertex] of used.entries()) triples.set(v.subarray(3 * vertex, 3 * vertex + 3), 3 * i);
  const known = frame.place(triples, used.length, plan, height);
  const chunk = { head: frame.head, plan, height: known ? height : null, surface, pen };
  level.add({ kind: 'mesh', ...chunk, triangles: Uint32Array.from(corners) }, extent, {
    items: corners.length / 3,
  });
}
