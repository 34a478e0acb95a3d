import type { FieldJob } from '@fieldbridge/fieldjob';
import { type FeatureField, reportFieldsLeftOut } from '../fields-left-out.ts';
import type { WriteContext } from '../format.ts';
import type { WritePlan } from './write-plan.ts';

/** Columns that hold a field of the same name. */
const FIELDS = ['name', 'code', 'description', 'layer', 'quality', 'list'] as const satisfies readonly FeatureField[];

/** Reports what the points have that no column of the file holds. */
export function reportColumnsLeftOut(job: FieldJob, plan: WritePlan, context: Pick<WriteContext, 'report'>): void {
  const { columns } = plan;
  const point: FeatureField[] = FIELDS.filter((field) => columns.includes(field));
  if (columns.includes('time') || columns.includes('date')) point.push('time');
  const { attributes, length } = job.points;
  const missing = attributes.keys.filter((key) => !columns.includes(`attribute:${key}`));
  if (missing.length === 0) point.push('attributes');
  reportFieldsLeftOut(job, { point, info: [], layer: [] }, context);
  const geographic = columns.includes('latitude') && columns.includes('longitude');
  for (const [column, offset] of [
    ['easting', 0],
    ['northing', 1],
    ['elevation', 2],
  ] as const) {
    if (columns.includes(column) || (geographic && (offset < 2 || columns.includes('height')))) continue;
    let lost = 0;
    for (let row = 0; row < length; row++) if (Number.isFinite(job.points.coordinates.get(3 * row + offset))) lost++;
    if (lost === 0) continue;
    const text = `the file has no column for the ${column}: ${lost} of points were left out`;
    context.report({ code: `${column}-left-out`, severity: 'warning', text, count: lost });
  }
}
