import type { NumberColumn, Path, PlanBox } from '@fieldbridge/fieldjob';
import { PATH_FLAGS } from '@fieldbridge/view-wire';
import { Grown } from './grown.ts';

/** The origin of a thing, and its pen. */
export interface Origin {
  readonly table: number;
  readonly row: number;
  readonly pen: number;
}

/** Vertices of a path in a column of triples that does not change while a view is made: they need not be copied. */
export interface Kept {
  readonly column: NumberColumn<Float64Array>;
  /** Its first vertex. */
  readonly first: number;
}

/** Paths in order of arrival, as columns; coordinates are the job's own. */
export class PathGather {
  /** Index after the last vertex of each path, over all of them. */
  readonly ends = new Grown(new Uint32Array(256));
  readonly table = new Grown(new Uint8Array(256));
  readonly row = new Grown(new Uint32Array(256));
  readonly pen = new Grown(new Uint16Array(256));
  readonly flags = new Grown(new Uint8Array(256));
  /** West, south, east, north of each path, the bellies of its arcs included. */
  readonly boxes = new Grown(new Float64Array(1024));
  /** Vertices that an arc leaves, and their bulges. */
  readonly #arcs = new Grown(new Uint32Array(16));
  readonly #bulges = new Grown(new Float64Array(16));
  /** How many arcs there are up to the end of each path. */
  readonly #arcEnds = new Grown(new Uint32Array(256));
  /** Triples of the paths that are in no other column. */
  readonly #own = new Grown(new Float64Array(3 * 512));
  /** Columns of the others. For each path: 0 or the index of its column plus one, and its first vertex there. */
  readonly #columns: NumberColumn<Float64Array>[] = [];
  readonly #column = new Grown(new Uint8Array(256));
  readonly #first = new Grown(new Uint32Array(256));

  /** Makes room for this many copied vertices. */
  reserve(paths: number, vertices: number): void {
    this.#own.reserve(3 * vertices);
    this.boxes.reserve(4 * paths);
    this.#growColumns(paths);
  }

  /** Empties it; the memory is kept. */
  clear(): void {
    for (const column of this.#perPath()) column.length = 0;
    this.boxes.length = this.#arcs.length = this.#bulges.length = this.#own.length = 0;
  }

  /** Number of paths. */
  get length(): number {
    return this.ends.length;
  }

  /** Number of vertices. */
  get vertices(): number {
    return this.length === 0 ? 0 : this.ends.values[this.length - 1]!;
  }

  /** First vertex of a path. */
  start(index: number): number {
    return index === 0 ? 0 : this.ends.values[index - 1]!;
  }

  /** Adds some vertices of a path as one. @param box of them */
  run(path: Path, from: number, to: number, box: PlanBox, origin: Origin, flags: number, kept?: Kept): void {
    // Inlined: `push` is called with arrays of every kind, which takes several times as long.
    const { ends, table, row, pen, flags: allFlags, boxes } = this;
    const at = ends.length;
    const before = this.vertices;
    // All columns grow together.
    if (at === ends.values.length) this.#growColumns(1);
    if (kept === undefined) {
      this.#column.values[at] = 0;
      this.#first.values[at] = this.#own.length / 3;
      this.#copy(path.coordinates, 3 * from, 3 * to);
    } else {
      this.#column.values[at] = this.#numberOf(kept.column);
      this.#first.values[at] = kept.first + from;
    }
    if (path.hasBulges) this.#bend(path.bulges, from, to, before);
    ends.values[at] = before + to - from;
    table.values[at] = origin.table;
    row.values[at] = origin.row;
    pen.values[at] = origin.pen;
    allFlags.values[at] = flags;
    this.#arcEnds.values[at] = this.#arcs.length;
    ends.length = at + 1;
    boxes.reserve(4);
    const { values, length } = boxes;
    values[length] = box.minEasting;
    values[length + 1] = box.minNorthing;
    values[length + 2] = box.maxEasting;
    values[length + 3] = box.maxNorthing;
    boxes.length = length + 4;
  }

  /** Whether a path has arcs. */
  isBent(index: number): boolean {
    return this.#firstArc(index) < this.#arcEnds.values[index]!;
  }

  /** One of them as a path of one ring. @returns it */
  load(index: number, path: Path): Path {
    const start = this.start(index);
    const count = this.ends.values[index]! - start;
    const first = this.#first.values[index]!;
    const column = this.#column.values[index]!;
    path.clear();
    path.reserve(count);
    path.count = count;
    if (column > 0) this.#columns[column - 1]!.copy(3 * first, 3 * count, path.coordinates);
    else {
      const { coordinates } = path;
      const { values } = this.#own;
      for (let i = 0; i < 3 * count; i++) coordinates[i] = values[3 * first + i]!;
    }
    path.straight(0, count);
    for (let arc = this.#firstArc(index); arc < this.#arcEnds.values[index]!; arc++) {
      path.bulges[this.#arcs.values[arc]! - start] = this.#bulges.values[arc]!;
      path.hasBulges = true;
    }
    path.closed = (this.flags.values[index]! & PATH_FLAGS.closed) !== 0;
    return path;
  }

  #copy(coordinates: Float64Array, from: number, to: number): void {
    const own = this.#own;
    own.reserve(to - from);
    const { values, length } = own;
    for (let i = from; i < to; i++) values[length + i - from] = coordinates[i]!;
    own.length = length + to - from;
  }

  /** Records arcs. @param before vertices of the paths so far */
  #bend(bulges: Float64Array, from: number, to: number, before: number): void {
    for (let i = from; i < to; i++) {
      if (bulges[i] === 0) continue;
      this.#arcs.push(before + i - from);
      this.#bulges.push(bulges[i]!);
    }
  }

  #numberOf(column: NumberColumn<Float64Array>): number {
    const known = this.#columns.indexOf(column);
    return known < 0 ? this.#columns.push(column) : known + 1;
  }

  #firstArc(index: number): number {
    return index === 0 ? 0 : this.#arcEnds.values[index - 1]!;
  }

  #growColumns(paths: number): void {
    for (const column of this.#perPath()) {
      column.length = this.length;
      column.reserve(paths);
    }
  }

  #perPath(): Grown<Uint8Array | Uint16Array | Uint32Array>[] {
    return [this.table, this.row, this.pen, this.flags, this.#arcEnds, this.#column, this.#first, this.ends];
  }
}
