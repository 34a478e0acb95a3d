import { addPath, Extent, Path, type PlanBox, strokePath } from '@fieldbridge/fieldjob';
import { PATH_FLAGS } from '@fieldbridge/view-wire';
import { Grown } from './grown.ts';

/** Vertices of a piece of a line: long ones are cut, so that a view of one end does not need the other. */
const PIECE = 1024;
/** Rings of areas are filled, so they are only cut where a chunk could not hold them. */
const RING = 50_000;

/** How an area is filled: so that what is below shows, or whole. */
export type Fill = 'light' | 'solid';

/** Paths in order of arrival, as columns; coordinates are the job's own. */
export class PathGather {
  /** Easting and northing alternately. */
  readonly plan = new Grown(new Float64Array(1024));
  readonly height = new Grown(new Float64Array(512));
  readonly ends = new Grown(new Uint32Array(256));
  readonly table = new Grown(new Uint8Array(256));
  readonly row = new Grown(new Uint32Array(256));
  readonly pen = new Grown(new Uint16Array(256));
  readonly flags = new Grown(new Uint8Array(256));
  /** West, south, east, north of each path, the bellies of its arcs included. */
  readonly boxes = new Grown(new Float64Array(1024));
  /** Vertices that an arc leaves, and their bulges. */
  readonly arcs = new Grown(new Uint32Array(16));
  readonly bulges = new Grown(new Float64Array(16));
  /** How many arcs there are up to the end of each path. */
  readonly arcEnds = new Grown(new Uint32Array(256));
  readonly #scratch = new Path();

  /** Makes room for so many. */
  reserve(paths: number, vertices: number): void {
    this.plan.reserve(2 * vertices);
    this.height.reserve(vertices);
    this.boxes.reserve(4 * paths);
    this.#growColumns(paths);
  }

  /** Empties it; the room stays. */
  clear(): void {
    const { plan, height, ends, table, row, pen, flags, boxes, arcs, bulges, arcEnds } = this;
    for (const column of [plan, height, ends, table, row, pen, flags, boxes, arcs, bulges, arcEnds]) column.length = 0;
  }

  /** Number of paths. */
  get length(): number {
    return this.ends.length;
  }

  /** Number of vertices. */
  get vertices(): number {
    return this.height.length;
  }

  /** First vertex of a path. */
  start(index: number): number {
    return index === 0 ? 0 : this.ends.values[index - 1]!;
  }

  /** Adds all rings of a path, cut into pieces. @param fill of an area @param box of the whole path */
  add(path: Path, fill: Fill | undefined, box: Extent, table: number, row: number, pen: number): void {
    const isArea = fill !== undefined;
    for (let ring = 0; ring < path.rings.length; ring++) {
      const [from, to] = [path.rings[ring]!, path.ringEnd(ring)];
      const isClosed = isArea || path.closed;
      const most = isArea ? RING : PIECE;
      const flags =
        (isClosed ? PATH_FLAGS.closed : 0) |
        (isArea ? PATH_FLAGS.area : 0) |
        (isArea && ring > 0 ? PATH_FLAGS.inner : 0) |
        (fill === 'solid' ? PATH_FLAGS.solid : 0);
      if (to - from <= most) {
        this.#run(path, from, to);
        this.end(table, row, pen, flags, path.rings.length === 1 ? box : undefined);
        continue;
      }
      for (let at = from; at < to - 1; at += most - 1) {
        this.#run(path, at, Math.min(at + most, to));
        // The last piece of a closed path closes it.
        if (isClosed && at + most - 1 >= to - 1) this.#run(path, from, from + 1);
        this.end(table, row, pen, PATH_FLAGS.part);
      }
    }
  }

  /** Adds a vertex to the path that `end` ends. */
  vertex(easting: number, northing: number, elevation: number): void {
    const { plan, height } = this;
    plan.reserve(2);
    height.reserve(1);
    plan.values[plan.length++] = easting;
    plan.values[plan.length++] = northing;
    height.values[height.length++] = elevation;
  }

  /**
   * Ends the path of the vertices added since the last one.
   * @param box its box; found by visiting the vertices when left out
   */
  end(table: number, row: number, pen: number, flags: number, box?: PlanBox): void {
    // Written here: `push` sees arrays of every kind, which takes several times as long.
    const { ends, table: tables, row: rows, pen: pens, flags: allFlags, arcEnds } = this;
    // All six grow together.
    if (ends.length === ends.values.length) this.#growColumns(1);
    ends.values[ends.length++] = this.vertices;
    tables.values[tables.length++] = table;
    rows.values[rows.length++] = row;
    pens.values[pens.length++] = pen;
    allFlags.values[allFlags.length++] = flags;
    arcEnds.values[arcEnds.length++] = this.arcs.length;
    const { minEasting, minNorthing, maxEasting, maxNorthing } = box ?? this.#boxOfLast();
    this.boxes.reserve(4);
    const { values, length } = this.boxes;
    values[length] = minEasting;
    values[length + 1] = minNorthing;
    values[length + 2] = maxEasting;
    values[length + 3] = maxNorthing;
    this.boxes.length += 4;
  }

  /** A path with its arcs as chords. */
  stroked(index: number, tolerance: number, target: Path): Path {
    return strokePath(this.#path(index), tolerance, target);
  }

  #boxOfLast(): PlanBox {
    const box = new Extent();
    addPath(box, this.#path(this.length - 1), false);
    return box;
  }

  /** One of them as a path, until the next call. */
  #path(index: number): Path {
    const path = this.#scratch.clear();
    const to = this.ends.values[index]!;
    let arc = this.firstArc(index);
    for (let i = this.start(index); i < to; i++) {
      const bulge = arc < this.arcs.length && this.arcs.values[arc] === i ? this.bulges.values[arc++]! : 0;
      path.vertex(this.plan.values[2 * i]!, this.plan.values[2 * i + 1]!, this.height.values[i]!, bulge);
    }
    path.closed = (this.flags.values[index]! & PATH_FLAGS.closed) !== 0;
    return path;
  }

  /** Index of the first arc of a path, or of one after it. */
  firstArc(index: number): number {
    return index === 0 ? 0 : this.arcEnds.values[index - 1]!;
  }

  #growColumns(paths: number): void {
    for (const column of [this.ends, this.table, this.row, this.pen, this.flags, this.arcEnds]) column.reserve(paths);
  }

  #run({ coordinates: c, bulges, hasBulges }: Path, from: number, to: number): void {
    const { plan, height } = this;
    plan.reserve(2 * (to - from));
    height.reserve(to - from);
    let at = plan.length;
    let up = height.length;
    for (let i = from; i < to; i++) {
      plan.values[at++] = c[3 * i]!;
      plan.values[at++] = c[3 * i + 1]!;
      if (hasBulges && bulges[i] !== 0) {
        this.arcs.push(up);
        this.bulges.push(bulges[i]!);
      }
      height.values[up++] = c[3 * i + 2]!;
    }
    plan.length = at;
    height.length = up;
  }
}
