import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { StrictS3 } from '../src/storage/s3/testing/strict-s3.ts';
import { ConversionClient } from '../testing/conversion-client.ts';
import { embeddedOnly, IN_FILES } from '../testing/database.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { ticket, weighingCaller } from '../testing/weighing.ts';

// Whole journeys with the files outside of the data directory. The rest of the suite does not depend on where they are:
// storage/port/blobs.contract.ts holds what all places have in common.

/** A place for files under test. */
interface Place {
  readonly settings: Record<string, string>;
  /** Names of all stored blobs. */
  stored(): Promise<string[]>;
  away(): Promise<void>;
  back(): Promise<void>;
  close(): Promise<void>;
  /** What health says while it is away. */
  readonly reason: RegExp;
}

async function s3Place(): Promise<Place> {
  const s3 = await StrictS3.start(5);
  return {
    settings: s3.settings,
    stored: async () => [...s3.objects.keys()].filter((key) => !key.endsWith('.json')),
    away: () => s3.away(),
    back: () => s3.back(),
    close: () => s3.away(),
    reason:
      /^the bucket fieldbridge-test of http:\/\/127\.0\.0\.1:\d+ does not work: fetch failed: connect ECONNREFUSED/,
  };
}

async function folderPlace(): Promise<Place> {
  const root = await mkdtemp(join(tmpdir(), 'fieldbridge-shared-'));
  return {
    settings: { blobs: pathToFileURL(root).href },
    stored: async () => {
      const entries = await readdir(root, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.json')).map(({ name }) => name);
    },
    away: async () => {
      await rename(root, `${root}-away`);
      await mkdir(root);
    },
    back: async () => {
      await rm(root, { recursive: true });
      await rename(`${root}-away`, root);
    },
    close: () => rm(root, { recursive: true, force: true }),
    reason: /^the folder .* is not there: it has no file fieldbridge\.json$/,
  };
}

const POINTS = 'name,northing,easting,elevation,code\nA1,5000.1,1000.2,12.3,KERB\nA2,5010.1,1005.2,12.4,TREE\n';
const TUS = { 'tus-resumable': '1.0.0' };

for (const [name, make] of Object.entries({ S3: s3Place, 'a shared folder': folderPlace }))
  describe(`a server with its files on ${name}`, async () => {
    const place = await make();
    const data = await mkdtemp(join(tmpdir(), 'fieldbridge-blobs-data-'));
    let server: TestServer = await startTestServer({ data, ...place.settings });
    let client = ConversionClient.of(server);
    after(async () => {
      await server.stop();
      await place.close();
      await rm(data, { recursive: true });
    });
    const health = async () => (await fetch(`${server.url}/health/ready`)).json() as Promise<{ reasons: string[] }>;

    test('imports, sends ranges and deletes, and keeps no file in the data directory', async () => {
      const { jobId } = await client.createJob({ name: 'Elsewhere', unit: 'm' });
      await client.append(jobId, 'csv', POINTS, 'points.csv');
      assert.equal((await client.status(jobId)).state, 'idle');
      const whole = await client.download(jobId, 'csv');
      assert.match(whole.text, /^"?A1"?,/m);
      const part = await client.send('GET', `/job/${jobId}/ascsv`, undefined, { range: 'bytes=5-9' });
      assert.deepEqual([part.status, part.text], [206, whole.text.slice(5, 10)]);
      assert.equal((await place.stored()).length, 4, 'source, segment, issues, export');
      assert.ok(!existsSync(join(data, 'blobs')));
      assert.equal((await client.send('DELETE', `/job/${jobId}`)).status, 204);
      assert.deepEqual(await place.stored(), []);
    });

    test('stores nothing of a conversion whose result is only sent', async () => {
      const answer = await client.send('POST', '/convert?from=csv&to=csv', POINTS);
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(await place.stored(), []);
    });

    test('while it is away: 503 with Retry-After for files, tickets go on, health says why, and nothing is lost', async () => {
      const { jobId } = await client.createJob({ name: 'Before', unit: 'm' });
      await client.append(jobId, 'csv', POINTS, 'points.csv');
      assert.equal((await client.status(jobId)).state, 'idle');
      const begun = await client.send('POST', '/uploads', null, { ...TUS, 'upload-length': String(POINTS.length) });
      const upload = begun.headers.get('location')!.split('/').at(-1)!;
      const bytes = { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
      assert.equal((await client.send('PATCH', `/uploads/${upload}`, POINTS, bytes)).status, 204);
      const kept = await place.stored();
      const { jobId: doomed } = await client.createJob({ name: 'Deleted meanwhile', unit: 'm' });
      await client.append(doomed, 'csv', POINTS, 'points.csv');
      assert.equal((await client.status(doomed)).state, 'idle');
      assert.equal((await place.stored()).length, kept.length + 3);
      await place.away();

      const refused = await client.send('POST', '/job/upload/csv?filename=a.csv', POINTS);
      assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '5'], refused.text);
      // Servers of one database receive uploads into the place, where they stay: nothing is stored when one is used.
      const use = () => client.send('POST', `/job/upload/csv?filename=a.csv&upload=${upload}`);
      if (embeddedOnly === false) assert.equal((await use()).status, 503);
      assert.match((await health()).reasons.join(), place.reason);
      const { weighing } = server.demo;
      const weighed = await weighingCaller(server.url, weighing)(
        'POST',
        '/weighing',
        ticket(weighing.locationIds[0]!, 'AWAY'),
      );
      assert.equal(weighed.status, 201, weighed.text);
      assert.match(await (await fetch(`${server.url}/metrics`)).text(), /^fieldbridge_blob_store_away 1$/m);

      assert.equal((await client.send('DELETE', `/job/${doomed}`)).status, 204);

      await place.back();
      while ((await health()).reasons.length > 0) await pause(50);
      while ((await place.stored()).length > kept.length) await pause(100);
      assert.deepEqual((await place.stored()).sort(), kept.sort(), 'without what was deleted meanwhile');
      assert.match((await client.download(jobId, 'csv')).text, /^"?A1"?,/m);
      const again = await use();
      assert.equal(again.status, 202, again.text);
    });

    test('finds everything again after a restart; a start without the place, or another server at it, is refused', async () => {
      const { jobId } = await client.createJob({ name: 'Kept', unit: 'm' });
      await client.append(jobId, 'csv', POINTS, 'points.csv');
      assert.equal((await client.status(jobId)).state, 'idle');
      await server.stop();
      await assert.rejects(startTestServer({ data }), /blobs is missing or not a folder\..* name it with --blobs/);
      await assert.rejects(
        startTestServer({ ...place.settings }),
        /^DataDirectoryDamaged: The setting blobs names .*, which holds the files of another server/,
      );
      server = await startTestServer({ data, ...place.settings });
      client = ConversionClient.of(server);
      assert.match((await client.download(jobId, 'csv')).text, /^"?A1"?,/m);
    });
  });

test('S3 that is slow, refuses or breaks off makes a server slow or answer 503, and nothing is lost', async () => {
  const s3 = await StrictS3.start();
  // Without local copies, so that every file comes from the store.
  await using server = await startTestServer({ ...s3.settings, ...IN_FILES, blobsCacheBytes: 0 });
  const client = ConversionClient.of(server);
  const always = { times: Number.POSITIVE_INFINITY };
  const troubles = async () => {
    const { reasons } = (await (await fetch(`${server.url}/health/ready`)).json()) as { reasons: string[] };
    return reasons.join();
  };

  s3.fail({ delayMs: 500, ...always });
  const { jobId } = await client.createJob({ unit: 'm' });
  await client.append(jobId, 'csv', POINTS, 'slow.csv');
  assert.equal((await client.lastImport(jobId)).result, 'success');
  s3.mend();

  // The source is stored, and what is made of it is not, until the store is back.
  s3.fail({ fits: 'PUT ', skips: 1, status: 503, code: 'SlowDown', ...always });
  await client.append(jobId, 'csv', POINTS.replaceAll('A', 'B'), 'refused.csv');
  while (!(await troubles()).includes('it answers 503 SlowDown')) await pause(50);
  const refused = await client.send('POST', '/job/upload/csv?filename=a.csv', POINTS);
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '5'], refused.text);
  while (server.log().split('an import waits for a store').length < 3) await pause(50);
  const { imports } = (await client.send('GET', `/job/${jobId}/status`)).json<{ imports: { state: string }[] }>();
  assert.equal(imports[1]!.state, 'running');
  s3.mend();
  assert.equal((await client.lastImport(jobId)).result, 'success');

  // Of an export that breaks off for good callers see that it is not whole.
  const whole = await client.download(jobId, 'csv');
  s3.fail({ fits: 'GET ', cutAfter: 10, ...always });
  await assert.rejects(client.send('GET', `/job/${jobId}/ascsv`), /terminated|closed/);
  s3.mend();
  while ((await troubles()) !== '') await pause(50);
  assert.equal((await client.download(jobId, 'csv')).text, whole.text);
  assert.match(whole.text, /^"?A1"?,[\s\S]*^"?B2"?,/m);
  await s3.away();
});

test('a server with files in its data directory is not started on an empty place, and says what is wrong there', async () => {
  await using server = await startTestServer();
  await server.stop();
  const s3 = await StrictS3.start();
  const { directory: data } = server;
  const start = (more: Record<string, string> = {}) => startTestServer({ data, ...s3.settings, ...more });
  await assert.rejects(start(), /which holds no files of this server: fieldbridge\.json is missing there/);
  assert.equal(s3.objects.size, 0);
  await assert.rejects(
    start({ blobsSecretKey: 'wrong' }),
    /SignatureDoesNotMatch: the setting blobsSecretKey is wrong\.$/,
  );
  await s3.away();
});
