import type { FeatureColumns } from '../columns/feature-columns.ts';
import { Feature } from '../feature.ts';
import type { FieldJob } from '../job.ts';
import type { DiffLog } from './diff-log.ts';
import type { Difference, DiffKind, FieldChange, Place } from './difference.ts';
import { pairRows, type Sides } from './pair-rows.ts';

/** The features of one kind in both jobs. */
export interface FeatureTables extends Sides {
  readonly kind: DiffKind;
  readonly jobs: readonly [FieldJob, FieldJob];
  readonly tables: readonly [FeatureColumns, FeatureColumns];
  readonly place: (side: 0 | 1, row: number) => Place;
  /** How far the geometry differs; undefined within the tolerance. */
  readonly moved: (rowA: number, rowB: number) => Difference['moved'];
  /** Differences beyond the shared columns and the position. */
  readonly fields: (rowA: number, rowB: number) => FieldChange[];
}

/** Compares the points, lines, areas or texts of two jobs. */
export function diffFeatures(tables: FeatureTables, log: DiffLog): void {
  const { kind, a, b, place, jobs } = tables;
  const { partner, taken } = pairRows(tables);
  const only = (side: 0 | 1, row: number) => ({
    name: (side === 0 ? a : b).name(row),
    layer: jobs[side].layers.name(tables.tables[side].layer.get(row)),
    place: place(side, row),
    fields: [],
  });
  for (let row = 0; row < a.length; row++) {
    const other = partner[row]!;
    if (other < 0) log.add(kind, 'onlyA', [row, -1], () => only(0, row));
    else {
      const moved = tables.moved(row, other);
      const fields = [...sharedFields(tables, row, other), ...tables.fields(row, other)];
      if (moved === undefined && fields.length === 0) log.same(kind, [row, other]);
      else
        log.add(kind, moved === undefined ? 'changed' : 'moved', [row, other], () => ({
          ...only(0, row),
          ...(moved && { moved }),
          fields,
        }));
    }
  }
  for (let row = 0; row < b.length; row++) if (taken[row] === 0) log.add(kind, 'onlyB', [-1, row], () => only(1, row));
}

const [featureA, featureB] = [new Feature(), new Feature()];
const TEXTS = ['name', 'code', 'description', 'lineType', 'block'] as const;
const NUMBERS = ['colour', 'lineWeight', 'time', 'quality', 'page'] as const;

/** The shared columns in which two features differ. */
function sharedFields({ jobs, tables }: FeatureTables, rowA: number, rowB: number): FieldChange[] {
  const a = tables[0].load(rowA, featureA);
  const b = tables[1].load(rowB, featureB);
  const changes: FieldChange[] = [];
  const [layerA, layerB] = [jobs[0].layers.name(a.layer), jobs[1].layers.name(b.layer)];
  // Layers are found by name without regard to case.
  if (layerA !== layerB && layerA.toLowerCase() !== layerB.toLowerCase())
    changes.push({ field: 'layer', a: layerA, b: layerB });
  const [listA, listB] = [listOf(a, tables[0]), listOf(b, tables[1])];
  // If either has only one list, its name is that of a file.
  if (listA !== '' && listB !== '' && listA !== listB) changes.push({ field: 'list', a: listA, b: listB });
  for (const field of TEXTS) if (a[field] !== b[field]) changes.push({ field, a: a[field], b: b[field] });
  for (const field of NUMBERS)
    if (!Object.is(a[field], b[field])) changes.push({ field, a: known(a[field]), b: known(b[field]) });
  if (a.attributes.length > 0 || b.attributes.length > 0) changedAttributes(a.attributes, b.attributes, changes);
  return changes;
}

/** The list of a feature, or '' if there is only one: a points file of one list names it after itself. */
function listOf({ list }: Feature, table: FeatureColumns): string {
  return table.list.values.length > 2 ? list : '';
}

/** An unknown number is null in plain data. */
export function known(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** Attributes by name, in any order; of repeated names the values together. */
function changedAttributes(a: readonly string[], b: readonly string[], changes: FieldChange[]): void {
  const [inA, inB] = [byName(a), byName(b)];
  for (const name of new Set([...inA.keys(), ...inB.keys()])) {
    const [one, other] = [inA.get(name) ?? null, inB.get(name) ?? null];
    if (one !== other) changes.push({ field: `attribute ${name}`, a: one, b: other });
  }
}

function byName(pairs: readonly string[]): Map<string, string> {
  const values = new Map<string, string>();
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    const [name, value] = [pairs[i]!, pairs[i + 1]!];
    values.set(name, values.has(name) ? `${values.get(name)}; ${value}` : value);
  }
  return values;
}
