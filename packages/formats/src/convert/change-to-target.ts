import {
  type CoordinateChange,
  type Crs,
  crsText,
  emitJob,
  type FieldJob,
  JobBuilder,
  type JobInfo,
  type JobSink,
  parseCrs,
  parseUnit,
  type SkippedReport,
  sameCrs,
  TransformSink,
  type Unit,
} from '@fieldbridge/fieldjob';
import type { CrsSettings } from '../core/crs-settings.ts';
import type { FormatError } from '../core/failure.ts';
import type { Format } from '../core/format.ts';
import type { IssueLog } from '../core/issues/issue.ts';
import { issueOf } from '../core/issues/issue-of.ts';
import type { OptionValues } from '../core/options.ts';
import { moveJob } from '../kit/crs/moved-job.ts';
import { contradiction, lengthUnitOf, refuseContradiction, unitOfCrs } from '../kit/crs/unit-of-crs.ts';
import { footIssue, isFootOfSystem, MeasuringSink } from './foot-of-system.ts';

/** Unit and system of the coordinates to produce, and how a change of system is chosen. */
export interface Target {
  readonly unit?: Unit;
  readonly crs?: Crs;
  readonly settings: CrsSettings;
}

/** Format, options and target that determine the conversion of coordinates. */
export interface TargetRequest {
  readonly detection: { readonly format: Format };
  readonly options: OptionValues;
  readonly target: Pick<Target, 'unit' | 'crs'>;
}

/** A sink and the call that completes it. */
export interface Stage<Finished = void> {
  readonly sink: JobSink;
  readonly finish: () => Promise<Finished>;
}

function fail(error: FormatError): never {
  throw error;
}

/**
 * The first stage: settles axes, unit and system of the source, so that later stages see the source's coordinates.
 * @param onContradiction called when the unit is not that of the system; throws unless stated
 */
export function sourceStage(
  next: JobSink,
  request: TargetRequest,
  issues: IssueLog,
  onContradiction: (error: FormatError) => void = fail,
): Stage {
  const measured = new MeasuringSink(next);
  let system = '';
  const decide = (info: JobInfo): CoordinateChange => {
    const unit = footOf(info, request);
    const settled = settleSource({ ...info, unit }, request, issues);
    if (unit !== info.unit) {
      measured.isMeasuring = true;
      system = systemName(systemFor(info, request));
    }
    const error = contradiction(settled.describe.crs, settled.describe.unit);
    if (error !== undefined) onContradiction(error);
    return settled;
  };
  const sink = new TransformSink(measured, decide, skippedInto(issues));
  const finish = async (): Promise<void> => {
    sink.finish();
    if (measured.isMeasuring) issues.report(footIssue(measured.extent.box(), system));
  };
  return { sink, finish };
}

/** The unit of the source; the foot of the reference system for one in feet of a drawing's header. */
export function footOf(info: JobInfo, request: TargetRequest): Unit | undefined {
  const { detection, options } = request;
  const isItsFoot = isFootOfSystem(info.unit, systemFor(info, request), detection.format, options);
  return isItsFoot ? 'usSurveyFoot' : info.unit;
}

/** The reference system of the source, else that of the job it goes to. */
export function systemFor(info: JobInfo, { options, target }: TargetRequest): Crs {
  const said = options['crs'] === undefined ? undefined : parseCrs(String(options['crs']));
  return said ?? (info.crs.kind === 'local' ? (target.crs ?? info.crs) : info.crs);
}

/**
 * The last stage before the job: converts to the unit and reference system of the target. A change of system needs all
 * of the data first, because its operation depends on where the data is. When it is finished, it says how coordinates
 * were changed.
 */
export function targetStage(next: JobSink, target: Target, issues: IssueLog): Stage<CoordinateChange> {
  const { crs } = target;
  if (crs === undefined || crs.kind === 'local') {
    return unitStage(next, target, issues);
  }
  const collected = new JobBuilder();
  return { sink: collected, finish: () => moveToTarget(collected.job, next, { ...target, crs }, issues) };
}

/** A job in the unit and reference system of the target; the job itself if nothing changes. */
export async function jobInTarget(job: FieldJob, target: Target, issues: IssueLog): Promise<FieldJob> {
  if ((target.unit === undefined || target.unit === job.info.unit) && target.crs === undefined) return job;
  const builder = new JobBuilder();
  const stage = targetStage(builder, target, issues);
  emitJob(job, stage.sink);
  await stage.finish();
  return builder.job;
}

async function moveToTarget(
  job: FieldJob,
  next: JobSink,
  target: Target & { readonly crs: Crs },
  issues: IssueLog,
): Promise<CoordinateChange> {
  const { crs, settings } = target;
  const unit = target.unit ?? lengthUnitOf(crs) ?? job.info.unit ?? 'metre';
  refuseContradiction(crs, unit);
  if (job.info.crs.kind !== 'local')
    return moveJob(job, next, { unit, crs, settings, report: issues.report, skipped: skippedInto(issues) });
  const { sink, finish } = unitStage(next, target, issues);
  emitJob(job, sink);
  return finish();
}

/** A stage that changes the unit only. */
function unitStage(next: JobSink, target: Target, issues: IssueLog): Stage<CoordinateChange> {
  let change: CoordinateChange = {};
  const decide = (info: JobInfo): CoordinateChange => {
    change = unitChange(info, target, issues);
    return change;
  };
  const sink = new TransformSink(next, decide, skippedInto(issues));
  const finish = async (): Promise<CoordinateChange> => {
    sink.finish();
    return change;
  };
  return { sink, finish };
}

const SKIPPED = {
  alignment: 'alignment-not-transformed',
  plane: 'plane-not-transformed',
  drawing: 'drawing-not-turned',
} as const satisfies Readonly<Record<Parameters<SkippedReport>[0], string>>;

/** Reports objects that cannot follow a change of coordinates. */
function skippedInto(issues: IssueLog): SkippedReport {
  return (kind, name) => {
    issues.report(issueOf(SKIPPED[kind], { name }));
  };
}

type SettledSource = CoordinateChange & { readonly describe: { readonly unit: Unit; readonly crs: Crs } };

/**
 * Unit and system of the source: as stated by the caller, else in the file; the unit else that of the system, else the
 * job's, else metres (reported).
 */
function settleSource(info: JobInfo, { options, target }: TargetRequest, issues: IssueLog): SettledSource {
  const said = options['unit'] === undefined ? undefined : parseUnit(String(options['unit']));
  const saidCrs = options['crs'] === undefined ? undefined : parseCrs(String(options['crs']));
  const crs = saidCrs ?? info.crs;
  const unitOfSystem = lengthUnitOf(crs);
  const unit = said ?? info.unit ?? unitOfSystem ?? target.unit ?? (target.crs && lengthUnitOf(target.crs)) ?? 'metre';
  if (said !== undefined && info.unit !== undefined && said !== info.unit) {
    issues.report(issueOf('unit-overridden', { stated: info.unit, used: said }));
  } else if (said === undefined && info.unit === undefined) {
    const isAssumed = unitOfSystem === undefined;
    issues.report(
      isAssumed ? issueOf('unit-assumed', { unit }) : issueOf('unit-of-crs', { unit, system: systemName(crs) }),
    );
  }
  if (saidCrs !== undefined && info.crs.kind !== 'local' && !sameCrs(saidCrs, info.crs)) {
    issues.report(issueOf('crs-overridden', { stated: systemName(info.crs), used: systemName(saidCrs) }));
  }
  return { swap: options['swap'] === true, describe: { unit, crs } };
}

/** The name of a reference system in messages. */
export function systemName(crs: Crs): string {
  if (crs.kind === 'epsg') return crsText(crs);
  return crs.name ?? (crs.kind === 'local' ? 'a local grid' : 'a system of its own');
}

/** The change of unit, if the system does not change. */
function unitChange(info: JobInfo, target: Target, issues: IssueLog): CoordinateChange {
  const from = info.unit ?? 'metre';
  const crs = target.crs ?? info.crs;
  const to = target.unit ?? lengthUnitOf(crs) ?? from;
  refuseContradiction(crs, to);
  if (!sameCrs(info.crs, crs)) issues.report(issueOf('crs-not-comparable'));
  return {
    unit: from === to ? undefined : { from, to },
    angular: unitOfCrs(info.crs) === 'degree',
    describe: { unit: to, crs },
  };
}
