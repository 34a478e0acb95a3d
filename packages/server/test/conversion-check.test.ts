import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ConversionClient } from '../testing/conversion-client.ts';
import { holdConverters } from '../testing/hold-converters.ts';
import { startTestServer } from '../testing/server.ts';

// The check of a job before it is sent, over HTTP.

interface Check {
  readonly jobId: string;
  readonly revision: number;
  readonly unit: string;
  readonly crs: string;
  readonly counts: Record<string, number>;
  readonly findings: readonly {
    readonly code: string;
    readonly level: string;
    readonly cure: string;
    readonly count: number;
    readonly places: readonly { readonly easting?: number; readonly elevation?: number; readonly layer?: string }[];
  }[];
}

const ROWS = ['A,440000,5540000,12.5', 'B,440010,5540000,12.6'];
const HEADER = ['SECTION', '2', 'HEADER', '9', '$INSUNITS', '70', '6', '0', 'ENDSEC'];
const POINT = ['POINT', '8', 'Survey', '10', '440020', '20', '5540000', '30', '98765'];
const DRAWING = ['0', ...HEADER, '0', 'SECTION', '2', 'ENTITIES', '0', ...POINT, '0', 'ENDSEC', '0', 'EOF'].join('\n');
const POINTS = `name,easting,northing,elevation\n${ROWS.join('\n')}\n`;

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const client = ConversionClient.of(server);
const checked = async (jobId: string): Promise<Check> =>
  (await client.send('GET', `/job/${jobId}/check`)).json() as unknown as Check;

test('the check waits for the imports and lists findings with place, level and cure, over all of them', async () => {
  const { jobId } = await client.createJob({ unit: 'm', crs: '25832' });
  await client.append(jobId, 'csv', POINTS, 'a.csv');
  await client.append(jobId, 'csv', 'name,easting,northing,elevation\nE,440010,5540000,12.9\n', 'b.csv');
  await client.append(jobId, 'dxf', DRAWING, 'c.dxf', '&as=features');
  const { findings, revision, unit, crs, counts } = await checked(jobId);
  assert.deepEqual([revision, unit, crs, counts['points']], [3, 'metre', 'EPSG:25832', 4]);
  assert.deepEqual(
    findings.map(({ code, level, count }) => [code, level, count]),
    [
      ['check-point-heights', 'warning', 1],
      ['check-elevation-impossible', 'warning', 1],
    ],
  );
  const [heights, impossible] = findings;
  assert.deepEqual([heights!.places[0]!.easting, heights!.places[0]!.elevation], [440_010, 12.9]);
  assert.deepEqual([impossible!.places[0]!.layer, impossible!.places[0]!.elevation], ['Survey', 98_765]);
  assert.ok(findings.every(({ cure }) => cure !== ''));
});

test('the check of a revision has a tag; a further import makes another', async () => {
  const { jobId } = await client.createJob();
  await client.append(jobId, 'csv', POINTS, 'a.csv');
  const first = await client.send('GET', `/job/${jobId}/check`);
  const etag = first.headers.get('etag')!;
  const again = await client.send('GET', `/job/${jobId}/check`, undefined, { 'if-none-match': etag });
  assert.deepEqual([first.status, again.status], [200, 304]);
  await client.append(jobId, 'csv', 'name,easting,northing,elevation\nZ,440010,5540000,12.9\n', 'b.csv');
  const other = await client.send('GET', `/job/${jobId}/check`, undefined, { 'if-none-match': etag });
  assert.equal(other.status, 200);
});

test('an empty job has nothing to find but that no system is stated; a job of another organisation is not found', async () => {
  const { jobId } = await client.createJob();
  const { findings } = await checked(jobId);
  assert.deepEqual(findings, []);
  const stranger = new ConversionClient(server.url, await server.otherOrganisation('conversion'));
  assert.equal((await stranger.send('GET', `/job/${jobId}/check`)).status, 404);
  assert.equal((await client.send('GET', `/job/${jobId}/check?deep=true`)).status, 400);
});

test('a check that would have to wait longer than it may is 503 with the time to come back', async () => {
  const { jobId } = await client.createJob();
  using _ = holdConverters(server.directory, 'held.csv');
  await client.append(jobId, 'csv', POINTS, 'held.csv');
  const refused = await client.send('GET', `/job/${jobId}/check?wait=0`);
  assert.deepEqual([refused.status, refused.json()['code']], [503, 'imports-waiting']);
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
});
