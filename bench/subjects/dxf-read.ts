// node dxf-read.ts FILE: a drawing into a field job, with nothing loaded that this does not need.
import { readDxf } from '@fieldbridge/formats/dxf/read.ts';
import { readJob } from './read-job.ts';

const job = await readJob(readDxf, process.argv[2]!);
if (job.layers.length === 0) throw new Error('nothing was read');
