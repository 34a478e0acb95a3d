import { type MainPart, Path, type PlanBox, strokePath } from '@fieldbridge/fieldjob';
import { simplify as simplifyLine } from '@fieldbridge/view-wire';
import { PathGather } from './path-gather.ts';

/** Cells along each side of the grid in which things too small to see are thinned. */
const SIDE = 4096;
/** Attempts with twice the tolerance each. */
const MOST_ATTEMPTS = 24;
/** Paths of a block of neighbours, and the number of blocks per block sampled to find the tolerance. */
const [BLOCK, BLOCKS] = [64, 8];

/** Marks cells of a grid over the main part. */
export class SeenCells {
  readonly #bits: Uint32Array;
  readonly #west: number;
  readonly #south: number;
  readonly #size: number;

  /**
   * @param size of a cell, in the job's unit; larger if the grid would not cover the whole part
   * @param room of a grid that is no longer needed
   */
  constructor({ main }: MainPart, size: number, room: Uint32Array = new Uint32Array((SIDE * SIDE) / 32)) {
    this.#bits = room.fill(0);
    this.#west = main.minEasting;
    this.#south = main.minNorthing;
    const side = Math.max(main.maxEasting - main.minEasting, main.maxNorthing - main.minNorthing);
    this.#size = Math.max(size, side / SIDE) || 1;
  }

  /**
   * Whether the cell of a position was free; it is occupied afterwards. Positions outside the grid count as its border.
   */
  take(easting: number, northing: number): boolean {
    const cell = this.#cell(easting - this.#west) * SIDE + this.#cell(northing - this.#south);
    const bit = 1 << (cell & 31);
    if (this.#bits[cell >>> 5]! & bit) return false;
    this.#bits[cell >>> 5]! |= bit;
    return true;
  }

  #cell(distance: number): number {
    return Math.min(SIDE - 1, Math.max(0, Math.floor(distance / this.#size)));
  }
}

/**
 * Paths with fewer vertices, none further than a tolerance from the true ones; arcs become chords. Of paths smaller
 * than the tolerance, the first in each cell of that size is kept, as a stroke.
 * @param tolerance to begin with; it is raised until there are few enough @param most segments
 */
export function overviewOf(
  gather: PathGather,
  order: Uint32Array,
  part: MainPart,
  tolerance: number,
  most: number,
): { gather: PathGather; tolerance: number } {
  const target = new PathGather();
  // Each path kept has at least one segment.
  target.reserve(Math.min(order.length, most), Math.min(gather.vertices, 2 * most));
  const room = { target, cells: new Uint32Array((SIDE * SIDE) / 32) };
  const from = { gather, part, room };
  if (order.length >= BLOCK * BLOCKS) {
    const sample = order.filter((_, i) => Math.floor(i / BLOCK) % BLOCKS === 0);
    tolerance = attempts(from, sample, tolerance, (most * sample.length) / order.length);
  }
  return { tolerance: attempts(from, order, tolerance, most), gather: target };
}

/** The paths to simplify, and reused memory: new memory takes as long as everything else. */
interface Attempted {
  readonly gather: PathGather;
  readonly part: MainPart;
  readonly room: { readonly target: PathGather; readonly cells: Uint32Array };
}

/** Raises the tolerance until there are few enough segments. @returns it */
function attempts(from: Attempted, order: Uint32Array, tolerance: number, most: number): number {
  for (let attempt = 0; ; attempt++) {
    const done = simplify(from, order, tolerance, attempt < MOST_ATTEMPTS ? most : Infinity);
    if (done === 1) return tolerance;
    tolerance *= Math.max(1.5, Math.min(8, 1 / done));
  }
}

/** @returns the share of the paths done when there were too many; 1: all */
function simplify({ gather, part, room }: Attempted, order: Uint32Array, tolerance: number, most: number): number {
  const { target } = room;
  target.clear();
  const cells = new SeenCells(part, tolerance, room.cells);
  const [exact, stroked, kept] = [new Path(), new Path(), new Path()];
  let keep = new Uint8Array(1024);
  // Plain loops and variables: this runs for every vertex of a job, for each tolerance tried.
  const { values: corners } = gather.boxes;
  for (let done = 0; done < order.length; done++) {
    const index = order[done]!;
    const box: PlanBox = {
      minEasting: corners[4 * index]!,
      minNorthing: corners[4 * index + 1]!,
      maxEasting: corners[4 * index + 2]!,
      maxNorthing: corners[4 * index + 3]!,
    };
    const isSpeck = box.maxEasting - box.minEasting < tolerance && box.maxNorthing - box.minNorthing < tolerance;
    if (isSpeck && !cells.take(box.minEasting, box.minNorthing)) continue;
    gather.load(index, exact);
    kept.clear();
    if (isSpeck) {
      const elevation = exact.coordinates[2]!;
      kept.vertex(box.minEasting, box.minNorthing, elevation);
      kept.vertex(box.maxEasting, box.maxNorthing, elevation);
    } else {
      const { coordinates: c, count } = exact.hasBulges ? strokePath(exact, tolerance, stroked) : exact;
      if (keep.length < count) keep = new Uint8Array(2 * count);
      for (let i = 0; i < count; i++) keep[i] = 0;
      simplifyLine(c, 0, count, tolerance, keep, 3);
      for (let i = 0; i < count; i++) if (keep[i] === 1) kept.vertex(c[3 * i]!, c[3 * i + 1]!, c[3 * i + 2]!);
    }
    const origin = {
      table: gather.table.values[index]!,
      row: gather.row.values[index]!,
      pen: gather.pen.values[index]!,
    };
    target.run(kept, 0, kept.count, box, origin, isSpeck ? 0 : gather.flags.values[index]!);
    if (target.vertices - target.length > most) return done / order.length;
  }
  return 1;
}
