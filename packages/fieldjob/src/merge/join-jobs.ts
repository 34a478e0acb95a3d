import { JobBuilder } from '../builder.ts';
import { type Crs, sameCrs } from '../crs.ts';
import { emitJob } from '../emit.ts';
import type { Feature } from '../feature.ts';
import { ForwardSink } from '../forward-sink.ts';
import { FieldJob, type JobInfo } from '../job.ts';
import type { Code } from '../records.ts';
import type { JobSink } from '../sink.ts';
import { type CoordinateChange, TransformSink } from '../transform-sink.ts';
import type { Unit } from '../unit.ts';
import { MergeReport } from './merge-report.ts';
import { MergeSink } from './merge-sink.ts';
import type { OnDuplicate } from './on-duplicate.ts';

const NONE: ReadonlySet<string> = new Set();

/** How jobs are joined. */
export interface JoinOptions {
  readonly onDuplicate?: OnDuplicate;
  /**
   * Finds the map between two reference systems for coordinates in `unit`; without it, coordinates of different systems are
   * taken over as they are and `report.mixedCrs` says so.
   */
  readonly map?: (from: Crs, to: Crs, unit: Unit) => ((position: Float64Array) => void) | undefined;
}

/** A joined job and what happened on the way. */
export interface JoinedJobs {
  readonly job: FieldJob;
  readonly report: MergeReport;
  /** Parts whose reference system differs from the job's and could not be converted. */
  readonly mixedCrs: number;
  /** Alignments and planes that could not follow a change of the reference system. */
  readonly leftOut: readonly { readonly kind: string; readonly name: string }[];
}

/**
 * Joins jobs in their order into a new one. Name, unit, reference system and description are the first part's (unit and
 * system: the first that is stated); later parts are converted to them. Points of later parts are settled against all before.
 * @throws DuplicateNameError when `onDuplicate` is `refuse` and a name comes twice
 */
export function joinJobs(parts: readonly FieldJob[], options: JoinOptions = {}): JoinedJobs {
  const job = new FieldJob();
  const builder = new JobBuilder(job);
  const report = new MergeReport();
  const leftOut: { kind: string; name: string }[] = [];
  const names = new Set<string>();
  const codes = new Map<string, Code>();
  const unit = parts.find(({ info }) => info.unit !== undefined)?.info.unit;
  const crs = (parts.find(({ info }) => info.crs.kind !== 'local') ?? parts[0])?.info.crs ?? job.info.crs;
  if (parts[0] !== undefined) builder.describe({ ...parts[0].info, unit, crs, properties: propertiesOf(parts) });
  const gone = options.onDuplicate === 'replace' ? namesOfLater(parts) : [];
  let mixedCrs = 0;
  for (const [index, part] of parts.entries()) {
    const existing = {
      isTaken: (name: string) => names.has(name),
      code: (kind: Code['kind'], name: string) => codes.get(codeKey(kind, name)),
      layer: (name: string) => job.layers.get(job.layers.find(name)),
    };
    const merge = new MergeSink(new JoinedSink(builder, names, codes, gone[index] ?? NONE), existing, options);
    const decide = (info: JobInfo): CoordinateChange => {
      const change = changeTo(info, unit, crs, options);
      if (change.map === undefined && !sameCrs(info.crs, crs)) mixedCrs++;
      return change;
    };
    const sink = new TransformSink(new QuietSink(merge), decide, (kind, name) => void leftOut.push({ kind, name }));
    emitJob(part, sink);
    sink.finish();
    absorb(report, merge.report);
  }
  for (const code of codes.values()) job.codes.push(code);
  return { job, report, mixedCrs, leftOut };
}

function changeTo(info: JobInfo, unit: Unit | undefined, crs: Crs, { map }: JoinOptions): CoordinateChange {
  const from = info.unit ?? unit ?? 'metre';
  const to = unit ?? from;
  const known = info.crs.kind !== 'local' && crs.kind !== 'local' && !sameCrs(info.crs, crs);
  return {
    unit: from === to ? undefined : { from, to },
    map: known ? map?.(info.crs, crs, to) : undefined,
  };
}

/** What is in the joined job so far, and the last stage before it. */
class JoinedSink extends ForwardSink {
  readonly #names: Set<string>;
  readonly #codes: Map<string, Code>;
  readonly #gone: ReadonlySet<string>;

  constructor(next: JobSink, names: Set<string>, codes: Map<string, Code>, gone: ReadonlySet<string>) {
    super(next);
    this.#names = names;
    this.#codes = codes;
    this.#gone = gone;
  }

  /** Leaves out what a later part replaces. */
  override point(feature: Feature, easting: number, northing: number, elevation: number): void {
    this.#names.add(feature.name);
    if (!this.#gone.has(feature.name)) super.point(feature, easting, northing, elevation);
  }

  /** The last code of a kind and name counts, in the place of the first. */
  override code(code: Code): void {
    this.#codes.set(codeKey(code.kind, code.name), code);
  }
}

/** Keeps what a part says of itself from the joined job, which has been described. */
class QuietSink extends ForwardSink {
  override describe(): void {}
}

const codeKey = (kind: Code['kind'], name: string): string => `${kind} ${name}`;

/** Per part the point names that a later part brings again. */
function namesOfLater(parts: readonly FieldJob[]): ReadonlySet<string>[] {
  const sets: ReadonlySet<string>[] = [];
  const later = new Set<string>();
  for (const { points } of parts.toReversed()) {
    sets.unshift(new Set(later));
    for (let row = 0; row < points.length; row++) if (points.name.get(row) !== '') later.add(points.name.get(row));
  }
  return sets;
}

function propertiesOf(parts: readonly FieldJob[]): Record<string, string> {
  return Object.assign({}, ...parts.toReversed().map(({ info }) => info.properties));
}

function absorb(into: MergeReport, from: MergeReport): void {
  for (const what of ['renamed', 'kept', 'replaced', 'codeKept', 'codeReplaced', 'layerKept'] as const) {
    into[what] += from[what];
  }
  for (const note of from.notes) into.notes.push(note);
}
