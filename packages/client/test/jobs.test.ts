import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTestServer, type TestServer } from '@fieldbridge/server/testing/server.ts';
import { Fieldbridge, type FieldbridgeOptions, type JobStatus } from '../src/index.ts';

const POINTS = 'name,northing,easting,elevation\nA,1,2,3\nB,2,3,4\n';
let server: TestServer;
let fieldbridge: Fieldbridge;
before(async () => {
  server = await startTestServer();
  fieldbridge = client();
});
after(() => server[Symbol.asyncDispose]());

function client(more: Partial<FieldbridgeOptions> = {}): Fieldbridge {
  const { conversion, operator } = server.demo;
  return new Fieldbridge({
    ...{ baseUrl: server.url, environment: 'sandbox', ...conversion, operator },
    repetition: { firstPauseMs: 1 },
    ...more,
  });
}

describe('a conversion in one call', () => {
  const bodies = {
    text: POINTS,
    bytes: new TextEncoder().encode(POINTS),
    file: new File([POINTS], 'points.csv'),
    stream: () => new Blob([POINTS]).stream(),
  };
  for (const [kind, body] of Object.entries(bodies))
    test(`of a ${kind}`, async () => {
      const result = await fieldbridge.jobs.convert(body, { to: 'geojson', filename: 'points.csv' });
      const { features } = JSON.parse(await result.text()) as { features: object[] };
      assert.equal(features.length, 2);
      assert.match(result.filename ?? '', /\.geojson$/);
    });

  test('of what is not a format is refused with the code', async () => {
    await assert.rejects(fieldbridge.jobs.convert(POINTS, { to: 'nothing' }), { name: 'NotFoundError' });
  });
});

test('a job is created, appended to, awaited by events, downloaded and deleted', async () => {
  const { jobId } = await fieldbridge.jobs.create({ name: 'Site 12', unit: 'm' });
  const sent: number[] = [];
  const file = new File([POINTS], 'points.csv');
  await fieldbridge.jobs.append(jobId, file, { onProgress: (bytes) => void sent.push(bytes) });
  assert.equal(sent.at(-1), POINTS.length);
  const seen: JobStatus[] = [];
  const status = await fieldbridge.jobs.waitFor(jobId, { onStatus: (one) => void seen.push(one) });
  assert.equal(status.result, 'success');
  assert.deepEqual(seen.at(-1), status);
  const received: number[] = [];
  const onProgress = (bytes: number): void => void received.push(bytes);
  const bytes = await (await fieldbridge.jobs.download(jobId, 'csv', { onProgress })).bytes();
  assert.equal(received.at(-1), bytes.length);
  const jobs = await Array.fromAsync(fieldbridge.jobs.iterate());
  assert.ok(jobs.some((job) => job.jobId === jobId));
  await fieldbridge.jobs.delete(jobId);
  await assert.rejects(fieldbridge.jobs.status(jobId), { name: 'NotFoundError' });
});

test('waiting asks again where events do not come through', async () => {
  const { jobId } = await fieldbridge.jobs.upload(POINTS, { filename: 'points.csv' });
  const fetch: FieldbridgeOptions['fetch'] = (url, init) => {
    const isStream = new Headers(init.headers).get('accept') === 'text/event-stream';
    return isStream ? Promise.reject(new TypeError('cut')) : globalThis.fetch(url, init);
  };
  assert.equal((await client({ fetch }).jobs.waitFor(jobId)).result, 'success');
});

test('the filter of a report chooses what comes in', async () => {
  const { jobId } = await fieldbridge.jobs.create();
  const report = await fieldbridge.jobs.report<{
    jobId: string;
    fileId: string;
    selection: { group: string; entries: { selected: boolean }[] }[];
  }>(jobId, POINTS, { format: 'csv', filename: 'points.csv' });
  for (const { entries } of report.selection) for (const entry of entries) entry.selected = false;
  await fieldbridge.jobs.importFiltered(report);
  const { imports } = await fieldbridge.jobs.waitFor(jobId);
  assert.equal(imports[0]!.written, 0);
});

describe('a resumable upload', () => {
  test('continues where it stopped when connections break and answers are lost', async () => {
    let parts = 0;
    const fetch: FieldbridgeOptions['fetch'] = async (url, init) => {
      if (init.method !== 'PATCH') return globalThis.fetch(url, init);
      // The first part is lost on its way, the answer to the second on its way back.
      if (++parts === 1) throw new TypeError('cut');
      const response = await globalThis.fetch(url, init);
      if (parts === 2) throw new TypeError('cut');
      return response;
    };
    const rows = Array.from({ length: 400_000 }, (_, i) => `P${i},${i},${i}.25,10\n`);
    const text = `name,northing,easting,elevation\n${rows.join('')}`;
    assert.ok(text.length > 8 * 1024 * 1024);
    const arrived: number[] = [];
    const { jobId } = await client({ fetch }).jobs.upload(text, {
      filename: 'pünkte.csv',
      resumable: true,
      onProgress: (bytes) => void arrived.push(bytes),
    });
    assert.equal(arrived.at(-1), text.length);
    const { imports } = await fieldbridge.jobs.waitFor(jobId);
    assert.deepEqual([imports[0]!.name, imports[0]!.written], ['pünkte.csv', rows.length]);
  });
});

test('a download that is aborted ends with the reason', async () => {
  const { jobId } = await fieldbridge.jobs.upload(POINTS, { filename: 'points.csv' });
  const abort = new AbortController();
  const download = await fieldbridge.jobs.download(jobId, 'csv', { signal: abort.signal });
  abort.abort(new Error('enough'));
  await assert.rejects(download.bytes(), { message: 'enough' });
});

test('the desk is read with an operator key', async () => {
  const organisations = await Array.fromAsync(fieldbridge.operator.iterate<{ name: string }>('/organisations'));
  assert.equal(organisations.length, 1);
});
