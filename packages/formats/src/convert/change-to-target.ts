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
import type { IssueLog } from '../core/issue.ts';
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

/** Reports what could not follow a change of the coordinates. */
function skippedInto(issues: IssueLog): SkippedReport {
  return (kind, name) => {
    if (kind === 'drawing')
      issues.report({
        code: 'drawing-not-turned',
        severity: 'warning',
        text: `the drawing "${name}" is laid by one position: that was moved, its direction and scale stay; place it by a line of two positions`,
      });
    else
      issues.report({
        code: `${kind}-not-transformed`,
        severity: 'warning',
        text: `the ${kind} "${name}" cannot follow a change of axes or reference system and was left out`,
      });
  };
}

/** Unit and system of the source: what it states, else what the caller says, else the job's, else metres (reported). */
function settleSource(info: JobInfo, { options, target }: TargetRequest, issues: IssueLog): CoordinateChange {
  const said = options['unit'] === undefined ? undefined : parseUnit(String(options['unit']));
  const unit = said ?? info.unit ?? target.unit ?? 'metre';
  if (said !== undefined && info.unit !== undefined && said !== info.unit) {
    issues.report({
      code: 'unit-overridden',
      severity: 'note',
      text: `the file states its unit as ${info.unit}; it was read as ${said}, as asked`,
    });
  } else if (said === undefined && info.unit === undefined) {
    const reason = target.unit === undefined ? 'as nothing says otherwise' : "the job's unit";
    issues.report({
      code: 'unit-assumed',
      severity: 'note',
      text: `the file states no unit; ${unit} was assumed, ${reason}`,
    });
  }
  const saidCrs = options['crs'] === undefined ? undefined : parseCrs(String(options['crs']));
  if (saidCrs !== undefined && info.crs.kind !== 'local' && !sameCrs(saidCrs, info.crs)) {
    issues.report({
      code: 'crs-overridden',
      severity: 'note',
      text: `the file states its reference system as ${nameOf(info.crs)}; it was read as ${nameOf(saidCrs)}, as asked`,
    });
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
    issues.report({
      code: 'crs-not-comparable',
      severity: 'note',
      text: 'one of source and job is in a local grid: coordinates were taken over without a change of system',
    });
  }
  return {
    unit: from === to ? undefined : { from, to },
    angular: unitOfCrs(info.crs) === 'degree',
    map: bothKnown ? crsMap(info.crs, crs, to) : undefined,
    describe: { unit: to, crs: bothKnown || target.crs !== undefined ? crs : info.crs },
  };
}
