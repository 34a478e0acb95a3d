import { type FieldJob, JobBuilder, JobJoin, parseCrs, parseUnit } from '@fieldbridge/fieldjob';
import {
  DEFAULT_LIMITS,
  FileSource,
  formatById,
  type Issue,
  type Limits,
  mergeIssue,
  SourceTally,
} from '@fieldbridge/formats';
import type { TaskContext } from '../serve-tasks.ts';
import { readJson } from './json-file.ts';
import { type JoinTask, SEGMENT_FORMAT } from './task-types.ts';

/** A joined job, and the call that closes the files its drawings are read from. */
export interface JoinedJob {
  readonly job: FieldJob;
  readonly close: () => void;
}

/**
 * Joins the segments of a job in order.
 * @param report called for codes and layers that more than one segment has
 */
export async function joinSegments(
  task: JoinTask,
  context: TaskContext,
  report: (issue: Issue) => void,
): Promise<JoinedJob> {
  const builder = new JobBuilder();
  const { unit, crs, name, createdAt } = task.job;
  builder.describe({
    name,
    createdAt,
    ...(unit === undefined ? {} : { unit: parseUnit(unit) }),
    ...(crs === undefined ? {} : { crs: parseCrs(crs) }),
  });
  const limits = segmentLimits(task);
  const gone = replacedAfter(task);
  const join = new JobJoin(builder, (note) => report(mergeIssue(note)));
  const sources: FileSource[] = [];
  const read = await formatById(SEGMENT_FORMAT)!.loadReader!();
  for (const [index, { path, onDuplicate }] of task.segments.entries()) {
    const source = new FileSource(path, `segment-${index}.mjf`);
    sources.push(source);
    await read(source, join.part({ gone: gone[index]!, onDuplicate }), {
      options: {},
      signal: context.signal,
      limits,
      progress: () => context.progress(index, task.segments.length, 'joining'),
      report: () => {},
      tally: new SourceTally(),
      workFolder: context.output,
    });
  }
  join.finish();
  return { job: builder.job, close: () => sources.forEach((source) => void source.close()) };
}

/** The content of a job was accepted once: limits that were lowered since do not apply to it. */
function segmentLimits({ limits }: JoinTask): Limits {
  const widest = Object.entries(DEFAULT_LIMITS).map(([name, value]) => [
    name,
    Math.max(value, limits[name as keyof Limits]),
  ]);
  return Object.fromEntries(widest) as Limits;
}

/** Per segment the point names that later segments replace. */
function replacedAfter({ segments, later = [] }: JoinTask): ReadonlySet<string>[] {
  const sets: ReadonlySet<string>[] = [];
  let gone: ReadonlySet<string> = new Set(later.flatMap((path) => readJson(path) as string[]));
  for (const { replaced } of segments.toReversed()) {
    sets.unshift(gone);
    if (replaced !== undefined) gone = new Set([...gone, ...(readJson(replaced) as string[])]);
  }
  return sets;
}
