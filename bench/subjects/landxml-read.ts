// node landxml-read.ts FILE: reads a LandXML file into a field job, loading nothing else.
import { readLandXml } from '@fieldbridge/formats/formats/landxml/read.ts';
import { readJob } from './read-job.ts';

const job = await readJob(readLandXml);
if (job.surfaces[0]?.triangles.length === 0) throw new Error('nothing was read');
