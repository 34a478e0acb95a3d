import {
  type Code,
  type Feature,
  type FieldJob,
  ForwardSink,
  JobBuilder,
  type JobInfo,
  type JobSink,
  parseCrs,
  parseUnit,
} from '@fieldbridge/fieldjob';
import { DEFAULT_LIMITS, FileSource, formatById, SourceTally } from '@fieldbridge/formats';
import type { TaskContext } from '../serve-tasks.ts';
import { readJson } from './json-file.ts';
import { type ExportTask, SEGMENT_FORMAT } from './task-types.ts';

/** Adds one segment to a job that is put together: what the job settles itself is not taken from the segment. */
class SegmentSink extends ForwardSink {
  readonly #gone: ReadonlySet<string>;
  readonly #codes: Set<string>;

  constructor(next: JobSink, gone: ReadonlySet<string>, codes: Set<string>) {
    super(next);
    this.#gone = gone;
    this.#codes = codes;
  }

  override describe(info: Partial<JobInfo>): void {
    if (info.properties !== undefined) super.describe({ properties: info.properties });
  }

  override point(feature: Feature, easting: number, northing: number, elevation: number): void {
    if (!this.#gone.has(feature.name)) super.point(feature, easting, northing, elevation);
  }

  /** A code that an earlier segment has stays as it is. */
  override code(code: Code): void {
    const key = `${code.kind} ${code.name}`;
    if (this.#codes.has(key)) return;
    this.#codes.add(key);
    super.code(code);
  }
}

/** A joined job, and the call that closes the files its drawings are read from. */
export interface JoinedJob {
  readonly job: FieldJob;
  readonly close: () => void;
}

/** Puts a job together from its segments, in their order. */
export async function joinSegments(task: ExportTask, context: TaskContext): Promise<JoinedJob> {
  const builder = new JobBuilder();
  const { unit, crs, name, createdAt } = task.job;
  builder.describe({
    name,
    createdAt,
    ...(unit === undefined ? {} : { unit: parseUnit(unit) }),
    ...(crs === undefined ? {} : { crs: parseCrs(crs) }),
  });
  const gone = replacedAfter(task);
  const codes = new Set<string>();
  const sources: FileSource[] = [];
  const read = await formatById(SEGMENT_FORMAT)!.loadReader!();
  for (const [index, { path }] of task.segments.entries()) {
    const source = new FileSource(path, `segment-${index}.mjf`);
    sources.push(source);
    await read(source, new SegmentSink(builder, gone[index]!, codes), {
      options: {},
      signal: context.signal,
      limits: DEFAULT_LIMITS,
      progress: () => context.progress(index, task.segments.length, 'joining'),
      report: () => {},
      tally: new SourceTally(),
      workFolder: context.output,
    });
  }
  return { job: builder.job, close: () => sources.forEach((source) => void source.close()) };
}

/** Per segment the point names that later segments replace. */
function replacedAfter({ segments }: ExportTask): ReadonlySet<string>[] {
  const sets: ReadonlySet<string>[] = [];
  let gone: ReadonlySet<string> = new Set();
  for (const { replaced } of segments.toReversed()) {
    sets.unshift(gone);
    if (replaced !== undefined) gone = new Set([...gone, ...(readJson(replaced) as string[])]);
  }
  return sets;
}
