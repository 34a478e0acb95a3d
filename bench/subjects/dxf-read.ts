// node dxf-read.ts FILE: a drawing into a field job, with nothing loaded that this does not need.
import { readJob } from './read-job.ts';

const job = await readJob(async () => (await import('@fieldbridge/formats/formats/dxf/read.ts')).readDxf);
if (job.layers.length === 0) throw new Error('nothing was read');
