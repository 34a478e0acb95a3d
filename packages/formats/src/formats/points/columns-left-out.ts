import type { FieldJob } from '@fieldbridge/fieldjob';
import type { WriteContext } from '../../core/format.ts';
import type { WritePlan } from './write-plan.ts';

/** Reports attributes and coordinates of the points that no column of the file holds. */
export function reportColumnsLeftOut(job: FieldJob, plan: WritePlan, context: Pick<WriteContext, 'report'>): void {
  const { columns } = plan;
  const { attributes, length } = job.points;
  const held = new Set<string>(columns);
  if (held.has('height')) held.add('attribute:ellipsoidHeight');
  const values = attributes.countLeftOut((key) => key !== '' && held.has(`attribute:${key}`));
  if (values > 0) {
    const text = `${values} attribute values of points have no column, or stand under a name that their point has used already, and were left out`;
    context.report({ code: 'attribute-left-out', severity: 'warning', text, count: values });
  }
  const geographic = columns.includes('latitude') && columns.includes('longitude');
  for (const [column, offset] of [
    ['easting', 0],
    ['northing', 1],
    ['elevation', 2],
  ] as const) {
    // A height above the ellipsoid says no elevation.
    if (columns.includes(column) || (geographic && offset < 2)) continue;
    let lost = 0;
    for (let row = 0; row < length; row++) if (Number.isFinite(job.points.coordinates.get(3 * row + offset))) lost++;
    if (lost === 0) continue;
    const text = `the file has no column for the ${column}: ${lost} of points were left out`;
    context.report({ code: `${column}-left-out`, severity: 'warning', text, count: lost });
  }
}
