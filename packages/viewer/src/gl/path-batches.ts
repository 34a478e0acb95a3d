import { NO_HEIGHT, PATH_FLAGS, type PathChunk } from '@fieldbridge/view-wire';
import { fillRings } from '../fill.ts';
import type { LineStyle } from '../line-style.ts';
import type { Strokes } from '../stroke.ts';
import { AT, Batch } from './context.ts';

/** How a chunk of paths is drawn. */
export interface PathBatches {
  readonly thin: Batch;
  /** Lines with a width or dashes, if there are any. */
  readonly wide?: Batch;
  /** Translucent areas, and opaque ones. */
  readonly fill?: Batch;
  readonly solid?: Batch;
  /** Adds heights, which a plan does not need. */
  readonly raise: () => void;
}

/** Fills the buffers of a chunk of paths. @param strokesOf strokes it; rarely needed without arcs */
export function pathBatches(
  gl: WebGL2RenderingContext,
  chunk: PathChunk,
  strokesOf: () => Strokes,
  styles: readonly (LineStyle | undefined)[],
): PathBatches {
  const isBent = chunk.arcs.length > 0;
  const shape: Pick<Strokes, 'plan' | 'ends'> = isBent ? strokesOf() : chunk;
  const { plan, ends } = shape;
  const { pen: penOf, flags: flagsOf } = chunk;
  const vertices = plan.length / 2;
  const pens = pensOf(chunk, ends);
  const lines = new (vertices > 65_535 ? Uint32Array : Uint16Array)(2 * vertices);
  const styled: number[] = [];
  const areas: { light: number[]; solid: number[] } = { light: [], solid: [] };
  let at = 0;
  let start = 0;
  // A plain loop: a hundred thousand paths are processed before it is compiled.
  for (let path = 0; path < ends.length; path++) {
    const end = ends[path]!;
    const pen = penOf[path]!;
    const flags = flagsOf[path]!;
    if (flags & PATH_FLAGS.area && !(flags & PATH_FLAGS.inner))
      areas[flags & PATH_FLAGS.solid ? 'solid' : 'light'].push(path);
    if (styles[pen] !== undefined) styled.push(path);
    else {
      for (let v = start + 1; v < end; v++) {
        lines[at++] = v - 1;
        lines[at++] = v;
      }
      // Strokes repeat the first vertex.
      if (!isBent && flags & PATH_FLAGS.closed && end > start) {
        lines[at++] = end - 1;
        lines[at++] = start;
      }
    }
    start = end;
  }
  const flat = (batchPlan: Int32Array, batchPens: Uint16Array): Batch =>
    new Batch(gl).integers(AT.at, batchPlan, 2).integers(AT.pen, batchPens, 1);
  const thin = flat(plan, pens).indices(lines.subarray(0, at));
  const wide = styled.length === 0 ? undefined : wideBatch(gl, chunk, strokesOf(), styled, styles);
  const filled = (paths: readonly number[]): Batch | undefined => {
    const triangles = paths.length === 0 ? [] : fillRings(chunk, strokesOf(), paths);
    if (triangles.length === 0) return undefined;
    const { plan: corners, ends: cornerEnds } = strokesOf();
    return flat(corners, isBent ? pens : pensOf(chunk, cornerEnds)).indices(Uint32Array.from(triangles));
  };
  const [fill, solid] = [filled(areas.light), filled(areas.solid)];
  const raise = (): void => {
    const { height } = chunk;
    if (height === null) return;
    thin.integers(AT.up, isBent ? strokesOf().height! : height, 1);
    for (const batch of [fill, solid]) batch?.integers(AT.up, strokesOf().height!, 1);
  };
  return { thin, wide, fill, solid, raise };
}

/** The pen of each vertex. Plain loops, as in `pathBatches`. */
function pensOf({ pen }: PathChunk, ends: Uint32Array): Uint16Array {
  const pens = new Uint16Array(ends.at(-1) ?? 0);
  let start = 0;
  for (let path = 0; path < ends.length; path++) {
    const end = ends[path]!;
    const one = pen[path]!;
    for (let v = start; v < end; v++) pens[v] = one;
    start = end;
  }
  return pens;
}

function wideBatch(
  gl: WebGL2RenderingContext,
  chunk: PathChunk,
  { plan, height, ends }: Strokes,
  paths: readonly number[],
  styles: readonly (LineStyle | undefined)[],
): Batch {
  const startOf = (path: number): number => (path === 0 ? 0 : ends[path - 1]!);
  const count = 4 * paths.reduce((sum, path) => sum + Math.max(0, ends[path]! - startOf(path) - 1), 0);
  const [here, there] = [new Int32Array(2 * count), new Int32Array(2 * count)];
  const [up, toUp] = [new Int32Array(count), new Int32Array(count)];
  const [pens, along, side] = [new Uint16Array(count), new Float32Array(count), new Float32Array(count)];
  const [dashes, more, width] = [new Float32Array(4 * count), new Float32Array(4 * count), new Float32Array(count)];
  const indices = new Uint32Array((count / 4) * 6);
  let at = 0;
  for (const path of paths) {
    const style = styles[chunk.pen[path]!]!;
    const pattern = style.lengths?.map((length) => -length / chunk.head.step) ?? style.dashes;
    const [few, rest] = [0, 4].map((from) => [0, 1, 2, 3].map((i) => pattern[from + i] ?? 0)) as [number[], number[]];
    let distance = 0;
    for (let v = startOf(path) + 1; v < ends[path]!; v++) {
      const length = Math.hypot(plan[2 * v]! - plan[2 * v - 2]!, plan[2 * v + 1]! - plan[2 * v - 1]!);
      // Two corners at the start of the segment, two at its end.
      for (let corner = 0; corner < 4; corner++, at++) {
        const [from, to] = corner < 2 ? [v - 1, v] : [v, v - 1];
        here.set([plan[2 * from]!, plan[2 * from + 1]!], 2 * at);
        there.set([plan[2 * to]!, plan[2 * to + 1]!], 2 * at);
        up[at] = height?.[from] ?? NO_HEIGHT;
        toUp[at] = height?.[to] ?? NO_HEIGHT;
        pens[at] = chunk.pen[path]!;
        along[at] = distance + (corner < 2 ? 0 : length);
        side[at] = corner % 2 === 0 ? 1 : -1;
        dashes.set(few, 4 * at);
        more.set(rest, 4 * at);
        width[at] = style.width;
      }
      const first = at - 4;
      indices.set([first, first + 1, first + 2, first, first + 2, first + 3], (first / 4) * 6);
      distance += length;
    }
  }
  return new Batch(gl)
    .integers(AT.at, here, 2)
    .integers(AT.to, there, 2)
    .integers(AT.up, up, 1)
    .integers(AT.toUp, toUp, 1)
    .integers(AT.pen, pens, 1)
    .floats(AT.along, along, 1)
    .floats(AT.side, side, 1)
    .floats(AT.dashes, dashes, 4)
    .floats(AT.more, more, 4)
    .floats(AT.width, width, 1)
    .indices(indices);
}
