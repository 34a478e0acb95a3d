import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { JobStatus } from '@fieldbridge/contract';
import { ConversionClient, corpus } from '../testing/conversion-client.ts';
import { embeddedOnly } from '../testing/database.ts';
import { holdConverters } from '../testing/hold-converters.ts';
import { startTestServer } from '../testing/server.ts';
import { storeOf } from '../testing/store-of.ts';

const HEAD = 'name,northing,easting,elevation\n';
const pointsOf = (names: readonly string[]) =>
  HEAD + names.map((name, i) => `${name},${5000 + i},${1000 + i},${i}`).join('\n');
const points = (...names: string[]) => pointsOf(names);
const manyPoints = (count: number) => pointsOf(Array.from({ length: count }, (_, i) => `P${i}`));

/** The server for all tests that need no settings of their own. */
const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

test('point names that already exist in the job', async (t) => {
  const client = ConversionClient.of(server);
  const jobOf = async () => {
    const { jobId } = await client.createJob();
    await client.append(jobId, 'csv', points('A', 'B', 'B-2'), 'first.csv');
    return jobId;
  };
  const namesIn = async (jobId: string) =>
    (await client.download(jobId, 'csv')).text
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((line) => line.split(',')[0]);

  await t.test('are renamed by default, to a free name, and reported', async () => {
    const jobId = await jobOf();
    await client.append(jobId, 'csv', points('B', 'C', 'B'), 'second.csv');
    const { result, issues, fileId } = await client.lastImport(jobId);
    assert.equal(result, 'partialSuccess');
    assert.equal(issues.warnings, 2);
    assert.deepEqual(await namesIn(jobId), ['A', 'B', 'B-2', 'B-3', 'C', 'B-4']);
    const listed = (await client.send('GET', `/job/${jobId}/files/${fileId}/issues`)).json<
      { code: string; parameters: unknown }[]
    >();
    assert.equal(listed.filter(({ code }) => code === 'point-renamed').length, 2);
    assert.deepEqual(listed.find(({ code }) => code === 'point-renamed')!.parameters, { name: 'B', newName: 'B-3' });
  });
  await t.test('keep: the imported point is left out', async () => {
    const jobId = await jobOf();
    await client.append(jobId, 'csv', points('B', 'C'), 'second.csv', 'onDuplicate=keep');
    assert.deepEqual(await namesIn(jobId), ['A', 'B', 'B-2', 'C']);
  });
  await t.test('replace: the point of the job is removed', async () => {
    const jobId = await jobOf();
    await client.append(jobId, 'csv', points('B', 'C'), 'second.csv', 'onDuplicate=replace');
    assert.deepEqual(await namesIn(jobId), ['A', 'B-2', 'B', 'C']);
    assert.equal((await client.info(jobId)).counts['points'], 4);
  });
  await t.test('refuse: the import fails, the job is unchanged, and the names are free again', async () => {
    const jobId = await jobOf();
    await client.append(jobId, 'csv', points('X', 'B'), 'second.csv', 'onDuplicate=refuse');
    assert.deepEqual((await client.lastImport(jobId)).failure?.code, 'point-name-taken');
    await client.append(jobId, 'csv', points('X'), 'third.csv', 'onDuplicate=refuse');
    assert.equal((await client.lastImport(jobId)).result, 'success');
    assert.equal((await client.status(jobId)).result, 'failed', 'the result of the job is the worst of its imports');
    assert.deepEqual(await namesIn(jobId), ['A', 'B', 'B-2', 'X']);
  });
  await t.test(
    'a code library imported again: the first codes count, which downloads report; replace updates them',
    async () => {
      const library = (description: string, colour: string): string =>
        `<?xml version="1.0"?><CodeLibrary xmlns="urn:fieldbridge:code-library:1" version="1.0"><Layers><Layer name="Trees" colour="${colour}"/></Layers>` +
        `<Codes><PointCode name="TREE" description="${description}" layer="Trees"/><LineCode name="ST" control="start"/></Codes></CodeLibrary>`;
      const { jobId } = await client.createJob();
      await client.append(jobId, 'xml', library('Oak', '#00FF00'), 'codes.xml');
      await client.append(jobId, 'xml', library('Elm', '#0000FF'), 'codes.xml');
      const descriptions = async () =>
        Array.from(
          (await client.download(jobId, 'codelib')).text.matchAll(/<\w+Code [^>]*?name="(\w+)"[^>]*/g),
          (tag) => [tag[1], / description="(\w+)"/.exec(tag[0])?.[1]],
        );
      assert.deepEqual(await descriptions(), [
        ['TREE', 'Oak'],
        ['ST', undefined],
      ]);
      assert.equal((await client.info(jobId)).counts['codes'], 2, 'a duplicate code is one');
      const { headers } = await client.download(jobId, 'codelib');
      assert.match(headers.get('x-conversion-report')!, /\blayer-kept=1\b.*\bcode-kept=1\b/);
      await client.append(jobId, 'xml', library('Elm', '#0000FF'), 'codes.xml', 'onDuplicate=replace');
      assert.deepEqual(await descriptions(), [
        ['TREE', 'Elm'],
        ['ST', undefined],
      ]);
      const report = (await client.send('GET', `/job/${jobId}/ascodelib/report`)).json<
        { code: string; text: string }[]
      >();
      assert.equal(
        report.find(({ code }) => code === 'code-replaced')?.text,
        'code "TREE" replaces the one in the job',
      );
    },
  );
});

test('ten simultaneous appends are all imported, in the order of acceptance', async () => {
  const client = ConversionClient.of(server);
  const { jobId } = await client.createJob();
  const names = Array.from({ length: 10 }, (_, i) => `N${i}`);
  const accepted = await Promise.all(names.map((name) => client.append(jobId, 'csv', points(name), `${name}.csv`)));
  const status = await client.status(jobId);
  assert.equal(status.revision, 10);
  assert.equal(new Set(accepted.map(({ fileId }) => fileId)).size, 10);
  const order = status.imports.map(({ name }) => name.replace('.csv', ''));
  const rows = (await client.download(jobId, 'csv')).text
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(',')[0]!);
  assert.deepEqual(rows, order);
  assert.deepEqual([...order].sort(), names);
});

test('progress never goes back, by polling and by events', async () => {
  const client = ConversionClient.of(server);
  const { jobId } = await client.createJob();
  using converters = holdConverters(server.directory, 'many.csv', 'asked');
  await client.append(jobId, 'csv', manyPoints(30_000), 'many.csv');
  await converters.held(1);
  const response = await fetch(`${client.base}/job/${jobId}/status`, {
    headers: { ...client.headers, accept: 'text/event-stream' },
  });
  assert.match(response.headers.get('content-type')!, /text\/event-stream/);
  converters.release();
  const text = await response.text();
  const seen = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!) as JobStatus);
  assert.ok(seen.length >= 2, `${seen.length} events`);
  const progress = seen.map((status) => status.progress);
  assert.deepEqual(
    progress,
    [...progress].sort((a, b) => a - b),
  );
  assert.equal(seen.at(-1)!.state, 'idle');
  assert.equal(seen.at(-1)!.imports[0]!.written, 30_000);
  assert.deepEqual((await client.status(jobId)).progress, 100);
});

test('an import can be cancelled while waiting and while running', async () => {
  await using server = await startTestServer({ converters: 1 });
  const client = ConversionClient.of(server);
  const { jobId } = await client.createJob();
  using converters = holdConverters(server.directory, 'long.csv', 'asked');
  const running = await client.append(jobId, 'csv', points('L'), 'long.csv');
  await converters.held(1);
  const waiting = await client.append(jobId, 'csv', points('A'), 'short.csv');
  const last = await client.append(jobId, 'csv', points('B'), 'last.csv');
  const cancel = (fileId: string) => client.send('POST', `/job/${jobId}/files/${fileId}/cancel`);
  assert.equal((await cancel(waiting.fileId)).status, 202);
  assert.equal((await cancel(running.fileId)).status, 202);
  const { imports, revision } = await client.status(jobId);
  assert.deepEqual(
    imports.map(({ result, failure }) => failure?.code ?? result),
    ['cancelled', 'cancelled', 'success'],
  );
  assert.equal(revision, 1);
  assert.equal((await cancel(last.fileId)).json()['code'], 'not-running');
});

test('a job deleted during its import is gone, and others continue', { skip: embeddedOnly }, async () => {
  const client = ConversionClient.of(server);
  const [first, second] = [await client.createJob(), await client.createJob()];
  using converters = holdConverters(server.directory, 'long.csv', 'asked');
  await client.append(first.jobId, 'csv', manyPoints(20_000), 'long.csv');
  await converters.held(1);
  const names = (): string[] => readdirSync(join(server.directory, 'names', 'conversion'));
  const ofFirst = (): string[] => names().filter((name) => name.startsWith(first.jobId));
  assert.notEqual(ofFirst().length, 0, 'it has claimed names');
  await client.append(second.jobId, 'csv', points('A'), 'short.csv');
  await client.deleteJob(first.jobId);
  assert.equal((await client.send('GET', `/job/${first.jobId}/status`)).status, 404);
  assert.equal((await client.lastImport(second.jobId)).result, 'success');
  assert.deepEqual(ofFirst(), [], 'its names are removed with it');
});

test('the filter: selected data is imported, unknown data refused', async (t) => {
  const client = ConversionClient.of(server);
  const { jobId } = await client.createJob();
  const filter = await client.report(jobId, 'tp3', corpus('topcon/tps-bris.tp3'), 'tps-bris.tp3');
  const other = await client.report(jobId, 'pt3', corpus('topcon/My_Operator_Data.pt3'), 'my.pt3');
  const put = (body: object, fileId = filter.fileId, query = '') =>
    client.send('PUT', `/job/${jobId}/filtered/${fileId}${query}`, JSON.stringify(body), {
      'content-type': 'application/json',
    });

  await t.test('a filter from another file', async () => {
    assert.equal((await put(other)).json()['code'], 'selection-unknown');
    const { fileId: _, ...anonymous } = other;
    const answer = await put(anonymous);
    assert.equal(answer.status, 422);
    assert.match(
      answer.json<{ errors: { pointer: string }[] }>().errors[0]!.pointer,
      /^#\/selection\/\d+\/entries\/\d+$/,
    );
  });
  await t.test('a file of another job, or not uploaded for selection', async () => {
    assert.equal((await put(filter, crypto.randomUUID())).status, 404);
    const appended = await client.append(jobId, 'csv', points('A'), 'a.csv');
    assert.equal((await put({}, appended.fileId)).json()['code'], 'report-missing');
  });
  await t.test('a body that would hold up everybody', async () => {
    const keys = Object.fromEntries(Array.from({ length: 200_001 }, (_, i) => [i.toString(36), 0]));
    for (const [body, limit] of [
      [{ selection: [], more: 'x'.repeat(4 * 2 ** 20) }, /limit of this address is 4194304 bytes/],
      [{ selection: [], more: keys }, /more than 200000 keys/],
    ] as const) {
      const answer = await put(body);
      assert.equal(answer.status, 413);
      assert.match(answer.text, limit);
    }
  });
  await t.test('impossible bounds and wrong shapes', async () => {
    const bounds = { minEasting: 2, minNorthing: 0, maxEasting: 1, maxNorthing: 1 };
    assert.equal((await put({ ...filter, bounds })).status, 422);
    assert.equal(
      (await put({ selection: [{ group: 'kinds', entries: [{ name: 'point', kind: 'point', selected: 'no' }] }] }))
        .status,
      422,
    );
    assert.equal((await put({ selection: 'all' })).status, 422);
  });
  await t.test('only within bounds, only one entry; once, and again on request', async () => {
    const { extent, counts } = filter as unknown as { extent: Record<string, number>; counts: Record<string, number> };
    const bounds = { ...extent, maxEasting: extent['minEasting']! + 1 };
    await client.importFiltered({ ...filter, bounds });
    const few = (await client.lastImport(jobId)).written;
    assert.ok(few > 0 && few < counts['points']!, `${few} things near the western edge`);
    assert.equal((await put(filter)).json()['code'], 'already-imported');
    assert.equal((await put(filter, filter.fileId, '?again=true')).status, 202);
    assert.ok((await client.lastImport(jobId)).written > few);
  });
  await t.test('the thumbnail and the report remain available', async () => {
    const picture = await client.send('GET', `/job/${jobId}/files/${filter.fileId}/thumbnail.svg`);
    assert.match(picture.headers.get('content-type')!, /image\/svg\+xml/);
    assert.match(picture.text, /^<svg [\s\S]*<\/svg>\s*$/);
    const again = await client.send('GET', `/job/${jobId}/files/${filter.fileId}/report`);
    assert.deepEqual(again.json(), filter);
  });
});

test('a slow report is answered with 202 and fetched later', async () => {
  const client = ConversionClient.of(server);
  const { jobId } = await client.createJob();
  const answer = await client.send('POST', `/job/${jobId}/csv`, points('A'), { prefer: 'respond-async' });
  assert.equal(answer.status, 202);
  const { report } = answer.json<{ report: string }>();
  const later = await client.send('GET', `${report.replace(/^.*\/conversion/, '')}?wait=30`);
  assert.equal(later.status, 200);
  assert.equal(later.json<{ counts: { points: number } }>().counts.points, 1);
});

test('downloads: cached by revision and options, with ETag and ranges', async () => {
  const client = ConversionClient.of(server);
  const { jobId } = await client.uploadJob('csv', manyPoints(500), 'site.csv');
  const whole = await client.download(jobId, 'csv');
  const etag = whole.headers.get('etag')!;
  assert.equal(whole.headers.get('accept-ranges'), 'bytes');
  const get = (headers: Record<string, string>, query = '') =>
    client.send('GET', `/job/${jobId}/ascsv${query}`, undefined, headers);

  assert.equal((await get({ 'if-none-match': etag })).status, 304);
  const part = await get({ range: 'bytes=10-19' });
  assert.equal(part.status, 206);
  assert.equal(part.headers.get('content-range'), `bytes 10-19/${whole.bytes.length}`);
  assert.deepEqual(part.bytes, whole.bytes.subarray(10, 20));
  assert.deepEqual((await get({ range: 'bytes=-5' })).bytes, whole.bytes.subarray(-5));
  assert.deepEqual((await get({ range: 'bytes=5-', 'if-range': '"other"' })).bytes, whole.bytes);
  const outside = await get({ range: `bytes=${whole.bytes.length}-` });
  assert.equal(outside.status, 416);
  assert.equal(outside.headers.get('content-range'), `bytes */${whole.bytes.length}`);

  const exports = async () =>
    (await storeOf(server, 'conversion').read('SELECT * FROM exports WHERE jobId = ?', jobId)).length;
  assert.equal(await exports(), 1);
  await Promise.all([get({}, '?unit=ft'), get({}, '?unit=ft'), get({}, '?unit=ft')]);
  assert.equal(await exports(), 2, 'the same options are written once');
  assert.notEqual((await get({}, '?unit=ft')).headers.get('etag'), etag);
  await client.append(jobId, 'csv', points('extra'), 'more.csv');
  const next = await client.download(jobId, 'csv');
  assert.notEqual(next.headers.get('etag'), etag);
  assert.equal(await exports(), 1, 'exports of an older revision are removed');
  assert.equal((await get({}, '?columns=')).status, 200);
  assert.equal((await get({}, '?colour=red')).json()['code'], 'invalid-parameter');
  assert.equal((await client.send('GET', `/job/${jobId}/asnothing`)).status, 404);
  const report = await client.send('GET', `/job/${jobId}/asdxf/report`);
  assert.ok(Array.isArray(report.json()));
});
