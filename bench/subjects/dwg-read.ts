// node dwg-read.ts FILE: a drawing into a field job, with nothing loaded that this does not need.
import { readDwg } from '@fieldbridge/formats/dwg/read.ts';
import { readJob } from './read-job.ts';

const job = await readJob(readDwg, process.argv[2]!);
if (job.lines.length === 0) throw new Error('nothing was read');
