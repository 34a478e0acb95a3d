import type { MainPart, Surface } from '@fieldbridge/fieldjob';
import { PATH_FLAGS } from '@fieldbridge/view-wire';
import { LevelWriter } from './level-writer.ts';
import { writeMesh } from './mesh-chunks.ts';
import { overviewOf, SeenCells } from './overview.ts';
import { writePathChunks } from './path-chunks.ts';
import type { PathGather } from './path-gather.ts';
import type { PointGather, TextGather } from './place-gather.ts';
import { planOrder } from './plan-order.ts';

/** Segments, or points, of the first picture. */
const OVERVIEW = 100_000;
/** Above this many segments there is a level between the overview and everything. */
const MANY = 1_000_000;
/** Pixels of a first picture: half of one is the tolerance of the overview. */
const PIXELS = 2000;
/** Factor by which the level between is finer. */
const FINER = 8;
/** Texts of the first picture, and their least height in its pixels. */
const TEXTS = 20_000;
const LEGIBLE = 6;

/** Makes the levels of a view, for each kind coarse ones first; the last of a kind is exact. */
export function levelsOf(
  paths: PathGather,
  points: PointGather,
  texts: TextGather,
  surfaces: readonly { readonly surface: Surface; readonly pen: number }[],
  part: MainPart,
  isPlaced: (easting: number, northing: number) => boolean,
): LevelWriter[] {
  const { main } = part;
  const side = Math.max(main.maxEasting - main.minEasting, main.maxNorthing - main.minNorthing);
  const pixel = side > 0 ? side / PIXELS : 1;
  return [
    ...pathLevels(paths, part, pixel / 2),
    ...pointLevels(points, part, pixel),
    ...textLevels(texts, part, pixel),
    ...meshLevels(surfaces, isPlaced),
  ];
}

function* pathLevels(paths: PathGather, part: MainPart, tolerance: number): Generator<LevelWriter> {
  if (paths.length === 0) return;
  const order = planOrder(middles(paths), part);
  const segments = paths.vertices - paths.length;
  if (segments > OVERVIEW) {
    const overview = overviewOf(paths, order, part, tolerance, OVERVIEW);
    yield written(overview.gather, overview.tolerance);
    if (segments > MANY) {
      const finer = overviewOf(paths, order, part, overview.tolerance / FINER, Infinity);
      yield written(finer.gather, finer.tolerance);
    }
  }
  const exact = new LevelWriter('paths');
  writePathChunks(paths, order, exact);
  yield exact;
}

function written(gather: PathGather, tolerance: number): LevelWriter {
  const level = new LevelWriter('paths', tolerance);
  // It is already in order.
  writePathChunks(
    gather,
    Uint32Array.from({ length: gather.length }, (_, i) => i),
    level,
  );
  return level;
}

/**
 * The middle of the box of each path; further rings of an area have the middle of the first, so that they follow it.
 */
function middles({ length, boxes, flags }: PathGather): Float64Array {
  const places = new Float64Array(2 * length);
  for (let path = 0; path < length; path++) {
    const isInner = (flags.values[path]! & PATH_FLAGS.inner) !== 0;
    for (const axis of [0, 1]) {
      const at = 4 * path + axis;
      places[2 * path + axis] = isInner
        ? places[2 * path + axis - 2]!
        : (boxes.values[at]! + boxes.values[at + 2]!) / 2;
    }
  }
  return places;
}

function* pointLevels(points: PointGather, part: MainPart, pixel: number): Generator<LevelWriter> {
  if (points.length === 0) return;
  const { values } = points.plan;
  const order = planOrder(values.subarray(0, 2 * points.length), part);
  let size = pixel;
  let few = order;
  while (few.length > OVERVIEW) {
    const cells = new SeenCells(part, size);
    few = order.filter((i) => cells.take(values[2 * i]!, values[2 * i + 1]!));
    if (few.length > OVERVIEW) size *= 2;
  }
  if (few !== order) {
    const level = new LevelWriter('points', size);
    points.write(few, level);
    yield level;
  }
  const exact = new LevelWriter('points');
  points.write(order, exact);
  yield exact;
}

function* textLevels(texts: TextGather, part: MainPart, pixel: number): Generator<LevelWriter> {
  if (texts.length === 0) return;
  const order = planOrder(texts.plan.values.subarray(0, 2 * texts.length), part);
  if (order.length > TEXTS) {
    const { values } = texts.size;
    const large = order.filter((i) => values[i]! >= LEGIBLE * pixel);
    const level = new LevelWriter('texts', pixel);
    texts.write(large.slice(0, TEXTS), level);
    if (large.length > 0) yield level;
  }
  const exact = new LevelWriter('texts');
  texts.write(order, exact);
  yield exact;
}

function* meshLevels(
  surfaces: readonly { readonly surface: Surface; readonly pen: number }[],
  isPlaced: (easting: number, northing: number) => boolean,
): Generator<LevelWriter> {
  const exact = new LevelWriter('mesh');
  for (const [row, { surface, pen }] of surfaces.entries()) writeMesh(surface, row, pen, isPlaced, exact);
  if (exact.chunks.length > 0) yield exact;
}
