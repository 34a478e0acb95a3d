import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ConversionClient, type ReportAnswer } from '../testing/conversion-client.ts';
import { embeddedOnly } from '../testing/database.ts';
import { holdConverters } from '../testing/hold-converters.ts';
import { type KillMoment, killConverters } from '../testing/kill-converters.ts';
import { storedNames } from '../testing/point-names.ts';
import { until } from '../testing/receiver.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

// targets.md: if a converter process is killed, its task is tried once more, then fails with a reason; the rest
// continues. For every task of a converter, and every caller waiting for it.

const LARGE = 100_000;
const HEAD = 'name,northing,easting,elevation\n';
const manyPoints = (count: number) =>
  HEAD + Array.from({ length: count }, (_, i) => `P${i},${i}.25,${i}.5,1`).join('\n');
/** Larger than the size from which a process is killed. */
const COUNT = 9000;
const POISON = manyPoints(COUNT);
let server: TestServer;
let client: ConversionClient;
before(async () => {
  server = await startTestServer({ converters: 2, warmConverters: 0 });
  client = ConversionClient.of(server);
});
after(async () => {
  assert.doesNotMatch(server.log(), /"level":50/, 'none of this is an error of the server');
  await server[Symbol.asyncDispose]();
});
const kill = (times: number, moment?: KillMoment) => killConverters(server.directory, LARGE, times, moment);
const blobs = (): number => {
  const root = join(server.directory, 'blobs/conversion');
  return readdirSync(root).flatMap((folder) => readdirSync(join(root, folder))).length;
};

test('once: the second attempt succeeds, and the caller does not notice', async () => {
  const { jobId } = await client.createJob();
  const [report] = await Promise.all([client.report(jobId, 'csv', POISON, 'a.csv'), kill(1)]);
  assert.equal(report.counts['points'], COUNT);
  const picture = client.send('GET', `/job/${jobId}/files/${report.fileId}/thumbnail.svg`);
  const [{ status, text }] = await Promise.all([picture, kill(1)]);
  assert.deepEqual([status, text.startsWith('<svg ')], [200, true]);
  const [{ bytes }] = await Promise.all([client.send('POST', '/convert?from=csv&to=csv', POISON), kill(1)]);
  assert.equal(bytes.toString().trim().split('\n').length, COUNT + 1);
  await Promise.all([client.importFiltered(report), kill(1, 'asked')]);
  const done = await client.lastImport(jobId);
  assert.deepEqual([done.result, done.written, done.failure], ['success', COUNT, null]);
  const [csv] = await Promise.all([client.download(jobId, 'csv'), kill(1)]);
  assert.equal(csv.text.trim().split('\n').length, COUNT + 1);
});

describe('twice:', () => {
  const died = (answer: { status: number; text: string; json(): Record<string, unknown> }): void => {
    const { code, reason, detail } = answer.json();
    assert.deepEqual(
      [answer.status, code, reason],
      [422, 'conversion-failed', 'converter-died'],
      answer.text.slice(0, 500),
    );
    assert.ok(String(detail).length > 10);
  };

  test('a report is refused, stays refused, and the file can be sent again', async () => {
    const { jobId } = await client.createJob();
    const [answer] = await Promise.all([client.send('POST', `/job/${jobId}/csv?filename=a.csv`, POISON), kill(2)]);
    died(answer);
    const asked = client.send('POST', `/job/${jobId}/csv`, POISON, { prefer: 'respond-async' });
    const [later] = await Promise.all([asked, kill(2)]);
    const { fileId } = later.json<{ fileId: string }>();
    await until(
      async () => (await client.send('GET', `/job/${jobId}/files/${fileId}/report`)).status !== 202,
      'settled',
    );
    died(await client.send('GET', `/job/${jobId}/files/${fileId}/report`));
    const filter = await client.send('PUT', `/job/${jobId}/filtered/${fileId}`);
    assert.deepEqual([filter.status, filter.json()['code']], [409, 'report-missing']);
    const again: ReportAnswer = await client.report(jobId, 'csv', POISON, 'a.csv');
    assert.equal(again.counts['points'], COUNT);
    assert.equal((await client.status(jobId)).revision, 0);
    // They are made after the report, and the next test counts blobs.
    const feature = await client.send('GET', `/job/${jobId}/files/${again.fileId}/view/r1/feature/points/0`);
    assert.equal(feature.status, 200);
  });

  test('a conversion in one call is refused and leaves nothing', async () => {
    const before = blobs();
    const [answer] = await Promise.all([client.send('POST', '/convert?from=csv&to=dxf', POISON), kill(2)]);
    died(answer);
    await until(() => blobs() === before, 'nothing of it remains');
    assert.deepEqual(
      readdirSync(join(server.directory, 'work')).flatMap((name) =>
        readdirSync(join(server.directory, 'work', name, 'in')),
      ),
      [],
    );
  });

  test('a download is refused for all callers waiting for it; the next one creates it', async () => {
    const { jobId } = await client.uploadJob('csv', POISON, 'a.csv');
    await client.status(jobId);
    const asked = [1, 2, 3].map(() => client.send('GET', `/job/${jobId}/asgeojson`));
    const [answers] = await Promise.all([Promise.all(asked), kill(2)]);
    for (const answer of answers) died(answer);
    assert.equal((await client.download(jobId, 'geojson')).status, 200);
  });

  test('one of several imports fails alone: the others succeed, and its names are free', async () => {
    const { jobId } = await client.createJob();
    const small = (name: string) => `${HEAD}${name},1,2,3\n`;
    await client.append(jobId, 'csv', small('A'), 'first.csv');
    // In the middle of its work, after it has claimed names.
    const killed = kill(2, 'asked');
    await client.append(jobId, 'csv', POISON, 'poison.csv');
    await client.append(jobId, 'csv', small('P1'), 'last.csv');
    await killed;
    const { imports, revision, result } = await client.status(jobId);
    assert.deepEqual(
      imports.map((one) => one.failure?.code ?? one.result),
      ['success', 'converter-died', 'success'],
    );
    assert.deepEqual([revision, result], [2, 'failed']);
    const names = (await client.download(jobId, 'csv')).text
      .split('\n')
      .slice(1, 3)
      .map((line) => line.split(',')[0]);
    assert.deepEqual(names, ['A', 'P1'], 'the failed import did not take P1');
  });
});

test('an import can be cancelled in any phase: it leaves nothing, and the next one starts', async () => {
  const { jobId } = await client.createJob();
  await client.append(jobId, 'csv', `${HEAD}A,1,2,3\n`, 'first.csv');
  await client.status(jobId);
  const before = blobs();
  for (const [phase, moment] of [
    ['queued', 'given'],
    ['reading', 'given'],
    ['matching', 'asked'],
  ] as const) {
    using converters = holdConverters(server.directory, 'held.csv', moment);
    const before = phase === 'queued' ? await client.append(jobId, 'csv', POISON, 'held.csv') : undefined;
    const { fileId } = await client.append(jobId, 'csv', POISON, 'held.csv');
    await converters.held(1);
    const status = await client.status(jobId, 0);
    assert.equal(status.imports.find((one) => one.fileId === fileId)!.phase, phase);
    // On PostgreSQL the claims are rows, beside those of the job; "next.csv" below shows that the names are free.
    if (embeddedOnly === false)
      assert.equal(storedNames(server, jobId), 1, 'claims of a running import are not stored');
    for (const id of [fileId, before?.fileId].filter((one) => one !== undefined)) {
      const cancel = await client.send('POST', `/job/${jobId}/files/${id}/cancel`);
      assert.equal(cancel.status, 202, cancel.text);
    }
    assert.equal((await client.lastImport(jobId)).failure?.code, 'cancelled', phase);
    if (embeddedOnly === false) assert.equal(storedNames(server, jobId), 1, 'its names are free');
  }
  const { imports, revision } = await client.status(jobId);
  assert.deepEqual(
    imports.map((one) => one.failure?.code ?? one.result),
    ['success', 'cancelled', 'cancelled', 'cancelled', 'cancelled'],
  );
  assert.equal(revision, 1);
  await until(() => blobs() === before + 4, 'of a cancelled import only the file is kept');
  await client.append(jobId, 'csv', `${HEAD}P5,1,2,3\n`, 'next.csv');
  assert.equal((await client.lastImport(jobId)).result, 'success');
});
