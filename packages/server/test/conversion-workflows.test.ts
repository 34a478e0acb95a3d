import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ConversionClient, corpus, things } from '../testing/conversion-client.ts';
import { holdConverters } from '../testing/hold-converters.ts';
import { startTestServer } from '../testing/server.ts';

// The three workflows of the interface document, as a program would perform them.

const POINTS = 'name,northing,easting,elevation,code\nA1,5000.1,1000.2,12.3,KERB\nA2,5010.1,1005.2,12.4,TREE\n';

/** The server for all tests that need no settings of their own. */
const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

test('workflow A: build a field job from source data', async (t) => {
  const client = ConversionClient.of(server);
  let jobId = '';

  await t.test('1. create a new job', async () => {
    const job = await client.createJob({ name: 'Site 12', unit: 'm' });
    assert.equal(job.name, 'Site 12');
    assert.equal(job.unit, 'metre');
    assert.equal(job.revision, 0);
    jobId = job.jobId;
  });

  await t.test('2. append points and a drawing, without waiting in between', async () => {
    const points = await client.append(jobId, 'csv', POINTS, 'walls.csv');
    assert.equal(points.jobId, jobId);
    assert.equal(points.status, `${server.url}/conversion/job/${jobId}/status`);
    await client.append(jobId, 'dxf', corpus('dxf/geoloc.dxf'), 'geoloc.dxf');
  });

  await t.test('3. upload a file for feature selection, select, import', async () => {
    const filter = await client.report(jobId, 'tp3', corpus('topcon/tps-bris.tp3'), 'tps-bris.tp3');
    assert.equal(filter.counts['points'], 592);
    assert.equal(filter.counts['surfaces'], 4);
    const kinds = filter.selection.find(({ group }) => group === 'kinds')!;
    for (const entry of kinds.entries) entry.selected = entry.kind === 'surface';
    const { fileId } = await client.importFiltered(filter);
    assert.equal(fileId, filter.fileId);
  });

  await t.test('4. query the progress', async () => {
    const status = await client.status(jobId);
    assert.equal(status.state, 'idle');
    assert.equal(status.progress, 100);
    assert.equal(status.revision, 3);
    assert.deepEqual(
      status.imports.map(({ name }) => name),
      ['walls.csv', 'geoloc.dxf', 'tps-bris.tp3'],
    );
    assert.equal(status.imports[0]!.result, 'success');
    assert.equal(status.imports[0]!.written, 2);
    assert.equal(status.imports[2]!.written, 4);
  });

  await t.test(
    'the contents of the job: the points as a point list, the background drawing, the surfaces',
    async () => {
      const { counts, pointLists } = await client.info(jobId);
      assert.equal(counts['points'], 2);
      assert.equal(counts['drawings'], 1);
      assert.equal(counts['surfaces'], 4);
      assert.equal(counts['controlPoints'], 0);
      assert.deepEqual(pointLists, [{ name: 'walls', count: 2 }]);
    },
  );

  await t.test('5. download the resulting job', async () => {
    const { bytes, headers } = await client.download(jobId);
    assert.equal(bytes.subarray(0, 2).toString(), 'PK');
    assert.match(headers.get('content-disposition')!, /filename="Site 12\.mjfzip"/);
  });

  await t.test('6. remove the data', async () => {
    await client.deleteJob(jobId);
    for (const path of ['', '/status', '/info', '/asdxf'])
      assert.equal((await client.send('GET', `/job/${jobId}${path}`)).status, 404);
    assert.equal((await client.send('DELETE', `/job/${jobId}`)).status, 404);
  });
});

test('workflow B: export data from a field job file, without polling', async () => {
  const client = ConversionClient.of(server);
  const { jobId: source } = await client.uploadJob('tp3', corpus('topcon/tps-bris.tp3'), 'tps-bris.tp3');
  const { bytes } = await client.download(source);

  const { jobId } = await client.uploadJob('mjfzip', bytes, 'brisbane.mjfzip');
  const dxf = await client.download(jobId, 'dxf');
  assert.match(dxf.text, /^\s*0\r?\nSECTION/);
  assert.match(dxf.headers.get('content-type')!, /dxf/);
  assert.deepEqual((await client.info(jobId)).counts, (await client.info(source)).counts);
  await client.deleteJob(jobId);
});

test('workflow C: job files from another format, without polling', async () => {
  const client = ConversionClient.of(server);
  const formats = (await client.send('GET', '/formats')).json<{ id: string; extensions: string[]; read: boolean }[]>();
  assert.ok(formats.some(({ id, read }) => id === 'dxf' && read));

  const { jobId } = await client.uploadJob('dxf', corpus('dxf/3dface.dxf'), '3dface.dxf');
  for (const format of ['mjfzip', 'mjo', 'mjt']) {
    const { bytes } = await client.download(jobId, format);
    const again = await client.uploadJob(format, bytes, `again.${format}`);
    await client.status(again.jobId);
    assert.deepEqual(
      things((await client.info(again.jobId)).counts),
      things((await client.info(jobId)).counts),
      format,
    );
  }
  const { counts } = await client.info(jobId);
  assert.equal(counts['drawings'], 0, 'a job created from a CAD file gets its features');
  await client.deleteJob(jobId);
});

test('a download waits for queued imports as long as requested, then states when to retry', async () => {
  const client = ConversionClient.of(server);
  const { jobId } = await client.createJob();
  using converters = holdConverters(server.directory, 'held.csv');
  await client.append(jobId, 'csv', POINTS, 'held.csv');
  await converters.held(1);
  for (const path of [`/job/${jobId}?wait=0`, `/job/${jobId}/ascsv?wait=0`]) {
    const early = await client.send('GET', path);
    assert.deepEqual([early.status, early.json()['code']], [503, 'imports-waiting']);
    assert.ok(Number(early.headers.get('retry-after')) >= 1);
  }
  for (const wait of ['-1', 'soon', '1e9'])
    assert.equal((await client.send('GET', `/job/${jobId}?wait=${wait}`)).json()['code'], 'invalid-parameter', wait);
  const stream = await fetch(`${client.base}/job/${jobId}/status`, {
    headers: { ...client.headers, accept: 'text/event-stream' },
  });
  const waiting = client.download(jobId, 'csv');
  converters.release();
  assert.equal((await waiting).text.trim().split('\n').length, 3);
  assert.match(await stream.text(), /event: status\ndata: \{.*"state":"idle".*\}\n\n$/);
});

test('watchers of a deleted job are notified', async () => {
  const client = ConversionClient.of(server);
  const { jobId } = await client.createJob();
  const rows = Array.from({ length: 300_000 }, (_, i) => `P${i},${i},${i},1`).join('\n');
  await client.append(jobId, 'csv', `name,northing,easting,elevation\n${rows}`, 'long.csv');
  const headers = { ...client.headers, accept: 'text/event-stream' };
  const stream = await fetch(`${client.base}/job/${jobId}/status`, { headers });
  await client.deleteJob(jobId);
  assert.match(await stream.text(), /event: deleted\ndata: \{\}\n\n$/);
  assert.equal((await client.send('GET', `/job/${jobId}/status`)).status, 404);
});

test('a waiting filtered import is not started twice, and a finished one only on request', async () => {
  await using server = await startTestServer({ converters: 1 });
  const client = ConversionClient.of(server);
  const { jobId } = await client.createJob();
  const filter = await client.report(jobId, 'csv', 'name,northing,easting\nA,1,2\nB,3,4\n', 'small.csv');
  const rows = Array.from({ length: 150_000 }, (_, i) => `P${i},${i},${i}`).join('\n');
  await client.append(jobId, 'csv', `name,northing,easting\n${rows}`, 'long.csv');
  const begin = (query = '') =>
    client.send('PUT', `/job/${jobId}/filtered/${filter.fileId}${query}`, JSON.stringify(filter), {
      'content-type': 'application/json',
    });
  assert.equal((await begin()).status, 202);
  for (const query of ['', '?again=true']) {
    const refused = await begin(query);
    assert.deepEqual([refused.status, refused.json()['code']], [409, 'import-running']);
  }
  await client.status(jobId);
  const done = await begin();
  assert.deepEqual([done.status, done.json()['code']], [409, 'already-imported']);
  assert.equal((await begin('?again=true')).status, 202);
  const { imports } = await client.status(jobId);
  assert.deepEqual(
    imports.map(({ name, written }) => [name, written]),
    [
      ['long.csv', 150_000],
      ['small.csv', 2],
      ['small.csv', 2],
    ],
  );
});

test('report, status and description have the fields of the contract', async () => {
  const client = ConversionClient.of(server);
  const { jobId } = await client.createJob();
  const report = (await client.report(jobId, 'tp3', corpus('topcon/tps-bris.tp3'), 'bris.tp3')) as unknown as Record<
    string,
    unknown
  >;
  for (const field of 'jobId fileId format version unit crs extent counts source issues selection'.split(' '))
    assert.ok(field in report, `the report has no ${field}`);
  const counts =
    'points codes layers lines areas texts surfaces triangles alignments planes controlPoints drawings observations';
  assert.deepEqual(Object.keys(report['counts'] as object), counts.split(' '));
  const box = ['minEasting', 'minNorthing', 'maxEasting', 'maxNorthing', 'minElevation', 'maxElevation'];
  assert.deepEqual(Object.keys(report['extent'] as object).sort(), box.sort());
  for (const { type, found, read, skipped } of report['source'] as {
    type: string;
    found: number;
    read: number;
    skipped: number;
  }[])
    assert.equal(found, read + skipped, type);
  const groups = ['kinds', 'layers', 'codes', 'surfaces', 'alignments', 'pointRanges', 'pages', 'blocks'];
  const selection = report['selection'] as { group: string; entries: Record<string, unknown>[] }[];
  assert.ok(selection.length >= 5 && selection.every(({ group }) => groups.includes(group)));
  for (const { group, entries } of selection)
    for (const entry of entries) {
      assert.deepEqual(Object.keys(entry).sort(), ['count', 'extent', 'kind', 'name', 'selected'], group);
      assert.equal(entry['selected'], true);
    }

  const accepted = await client.importFiltered(report as never);
  assert.deepEqual(Object.keys(accepted).sort(), ['fileId', 'jobId', 'status']);
  const status = (await client.status(jobId)) as unknown as Record<string, unknown>;
  const fields = ['expiresAt', 'imports', 'jobId', 'phase', 'progress', 'result', 'revision', 'state'];
  assert.deepEqual(Object.keys(status).sort(), fields);
  const [one] = status['imports'] as Record<string, unknown>[];
  for (const field of 'fileId name format state result progress phase read written skipped issues timings'.split(' '))
    assert.ok(field in one!, `the status of an import has no ${field}`);
  assert.deepEqual([one!['state'], one!['progress'], status['progress'], status['revision']], ['idle', 100, 100, 1]);
  const info = (await client.info(jobId)) as unknown as Record<string, unknown>;
  for (const field of ['counts', 'layers', 'extent', 'pointLists']) assert.ok(field in info, `info has no ${field}`);
  assert.deepEqual(info['extent'], report['extent'], 'the imported data has the extent of the report');
});
