// node landxml-read.ts FILE: a LandXML file into a field job, with nothing loaded that this does not need.
import { readLandXml } from '@fieldbridge/formats/landxml/read.ts';
import { readJob } from './read-job.ts';

const job = await readJob(readLandXml, process.argv[2]!);
if (job.surfaces[0]?.triangles.length === 0) throw new Error('nothing was read');
