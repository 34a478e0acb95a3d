import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import type { ImportStore } from './import-store.ts';
import type { JobRow } from './rows.ts';

/** Consecutive segments of a job that the viewer gets as one immutable set of data. */
export interface ViewRun {
  /** Position of the first segment, and of the one after the last. */
  readonly from: number;
  readonly to: number;
  /** Last revision that replaced points of earlier segments, if it came after these; 0 without one. */
  readonly replacedAt: number;
}

/**
 * Segments are merged by 16, 256, 4096, so that a job with any number of imports has few sets, and an import makes a
 * set of its own segment, or every 16th time one of 16 segments.
 */
const TOGETHER = 16;

/** Names of runs: `r3`, `r1-16`, and with the revision that replaced points `r3.7`. */
export const RUN = /^r(\d{1,9})(?:-(\d{1,9}))?(?:\.(\d{1,9}))?$/;

export function nameOfRun({ from, to, replacedAt }: ViewRun): string {
  const first = to - from > 1 ? `r${from + 1}-${to}` : `r${to}`;
  return replacedAt > 0 ? `${first}.${replacedAt}` : first;
}

/** The sets that a viewer gets for a job at its revision; an empty one for a job without segments. */
export async function runsOf({ id, revision }: JobRow, imports: ImportStore): Promise<ViewRun[]> {
  const bounds: [from: number, to: number][] = revision === 0 ? [[0, 0]] : [];
  let size = 1;
  while (size * TOGETHER <= revision) size *= TOGETHER;
  for (let from = 0; from < revision; from += size) {
    while (from + size > revision) size /= TOGETHER;
    bounds.push([from, from + size]);
  }
  return Promise.all(bounds.map(([from, to]) => runAt(id, from, to, imports)));
}

/** @throws ProblemError not-found if the job has no such run, or points of it were replaced since */
export async function runNamed(name: string, { id, revision }: JobRow, imports: ImportStore): Promise<ViewRun> {
  const [, first, last = first] = RUN.exec(name)!;
  const to = Number(last);
  const from = last === first ? Math.max(0, to - 1) : Number(first) - 1;
  const size = to - from;
  const isRun = to <= revision && (size <= 1 || (isPower(size) && from % size === 0));
  const run = isRun ? await runAt(id, from, to, imports) : undefined;
  if (run === undefined || nameOfRun(run) !== name)
    throw new ProblemError('not-found', detailOf('The job has changed; ask for its view again.'));
  return run;
}

async function runAt(jobId: string, from: number, to: number, imports: ImportStore): Promise<ViewRun> {
  return { from, to, replacedAt: await imports.replacedAfter(jobId, to) };
}

function isPower(size: number): boolean {
  let power = TOGETHER;
  while (power < size) power *= TOGETHER;
  return power === size;
}
