// node landxml-read.ts FILE [THREADS]: a LandXML file into a field job, with nothing loaded that this does not need.
import { readJob } from './read-job.ts';

const job = await readJob(async () => (await import('@fieldbridge/formats/formats/landxml/read.ts')).readLandXml);
if (job.surfaces[0]?.triangles.length === 0) throw new Error('nothing was read');
