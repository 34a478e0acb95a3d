import { NO_HEIGHT, PATH_FLAGS, type PathChunk } from '@fieldbridge/view-wire';

/** Most chords of one arc, and an estimate for most arcs. */
const MOST_CHORDS = 1024;
const USUAL_CHORDS = 8;

/** The vertices of a chunk as they are drawn: arcs as chords, closed paths with their first vertex once more. */
export interface Strokes {
  /** Steps east and north alternately. */
  readonly plan: Int32Array;
  readonly height: Int32Array | null;
  /** Index after the last vertex of each path. */
  readonly ends: Uint32Array;
}

/** Strokes a chunk. @param tolerance largest distance of a chord from its arc, in steps */
export function strokeChunk(chunk: PathChunk, tolerance: number): Strokes {
  const { ends, flags, arcs, bulges } = chunk;
  const closing = flags.reduce((sum, flag) => sum + (flag & PATH_FLAGS.closed ? 1 : 0), 0);
  if (closing === 0 && arcs.length === 0) return chunk;
  const vertices = new Vertices(chunk, chunk.plan.length / 2 + closing + USUAL_CHORDS * arcs.length);
  const newEnds = new Uint32Array(ends.length);
  let arc = 0;
  let start = 0;
  for (let path = 0; path < ends.length; path++) {
    const end = ends[path]!;
    const isClosed = (flags[path]! & PATH_FLAGS.closed) !== 0;
    for (let v = start; v < end; v++) {
      vertices.copy(v);
      if (arcs[arc] !== v) continue;
      const to = v + 1 < end ? v + 1 : start;
      if (v + 1 < end || isClosed) addArc(chunk, v, to, bulges[arc]!, tolerance, vertices);
      arc++;
    }
    if (isClosed && end > start) vertices.copy(start);
    newEnds[path] = vertices.count;
    start = end;
  }
  return { ...vertices.finish(), ends: newEnds };
}

/** Vertices that are appended. Lists of numbers would take several times as long. */
class Vertices {
  count = 0;
  readonly #chunk: PathChunk;
  #plan: Int32Array<ArrayBuffer>;
  #height: Int32Array<ArrayBuffer>;

  /** @param room number of vertices before it has to grow */
  constructor(chunk: PathChunk, room: number) {
    this.#chunk = chunk;
    this.#plan = new Int32Array(2 * room);
    this.#height = new Int32Array(chunk.height === null ? 0 : room);
  }

  /** Adds a vertex of the chunk. */
  copy(vertex: number): void {
    const { plan, height } = this.#chunk;
    this.add(plan[2 * vertex]!, plan[2 * vertex + 1]!, height === null ? NO_HEIGHT : height[vertex]!);
  }

  add(east: number, north: number, up: number): void {
    const { count } = this;
    if (2 * count === this.#plan.length) this.#grow();
    this.#plan[2 * count] = east;
    this.#plan[2 * count + 1] = north;
    // A chunk without heights has no room for one.
    this.#height[count] = up;
    this.count++;
  }

  #grow(): void {
    const [plan, height] = [this.#plan, this.#height];
    this.#plan = new Int32Array(2 * plan.length + 64);
    this.#plan.set(plan);
    if (this.#chunk.height === null) return;
    this.#height = new Int32Array(this.#plan.length / 2);
    this.#height.set(height);
  }

  finish(): { readonly plan: Int32Array; readonly height: Int32Array | null } {
    const height = this.#chunk.height === null ? null : this.#height.subarray(0, this.count);
    return { plan: this.#plan.subarray(0, 2 * this.count), height };
  }
}

function addArc(
  chunk: PathChunk,
  from: number,
  to: number,
  bulge: number,
  tolerance: number,
  vertices: Vertices,
): void {
  const [x1, y1] = [chunk.plan[2 * from]!, chunk.plan[2 * from + 1]!];
  const [dx, dy] = [chunk.plan[2 * to]! - x1, chunk.plan[2 * to + 1]! - y1];
  const chord = Math.hypot(dx, dy);
  const radius = (chord * (1 / Math.abs(bulge) + Math.abs(bulge))) / 4;
  if (!(chord > 0) || !Number.isFinite(radius)) return;
  const sweep = 4 * Math.atan(bulge);
  const step = 2 * Math.acos(1 - Math.min(1, tolerance / radius));
  const chords = Math.min(MOST_CHORDS, Math.ceil(Math.abs(sweep) / Math.max(Math.min(step, Math.PI / 4), 1e-6)));
  // The centre lies beside the middle of the chord; angles are taken from the chord, which is more precise.
  const apothem = (1 / bulge - bulge) / 4;
  const [cx, cy] = [x1 + dx / 2 - dy * apothem, y1 + dy / 2 + dx * apothem];
  const first = Math.atan2(-dy / 2 - dx * apothem, -dx / 2 + dy * apothem);
  const [up1, up2] = chunk.height === null ? [NO_HEIGHT, NO_HEIGHT] : [chunk.height[from]!, chunk.height[to]!];
  for (let i = 1; i < chords; i++) {
    const angle = first + (sweep * i) / chords;
    const up = up1 === NO_HEIGHT || up2 === NO_HEIGHT ? NO_HEIGHT : Math.round(up1 + ((up2 - up1) * i) / chords);
    vertices.add(Math.round(cx + radius * Math.cos(angle)), Math.round(cy + radius * Math.sin(angle)), up);
  }
}

/** The strokes of a drawn chunk; those of a chunk without arcs are made on first use. */
export function strokesOf(drawn: { strokes?: Strokes }, chunk: PathChunk): Strokes {
  // The tolerance only matters to arcs.
  drawn.strokes ??= strokeChunk(chunk, 1);
  return drawn.strokes;
}
