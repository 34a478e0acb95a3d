import { Readable } from 'node:stream';
import { uuidv7 } from '../core/uuid.ts';
import type { DemoContext } from '../service/service.ts';
import type { Conversion } from './conversion.ts';
import { sampleRoad } from './sample-road.ts';

/** Points of the sample: name, northing, easting, elevation, code. */
const SAMPLE = `name,northing,easting,elevation,code
101,5000.000,1000.000,12.310,KERB
102,5000.420,1012.500,12.285,KERB
103,5000.910,1025.000,12.262,KERB
104,5008.130,1025.350,12.401,TREE
105,5012.700,1000.250,12.390,FENCE
106,5012.950,1012.480,12.377,FENCE
BM1,5020.000,990.000,13.000,CONTROL
`;

/**
 * Makes the sample job of the demonstration organisation, whose imports run at onReady, and shows how to convert a
 * file.
 */
export async function makeSampleJob(conversion: Conversion, demo: DemoContext): Promise<void> {
  const { blobs, store, jobs, files, imports, context, base } = conversion;
  const sources = [
    { name: 'sample.csv', format: 'csv', content: SAMPLE },
    { name: 'road.xml', format: 'landxml', content: sampleRoad() },
  ];
  const received = await Promise.all(
    sources.map(async ({ name, format, content }) => {
      const { id: blob, size, sha256 } = await blobs.put(Readable.from([content]), { limit: content.length });
      return { name, requestedFormat: format, format, options: {}, size, sha256, blob };
    }),
  );
  const { organisationId } = demo;
  const jobId = await store.write(async (tx) => {
    const job = await jobs.insert(tx, organisationId, { name: 'Sample', unit: 'metre', crs: 'local' });
    for (const file of received) {
      const fileId = uuidv7(context.clock.now());
      await files.insert(tx, fileId, job.id, file, 'none');
      const id = uuidv7(context.clock.now());
      await imports.insert(tx, { id, jobId: job.id, organisationId, fileId, kind: 'append', options: {} });
    }
    return job.id;
  });
  demo.document['conversion'] = { ...(demo.document['conversion'] as object), sampleJobId: jobId };
  const headers = '-H "X-ClientId: $(demo .conversion.clientId)" -H "X-ClientSecret: $(demo .conversion.clientSecret)"';
  demo.lines.push(
    '',
    '# A drawing into points, lines and texts as GeoJSON, in one call:',
    `curl -s -T drawing.dxf -X POST '${demo.baseUrl}${base}/convert?to=geojson' ${headers} -o drawing.geojson`,
    '',
    '# The sample job as DXF:',
    `curl -s ${demo.baseUrl}${base}/job/${jobId}/asdxf ${headers} -o sample.dxf`,
  );
}
