import {
  type CoordinateChange,
  type Crs,
  type JobInfo,
  type JobSink,
  parseCrs,
  parseUnit,
  type SkippedReport,
  sameCrs,
  TransformSink,
  type Unit,
} from '@fieldbridge/fieldjob';
import type { IssueLog } from '../core/issues/issue.ts';
import { issueOf } from '../core/issues/issue-of.ts';
import type { OptionValues } from '../core/options.ts';
import { crsMap } from '../kit/crs/crs-map.ts';
import { unitOfCrs } from '../kit/crs/unit-of-crs.ts';

/** What decides how source coordinates become job coordinates. */
export interface TargetRequest {
  readonly options: OptionValues;
  readonly target: { readonly unit?: Unit; readonly crs?: Crs };
}

/** A sink and the call that completes it. */
export interface Stage {
  readonly sink: JobSink;
  readonly finish: () => void;
}

/** The first stage: settles axes, unit and system of the source itself, so that what follows sees the source's coordinates. */
export function sourceStage(next: JobSink, request: TargetRequest, issues: IssueLog): Stage {
  const sink = new TransformSink(next, (info) => settleSource(info, request, issues), skippedInto(issues));
  return { sink, finish: () => sink.finish() };
}

/** The last stage before the job: converts unit and reference system to the target's. */
export function targetStage(next: JobSink, target: TargetRequest['target'], issues: IssueLog): Stage {
  const sink = new TransformSink(next, (info) => targetChange(info, target, issues), skippedInto(issues));
  return { sink, finish: () => sink.finish() };
}

const SKIPPED = {
  alignment: 'alignment-not-transformed',
  plane: 'plane-not-transformed',
  drawing: 'drawing-not-turned',
} as const satisfies Readonly<Record<Parameters<SkippedReport>[0], string>>;

/** Reports what could not follow a change of the coordinates. */
function skippedInto(issues: IssueLog): SkippedReport {
  return (kind, name) => {
    issues.report(issueOf(SKIPPED[kind], { name }));
  };
}

/** Unit and system of the source: what it states, else what the caller says, else the job's, else metres (reported). */
function settleSource(info: JobInfo, { options, target }: TargetRequest, issues: IssueLog): CoordinateChange {
  const said = options['unit'] === undefined ? undefined : parseUnit(String(options['unit']));
  const unit = said ?? info.unit ?? target.unit ?? 'metre';
  if (said !== undefined && info.unit !== undefined && said !== info.unit) {
    issues.report(issueOf('unit-overridden', { stated: info.unit, used: said }));
  } else if (said === undefined && info.unit === undefined) {
    issues.report(issueOf('unit-assumed', { unit }));
  }
  const saidCrs = options['crs'] === undefined ? undefined : parseCrs(String(options['crs']));
  if (saidCrs !== undefined && info.crs.kind !== 'local' && !sameCrs(saidCrs, info.crs)) {
    issues.report(issueOf('crs-overridden', { stated: nameOf(info.crs), used: nameOf(saidCrs) }));
  }
  return { swap: options['swap'] === true, describe: { unit, crs: saidCrs ?? info.crs } };
}

/** A reference system as a sentence names it. */
function nameOf(crs: Crs): string {
  if (crs.kind === 'epsg') return `EPSG:${crs.code}`;
  return crs.name ?? (crs.kind === 'local' ? 'a local grid' : 'a system of its own');
}

function targetChange(info: JobInfo, target: TargetRequest['target'], issues: IssueLog): CoordinateChange {
  const from = info.unit ?? 'metre';
  const to = target.unit ?? from;
  const crs = target.crs ?? info.crs;
  const bothKnown = info.crs.kind !== 'local' && crs.kind !== 'local';
  if (!bothKnown && !sameCrs(info.crs, crs)) {
    issues.report(issueOf('crs-not-comparable'));
  }
  return {
    unit: from === to ? undefined : { from, to },
    angular: unitOfCrs(info.crs) === 'degree',
    map: bothKnown ? crsMap(info.crs, crs, to) : undefined,
    describe: { unit: to, crs: bothKnown || target.crs !== undefined ? crs : info.crs },
  };
}
