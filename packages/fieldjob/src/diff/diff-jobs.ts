import type { FieldJob } from '../job.ts';
import { codeKey } from '../merge/job-join.ts';
import { changedFields } from './changed-fields.ts';
import { DiffLog } from './diff-log.ts';
import {
  crsValue,
  DIFF_KINDS,
  type Difference,
  type DiffKind,
  type DiffOptions,
  type FieldChange,
  type JobDiff,
} from './difference.ts';
import { diffFeatures } from './features.ts';
import { pathTables } from './paths.ts';
import { pointTables, textTables } from './positions.ts';
import { diffSurfaces } from './surfaces.ts';

const MOST_LISTED = 1000;

/**
 * The differences between two jobs in the same unit.
 *
 * Points have a partner by name, other features by their geometry; a line that has moved as a whole, from its first to
 * its last vertex, and has no unique name, counts as one only in `a` and one only in `b`. The order of features, their
 * import and the names of the jobs do not matter.
 * @throws RangeError if the tolerance is not a number from 0
 */
export function diffJobs(a: FieldJob, b: FieldJob, options: DiffOptions): JobDiff {
  const { tolerance, most = MOST_LISTED, kinds = DIFF_KINDS, each } = options;
  if (!(tolerance >= 0 && Number.isFinite(tolerance))) throw new RangeError(`the tolerance is ${tolerance}`);
  const log = new DiffLog(most, each);
  for (const kind of kinds) {
    if (kind === 'point') diffFeatures(pointTables(a, b, tolerance), log);
    else if (kind === 'text') diffFeatures(textTables(a, b, tolerance), log);
    else if (kind === 'line' || kind === 'area') diffFeatures(pathTables(kind, a, b, tolerance), log);
    else diffRecords(kind, a, b, tolerance, log);
  }
  const job: FieldChange[] = changedFields(aboutOf(a), aboutOf(b), 0);
  const { counts, differences } = log;
  const apart = Object.values(counts).some(({ moved, changed, onlyA, onlyB }) => moved + changed + onlyA + onlyB > 0);
  return { same: job.length === 0 && !apart, unit: a.unit, tolerance, job, counts, differences };
}

const aboutOf = (job: FieldJob): object => ({ unit: job.unit, crs: crsValue(job.info.crs) });

/** A record with its identity. */
interface Keyed {
  readonly row: number;
  readonly key: string;
  readonly name: string;
  readonly layer: string;
  readonly record: object;
}

type RecordKind = Exclude<DiffKind, 'point' | 'line' | 'area' | 'text'>;

/** The records of a kind; records of the same name are distinguished by their order. */
function recordsOf(job: FieldJob, kind: RecordKind): Map<string, Keyed> {
  const all: readonly Omit<Keyed, 'layer' | 'row'>[] = {
    surface: () => job.surfaces.map((record) => ({ key: record.name, name: record.name, record })),
    alignment: () => job.alignments.map((record) => ({ key: record.name, name: record.name, record })),
    plane: () => job.planes.map((record) => ({ key: record.name, name: record.name, record })),
    controlPoint: () => job.controlPoints.map((record) => ({ key: record.name, name: record.name, record })),
    code: () => job.codes.map((record) => ({ key: codeKey(record), name: record.name, record })),
    layer: () => Array.from(job.layers, (record) => ({ key: record.name.toLowerCase(), name: record.name, record })),
    drawing: () => job.drawings.map((record) => ({ key: record.name, name: record.name, record })),
    observation: () =>
      job.observations.map((record) => ({
        key: [record.kind, record.station, record.target].join('\n'),
        name: record.target,
        record,
      })),
  }[kind]();
  const seen = new Map<string, number>();
  return new Map(
    all.map((one, row) => {
      const number = (seen.get(one.key) ?? 0) + 1;
      seen.set(one.key, number);
      const { layer = -1 } = one.record as { readonly layer?: unknown };
      const name = typeof layer === 'number' ? job.layers.name(layer) : '';
      return [`${number} ${one.key}`, { ...one, row, layer: name }];
    }),
  );
}

function diffRecords(kind: RecordKind, a: FieldJob, b: FieldJob, tolerance: number, log: DiffLog): void {
  const [inA, inB] = [recordsOf(a, kind), recordsOf(b, kind)];
  for (const [key, one] of inA) {
    const other = inB.get(key);
    const about = { name: one.name, layer: one.layer, fields: [] };
    if (other === undefined) log.add(kind, 'onlyA', [one.row, -1], () => about);
    else {
      const { moved, fields } = compareRecords(kind, one, other, tolerance);
      if (moved === undefined && fields.length === 0) log.same(kind, [one.row, other.row]);
      else
        log.add(kind, moved === undefined ? 'changed' : 'moved', [one.row, other.row], () => ({
          ...about,
          ...(moved && { moved }),
          fields,
        }));
    }
  }
  for (const [key, { name, layer, row }] of inB)
    if (!inA.has(key)) log.add(kind, 'onlyB', [-1, row], () => ({ name, layer, fields: [] }));
}

function compareRecords(
  kind: RecordKind,
  a: Keyed,
  b: Keyed,
  tolerance: number,
): { readonly moved?: Difference['moved']; readonly fields: readonly FieldChange[] } {
  const found =
    kind === 'surface'
      ? diffSurfaces(
          a.record as Parameters<typeof diffSurfaces>[0],
          b.record as Parameters<typeof diffSurfaces>[1],
          tolerance,
        )
      : { fields: changedFields(a.record, b.record, tolerance) };
  const isElsewhere = a.layer.toLowerCase() !== b.layer.toLowerCase();
  const layer = isElsewhere ? [{ field: 'layer', a: a.layer, b: b.layer }] : [];
  return { ...found, fields: [...layer, ...found.fields] };
}
