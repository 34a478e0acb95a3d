import type { FieldJob } from '@fieldbridge/fieldjob';
import type { WriteContext } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import type { WritePlan } from './write-plan.ts';

/** Reports attributes and coordinates of points without a column in the file. */
export function reportColumnsLeftOut(job: FieldJob, plan: WritePlan, context: Pick<WriteContext, 'report'>): void {
  const { columns } = plan;
  const { attributes, length } = job.points;
  const held = new Set<string>(columns);
  if (held.has('height')) held.add('attribute:ellipsoidHeight');
  const values = attributes.countLeftOut((key) => key !== '' && held.has(`attribute:${key}`));
  if (values > 0) {
    // There is no column of their name, or the point has another value of that name.
    context.report(issueOf('attribute-left-out', { found: `${values} of points` }, { count: values }));
  }
  const geographic = columns.includes('latitude') && columns.includes('longitude');
  for (const [column, offset, code] of [
    ['easting', 0, 'easting-left-out'],
    ['northing', 1, 'northing-left-out'],
    ['elevation', 2, 'elevation-left-out'],
  ] as const) {
    // An ellipsoidal height is not an elevation.
    if (columns.includes(column) || (geographic && offset < 2)) continue;
    let lost = 0;
    for (let row = 0; row < length; row++) if (Number.isFinite(job.points.coordinates.get(3 * row + offset))) lost++;
    if (lost > 0) context.report(issueOf(code, { count: lost }));
  }
}
