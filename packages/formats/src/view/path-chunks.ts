import { Extent } from '@fieldbridge/fieldjob';
import { encodeChunk, PATH_FLAGS, VIEW_LIMITS } from '@fieldbridge/view-wire';
import { ChunkFrame } from './chunk-frame.ts';
import type { LevelWriter } from './level-writer.ts';
import type { PathGather } from './path-gather.ts';

/** Vertices of a chunk that ends with an area of many rings. */
const MOST_VERTICES = 3 * VIEW_LIMITS.chunkVertices;

/** Packs gathered paths into the chunks of a level, in the given order. */
export function writePathChunks(gather: PathGather, order: Uint32Array, level: LevelWriter): void {
  let first = 0;
  let vertices = 0;
  for (let i = 0; i <= order.length; i++) {
    const path = order[i];
    const more = path === undefined ? Infinity : gather.ends.values[path]! - gather.start(path);
    // The rings of an area stay together, or its holes would be filled.
    const isPart = path !== undefined && (gather.flags.values[path]! & PATH_FLAGS.inner) !== 0;
    const most = isPart ? MOST_VERTICES : VIEW_LIMITS.chunkVertices;
    if (vertices + more > most && i > first) {
      writeChunk(gather, order.subarray(first, i), vertices, level);
      first = i;
      vertices = 0;
    }
    vertices += more;
  }
}

function writeChunk(gather: PathGather, paths: Uint32Array, vertices: number, level: LevelWriter): void {
  const extent = new Extent();
  const { plan: from, height: up, boxes } = gather;
  for (const path of paths) {
    extent.add(boxes.values[4 * path]!, boxes.values[4 * path + 1]!, Number.NaN);
    extent.add(boxes.values[4 * path + 2]!, boxes.values[4 * path + 3]!, Number.NaN);
    const end = gather.ends.values[path]!;
    for (let v = gather.start(path); v < end; v++) {
      const elevation = up.values[v]!;
      if (elevation < extent.minElevation) extent.minElevation = elevation;
      if (elevation > extent.maxElevation) extent.maxElevation = elevation;
    }
  }
  const frame = new ChunkFrame(extent, level.tolerance);
  const plan = new Int32Array(2 * vertices);
  const height = new Int32Array(vertices);
  const [ends, row] = [new Uint32Array(paths.length), new Uint32Array(paths.length)];
  const [pen, table, flags] = [
    new Uint16Array(paths.length),
    new Uint8Array(paths.length),
    new Uint8Array(paths.length),
  ];
  const arcs: number[] = [];
  const bulges: number[] = [];
  let at = 0;
  let known = false;
  let items = 0;
  for (const [i, path] of paths.entries()) {
    const [start, end] = [gather.start(path), gather.ends.values[path]!];
    const lastArc = gather.arcEnds.values[path]!;
    for (let arc = gather.firstArc(path); arc < lastArc; arc++) {
      arcs.push(at + gather.arcs.values[arc]! - start);
      bulges.push(gather.bulges.values[arc]!);
    }
    frame.plan(from.values, start, end, plan, at);
    known = frame.heights(up.values, start, end, height, at) || known;
    at += end - start;
    ends[i] = at;
    table[i] = gather.table.values[path]!;
    row[i] = gather.row.values[path]!;
    pen[i] = gather.pen.values[path]!;
    flags[i] = gather.flags.values[path]!;
    items += end - start - (flags[i]! & PATH_FLAGS.closed ? 0 : 1);
  }
  const bytes = encodeChunk({
    ...{ kind: 'paths', head: frame.head, plan, height: known ? height : null, ends, table, row, pen, flags },
    ...{ arcs: Uint32Array.from(arcs), bulges: Float32Array.from(bulges) },
  });
  level.add(bytes, extent, { items });
}
