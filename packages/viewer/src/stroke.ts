import { NO_HEIGHT, PATH_FLAGS, type PathChunk } from '@fieldbridge/view-wire';

/** Most chords of one arc. */
const MOST_CHORDS = 1024;

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
  const plan: number[] = [];
  const height: number[] | null = chunk.height === null ? null : [];
  const newEnds = new Uint32Array(ends.length);
  let arc = 0;
  let start = 0;
  for (let path = 0; path < ends.length; path++) {
    const end = ends[path]!;
    const isClosed = (flags[path]! & PATH_FLAGS.closed) !== 0;
    for (let v = start; v < end; v++) {
      plan.push(chunk.plan[2 * v]!, chunk.plan[2 * v + 1]!);
      height?.push(chunk.height![v]!);
      if (arcs[arc] !== v) continue;
      const to = v + 1 < end ? v + 1 : start;
      if (v + 1 < end || isClosed) addArc(chunk, v, to, bulges[arc]!, tolerance, plan, height);
      arc++;
    }
    if (isClosed && end > start) {
      plan.push(chunk.plan[2 * start]!, chunk.plan[2 * start + 1]!);
      height?.push(chunk.height![start]!);
    }
    newEnds[path] = plan.length / 2;
    start = end;
  }
  return { plan: Int32Array.from(plan), height: height && Int32Array.from(height), ends: newEnds };
}

function addArc(
  chunk: PathChunk,
  from: number,
  to: number,
  bulge: number,
  tolerance: number,
  plan: number[],
  height: number[] | null,
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
  const [up1, up2] = height === null ? [0, 0] : [chunk.height![from]!, chunk.height![to]!];
  for (let i = 1; i < chords; i++) {
    const angle = first + (sweep * i) / chords;
    plan.push(Math.round(cx + radius * Math.cos(angle)), Math.round(cy + radius * Math.sin(angle)));
    height?.push(up1 === NO_HEIGHT || up2 === NO_HEIGHT ? NO_HEIGHT : Math.round(up1 + ((up2 - up1) * i) / chords));
  }
}
