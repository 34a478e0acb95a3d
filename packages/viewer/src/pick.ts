import { NO_HEIGHT, VIEW_TABLES, type ViewChunk } from '@fieldbridge/view-wire';
import Flatbush from 'flatbush';
import type { Drawable } from './gl/renderer.ts';
import { strokesOf } from './stroke.ts';

/** Something under the pointer. */
export interface Hit {
  readonly segment: number;
  readonly table: string;
  readonly row: number;
  /** Distance from the place asked for, in the job's unit. */
  readonly distance: number;
  /** The nearest position on it. */
  readonly easting: number;
  readonly northing: number;
}

/** A place to snap to. */
export interface Snap {
  readonly kind: 'end' | 'point' | 'middle' | 'crossing' | 'nearest';
  readonly easting: number;
  readonly northing: number;
  readonly elevation: number | null;
  readonly hit: Hit;
}

/** Features looked at for one hit. */
const MOST_CANDIDATES = 500;
/** Preference of a kind of snap over the kinds below it, as a share of the reach. */
const KINDS = ['point', 'end', 'crossing', 'middle', 'nearest'] as const;

const indices = new WeakMap<ViewChunk, Flatbush>();

/** The index of a chunk's features by their boxes, built on first use. */
function indexOf(drawable: Drawable): Flatbush | undefined {
  const { chunk } = drawable;
  const known = indices.get(chunk);
  if (known !== undefined) return known;
  const [plan, ends] = shapesOf(drawable);
  if (ends.length === 0) return undefined;
  const index = new Flatbush(ends.length, 16, Int32Array);
  let start = 0;
  for (const end of ends) {
    let [west, south, east, north] = [2 ** 31 - 1, 2 ** 31 - 1, -(2 ** 31), -(2 ** 31)];
    for (let v = start; v < end; v++) {
      west = Math.min(west, plan[2 * v]!);
      east = Math.max(east, plan[2 * v]!);
      south = Math.min(south, plan[2 * v + 1]!);
      north = Math.max(north, plan[2 * v + 1]!);
    }
    index.add(west, south, east, north);
    start = end;
  }
  index.finish();
  indices.set(chunk, index);
  return index;
}

/** Positions of a chunk's features as they are drawn, and where each ends. */
function shapesOf(drawable: Drawable): [plan: Int32Array, ends: ArrayLike<number> & Iterable<number>] {
  const { chunk } = drawable;
  if (chunk.kind === 'paths') {
    const { plan, ends } = strokesOf(drawable, chunk);
    return [plan, ends];
  }
  if (chunk.kind === 'mesh') return [chunk.plan, []];
  return [chunk.plan, Array.from(chunk.row, (_, i) => i + 1)];
}

/**
 * Everything within reach of a position, nearest first; points before lines at the same place.
 * @param reach in the job's unit @param isShown whether a pen is visible
 */
export function pick(
  drawables: readonly Drawable[],
  easting: number,
  northing: number,
  reach: number,
  isShown: (segment: number, pen: number) => boolean,
): Hit[] {
  const hits: Hit[] = [];
  for (const found of candidates(drawables, easting, northing, reach, isShown)) {
    const { drawable, start, end, item } = found;
    const { chunk } = drawable;
    const [plan] = shapesOf(drawable);
    const { head } = chunk;
    const [x, y] = [(easting - head.easting) / head.step, (northing - head.northing) / head.step];
    let best = Infinity;
    let [bx, by] = [0, 0];
    for (let v = start; v < Math.max(end - 1, start + 1); v++) {
      const to = Math.min(v + 1, end - 1);
      const [px, py] = nearestOn(x, y, plan[2 * v]!, plan[2 * v + 1]!, plan[2 * to]!, plan[2 * to + 1]!);
      const distance = Math.hypot(px - x, py - y);
      if (distance < best) [best, bx, by] = [distance, px, py];
    }
    if (best * head.step > reach) continue;
    const { table, row } = chunk as Extract<ViewChunk, { kind: 'paths' }>;
    hits.push({
      ...{ segment: drawable.palette, table: VIEW_TABLES[table[item]!] ?? '', row: row[item]! },
      ...{
        distance: best * head.step,
        easting: head.easting + bx * head.step,
        northing: head.northing + by * head.step,
      },
    });
  }
  const rank = ({ table, distance }: Hit): number => distance - (/oint/.test(table) ? reach / 2 : 0);
  const seen = new Set<string>();
  return hits
    .sort((a, b) => rank(a) - rank(b))
    .filter(({ segment, table, row }) => {
      const key = `${segment} ${table} ${row}`;
      return !seen.has(key) && !!seen.add(key);
    });
}

/** The best place to snap to within reach: a point, an end, a crossing, a middle, or the nearest place on a line. */
export function snap(
  drawables: readonly Drawable[],
  easting: number,
  northing: number,
  reach: number,
  isShown: (segment: number, pen: number) => boolean,
): Snap | undefined {
  let best: Snap | undefined;
  let least = Infinity;
  const offer = (kind: Snap['kind'], found: Candidate, x: number, y: number, up: number): void => {
    const { head } = found.drawable.chunk;
    const [east, north] = [head.easting + x * head.step, head.northing + y * head.step];
    const distance = Math.hypot(east - easting, north - northing);
    const rank = distance + (KINDS.indexOf(kind) * reach) / KINDS.length;
    if (distance > reach || rank >= least) return;
    least = rank;
    const { table, row } = found.drawable.chunk as Extract<ViewChunk, { kind: 'paths' }>;
    const hit = {
      ...{ segment: found.drawable.palette, table: VIEW_TABLES[table[found.item]!] ?? '', row: row[found.item]! },
      ...{ distance, easting: east, northing: north },
    };
    const elevation = up === NO_HEIGHT ? null : head.elevation + up * head.step;
    best = { kind, easting: east, northing: north, elevation, hit };
  };
  const near: { found: Candidate; a: readonly [number, number]; b: readonly [number, number] }[] = [];
  for (const found of candidates(drawables, easting, northing, reach, isShown)) {
    const { chunk } = found.drawable;
    const [plan] = shapesOf(found.drawable);
    const heights = chunk.kind === 'paths' ? strokesOf(found.drawable, chunk).height : chunk.height;
    const { head } = chunk;
    const [x, y, most] = [
      (easting - head.easting) / head.step,
      (northing - head.northing) / head.step,
      reach / head.step,
    ];
    for (let v = found.start; v < found.end; v++) {
      const [ax, ay] = [plan[2 * v]!, plan[2 * v + 1]!];
      const up = heights?.[v] ?? NO_HEIGHT;
      offer(chunk.kind === 'paths' ? 'end' : 'point', found, ax, ay, up);
      if (v + 1 >= found.end) continue;
      const [bx, by] = [plan[2 * v + 2]!, plan[2 * v + 3]!];
      const [px, py] = nearestOn(x, y, ax, ay, bx, by);
      if (Math.hypot(px - x, py - y) > most) continue;
      const upTo = heights?.[v + 1] ?? NO_HEIGHT;
      const isLevel = up !== NO_HEIGHT && upTo !== NO_HEIGHT;
      offer('middle', found, (ax + bx) / 2, (ay + by) / 2, isLevel ? (up + upTo) / 2 : NO_HEIGHT);
      offer('nearest', found, px, py, NO_HEIGHT);
      const absolute = (px2: number, py2: number) =>
        [head.easting + px2 * head.step, head.northing + py2 * head.step] as const;
      near.push({ found, a: absolute(ax, ay), b: absolute(bx, by) });
    }
  }
  for (let i = 0; i < Math.min(near.length, 40); i++)
    for (let j = 0; j < i; j++) {
      const at = crossing(near[i]!.a, near[i]!.b, near[j]!.a, near[j]!.b);
      if (at === undefined) continue;
      const { head } = near[i]!.found.drawable.chunk;
      offer(
        'crossing',
        near[i]!.found,
        (at[0] - head.easting) / head.step,
        (at[1] - head.northing) / head.step,
        NO_HEIGHT,
      );
    }
  return best;
}

interface Candidate {
  readonly drawable: Drawable;
  /** Row of the chunk's own list. */
  readonly item: number;
  readonly start: number;
  readonly end: number;
}

function* candidates(
  drawables: readonly Drawable[],
  easting: number,
  northing: number,
  reach: number,
  isShown: (segment: number, pen: number) => boolean,
): Generator<Candidate> {
  for (const drawable of drawables) {
    const { chunk, palette } = drawable;
    if (chunk.kind === 'mesh') continue;
    const { head } = chunk;
    const index = indexOf(drawable);
    if (index === undefined) continue;
    const [x, y, most] = [
      (easting - head.easting) / head.step,
      (northing - head.northing) / head.step,
      reach / head.step,
    ];
    const found = index.search(x - most, y - most, x + most, y + most, (item) => isShown(palette, chunk.pen[item]!));
    const [, ends] = shapesOf(drawable);
    for (const item of found.slice(0, MOST_CANDIDATES))
      yield { drawable, item, start: item === 0 ? 0 : ends[item - 1]!, end: ends[item]! };
  }
}

function nearestOn(x: number, y: number, ax: number, ay: number, bx: number, by: number): readonly [number, number] {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const t = length > 0 ? Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length)) : 0;
  return [ax + t * dx, ay + t * dy];
}

type Place = readonly [number, number];

/** Where two segments cross, or undefined. Computed about the first of them: coordinates are large. */
export function crossing(a: Place, b: Place, c: Place, d: Place): Place | undefined {
  const [rx, ry, sx, sy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]];
  const [qx, qy] = [c[0] - a[0], c[1] - a[1]];
  const size = rx * sy - ry * sx;
  const [t, u] = [(qx * sy - qy * sx) / size, (qx * ry - qy * rx) / size];
  return t > 0 && t < 1 && u > 0 && u < 1 ? [a[0] + t * rx, a[1] + t * ry] : undefined;
}
