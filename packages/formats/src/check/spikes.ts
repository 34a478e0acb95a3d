import { Path, PathCursor, type Surface } from '@fieldbridge/fieldjob';
import { VertexIndex } from '../kit/cad/vertex-index.ts';
import { type CheckContext, layerName, lengthText } from './check-context.ts';
import { isImpossible } from './elevation-rules.ts';
import type { Spot } from './finding.ts';

/** Least height of a spike in metres: in lines and surfaces, and among points, which belong to many things. */
const LEAST_HEIGHT = 2;
const LEAST_HEIGHT_OF_POINTS = 10;
/** A spike in a line is steeper than this on both sides, unlike slopes of ditches. */
const STEEP = 2;
/** No loose ground is steeper than this. */
const LOOSE = 1;
/** A spike is this many times as high as the differences among its neighbours. */
const ALIKE = 3;
/** Neighbours that a point is compared with, and candidates that they are chosen from. */
const NEIGHBOURS = 6;
const MOST_CANDIDATES = 40;
/** Points per cell of the grid in which neighbours are searched. */
const PER_CELL = 4;

/** Finds single elevations that stand out from their neighbours: in lines, in surfaces and among points. */
export function checkSpikes(context: CheckContext): void {
  checkLines(context);
  for (const surface of context.job.surfaces) checkSurface(context, surface);
  checkPoints(context);
}

function report(context: CheckContext, kind: string, height: number, spot: Spot): void {
  const direction = height > 0 ? 'higher' : 'lower';
  context.findings.add('check-spike', spot, { kind, height: lengthText(Math.abs(height), context), direction });
}

/** Height of a spike over its two neighbours; 0 without a spike. */
function spikeHeight(one: number, other: number, near: number, far: number, least: number): number {
  if (one > 0 !== other > 0) return 0;
  const height = Math.min(Math.abs(one), Math.abs(other));
  const isSteep = Math.abs(one) > STEEP * near && Math.abs(other) > STEEP * far;
  return height > least && isSteep ? Math.sign(one) * height : 0;
}

function checkLines(context: CheckContext): void {
  const { job, metres } = context;
  const { lines } = job;
  const cursor = new PathCursor(lines);
  const path = new Path();
  const { distance, rise } = between(() => path.coordinates);
  for (let row = 0; row < lines.length; row++) {
    const { count, coordinates: c } = cursor.load(row, path);
    for (let i = 1; i + 1 < count; i++) {
      const least = LEAST_HEIGHT / metres;
      const height = spikeHeight(rise(i - 1, i), rise(i + 1, i), distance(i - 1, i), distance(i + 1, i), least);
      const spot = { easting: c[3 * i]!, northing: c[3 * i + 1]!, elevation: c[3 * i + 2]! };
      if (height !== 0) report(context, 'vertex', height, { ...spot, layer: layerName(job, lines.layer.get(row)) });
    }
  }
}

function between(coordinates: () => Float64Array) {
  return {
    distance: (a: number, b: number): number => {
      const c = coordinates();
      return Math.hypot(c[3 * b]! - c[3 * a]!, c[3 * b + 1]! - c[3 * a + 1]!);
    },
    rise: (a: number, b: number): number => coordinates()[3 * b + 2]! - coordinates()[3 * a + 2]!,
  };
}

/** A vertex whose edges all fall, or all rise, more steeply than loose ground can, and by about as much. */
function checkSurface(context: CheckContext, { name, vertices, triangles }: Surface): void {
  const { distance, rise } = between(() => vertices);
  const count = vertices.length / 3;
  const lowest = new Float64Array(count).fill(Infinity);
  const highest = new Float64Array(count).fill(-Infinity);
  const slope = new Float64Array(count).fill(Infinity);
  for (let slot = 0; slot < triangles.length; slot++) {
    const vertex = triangles[slot]!;
    for (const step of [1, 2]) {
      const next = triangles[3 * Math.floor(slot / 3) + ((slot + step) % 3)]!;
      const height = rise(next, vertex);
      lowest[vertex] = Math.min(lowest[vertex]!, height);
      highest[vertex] = Math.max(highest[vertex]!, height);
      slope[vertex] = Math.min(slope[vertex]!, Math.abs(height) / distance(next, vertex));
    }
  }
  for (let vertex = 0; vertex < count; vertex++) {
    const height = sharedHeight(lowest[vertex]!, highest[vertex]!);
    if (Math.abs(height) * context.metres <= LEAST_HEIGHT || !(slope[vertex]! > LOOSE)) continue;
    const [easting, northing, elevation] = vertices.subarray(3 * vertex, 3 * vertex + 3) as never as number[];
    const spot = { easting: easting!, northing: northing!, elevation: elevation!, name };
    report(context, 'vertex of a surface', height, spot);
  }
}

/** Height of a spike over all its neighbours; 0 without a spike, or if they differ from each other as much. */
function sharedHeight(lowest: number, highest: number): number {
  if (!(lowest > 0 === highest > 0)) return 0;
  const height = Math.min(Math.abs(lowest), Math.abs(highest));
  return height > ALIKE * (highest - lowest) ? Math.sign(lowest) * height : 0;
}

/** A point that stands out from its nearest neighbours more than they differ from each other. */
function checkPoints(context: CheckContext): void {
  const { job, metres } = context;
  const { points } = job;
  const rows: number[] = [];
  for (let row = 0; row < points.length; row++)
    if (Number.isFinite(points.easting(row) + points.northing(row)) && isElevation(points.elevation(row), metres))
      rows.push(row);
  if (rows.length <= NEIGHBOURS) return;
  const cells = new Cells(rows, points.easting.bind(points), points.northing.bind(points));
  for (const row of rows) {
    const around = cells.around(row);
    const rise = (other: number): number => points.elevation(row) - points.elevation(other);
    const away = (other: number): number =>
      Math.hypot(points.easting(row) - points.easting(other), points.northing(row) - points.northing(other));
    // Nearly every point is about as high as the first of its neighbours.
    if (around.length < NEIGHBOURS || isNearestLevel(around, rise, away, LEAST_HEIGHT_OF_POINTS / metres)) continue;
    const near = around
      .map((other) => ({ rise: rise(other), away: away(other) }))
      .sort((a, b) => a.away - b.away)
      .slice(0, NEIGHBOURS);
    const rises = near.map(({ rise }) => rise);
    const height = sharedHeight(Math.min(...rises), Math.max(...rises));
    if (Math.abs(height) * metres <= LEAST_HEIGHT_OF_POINTS || Math.abs(height) < LOOSE * near.at(-1)!.away) continue;
    report(context, 'point', height, {
      easting: points.easting(row),
      northing: points.northing(row),
      elevation: points.elevation(row),
      name: points.name.get(row),
    });
  }
}

/** Whether the nearest of some points differs by no more than a height. */
function isNearestLevel(
  around: readonly number[],
  rise: (other: number) => number,
  away: (other: number) => number,
  height: number,
): boolean {
  let [nearest, least] = [around[0]!, Infinity];
  for (const other of around) {
    const distance = away(other);
    if (distance < least) [nearest, least] = [other, distance];
  }
  return Math.abs(rise(nearest)) <= height;
}

/** Zero and impossible elevations are reported as such. */
function isElevation(elevation: number, metres: number): boolean {
  return Number.isFinite(elevation) && elevation !== 0 && !isImpossible(elevation, metres);
}

/** A grid of points in plan. */
class Cells {
  readonly #cells = new VertexIndex();
  /** The points of each cell. */
  readonly #points: number[][] = [];
  readonly #across: (row: number) => number;
  readonly #up: (row: number) => number;

  constructor(rows: readonly number[], easting: (row: number) => number, northing: (row: number) => number) {
    // The middle four fifths of each axis: a stray point must not make all cells large.
    const width = (value: (row: number) => number): number => {
      const sorted = Float64Array.from(rows, value).sort();
      return sorted[Math.floor(0.9 * (rows.length - 1))]! - sorted[Math.floor(0.1 * (rows.length - 1))]!;
    };
    const size = Math.sqrt((width(easting) * width(northing) * PER_CELL) / rows.length) || 1;
    this.#across = (row) => Math.floor(easting(row) / size);
    this.#up = (row) => Math.floor(northing(row) / size);
    for (const row of rows) this.#cell(this.#across(row), this.#up(row)).push(row);
  }

  /** The points in and around the cell of a point, without itself. */
  around(row: number): number[] {
    const found: number[] = [];
    const [across, up] = [this.#across(row), this.#up(row)];
    for (const de of [0, -1, 1])
      for (const dn of [0, -1, 1])
        for (const other of this.#cell(across + de, up + dn)) {
          if (found.length >= MOST_CANDIDATES) return found;
          if (other !== row) found.push(other);
        }
    return found;
  }

  #cell(across: number, up: number): number[] {
    return (this.#points[this.#cells.add(across, up, 0)] ??= []);
  }
}
