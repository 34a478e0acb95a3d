import { crsText, type FieldJob } from '@fieldbridge/fieldjob';
import type { WriteContext } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { unitOfCrs } from '../crs/unit-of-crs.ts';

/**
 * Reports that the format cannot hold the job's reference system, if the job has one; as a warning if its coordinates
 * are degrees.
 */
export function reportCrsLeftOut(job: FieldJob, { report }: Pick<WriteContext, 'report'>): void {
  const { crs } = job.info;
  const name = crs.kind === 'epsg' ? crsText(crs) : (crs.name ?? (crs.kind === 'wkt' ? crs.wkt : ''));
  if (name === '') return;
  report(issueOf(unitOfCrs(crs) === 'degree' ? 'degrees-bare' : 'crs-left-out', { name: name.slice(0, 80) }));
}
