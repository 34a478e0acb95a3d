import { JobBuilder } from '../builder.ts';
import { emitJob } from '../emit.ts';
import type { Feature } from '../feature.ts';
import { ForwardSink } from '../forward-sink.ts';
import type { FieldJob } from '../job.ts';
import type { JobSink } from '../sink.ts';
import type { NoteMerge } from './merge-note.ts';
import { NAMES_PER_QUESTION } from './names-per-question.ts';
import { DuplicateNameError, type OnDuplicate } from './on-duplicate.ts';

export { NAMES_PER_QUESTION };

/**
 * The point names of the job that others are added to, wherever it is stored. Both questions also claim the names, so
 * that later callers find them taken. Names are asked in batches of NAMES_PER_QUESTION: the cost depends on the
 * incoming points only.
 */
export interface PointNames {
  /** Indices of the names that the job already has; the others now belong to the incoming job. */
  claim(names: readonly string[]): Promise<readonly number[]>;
  /** A free name for each of the given ones. */
  rename(names: readonly string[]): Promise<readonly string[]>;
}

/** A job whose point names are settled, and the points it replaces. */
export interface SettledNames {
  readonly job: FieldJob;
  /** Names whose points in the other job no longer count. */
  readonly replaced: readonly string[];
}

/** Called along the way. */
export interface SettleOptions {
  readonly note?: NoteMerge;
  readonly progress?: (done: number, total: number) => void;
}

/**
 * Settles the point names of a job against those of the job it is added to. Points without a name never collide, and
 * names repeated within the incoming job stay as they are.
 * @param job the incoming job; unchanged
 * @param names of the existing job
 * @throws DuplicateNameError if a name is taken and duplicates are refused
 */
export async function settlePointNames(
  job: FieldJob,
  onDuplicate: OnDuplicate,
  names: PointNames,
  { note = () => {}, progress = () => {} }: SettleOptions = {},
): Promise<SettledNames> {
  const taken = await takenRows(job, names, progress);
  if (taken.length === 0) return { job, replaced: [] };
  const takenNames = taken.map((row) => job.points.name.get(row));
  if (onDuplicate === 'refuse') throw new DuplicateNameError(takenNames[0]!, taken.length);
  if (onDuplicate === 'replace') {
    for (const name of takenNames) note({ what: 'point-replaced', name });
    return { job, replaced: [...new Set(takenNames)] };
  }
  const changes = new Map<number, string | undefined>();
  if (onDuplicate === 'keep') {
    for (const [index, row] of taken.entries()) {
      changes.set(row, undefined);
      note({ what: 'point-kept', name: takenNames[index]! });
    }
  } else {
    for (let from = 0; from < taken.length; from += NAMES_PER_QUESTION) {
      const batch = takenNames.slice(from, from + NAMES_PER_QUESTION);
      for (const [index, newName] of (await names.rename(batch)).entries()) {
        changes.set(taken[from + index]!, newName);
        note({ what: 'point-renamed', name: batch[index]!, newName });
      }
    }
  }
  const builder = new JobBuilder();
  emitJob(job, new RenameSink(builder, changes));
  return { job: builder.job, replaced: [] };
}

/** Rows of points whose names the other job has; the remaining names are claimed. */
async function takenRows(
  { points }: FieldJob,
  names: PointNames,
  progress: (done: number, total: number) => void,
): Promise<number[]> {
  const taken: number[] = [];
  if (points.name.isDefault) return taken;
  for (let row = 0; row < points.length; ) {
    const rows: number[] = [];
    const batch: string[] = [];
    for (; row < points.length && batch.length < NAMES_PER_QUESTION; row++) {
      const name = points.name.get(row);
      if (name === '') continue;
      rows.push(row);
      batch.push(name);
    }
    progress(row, points.length);
    for (const index of await names.claim(batch)) taken.push(rows[index]!);
  }
  return taken;
}

/** Renames the points of certain rows, or leaves them out (undefined). */
class RenameSink extends ForwardSink {
  readonly #names: ReadonlyMap<number, string | undefined>;
  #row = 0;

  constructor(next: JobSink, names: ReadonlyMap<number, string | undefined>) {
    super(next);
    this.#names = names;
  }

  override point(feature: Feature, easting: number, northing: number, elevation: number): void {
    const row = this.#row++;
    const name = this.#names.has(row) ? this.#names.get(row) : feature.name;
    if (name === undefined) return;
    feature.name = name;
    super.point(feature, easting, northing, elevation);
  }
}
