import type { FieldJob } from '@fieldbridge/fieldjob';

/** Levels for elements: 1 to 63. */
const LAST = 63;
/** Name of a level when it is read. */
const LEVEL_NAME = /^level (\d{1,2})$/i;

/** The level of each layer of a job. */
export interface Levels {
  /** Level by index of layer. */
  readonly byLayer: readonly number[];
  /** Level of features without a layer. */
  readonly noLayer: number;
  /** Layers that share the last level, because there are more layers than levels. */
  readonly merged: number;
}

/**
 * Gives each layer a level: `Level n` keeps its number, the others get the free ones in order; the rest shares level
 * 63.
 */
export function levelsOf(job: FieldJob): Levels {
  const byLayer: number[] = [];
  const taken = new Set<number>();
  for (const [index, { name }] of [...job.layers].entries()) {
    const number = Number(LEVEL_NAME.exec(name)?.[1]);
    if (!(number >= 1 && number <= LAST) || taken.has(number)) continue;
    byLayer[index] = number;
    taken.add(number);
  }
  let merged = 0;
  let next = 1;
  const free = (): number => {
    while (taken.has(next)) next++;
    if (next > LAST) {
      merged++;
      return LAST;
    }
    taken.add(next);
    return next;
  };
  for (let index = 0; index < job.layers.length; index++) byLayer[index] ??= free();
  return { byLayer, merged, noLayer: needsLevel(job) ? free() : LAST };
}

/** Whether any feature has no layer. */
function needsLevel(job: FieldJob): boolean {
  if ([...job.surfaces, ...job.alignments].some(({ layer }) => layer < 0)) return true;
  return [job.points, job.lines, job.areas, job.texts].some(({ layer, length }) => {
    for (let row = 0; row < length; row++) if (layer.get(row) < 0) return true;
    return false;
  });
}
