import { emitJob, type Feature, type FieldJob, ForwardSink, JobBuilder, type JobSink } from '@fieldbridge/fieldjob';
import { FormatError, type IssueLog } from '@fieldbridge/formats';
import type { TaskContext } from '../serve-tasks.ts';
import { NAMES_PER_QUESTION, type OnDuplicate } from './task-types.ts';

/** Gives points of certain rows other names, or leaves them out (undefined). */
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

/** The names of a job's points and what became of those that the target job holds already. */
export interface ResolvedNames {
  readonly job: FieldJob;
  /** Names whose points in earlier segments no longer count. */
  readonly replaced: readonly string[];
}

/**
 * Settles point names against the job that the points go to. The server is asked for each batch of names, so the cost is
 * that of the points that come in, not of those that are there.
 * @throws FormatError `point-name-taken` when duplicates are to be refused
 */
export async function resolvePointNames(
  job: FieldJob,
  onDuplicate: OnDuplicate,
  issues: IssueLog,
  context: TaskContext,
): Promise<ResolvedNames> {
  const taken = await takenRows(job, context);
  if (taken.length === 0) return { job, replaced: [] };
  const names = taken.map((row) => job.points.name.get(row));
  if (onDuplicate === 'refuse') {
    const text = `the job holds ${taken.length} of the point names already, the first is "${names[0]}"; say onDuplicate=rename, keep or replace`;
    throw new FormatError('point-name-taken', text);
  }
  if (onDuplicate === 'replace') {
    for (const name of names)
      issues.report({ code: 'point-replaced', severity: 'note', text: `point "${name}" replaces the one in the job` });
    return { job, replaced: Array.from(new Set(names)) };
  }
  const changes = new Map<number, string | undefined>();
  if (onDuplicate === 'keep') {
    for (const [index, row] of taken.entries()) {
      changes.set(row, undefined);
      const text = `point "${names[index]}" was left out: the job holds one of that name and keeps it`;
      issues.report({ code: 'point-kept', severity: 'warning', text });
    }
  } else {
    for (let from = 0; from < taken.length; from += NAMES_PER_QUESTION) {
      const batch = names.slice(from, from + NAMES_PER_QUESTION);
      const free = (await context.ask({ rename: batch })) as string[];
      for (const [index, name] of free.entries()) {
        changes.set(taken[from + index]!, name);
        const text = `point "${batch[index]}" came in as "${name}": the job holds one of that name`;
        issues.report({ code: 'point-renamed', severity: 'warning', text });
      }
    }
  }
  const builder = new JobBuilder();
  emitJob(job, new RenameSink(builder, changes));
  return { job: builder.job, replaced: [] };
}

/** Rows of points whose names the job holds already; the other names are claimed for this import. */
async function takenRows(job: FieldJob, context: TaskContext): Promise<number[]> {
  const taken: number[] = [];
  const { points } = job;
  if (points.name.isDefault) return taken;
  for (let row = 0; row < points.length; ) {
    const rows: number[] = [];
    const names: string[] = [];
    for (; row < points.length && names.length < NAMES_PER_QUESTION; row++) {
      const name = points.name.get(row);
      if (name === '') continue;
      rows.push(row);
      names.push(name);
    }
    context.progress(row, points.length, 'matching');
    for (const index of (await context.ask({ claim: names })) as number[]) taken.push(rows[index]!);
  }
  return taken;
}
