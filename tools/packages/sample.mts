// Compiled against the published types, in a project where only the libraries are installed.
import { diffJobs, type FieldJob, JobBuilder } from '@fieldbridge/fieldjob';
import { type CountedIssue, type ReadJob, read, readInto, write } from '@fieldbridge/formats';

const site: ReadJob = await read('site.dxf', { as: 'both', options: { unit: 'm' } });
const job: FieldJob = site.job;
const losses: readonly CountedIssue[] = await write(job, 'site.xml', { format: 'landxml' });
const same: boolean = diffJobs(job, job, { tolerance: 0 }).same;
await readInto(new Uint8Array(1), new JobBuilder());
// @ts-expect-error a path is a text
await write(job, losses.length + Number(same));
