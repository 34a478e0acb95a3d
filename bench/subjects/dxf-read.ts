// node dxf-read.ts FILE: reads a drawing into a field job, loading nothing else.
import { readDxf } from '@fieldbridge/formats/formats/dxf/read.ts';
import { readJob } from './read-job.ts';

const job = await readJob(readDxf);
if (job.layers.length === 0) throw new Error('nothing was read');
