import {
  type CoordinateChange,
  type Crs,
  type ExtentBox,
  emitJob,
  type FieldJob,
  type JobSink,
  type SkippedReport,
  TransformSink,
  type Unit,
  unitFactor,
} from '@fieldbridge/fieldjob';
import type { CrsSettings } from '../../core/crs-settings.ts';
import type { Issue } from '../../core/issues/issue.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { type CrsChange, type CrsMap, crsChange } from './crs-change.ts';
import { dataBoxes } from './data-boxes.ts';
import { followedIssue } from './followed-issue.ts';
import { accuracyText, describedGrid } from './missing-grid.ts';
import { type OperationProperties, withOperation } from './operation-properties.ts';
import type { OperationInfo } from './proj/operation.ts';
import { unitOfCrs } from './unit-of-crs.ts';

/** The target of a change of system, and the functions that receive its reports. */
export interface MoveRequest {
  readonly unit: Unit;
  readonly crs: Crs;
  readonly settings: CrsSettings;
  readonly report: (issue: Issue) => void;
  readonly skipped: SkippedReport;
}

/**
 * Passes a job on in another reference system and unit, with one operation for all of it, chosen by the location of the
 * data. The operation is reported and stored in the job's properties.
 * @returns how its coordinates were changed
 * @throws FormatError as `crsChange`
 */
export async function moveJob(job: FieldJob, next: JobSink, request: MoveRequest): Promise<CoordinateChange> {
  const { unit, crs, settings, report, skipped } = request;
  const from = job.info.unit ?? 'metre';
  const isAngular = unitOfCrs(job.info.crs) === 'degree';
  const boxes = dataBoxes(job);
  const factor = isAngular ? 1 : ratio(from, unit);
  const inUnit = boxes && { main: scaled(boxes.main, factor), whole: scaled(boxes.whole, factor) };
  const change = await crsChange(job.info.crs, crs, unit, inUnit, settings);
  if (change !== undefined) reportChange(change, report);
  const properties = change && withOperation(job.info.properties, propertiesOf(change, settings));
  const lost = { count: 0 };
  const changes: CoordinateChange = {
    unit: from === unit ? undefined : { from, to: unit },
    angular: isAngular,
    toAngular: unitOfCrs(crs) === 'degree',
    map: change?.map,
    describe: { unit, crs },
  };
  const sink = new TransformSink(
    next,
    () => (change === undefined ? changes : { ...changes, map: counting(change.map, lost) }),
    skipped,
    (followed) => report(followedIssue(followed, unit)),
  );
  emitJob(job, sink);
  sink.finish();
  if (properties !== undefined) next.describe({ properties });
  if (lost.count > 0) report(issueOf('crs-position-lost', { count: lost.count }));
  return changes;
}

/** A map that counts positions that do not exist in the other system. */
function counting(map: CrsMap, lost: { count: number }): CrsMap {
  return (position) => {
    const had = Number.isFinite(position[0]) && Number.isFinite(position[1]);
    map(position);
    if (had && !(Number.isFinite(position[0]) && Number.isFinite(position[1]))) lost.count++;
  };
}

function ratio(from: Unit, to: Unit): number {
  const { numerator, denominator } = unitFactor(from, to);
  return numerator / denominator;
}

function scaled(box: ExtentBox, factor: number): ExtentBox {
  return {
    minEasting: box.minEasting * factor,
    minNorthing: box.minNorthing * factor,
    maxEasting: box.maxEasting * factor,
    maxNorthing: box.maxNorthing * factor,
    minElevation: (box.minElevation ?? Infinity) * factor,
    maxElevation: (box.maxElevation ?? -Infinity) * factor,
  };
}

/** Reports the operation used and any doubts about it. */
export function reportChange(change: CrsChange, report: (issue: Issue) => void): void {
  const { operation, better, isOutside, heightsKept } = change;
  const { name, accuracy, area } = operation;
  report(issueOf('crs-operation', { name, accuracy: accuracyText(accuracy), area: placeOf(area) }));
  if (better !== undefined) {
    const grid = better.grids.map(describedGrid).join(' and ');
    report(issueOf('crs-better-with-grid', { name: better.name, accuracy: accuracyText(better.accuracy), grid }));
  }
  if (heightsKept !== undefined) report(issueOf('crs-heights-kept', { system: heightsKept }));
  if (isOutside) report(issueOf('crs-outside-area', { name, area: placeOf(area) }));
}

/** The name of an area without the registry's full stop. */
function placeOf(area: OperationInfo['area']): string {
  return area === undefined ? 'not stated' : area.name.replace(/\.$/, '');
}

/** The properties that a job stores about the operation of its coordinates. */
function propertiesOf({ operation, grids }: CrsChange, { epoch }: CrsSettings): OperationProperties {
  return {
    crsOperation: operation.name,
    crsAccuracy: accuracyText(operation.accuracy),
    ...(grids.length > 0 && { crsGrids: grids.map(({ name, sha256 }) => `${name} sha256:${sha256}`).join(', ') }),
    ...(epoch !== undefined && { crsEpoch: String(epoch) }),
  };
}
