import type { FieldJob } from '@fieldbridge/fieldjob';
import type { WriteContext } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { inUnit } from '../../kit/crs/in-unit.ts';

/** The job in metres, the assumed unit of these formats: the job itself, or a converted copy (reported). */
export function inMetres(job: FieldJob, context: WriteContext): FieldJob {
  const { unit } = job;
  if (unit !== 'metre') context.report(issueOf('unit-converted', { from: unit, to: 'metre' }));
  return inUnit(job, 'metre');
}
