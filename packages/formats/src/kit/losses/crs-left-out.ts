import type { FieldJob } from '@fieldbridge/fieldjob';
import type { WriteContext } from '../../core/format.ts';

/** Reports that a format has no place for the reference system of a job, if one is known: whoever reads the file must be told it. */
export function reportCrsLeftOut(job: FieldJob, { report }: Pick<WriteContext, 'report'>): void {
  const { crs } = job.info;
  const name = crs.kind === 'epsg' ? `EPSG:${crs.code}` : (crs.name ?? (crs.kind === 'wkt' ? crs.wkt : ''));
  if (name === '') return;
  const text = `the reference system, ${name.slice(0, 80)}, has no place in the format: say it where the file is read`;
  report({ code: 'crs-left-out', severity: 'note', text });
}
