import { Extent, Path } from '@fieldbridge/fieldjob';
import { PATH_FLAGS, VIEW_LIMITS } from '@fieldbridge/view-wire';
import { ChunkFrame } from './chunk-frame.ts';
import type { LevelWriter } from './level-writer.ts';
import type { PathGather } from './path-gather.ts';
import { Room } from './room.ts';

/** Vertices of a chunk that ends with an area of many rings. */
const MOST_VERTICES = 3 * VIEW_LIMITS.chunkVertices;

/** Packs gathered paths into the chunks of a level, in the given order. */
export function writePathChunks(gather: PathGather, order: Uint32Array, level: LevelWriter): void {
  const rooms = new Rooms();
  let first = 0;
  let vertices = 0;
  for (let i = 0; i <= order.length; i++) {
    const path = i < order.length ? order[i]! : undefined;
    const more = path === undefined ? Infinity : gather.ends.values[path]! - gather.start(path);
    // The rings of an area stay together, or its holes would be filled.
    const isPart = path !== undefined && (gather.flags.values[path]! & PATH_FLAGS.inner) !== 0;
    const most = isPart ? MOST_VERTICES : VIEW_LIMITS.chunkVertices;
    if (vertices + more > most && i > first) {
      writeChunk(gather, order.subarray(first, i), vertices, level, rooms);
      first = i;
      vertices = 0;
    }
    vertices += more;
  }
}

/** Buffers for the columns of a chunk. */
class Rooms {
  readonly path = new Path();
  readonly places = new Room(new Float64Array(3 * VIEW_LIMITS.chunkVertices));
  readonly plan = new Room(new Int32Array(2 * VIEW_LIMITS.chunkVertices));
  readonly height = new Room(new Int32Array(VIEW_LIMITS.chunkVertices));
  readonly ends = new Room(new Uint32Array(256));
  readonly row = new Room(new Uint32Array(256));
  readonly pen = new Room(new Uint16Array(256));
  readonly table = new Room(new Uint8Array(256));
  readonly flags = new Room(new Uint8Array(256));
}

function writeChunk(
  gather: PathGather,
  paths: Uint32Array,
  vertices: number,
  level: LevelWriter,
  { path, ...rooms }: Rooms,
): void {
  const { length } = paths;
  const [ends, row, pen] = [rooms.ends.take(length), rooms.row.take(length), rooms.pen.take(length)];
  const [table, flags] = [rooms.table.take(length), rooms.flags.take(length)];
  const places = rooms.places.take(3 * vertices);
  const extent = new Extent();
  const arcs: number[] = [];
  const bulges: number[] = [];
  let at = 0;
  let items = 0;
  for (let i = 0; i < length; i++) {
    const index = paths[i]!;
    gather.load(index, path);
    const { coordinates, count } = path;
    for (let from = 0, to = 3 * at; from < 3 * count; from++, to++) places[to] = coordinates[from]!;
    for (let v = 0; path.hasBulges && v < count; v++) {
      if (path.bulges[v] === 0) continue;
      arcs.push(at + v);
      bulges.push(path.bulges[v]!);
    }
    const { values } = gather.boxes;
    extent.add(values[4 * index]!, values[4 * index + 1]!, Number.NaN);
    extent.add(values[4 * index + 2]!, values[4 * index + 3]!, Number.NaN);
    at += count;
    ends[i] = at;
    table[i] = gather.table.values[index]!;
    row[i] = gather.row.values[index]!;
    pen[i] = gather.pen.values[index]!;
    flags[i] = gather.flags.values[index]!;
    items += count - (flags[i]! & PATH_FLAGS.closed ? 0 : 1);
  }
  for (let i = 2; i < 3 * vertices; i += 3) {
    const elevation = places[i]!;
    if (elevation < extent.minElevation) extent.minElevation = elevation;
    if (elevation > extent.maxElevation) extent.maxElevation = elevation;
  }
  const frame = new ChunkFrame(extent, level.tolerance);
  const [plan, height] = [rooms.plan.take(2 * vertices), rooms.height.take(vertices)];
  const known = frame.place(places, vertices, plan, height);
  level.add(
    {
      ...{ kind: 'paths', head: frame.head, plan, height: known ? height : null, ends, table, row, pen, flags },
      ...{ arcs: Uint32Array.from(arcs), bulges: Float32Array.from(bulges) },
    },
    extent,
    { items },
  );
}
