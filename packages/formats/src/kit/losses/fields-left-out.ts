import { type Alignment, alignmentOf, type FieldJob, layerOf, surfaceOf } from '@fieldbridge/fieldjob';
import type { WriteContext } from '../../core/format.ts';
import type { AlignmentDetail, FeatureField, Holds } from '../../core/holds.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import type { IssueCode } from '../../core/issues/table.ts';
import { ownProperties } from '../crs/operation-properties.ts';

type Features = FieldJob['points' | 'lines' | 'areas' | 'texts'];

interface Column {
  readonly length: number;
  readonly isDefault: boolean;
}
const rowsOf = (column: Column, says: (row: number) => boolean): number => {
  let count = 0;
  if (!column.isDefault) for (let row = 0; row < column.length; row++) if (says(row)) count++;
  return count;
};

/** Per field: the code of its loss, and the number of features with a value. */
const FEATURE_FIELDS: Readonly<
  Record<FeatureField, readonly [code: IssueCode & `${string}-left-out`, count: (table: Features) => number]>
> = {
  name: ['name-left-out', ({ name }) => rowsOf(name, (row) => name.end(row) > name.end(row - 1))],
  code: ['feature-code-left-out', ({ code }) => rowsOf(code, (row) => code.index(row) !== 0)],
  description: ['description-left-out', ({ description: d }) => rowsOf(d, (row) => d.end(row) > d.end(row - 1))],
  attributes: ['attribute-left-out', ({ attributes }) => attributes.size],
  layer: ['layer-left-out', ({ layer }) => rowsOf(layer, (row) => layer.get(row) >= 0)],
  colour: ['colour-left-out', ({ colour }) => rowsOf(colour, (row) => colour.get(row) >= 0)],
  lineType: ['line-type-left-out', ({ lineType }) => rowsOf(lineType, (row) => lineType.index(row) !== 0)],
  lineWeight: ['line-weight-left-out', ({ lineWeight: w }) => rowsOf(w, (row) => w.get(row) >= 0)],
  time: ['time-left-out', ({ time }) => rowsOf(time, (row) => !Number.isNaN(time.get(row)))],
  quality: ['quality-left-out', ({ quality: q }) => rowsOf(q, (row) => !Number.isNaN(q.get(row)))],
  list: ['list-left-out', ({ list }) => rowsOf(list, (row) => list.index(row) !== 0)],
  block: ['block-left-out', ({ block }) => rowsOf(block, (row) => block.index(row) !== 0)],
  page: ['page-left-out', ({ page }) => rowsOf(page, (row) => page.get(row) !== 0)],
};

/** An alignment with what its sections and equations have besides their numbers. */
function detailed(alignment: Alignment): Alignment & Readonly<Record<AlignmentDetail, readonly object[]>> {
  const { sections, equations } = alignment;
  const plain = new Set<string>(['name', 'station', 'points']);
  return {
    ...alignment,
    sectionDetails: sections.filter((section) => Object.keys(section).some((key) => !plain.has(key))),
    equationDescriptions: equations.filter(({ description }) => description !== undefined),
  };
}

/** Objects with only their required properties. */
const PLAIN = {
  layer: layerOf(''),
  surface: surfaceOf('', new Float64Array(0), new Int32Array(0)),
  alignment: detailed(alignmentOf('')),
  info: { description: '', createdAt: Number.NaN, properties: {} },
  controlPoint: {
    ...{ code: '', description: '', useHorizontal: true, useVertical: true },
    ...{ latitude: Number.NaN, longitude: Number.NaN, ellipsoidHeight: Number.NaN },
    ...{ residualEasting: Number.NaN, residualNorthing: Number.NaN, residualElevation: Number.NaN },
  },
} as const;
/** Properties that are not details: the source of an object, derived values, and its contents. */
const NO_DETAIL: ReadonlySet<string> = new Set([
  'name',
  'source',
  'vertices',
  'triangles',
  'neighbours',
  'startStation',
  'horizontal',
]);

/**
 * Reports which properties a file leaves out of the features and other objects that it does hold: one issue per feature
 * field (`colour-left-out`, `description-left-out`, …) and one per other kind (`layer-detail-left-out`, …), with
 * counts.
 */
export function reportFieldsLeftOut(job: FieldJob, held: Holds, { report }: Pick<WriteContext, 'report'>): void {
  const tables = { point: job.points, line: job.lines, area: job.areas, text: job.texts } as const;
  const kinds = Object.keys(tables) as (keyof typeof tables)[];
  for (const field of Object.keys(FEATURE_FIELDS) as FeatureField[]) {
    const [code, count] = FEATURE_FIELDS[field];
    let all = 0;
    const lost = kinds.flatMap((kind) => {
      const found = held[kind] === undefined || held[kind].includes(field) ? 0 : count(tables[kind]);
      all += found;
      return found === 0 ? [] : [`${found} of ${kind}s`];
    });
    if (lost.length > 0) report(issueOf(code, { found: lost.join(', ') }, { count: all }));
  }
  const details = (kind: keyof typeof PLAIN, things: Iterable<object>): void => {
    const kept: readonly string[] | undefined = held[kind];
    if (kept === undefined) return;
    const plain = Object.entries(PLAIN[kind]).filter(([field]) => !kept.includes(field) && !NO_DETAIL.has(field));
    const lost = new Map<string, number>();
    for (const thing of things) {
      for (const [field, value] of plain)
        if (differs(Reflect.get(thing, field), value)) lost.set(field, (lost.get(field) ?? 0) + 1);
    }
    if (lost.size === 0) return;
    const found = Array.from(lost, ([field, count]) => `${count} × ${field}`).join(', ');
    const count = Array.from(lost.values()).reduce((sum, one) => sum + one, 0);
    report(issueOf(DETAIL_CODES[kind], { found }, { count }));
  };
  details('info', [{ ...job.info, properties: ownProperties(job.info.properties) }]);
  details('layer', job.layers);
  details('surface', job.surfaces);
  details('alignment', job.alignments.map(detailed));
  details('controlPoint', job.controlPoints);
}

const DETAIL_CODES = {
  info: 'job-detail-left-out',
  layer: 'layer-detail-left-out',
  surface: 'surface-detail-left-out',
  alignment: 'alignment-detail-left-out',
  controlPoint: 'control-point-detail-left-out',
} as const satisfies Readonly<Record<keyof typeof PLAIN, string>>;

function differs(value: unknown, plain: unknown): boolean {
  if (typeof plain !== 'object' || plain === null) return !Object.is(value, plain);
  const list = value as { readonly length?: number };
  return (list.length ?? Object.keys(list).length) > 0;
}
