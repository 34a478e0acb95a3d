import {
  type Alignment,
  alignmentOf,
  type ControlPoint,
  type Feature,
  type FieldJob,
  type JobInfo,
  type Layer,
  layerOf,
  type Surface,
  surfaceOf,
} from '@fieldbridge/fieldjob';
import type { WriteContext } from '../../core/format.ts';
import type { Severity } from '../../core/issue.ts';

/** What a feature carries besides its geometry. */
export type FeatureField = Exclude<keyof Feature, 'reset' | 'source'>;
type Features = FieldJob['points' | 'lines' | 'areas' | 'texts'];

/**
 * What a format keeps of the things it holds. A kind that is not named is not looked at: the format leaves it out as a whole, or
 * reports its losses itself.
 */
export interface HeldFields {
  readonly point?: readonly FeatureField[];
  readonly line?: readonly FeatureField[];
  readonly area?: readonly FeatureField[];
  readonly text?: readonly FeatureField[];
  readonly info?: readonly (keyof JobInfo)[];
  readonly layer?: readonly (keyof Layer)[];
  readonly surface?: readonly (keyof Surface)[];
  readonly alignment?: readonly (keyof Alignment)[];
  readonly controlPoint?: readonly (keyof ControlPoint)[];
}

interface Column {
  readonly length: number;
  readonly isDefault: boolean;
}
const rowsOf = (column: Column, says: (row: number) => boolean): number => {
  let count = 0;
  if (!column.isDefault) for (let row = 0; row < column.length; row++) if (says(row)) count++;
  return count;
};

/** Per field: what it is called, whether a surveyor loses data or looks with it, and in how many features it says something. */
const FEATURE_FIELDS: Readonly<
  Record<FeatureField, readonly [words: string, severity: Severity, count: (table: Features) => number]>
> = {
  name: ['names', 'warning', ({ name }) => rowsOf(name, (row) => name.end(row) > name.end(row - 1))],
  code: ['codes', 'warning', ({ code }) => rowsOf(code, (row) => code.index(row) !== 0)],
  description: ['descriptions', 'warning', ({ description: d }) => rowsOf(d, (row) => d.end(row) > d.end(row - 1))],
  attributes: ['attribute values', 'warning', ({ attributes }) => attributes.size],
  layer: ['layers', 'note', ({ layer }) => rowsOf(layer, (row) => layer.get(row) >= 0)],
  colour: ['own colours', 'note', ({ colour }) => rowsOf(colour, (row) => colour.get(row) >= 0)],
  lineType: ['own line types', 'note', ({ lineType }) => rowsOf(lineType, (row) => lineType.index(row) !== 0)],
  lineWeight: ['own line weights', 'note', ({ lineWeight: w }) => rowsOf(w, (row) => w.get(row) >= 0)],
  time: ['times', 'note', ({ time }) => rowsOf(time, (row) => !Number.isNaN(time.get(row)))],
  quality: ['standard deviations', 'note', ({ quality: q }) => rowsOf(q, (row) => !Number.isNaN(q.get(row)))],
  list: ['names of point lists', 'note', ({ list }) => rowsOf(list, (row) => list.index(row) !== 0)],
  block: ['names of blocks', 'note', ({ block }) => rowsOf(block, (row) => block.index(row) !== 0)],
  page: ['page numbers', 'note', ({ page }) => rowsOf(page, (row) => page.get(row) !== 0)],
};

/** Things that say nothing but what they must. */
const PLAIN = {
  layer: layerOf(''),
  surface: surfaceOf('', new Float64Array(0), new Int32Array(0)),
  alignment: alignmentOf(''),
  info: { description: '', createdAt: Number.NaN, properties: {} },
  controlPoint: {
    ...{ code: '', description: '', useHorizontal: true, useVertical: true },
    ...{ latitude: Number.NaN, longitude: Number.NaN, ellipsoidHeight: Number.NaN },
    ...{ residualEasting: Number.NaN, residualNorthing: Number.NaN, residualElevation: Number.NaN },
  },
} as const;
/** Not what a surface or an alignment says, but where it came from, what it follows from, or what it is made of. */
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
 * Reports what a format leaves out of the features and other things that it does hold: one issue per field of features
 * (`colour-left-out`, `description-left-out`, …), one per kind of other things (`layer-detail-left-out`, …), each with its counts.
 */
export function reportFieldsLeftOut(job: FieldJob, held: HeldFields, { report }: Pick<WriteContext, 'report'>): void {
  const tables = { point: job.points, line: job.lines, area: job.areas, text: job.texts } as const;
  const kinds = Object.keys(tables) as (keyof typeof tables)[];
  for (const field of Object.keys(FEATURE_FIELDS) as FeatureField[]) {
    const [words, severity, count] = FEATURE_FIELDS[field];
    let all = 0;
    const lost = kinds.flatMap((kind) => {
      const found = held[kind] === undefined || held[kind].includes(field) ? 0 : count(tables[kind]);
      all += found;
      return found === 0 ? [] : [`${found} of ${kind}s`];
    });
    const text = `${words} have no place in what is written and were left out: ${lost.join(', ')}`;
    if (lost.length > 0) report({ code: `${codeOf(field)}-left-out`, severity, text, count: all });
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
    const text = `details of ${NOUNS[kind]} have no place in what is written and were left out: ${found}`;
    const count = Array.from(lost.values()).reduce((sum, one) => sum + one, 0);
    report({ code: `${codeOf(kind)}-detail-left-out`, severity: 'note', text, count });
  };
  details('info', [job.info]);
  details('layer', job.layers);
  details('surface', job.surfaces);
  details('alignment', job.alignments);
  details('controlPoint', job.controlPoints);
}

const NOUNS: Readonly<Record<keyof typeof PLAIN, string>> = {
  info: 'the job',
  layer: 'layers',
  surface: 'surfaces',
  alignment: 'alignments',
  controlPoint: 'control points',
};

/** A field as the codes of issues spell it. What features call their code is not the code library's `code-left-out`. */
function codeOf(field: string): string {
  if (field === 'code') return 'feature-code';
  if (field === 'attributes') return 'attribute';
  if (field === 'info') return 'job';
  return field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function differs(value: unknown, plain: unknown): boolean {
  if (typeof plain !== 'object' || plain === null) return !Object.is(value, plain);
  const list = value as { readonly length?: number };
  return (list.length ?? Object.keys(list).length) > 0;
}
