// node dwg-read.ts FILE: reads a drawing into a field job, loading nothing else.
import { readDwg } from '@fieldbridge/formats/formats/dwg/read.ts';
import { readJob } from './read-job.ts';

const job = await readJob(readDwg);
if (job.lines.length === 0) throw new Error('nothing was read');
