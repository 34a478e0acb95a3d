// node dxf-read.ts FILE: reads a drawing into a field job, loading nothing else.
import { readJob } from './read-job.ts';

const job = await readJob(async () => (await import('@fieldbridge/formats/formats/dxf/read.ts')).readDxf);
if (job.layers.length === 0) throw new Error('nothing was read');
