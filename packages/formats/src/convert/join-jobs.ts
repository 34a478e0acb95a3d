import {
  type Crs,
  DuplicateNameError,
  emitJob,
  type FieldJob,
  JobBuilder,
  JobJoin,
  LOCAL_CRS,
  NamesInMemory,
  type OnDuplicate,
  type SettledNames,
  sameCrs,
  settlePointNames,
  type Unit,
} from '@fieldbridge/fieldjob';
import { FormatError } from '../core/failure.ts';
import { IssueLog } from '../core/issues/issue.ts';
import { lengthUnitOf } from '../kit/crs/unit-of-crs.ts';
import { jobInTarget, systemName, type Target } from './change-to-target.ts';
import { mergeIssue } from './merge-issue.ts';

/** A file that was read on its own, to be joined with others. */
export interface JoinPart {
  /** Its name in messages. */
  readonly name: string;
  readonly job: FieldJob;
  /** The issues of its reading. */
  readonly issues: Pick<IssueLog, 'count'>;
}

/** The properties of the joined job. */
export interface JoinRequest extends Target {
  /** Name of the job. */
  readonly name: string;
  readonly onDuplicate: OnDuplicate;
}

/**
 * Joins jobs into one, in one unit and one reference system: those requested, or else those that every part states. A
 * part without a stated system is taken to be in the job's.
 * @returns the job, and what was changed on the way
 * @throws FormatError if the parts contradict each other (`units-differ`, `unit-not-stated`, `crs-differ`,
 * `crs-not-stated`), or if a point name is taken and duplicates are refused (`point-name-taken`)
 */
export async function joinJobs(
  parts: readonly JoinPart[],
  request: JoinRequest,
): Promise<{ readonly job: FieldJob; readonly issues: IssueLog }> {
  const issues = new IssueLog();
  const crs = commonSystem(parts, request.crs);
  const unit = commonUnit(parts, request.unit ?? (request.crs && lengthUnitOf(request.crs)));
  const names = new NamesInMemory();
  const settled: SettledNames[] = [];
  for (const { job } of parts) {
    const changes = crs.kind !== 'local' && !sameCrs(job.info.crs, crs) ? { crs } : {};
    const moved = await jobInTarget(job, { unit, ...changes, settings: request.settings }, issues);
    settled.push(await settleNames(moved, request.onDuplicate, names.nextPart(), issues));
  }
  const builder = new JobBuilder();
  builder.describe({ name: request.name, unit, crs });
  const join = new JobJoin(builder, (note) => issues.report(mergeIssue(note)));
  const gone = replacedAfter(settled);
  for (const [index, { job }] of settled.entries())
    emitJob(job, join.part({ gone: gone[index]!, onDuplicate: request.onDuplicate }));
  join.finish();
  return { job: builder.job, issues };
}

async function settleNames(
  job: FieldJob,
  onDuplicate: OnDuplicate,
  names: NamesInMemory,
  issues: IssueLog,
): Promise<SettledNames> {
  try {
    return await settlePointNames(job, onDuplicate, names, { note: (note) => issues.report(mergeIssue(note)) });
  } catch (error) {
    if (!(error instanceof DuplicateNameError)) throw error;
    throw new FormatError(error.code, { name: error.pointName, count: error.count });
  }
}

/** For each part, the point names that later parts replace. */
function replacedAfter(parts: readonly SettledNames[]): ReadonlySet<string>[] {
  const sets: ReadonlySet<string>[] = [];
  let gone: ReadonlySet<string> = new Set();
  for (const { replaced } of parts.toReversed()) {
    sets.unshift(gone);
    if (replaced.length > 0) gone = new Set([...gone, ...replaced]);
  }
  return sets;
}

/** The system of the job. @throws FormatError if the parts cannot all be in one */
function commonSystem(parts: readonly JoinPart[], wanted: Crs | undefined): Crs {
  const [first, ...others] = parts.filter(({ job }) => job.info.crs.kind !== 'local');
  if (first === undefined) return wanted ?? LOCAL_CRS;
  const own = first.job.info.crs;
  if (wanted === undefined || wanted.kind === 'local') {
    const other = others.find(({ job }) => !sameCrs(job.info.crs, own));
    if (other === undefined) return wanted ?? own;
    const [system, otherSystem] = [systemName(own), systemName(other.job.info.crs)];
    throw new FormatError('crs-differ', { name: first.name, system, other: other.name, otherSystem });
  }
  const moving = [first, ...others].find(({ job }) => !sameCrs(job.info.crs, wanted));
  const silent = parts.find(({ job }) => job.info.crs.kind === 'local');
  if (moving !== undefined && silent !== undefined) {
    const system = systemName(moving.job.info.crs);
    throw new FormatError('crs-not-stated', { name: silent.name, other: moving.name, system });
  }
  return wanted;
}

/** The unit of the job. @throws FormatError if the parts differ in it and none is requested */
function commonUnit(parts: readonly JoinPart[], wanted: Unit | undefined): Unit {
  const silent = parts.filter(({ issues }) => issues.count('unit-assumed') > 0);
  const [first, ...others] = parts.filter((part) => !silent.includes(part));
  // An assumed unit is only right as long as nothing contradicts it.
  for (const { name, job } of silent)
    if (first !== undefined && job.unit !== first.job.unit)
      throw new FormatError('unit-not-stated', { name, other: first.name, unit: first.job.unit });
  const own = (first ?? parts[0])!.job.unit;
  const other = others.find(({ job }) => job.unit !== own);
  if (wanted === undefined && other !== undefined) {
    const [unit, otherUnit] = [own, other.job.unit];
    throw new FormatError('units-differ', { name: first!.name, unit, other: other.name, otherUnit });
  }
  return wanted ?? own;
}
