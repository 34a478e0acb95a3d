import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ConversionClient, corpus } from '../testing/conversion-client.ts';
import { embeddedOnly } from '../testing/database.ts';
import { holdConverters } from '../testing/hold-converters.ts';
import { startReceiver, until } from '../testing/receiver.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { storeOf } from '../testing/store-of.ts';

// The life of a job: its changes, its events, and its complete removal.

const HEAD = 'name,northing,easting,elevation\n';
const POINTS = `${HEAD}A,1,2,3\nB,2,3,4\n`;
const manyPoints = (count: number) => HEAD + Array.from({ length: count }, (_, i) => `P${i},${i},${i},1`).join('\n');

function blobCount({ directory }: TestServer): number {
  const root = join(directory, 'blobs/conversion');
  return readdirSync(root).flatMap((folder) => readdirSync(join(root, folder))).length;
}

/** The server for all tests that need no settings of their own. */
const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

test('a deleted job leaves no bytes and no rows: files, reports, thumbnails, segments, exports, names', async () => {
  const client = ConversionClient.of(server);
  const database = storeOf(server, 'conversion');
  const tables = ['jobs', 'files', 'imports', 'segments', 'exports'];
  const rows = () =>
    Promise.all(tables.map(async (table) => (await database.first(`SELECT count(*) AS n FROM ${table}`))!['n']));
  const [blobs, before] = [blobCount(server), await rows()];
  const { jobId } = await client.createJob();
  const filter = await client.report(jobId, 'tp3', corpus('topcon/tps-bris.tp3'), 'bris.tp3');
  await client.importFiltered(filter);
  assert.equal((await client.send('GET', `/job/${jobId}/files/${filter.fileId}/thumbnail.svg`)).status, 200);
  await client.append(jobId, 'csv', POINTS, 'a.csv', 'onDuplicate=replace');
  await client.append(jobId, 'csv', POINTS, 'b.csv', 'onDuplicate=replace');
  await client.append(jobId, 'dxf', corpus('dxf/3dface.dxf').subarray(0, 50), 'cut.dxf');
  await client.download(jobId);
  await client.download(jobId, 'csv', 'unit=ft');
  assert.ok(blobCount(server) > blobs + 10, `${blobCount(server)} blobs`);
  await client.deleteJob(jobId);
  await until(() => blobCount(server) === blobs, 'the last blob gone');
  assert.deepEqual(await rows(), before, 'the last row is gone');
  if (embeddedOnly === false)
    assert.ok(!readdirSync(join(server.directory, 'names', 'conversion')).some((name) => name.startsWith(jobId)));
});

test('a download waiting for a job ends with 404 if the job is deleted; a running one completes', async () => {
  const client = ConversionClient.of(server);
  const { jobId } = await client.createJob();
  {
    using converters = holdConverters(server.directory, 'held.csv');
    await client.append(jobId, 'csv', POINTS, 'held.csv');
    const waiting = client.send('GET', `/job/${jobId}/ascsv`);
    await converters.held(1);
    await client.deleteJob(jobId);
    assert.equal((await waiting).status, 404);
  }

  const other = await client.uploadJob('csv', manyPoints(30_000), 'site.csv');
  await client.download(other.jobId, 'geojson');
  const answer = await fetch(`${client.base}/job/${other.jobId}/asgeojson`, { headers: client.headers });
  const reader = answer.body!.getReader();
  let bytes = (await reader.read()).value!.length;
  await client.deleteJob(other.jobId);
  for (let part = await reader.read(); !part.done; part = await reader.read()) bytes += part.value.length;
  assert.equal(bytes, Number(answer.headers.get('content-length')));
});

test('a caller with an outdated job is refused: If-Match on append and delete, If-None-Match on its description', async () => {
  await using server = await startTestServer();
  const client = ConversionClient.of(server);
  const made = await client.send('POST', '/job/mjf');
  const { jobId } = made.json<{ jobId: string }>();
  const first = made.headers.get('etag')!;
  const blobs = blobCount(server);
  const append = (etag: string) => client.send('PUT', `/job/${jobId}/csv`, POINTS, { 'if-match': etag });
  assert.equal((await append(first)).status, 202);
  await client.status(jobId);
  const stale = await append(first);
  assert.deepEqual([stale.status, stale.json()['code']], [412, 'precondition-failed']);
  assert.equal((await client.status(jobId)).imports.length, 1);
  assert.equal(blobCount(server), blobs + 3, 'file, segment and issues of the first; nothing of the second');
  const info = await client.send('GET', `/job/${jobId}/info`);
  const present = info.headers.get('etag')!;
  assert.notEqual(present, first);
  const again = await client.send('GET', `/job/${jobId}/info`, undefined, { 'if-none-match': present });
  assert.deepEqual([again.status, again.text], [304, '']);
  const remove = (etag: string) => client.send('DELETE', `/job/${jobId}`, undefined, { 'if-match': etag });
  assert.equal((await remove(first)).status, 412);
  assert.equal((await remove(present)).status, 204);
});

test('an organisation with a full queue must retry later; others are served', async () => {
  await using server = await startTestServer({ queueLimitPerOrganisation: 1, converters: 1 });
  const client = ConversionClient.of(server);
  const { jobId } = await client.createJob();
  using converters = holdConverters(server.directory, 'held.csv');
  await client.append(jobId, 'csv', POINTS, 'held.csv');
  await converters.held(1);
  for (const path of [`/job/${jobId}/csv`, '/job/upload/csv']) {
    const full = await client.send(path.includes('upload') ? 'POST' : 'PUT', path, POINTS);
    assert.deepEqual([full.status, full.json()['code']], [503, 'queue-full'], path);
    assert.match(
      String(full.json()['detail']),
      /^Waiting conversions: 1; the limit queueLimitPerOrganisation is 1\. Send it again later\.$/,
    );
    assert.equal(full.headers.get('retry-after'), '10');
  }
  const other = new ConversionClient(server.url, await server.otherOrganisation('conversion'));
  const theirs = await other.uploadJob('csv', POINTS, 'a.csv');
  converters.release();
  assert.equal((await other.lastImport(theirs.jobId)).result, 'success');
});

test('a report that takes longer than the server waits is answered with its address, also by default', async () => {
  await using server = await startTestServer({ reportSeconds: 0 });
  const client = ConversionClient.of(server);
  const { jobId } = await client.createJob();
  const answer = await client.send('POST', `/job/${jobId}/csv?filename=a.csv`, POINTS);
  const { fileId, state, report } = answer.json<{ fileId: string; state: string; report: string }>();
  assert.deepEqual([answer.status, state], [202, 'running']);
  assert.equal(answer.headers.get('location'), `/conversion/job/${jobId}/files/${fileId}/report`);
  assert.equal(report, `${server.url}${answer.headers.get('location')}`);
  assert.ok(Number(answer.headers.get('retry-after')) > 0);
  const early = await client.send('PUT', `/job/${jobId}/filtered/${fileId}`);
  assert.ok([202, 409].includes(early.status), early.text);
  const later = await client.send('GET', `/job/${jobId}/files/${fileId}/report?wait=30`);
  assert.deepEqual([later.status, later.json()['name']], [200, 'a.csv']);
});

test('events report success, alterations and failure, with everything a receiver needs', async () => {
  await using server = await startTestServer({ webhookPrivateAddresses: true, webhookPlainHttp: true });
  await using receiver = await startReceiver();
  const client = ConversionClient.of(server);
  const json = { 'content-type': 'application/json' };
  const made = await client.send('POST', '/events/endpoints', JSON.stringify({ url: receiver.url }), json);
  assert.equal(made.status, 201, made.text);
  const { jobId } = await client.createJob();
  const files = [
    await client.append(jobId, 'csv', POINTS, 'a.csv'),
    await client.append(jobId, 'csv', POINTS, 'again.csv'),
    await client.append(jobId, 'csv', POINTS, 'refused.csv', 'onDuplicate=refuse'),
  ];
  const events = () => receiver.received.map((one) => one.json).filter(({ data }) => data.jobId === jobId);
  await until(() => events().length === 3, 'three events');
  const reported = files.map(({ fileId }) => events().find(({ data }) => data.fileId === fileId));
  assert.deepEqual(
    reported.map(({ type, data }) => [type, data.result, data.revision, data.counts?.points, data.failure?.code]),
    [
      ['job.import.succeeded', 'success', 1, 2, undefined],
      ['job.import.partial', 'partialSuccess', 2, 2, undefined],
      ['job.import.failed', 'failed', undefined, undefined, 'point-name-taken'],
    ],
  );
});

test('an import during which the server ended too often fails with a reason; after once less it is tried again', async () => {
  // Of several servers, one may have ended because of another's file.
  const most = embeddedOnly === false ? 5 : 10;
  const server = await startTestServer();
  const client = ConversionClient.of(server);
  const jobs = [await client.createJob(), await client.createJob()];
  for (const { jobId } of jobs) await client.append(jobId, 'csv', POINTS, 'a.csv');
  for (const { jobId } of jobs) await client.status(jobId);
  await client.append(jobs[0]!.jobId, 'csv', `${HEAD}C,1,2,3\n`, 'c.csv');
  await client.append(jobs[1]!.jobId, 'csv', `${HEAD}C,1,2,3\n`, 'c.csv');
  for (const { jobId } of jobs) await client.status(jobId);
  const database = storeOf(server, 'conversion');
  // The table after a server was killed while they were running.
  await database.write(async (tx) => {
    for (const [index, { jobId }] of jobs.entries()) {
      await tx.run('DELETE FROM segments WHERE jobId = ? AND position = 1', jobId);
      await tx.run('UPDATE jobs SET revision = 1 WHERE id = ?', jobId);
      const text = "UPDATE imports SET state = 'running', result = NULL, attempts = ? WHERE jobId = ? AND sequence = 2";
      await tx.run(text, index === 0 ? most : most - 1, jobId);
    }
  });
  await server.stop();
  await using next = await startTestServer({ data: server.directory });
  try {
    const after = ConversionClient.of(next);
    const [given, tried] = [await after.lastImport(jobs[0]!.jobId), await after.lastImport(jobs[1]!.jobId)];
    assert.deepEqual([given.result, given.failure?.code], ['failed', 'import-interrupted']);
    assert.match(given.failure!.text, new RegExp(`${most} times`));
    assert.deepEqual([tried.result, tried.failure], ['success', null]);
    assert.deepEqual(
      [(await after.status(jobs[0]!.jobId)).revision, (await after.status(jobs[1]!.jobId)).revision],
      [1, 2],
    );
    assert.match((await after.download(jobs[0]!.jobId, 'csv')).text, /A,1,2,3[\s\S]*B,2,3,4/, 'the last good revision');
  } finally {
    await next.stop();
    rmSync(server.directory, { recursive: true, force: true });
  }
});
