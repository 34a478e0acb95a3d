import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { JobDiff } from '@fieldbridge/fieldjob';
import { checkManifest, decodeChunk, type EarthNet } from '@fieldbridge/view-wire';
import { ConversionClient, corpus } from '../testing/conversion-client.ts';
import { holdConverters } from '../testing/hold-converters.ts';
import { startTestServer } from '../testing/server.ts';

// The view of a job, over HTTP.

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const client = ConversionClient.of(server);
const get = (path: string, headers: Record<string, string> = {}) => client.send('GET', path, undefined, headers);
const POINTS = 'name,easting,northing,elevation\nA,440000.1234,5540000,12.5\nB,440010,5540000,12.6\n';

test('the view of a job shows where it is, with chunks and exact figures', async () => {
  const { jobId } = await client.uploadJob('tp3', corpus('topcon/tps-bris.tp3'), 'tps-bris.tp3');
  const answer = await get(`/job/${jobId}/view`);
  assert.equal(answer.status, 200, answer.text.slice(0, 300));
  const { revision, segments } = checkManifest(answer.json());
  const [segment] = segments;
  assert.deepEqual([revision, segment!.id, segment!.counts['points'], segment!.strayCount], ['1', 'r1', 592, 1]);
  assert.ok(segment!.main![0] > 504_000 && segment!.main![1] > 6_958_000);
  const level = segment!.levels.findIndex(({ kind }) => kind === 'points');
  const chunk = await get(`/job/${jobId}/view/r1/${level}/0`);
  assert.equal(chunk.headers.get('cache-control'), 'private, max-age=31536000, immutable');
  assert.match(chunk.headers.get('vary')!, /Accept-Encoding/);
  const { kind, table } = decodeChunk(chunk.bytes) as Extract<ReturnType<typeof decodeChunk>, { kind: 'points' }>;
  assert.deepEqual([kind, table.length], ['points', 592 + 44]);
  const feature = (await get(`/job/${jobId}/view/r1/feature/points/591`)).json<{ row: number; vertices: number[][] }>();
  assert.deepEqual([feature.row, feature.vertices.length], [591, 1]);
  const block = (await get(`/job/${jobId}/view/r1/features/points/0`)).json<{ row: number }[]>();
  assert.deepEqual([block[591], (await get(`/job/${jobId}/view/r1/features/points/900000`)).json()], [feature, []]);
});

test('a view has the tag of its revision; an import adds its own segment, and the others stay as they are', async () => {
  const { jobId } = await client.createJob({ unit: 'm' });
  await client.append(jobId, 'csv', POINTS, 'a.csv');
  const first = await get(`/job/${jobId}/view`);
  const etag = first.headers.get('etag')!;
  assert.equal((await get(`/job/${jobId}/view`, { 'if-none-match': etag })).status, 304);
  assert.equal((await get(`/job/${jobId}/view/r1/0/0`)).status, 200);
  await client.append(jobId, 'csv', POINTS.replaceAll('A,', 'C,').replaceAll('B,', 'D,'), 'b.csv');
  await client.status(jobId);
  const second = await get(`/job/${jobId}/view`, { 'if-none-match': etag });
  const { segments } = checkManifest(second.json());
  assert.equal(second.status, 200);
  assert.deepEqual(
    segments.map(({ id, counts }) => [id, counts['points']]),
    [
      ['r1', 2],
      ['r2', 2],
    ],
  );
  assert.deepEqual(segments[0], checkManifest(first.json()).segments[0]);
  for (const segment of ['r1', 'r2']) {
    assert.equal((await get(`/job/${jobId}/view/${segment}/0/0`)).status, 200);
    const exact = (await get(`/job/${jobId}/view/${segment}/feature/points/0`)).json<{ vertices: number[][] }>();
    assert.deepEqual(exact.vertices, [[440000.1234, 5540000, 12.5]]);
  }
});

test('points that a later import replaces are no longer in the segment of the earlier one', async () => {
  const { jobId } = await client.createJob({ unit: 'm' });
  await client.append(jobId, 'csv', POINTS, 'a.csv');
  await client.status(jobId);
  assert.equal((await get(`/job/${jobId}/view/r1/0/0`)).status, 200);
  const path = `/job/${jobId}/csv?filename=b.csv&onDuplicate=replace`;
  await client.send('PUT', path, POINTS.replace(/B,.*\n/, ''));
  await client.status(jobId);
  const { segments } = checkManifest((await get(`/job/${jobId}/view`)).json());
  assert.deepEqual(
    segments.map(({ id, counts }) => [id, counts['points']]),
    [
      ['r1.2', 1],
      ['r2', 1],
    ],
  );
  const { fields } = (await get(`/job/${jobId}/view/r1.2/feature/points/0`)).json<{ fields: string[][] }>();
  assert.deepEqual(fields[0], ['name', 'B']);
  const gone = await get(`/job/${jobId}/view/r1/0/0`);
  assert.deepEqual([gone.status, gone.json<{ code: string }>().code], [404, 'not-found']);
});

test('the segments of sixteen imports become one', async () => {
  const { jobId } = await client.createJob({ unit: 'm' });
  for (let i = 0; i < 17; i++) await client.append(jobId, 'csv', `${POINTS.split('\n')[0]}\nP${i},${i},0,0\n`, 'a.csv');
  await client.status(jobId);
  const { segments } = checkManifest((await get(`/job/${jobId}/view`)).json());
  assert.deepEqual(
    segments.map(({ id, counts }) => [id, counts['points']]),
    [
      ['r1-16', 16],
      ['r17', 1],
    ],
  );
  for (const [segment, status] of [
    ['r1-16', 200],
    ['r3', 200],
    ['r2-17', 404],
    ['r1-17', 404],
    ['r17.16', 404],
    ['r18', 404],
  ] as const)
    assert.equal((await get(`/job/${jobId}/view/${segment}/0/0`)).status, status, segment);
});

test('a view says where map tiles are, for a part of the earth under its job', async () => {
  const { jobId } = await client.createJob({ unit: 'm', crs: 'EPSG:25832' });
  await client.append(jobId, 'csv', POINTS, 'a.csv');
  await client.status(jobId);
  const net = (await get(`/job/${jobId}/view/r1/earth?extent=440000,5540000,440100,5540100`)).json<EarthNet>();
  assert.equal(net.places.length, 2 * net.side ** 2);
  assert.ok(net.error < 0.01 && net.accuracy === 1, `${net.error} ${net.accuracy} ${net.operation}`);
  const [west, south, east, north] = net.mercator;
  // 8.16° E, 50.0° N: at that latitude Web Mercator is 1 / cos 50° = 1.556 times as large.
  assert.ok(west > 908_000 && east < 910_500 && south > 6_445_000 && north < 6_448_500, `${net.mercator}`);
  for (const [query, status, code] of [
    ['', 400, 'invalid-parameter'],
    ['?extent=1,2,3', 400, 'invalid-parameter'],
    ['?extent=3,2,1,4', 400, 'invalid-parameter'],
    ['?extent=1e300,1e300,1e301,1e301', 422, 'file-unreadable'],
  ] as const) {
    const answer = await get(`/job/${jobId}/view/r1/earth${query}`);
    assert.deepEqual([answer.status, answer.json<{ code: string }>().code], [status, code], query);
  }
  const local = await client.createJob({ unit: 'm' });
  await client.append(local.jobId, 'csv', POINTS, 'a.csv');
  await client.status(local.jobId);
  const refused = await get(`/job/${local.jobId}/view/r1/earth?extent=0,0,1,1&wait=9`);
  assert.equal(refused.status, 400, 'no other parameters');
  const none = await get(`/job/${local.jobId}/view/r1/earth?extent=0,0,1,1`);
  assert.deepEqual([none.status, none.json<{ reason: string }>().reason], [422, 'crs-local']);
});

test('a chunk is compressed for callers that accept it, and only for them', async () => {
  const { jobId } = await client.createJob({ unit: 'm' });
  await client.append(jobId, 'csv', POINTS, 'a.csv');
  await get(`/job/${jobId}/view`);
  for (const [accept, coding] of [
    ['gzip', 'gzip'],
    ['br, gzip;q=0.5', 'gzip'],
    ['gzip;q=0', null],
    ['identity', null],
  ] as const) {
    const { headers, bytes } = await get(`/job/${jobId}/view/r1/0/0`, { 'accept-encoding': accept });
    assert.equal(headers.get('content-encoding'), coding, accept);
    assert.equal(decodeChunk(bytes).kind, 'points');
  }
});

test('what a view does not have is not found, and a stranger finds nothing', async () => {
  const { jobId } = await client.createJob({ unit: 'm' });
  await client.append(jobId, 'csv', POINTS, 'a.csv');
  await client.status(jobId);
  for (const [path, status] of [
    ['r1/9/0', 404],
    ['r1/0/9', 404],
    ['r9/0/0', 404],
    ['r1/feature/points/2', 404],
    ['r1/feature/constructor/0', 404],
    ['r1/features/points/7', 404],
    ['r1/0/-1', 404],
    ['x/0/0', 404],
  ] as const) {
    const answer = await get(`/job/${jobId}/view/${path}`);
    assert.deepEqual([answer.status, answer.headers.get('etag')], [status, null], path);
  }
  const stranger = new ConversionClient(server.url, await server.otherOrganisation('conversion'));
  for (const path of ['', '/r1/0/0', '/r1/feature/points/0'])
    assert.equal((await stranger.send('GET', `/job/${jobId}/view${path}`)).status, 404);
});

test('a view waits for imports as long as it is asked to', async () => {
  const { jobId } = await client.createJob();
  using _ = holdConverters(server.directory, 'held.csv');
  await client.append(jobId, 'csv', POINTS, 'held.csv');
  assert.equal((await get(`/job/${jobId}/view?wait=0`)).status, 503);
});

test('a file is shown before anything of it is imported, with everything in it', async () => {
  const { jobId } = await client.createJob();
  const report = await client.send('POST', `/job/${jobId}/dxf?filename=colors.dxf`, corpus('dxf/colors.dxf'));
  const { fileId, counts } = report.json<{ fileId: string; counts: Record<string, number> }>();
  const base = `/job/${jobId}/files/${fileId}/view`;
  // From the report's own reading: nothing else may read the file.
  const held = holdConverters(server.directory, 'colors.dxf');
  const answer = await get(base);
  held.release();
  assert.equal(answer.status, 200, answer.text.slice(0, 300));
  const { name, segments } = checkManifest(answer.json());
  const [segment] = segments;
  assert.deepEqual([name, segment!.counts], ['colors.dxf', counts]);
  const etag = answer.headers.get('etag')!;
  assert.equal((await get(base, { 'if-none-match': etag })).status, 304);
  const chunk = await get(`${base}/${segment!.id}/0/0`);
  assert.equal(chunk.status, 200);
  decodeChunk(chunk.bytes);
  assert.equal((await get(`${base}/${segment!.id}/feature/lines/0`)).json<{ row: number }>().row, 0);
  for (const path of [`${base}/r2/0/0`, `${base}/${segment!.id}/999/0`, `${base}/${segment!.id}/feature/lines/99999`])
    assert.equal((await get(path)).status, 404, path);
  assert.equal((await get(`/job/${jobId}/info`)).json<{ revision: number }>().revision, 0);
});

test('two jobs lie over each other, and two revisions of one, with what differs', async () => {
  const head = 'name,easting,northing,elevation\n';
  const design = await client.createJob({ name: 'Design', unit: 'm' });
  await client.append(design.jobId, 'csv', `${head}A,1000,2000,10\nB,1010,2000,10\nC,1020,2000,10\n`, 'a.csv');
  await client.status(design.jobId);
  const { jobId } = await client.createJob({ name: 'As built', unit: 'm' });
  await client.append(jobId, 'csv', `${head}A,1000,2000,10\nB,1010.25,2000,10\n`, 'b.csv');
  await client.append(jobId, 'csv', `${head}D,1030,2000,10\n`, 'c.csv');
  await client.status(jobId);
  const at = (other: string) => `/job/${jobId}/compared/${other}/view`;
  const { revision, segments } = checkManifest((await get(at(design.jobId))).json());
  assert.deepEqual([revision, segments[0]!.id, segments[0]!.compared], ['r2-1', 'r2-1', ['Design', 'As built']]);
  const layers = ['same', 'only in A', 'only in B', 'changed, as in A', 'changed, as in B'];
  assert.deepEqual(
    segments[0]!.layers.map(({ name }) => name),
    layers,
  );
  const found = (await get(`${at(design.jobId)}/r2-1/differences`)).json<JobDiff>();
  assert.deepEqual(found.counts.point, { same: 1, moved: 1, changed: 0, onlyA: 1, onlyB: 1 });
  const moved = found.differences.find(({ change }) => change === 'moved')!;
  assert.deepEqual([moved.name, moved.place?.easting, moved.moved?.distance], ['B', 1010, 0.25]);
  const wide = checkManifest((await get(`${at(design.jobId)}?tolerance=0.3`)).json());
  assert.equal(wide.segments[0]!.id, 'r2-1-0.3');
  const same = (await get(`${at(design.jobId)}/r2-1-0.3/differences`)).json<JobDiff>();
  assert.deepEqual([same.counts.point.same, same.counts.point.moved], [2, 0]);
  const before = (await get(`${at(jobId)}?otherRevision=1`)).json<{ revision: string }>();
  const grown = (await get(`${at(jobId)}/${before.revision}/differences`)).json<JobDiff>();
  assert.deepEqual(grown.counts.point, { same: 2, moved: 0, changed: 0, onlyA: 0, onlyB: 1 });
  for (const [path, status] of [
    [`${at(jobId)}?otherRevision=3`, 404],
    [`${at(jobId)}/r1-1/differences`, 404],
    [`${at(jobId)}/r2-3/differences`, 404],
    [`${at(jobId)}?tolerance=-1`, 400],
    [`${at(jobId)}/r2-1-x/differences`, 404],
  ] as const)
    assert.equal((await get(path)).status, status, path);
  assert.equal((await client.send('DELETE', `/job/${design.jobId}`)).status, 204);
  assert.equal((await get(`${at(design.jobId)}/r2-1/differences`)).status, 404);
});

test('jobs in different systems are not compared', async () => {
  const jobs = await Promise.all(['EPSG:25832', 'EPSG:28992'].map((crs) => client.createJob({ unit: 'm', crs })));
  for (const { jobId } of jobs) {
    await client.append(jobId, 'csv', POINTS, 'a.csv');
    await client.status(jobId);
  }
  const [a, b] = jobs.map(({ jobId }) => jobId);
  const answer = await get(`/job/${a}/compared/${b}/view`);
  assert.deepEqual([answer.status, answer.json<{ reason: string }>().reason], [422, 'crs-differ']);
});
