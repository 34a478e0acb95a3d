import type { FieldJob } from '@fieldbridge/fieldjob';
import type { WriteContext } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';

/** Reports that a format cannot hold the reference system of a job, where one is known. */
export function reportCrsLeftOut(job: FieldJob, { report }: Pick<WriteContext, 'report'>): void {
  const { crs } = job.info;
  const name = crs.kind === 'epsg' ? `EPSG:${crs.code}` : (crs.name ?? (crs.kind === 'wkt' ? crs.wkt : ''));
  if (name === '') return;
  report(issueOf('crs-left-out', { name: name.slice(0, 80) }));
}
