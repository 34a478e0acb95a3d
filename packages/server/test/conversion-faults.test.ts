import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { killCampaign } from '../testing/conversion-campaign.ts';
import { ConversionClient, corpus } from '../testing/conversion-client.ts';
import { IN_FILES } from '../testing/database.ts';
import { holdConverters } from '../testing/hold-converters.ts';
import { killConverters } from '../testing/kill-converters.ts';
import { until } from '../testing/receiver.ts';
import { startTestServer } from '../testing/server.ts';
import { smallDisk } from '../testing/small-disk.ts';
import { storeOf } from '../testing/store-of.ts';

const HEAD = 'name,northing,easting,elevation\n';
const manyPoints = (count: number, prefix = 'P') =>
  HEAD + Array.from({ length: count }, (_, i) => `${prefix}${i},${i},${i},1`).join('\n');
/** A small drawing with four million lines: one block, inserted in 2000 rows and columns. */
const MANY_LINES = [
  '0 SECTION 2 BLOCKS 0 BLOCK 2 B 10 0 20 0 0 LINE 10 0 20 0 11 1 21 1 0 ENDBLK 0 ENDSEC',
  '0 SECTION 2 ENTITIES 0 INSERT 2 B 10 0 20 0 70 2000 71 2000 44 2 45 2 0 ENDSEC 0 EOF',
]
  .join(' ')
  .replaceAll(' ', '\n');

test('kill -9 at random moments of a running import: the job is intact afterwards', async (t) => {
  const result = await killCampaign(2, 5000, Math.random, (line) => t.diagnostic(line));
  assert.equal(result.rounds, 2);
  assert.ok(result.accepted >= 1, 'except the first, each was killed after its upload');
});

test('a converter that is killed twice only fails its own import', async () => {
  await using server = await startTestServer({ converters: 2, warmConverters: 0 });
  const client = ConversionClient.of(server);
  const [poisoned, healthy] = [await client.createJob(), await client.createJob()];
  const killed = killConverters(server.directory, 100_000, 2, 'asked', async (kills) => {
    if (kills === 1) await client.append(healthy.jobId, 'csv', manyPoints(10), 'healthy.csv');
  });
  await client.append(poisoned.jobId, 'csv', manyPoints(8000), 'poison.csv');
  await killed;
  const failed = await client.lastImport(poisoned.jobId);
  assert.equal(failed.result, 'failed');
  assert.equal(failed.failure?.code, 'converter-died');
  assert.equal((await client.status(poisoned.jobId)).revision, 0);
  assert.notEqual((await client.lastImport(healthy.jobId)).result, 'failed');
});

test('a stopping server returns its imports to the queue, and the next one runs them', async () => {
  const server = await startTestServer({ converters: 1 });
  const client = ConversionClient.of(server);
  const { jobId } = await client.createJob();
  using converters = holdConverters(server.directory, 'long.csv', 'asked');
  await client.append(jobId, 'csv', manyPoints(9000), 'long.csv');
  await client.append(jobId, 'csv', manyPoints(10, 'Q'), 'short.csv');
  await converters.held(1);
  await server.stop();
  converters.release();
  await using next = await startTestServer({ data: server.directory });
  const { imports, revision } = await ConversionClient.of(next).status(jobId);
  assert.deepEqual(
    imports.map(({ failure, written }) => [failure, written]),
    [
      [null, 9000],
      [null, 10],
    ],
  );
  assert.equal(revision, 2);
  await next.stop();
  rmSync(server.directory, { recursive: true, force: true });
});

test('memory and time limits fail the import with their name', async () => {
  await using server = await startTestServer({
    converterMemory: 128 * 2 ** 20,
    warmConverters: 0,
  });
  const client = ConversionClient.of(server);
  const { jobId } = await client.createJob();
  await client.append(jobId, 'dxf', MANY_LINES, 'many.dxf', 'as=features');
  const { failure } = await client.lastImport(jobId);
  assert.equal(failure?.code, 'converter-memory');
  assert.match(failure!.text, /converterMemory = 134217728/);
  await using slow = await startTestServer({ converterSeconds: 0.3 });
  const impatient = ConversionClient.of(slow);
  using _converters = holdConverters(slow.directory, 'held.csv');
  const answer = await impatient.send('POST', '/convert?from=csv&to=csv&filename=held.csv', manyPoints(1));
  assert.equal(answer.status, 422);
  assert.match(answer.json<{ detail: string }>().detail, /converterSeconds = 0\.3/);
});

test('limits of readers are those of the operator, named if exceeded; lowering them affects no existing job', async () => {
  const server = await startTestServer();
  const { jobId } = await ConversionClient.of(server).createJob();
  await ConversionClient.of(server).append(jobId, 'csv', manyPoints(20), 'before.csv');
  const before = (await ConversionClient.of(server).download(jobId, 'csv')).text;
  await server.stop();
  const deep = `<LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" version="1.2">${'<Feature>'.repeat(5)}${'</Feature>'.repeat(5)}</LandXML>`;
  await using strict = await startTestServer({ data: server.directory, limitFeatures: 10, limitDepth: 4 });
  try {
    const client = ConversionClient.of(strict);
    await client.append(jobId, 'csv', manyPoints(11, 'Q'), 'large.csv');
    const { failure } = await client.lastImport(jobId);
    assert.equal(failure?.code, 'limit-exceeded');
    assert.match(failure!.text, /the limit features = 10/);
    for (const [path, body, limit] of [
      [`/job/${jobId}/csv?filename=large.csv`, manyPoints(11), /the limit features = 10/],
      ['/convert?from=csv&to=csv', manyPoints(11), /the limit features = 10/],
      ['/convert?from=landxml&to=csv', deep, /the limit depth = 4/],
    ] as const) {
      const answer = await client.send('POST', path, body);
      assert.deepEqual([answer.status, answer.json()['code']], [422, 'limit-exceeded'], answer.text);
      assert.match(answer.json<{ detail: string }>().detail, limit);
    }
    assert.equal((await client.download(jobId, 'geojson')).status, 200);
    assert.equal((await client.download(jobId, 'csv')).text, before);
    await client.append(jobId, 'csv', manyPoints(10, 'R'), 'small.csv');
    assert.equal((await client.lastImport(jobId)).result, 'success');
  } finally {
    await strict.stop();
    rmSync(server.directory, { recursive: true, force: true });
  }
});

test('disk full in every phase: 507 or a failed import, nothing half-written, and recovery', async (t) => {
  await using disk = smallDisk(24);
  if (disk === undefined) return t.skip('needs a small tmpfs as a full disk, which this user may not mount');
  await using server = await startTestServer({ data: disk.directory, diskReserve: 50_000, ...IN_FILES });
  const client = ConversionClient.of(server);
  const { jobId } = await client.createJob();
  await client.append(jobId, 'csv', manyPoints(100), 'first.csv');
  assert.equal((await client.lastImport(jobId)).result, 'success');
  const before = (await client.download(jobId, 'csv')).text;

  // While a body of unknown length arrives.
  disk.fill(3_000_000);
  const upload = await client.send('PUT', `/job/${jobId}/csv`, new Blob([manyPoints(250_000)]).stream());
  assert.equal(upload.status, 507, upload.text);
  // At the start of a resumable upload.
  disk.fill(0);
  const length = { 'tus-resumable': '1.0.0', 'upload-length': '5' };
  assert.equal((await client.send('POST', '/uploads', null, length)).json()['code'], 'disk-full');
  assert.deepEqual(readdirSync(join(disk.directory, 'uploads')), [], 'nothing of it remains');
  disk.empty();
  // During the conversion: there is room for the file, but not for its segment.
  disk.fill(3_000_000);
  await client.append(jobId, 'csv', manyPoints(60_000, 'L'), 'second.csv');
  // There may be no room to store the failure itself: the import then shows as running until there is space.
  const isOver = async () =>
    (await client.status(jobId, 0)).imports.at(-1)!.failure !== null ||
    server.log().includes('could not be stored yet');
  await until(isOver, 'the failure');
  // During an export.
  disk.fill(70_000);
  const exported = await client.send('GET', `/job/${jobId}/asdxf?wait=1`);
  assert.ok([200, 503, 507].includes(exported.status), exported.text);

  disk.empty();
  const failed = await client.lastImport(jobId);
  assert.equal(failed.failure?.code, 'disk-full', JSON.stringify(failed));
  assert.equal((await client.download(jobId, 'csv')).text, before, 'the job kept its last good revision');
  await client.append(jobId, 'csv', manyPoints(50, 'Z'), 'third.csv');
  assert.equal((await client.lastImport(jobId)).result, 'success');
  assert.equal((await client.status(jobId)).revision, 2);
});

test('the waiting imports of one organisation do not delay another one', async () => {
  await using server = await startTestServer({ converters: 1 });
  const client = ConversionClient.of(server);
  const other = new ConversionClient(server.url, await server.otherOrganisation('conversion'));
  const jobs = await Promise.all(Array.from({ length: 6 }, () => client.createJob()));
  using converters = holdConverters(server.directory, 'first.pt3');
  await client.append(jobs[0]!.jobId, 'pt3', corpus('topcon/My_Operator_Data.pt3'), 'first.pt3');
  await converters.held(1);
  for (const job of jobs.slice(1))
    await client.append(job.jobId, 'pt3', corpus('topcon/My_Operator_Data.pt3'), 'a.pt3');
  const { jobId } = await other.createJob();
  await other.append(jobId, 'pt3', corpus('topcon/My_Operator_Data.pt3'), 'b.pt3');
  converters.release();
  assert.equal((await other.lastImport(jobId)).result, 'success');
  for (const job of jobs) await client.status(job.jobId);
  const database = storeOf(server, 'conversion');
  const done = await database.read("SELECT data FROM outbox WHERE type LIKE 'job.import.%' ORDER BY seq");
  const order = done.map(({ data }) => (JSON.parse(String(data)) as { jobId: string }).jobId);
  const turn = order.indexOf(jobId) - order.indexOf(jobs[0]!.jobId);
  assert.ok(turn === 1 || turn === 2, `the other organisation was served as number ${turn} after the running one`);
});
