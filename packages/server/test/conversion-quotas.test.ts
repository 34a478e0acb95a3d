import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { ConversionClient } from '../testing/conversion-client.ts';
import { holdConverters } from '../testing/hold-converters.ts';
import { until } from '../testing/receiver.ts';
import { arrivals, startTestServer } from '../testing/server.ts';
import { storeOf } from '../testing/store-of.ts';

const HEAD = 'name,northing,easting,elevation\n';
const manyPoints = (count: number) => HEAD + Array.from({ length: count }, (_, i) => `P${i},${i},${i},1`).join('\n');

describe('the quota in bytes', () => {
  test('counts exports: the oldest make room for new ones and for files, and one that never fits is refused', async () => {
    const quota = 3_000_000;
    await using server = await startTestServer({ bytesPerOrganisation: quota });
    const client = ConversionClient.of(server);
    const { jobId } = await client.uploadJob('csv', manyPoints(10_000), 'a.csv');
    assert.equal((await client.lastImport(jobId)).result, 'success');
    const database = storeOf(server, 'conversion');
    const sum = async (text: string): Promise<number> => Number((await database.first(text))!['n']);
    const used = () => sum('SELECT (SELECT sum(bytes) FROM jobs) + coalesce(sum(size), 0) AS n FROM exports');
    const formats = ['csv', 'geojson', 'landxml', 'dxf', 'csv?unit=ft', 'dxf?unit=ft', 'geojson?unit=ft', 'csv'];
    for (const format of formats) {
      const [name, query = ''] = format.split('?');
      const answer = await client.send('GET', `/job/${jobId}/as${name}?${query}`);
      assert.ok([200, 422].includes(answer.status), answer.text.slice(0, 300));
      if (answer.status === 422) assert.equal(answer.json()['code'], 'quota-exceeded');
      assert.ok((await used()) <= quota, `${await used()} bytes after ${format}`);
    }
    const before = (await database.read('SELECT blob FROM exports')).length;
    assert.ok(before > 0);
    const left = quota - (await sum('SELECT sum(bytes) AS n FROM jobs'));
    const file = manyPoints(Math.floor(left / 40));
    const next = await client.uploadJob('csv', file, 'b.csv');
    const { result, failure } = await client.lastImport(next.jobId);
    assert.deepEqual([result, failure?.code], ['failed', 'quota-exceeded'], 'its segment is longer than the file');
    assert.ok((await used()) <= quota, `${await used()} bytes after another file`);
  });

  test('holds for parallel uploads, with and without an announced length', async () => {
    await using server = await startTestServer({ bytesPerOrganisation: 1_000_000 });
    const client = ConversionClient.of(server);
    const body = manyPoints(15_000);
    assert.ok(body.length > 200_000 && body.length < 300_000, String(body.length));
    const { jobId } = await client.createJob();
    const send = (i: number) =>
      client.send('POST', `/job/${jobId}/csv?filename=${i}.csv`, i % 2 === 0 ? body : new Blob([body]).stream(), {
        prefer: 'respond-async',
      });
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => send(i)));
    const stored = answers.filter(({ status }) => status === 202).length;
    assert.ok(stored >= 1 && stored * body.length <= 1_000_000, `${stored} files`);
    for (const answer of answers.filter(({ status }) => status !== 202))
      assert.deepEqual([answer.status, answer.json()['code']], [422, 'quota-exceeded'], answer.text);
    const tus = { 'tus-resumable': '1.0.0', 'upload-length': '150000' };
    const begun = await Promise.all(Array.from({ length: 12 }, () => client.send('POST', '/uploads', null, tus)));
    const reserved = begun.filter(({ status }) => status === 201).length * 150_000;
    assert.ok(stored * body.length + reserved <= 1_000_000, `${stored} files and ${reserved} bytes reserved`);
    // Refused uploads are held no longer.
    await client.deleteJob(jobId);
    assert.equal((await client.send('POST', '/uploads', null, tus)).status, 201);
  });
});

describe('limits of what a credential has open', () => {
  test('event streams: one more is 429, another credential has its own, and one that ends makes room', async () => {
    await using server = await startTestServer({ openStreams: 3 });
    const client = ConversionClient.of(server);
    using converters = holdConverters(server.directory, 'held.csv');
    const { jobId } = await client.createJob();
    await client.append(jobId, 'csv', manyPoints(10), 'held.csv');
    await converters.held(1);
    const open = (caller: ConversionClient, stop = new AbortController()) =>
      fetch(`${caller.base}/job/${jobId}/status`, {
        headers: { ...caller.headers, accept: 'text/event-stream' },
        signal: stop.signal,
      });
    const stop = new AbortController();
    const streams = [await open(client, stop), await open(client), await open(client)];
    assert.deepEqual(
      streams.map(({ status }) => status),
      [200, 200, 200],
    );
    const refused = await open(client);
    assert.equal(refused.status, 429);
    assert.match(await refused.text(), /openStreams/);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    stop.abort();
    await until(async () => (await open(client)).status === 200, 'room for a stream');
    converters.release();
  });

  test('uploads: those that are being sent, and resumable ones that were begun', async (t) => {
    await using server = await startTestServer({ openUploads: 2 });
    const client = ConversionClient.of(server);
    const { jobId } = await client.createJob();
    const sockets: Socket[] = [];
    t.after(() => {
      for (const socket of sockets) socket.destroy();
    });
    const arrived = arrivals(server, 2);
    for (const _ of [1, 2]) {
      const socket = connect(server.port, '127.0.0.1');
      sockets.push(socket);
      await once(socket, 'connect');
      const headers = Object.entries(client.headers).map(([name, value]) => `${name}: ${value}\r\n`);
      const head = `PUT /conversion/job/${jobId}/csv HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n`;
      socket.write(`${head}${headers.join('')}\r\nname,`);
    }
    const send = () => client.send('PUT', `/job/${jobId}/csv?filename=a.csv`, manyPoints(5));
    await arrived;
    assert.equal((await send()).status, 429);
    sockets[0]!.destroy();
    await until(async () => (await send()).status === 202, 'room for an upload');
    const tus = { 'tus-resumable': '1.0.0', 'upload-length': '5' };
    const statuses = [];
    for (const _ of [1, 2, 3]) statuses.push((await client.send('POST', '/uploads', null, tus)).status);
    assert.deepEqual(statuses, [201, 201, 429]);
  });
});
