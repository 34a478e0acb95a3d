import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ConversionClient } from '../testing/conversion-client.ts';
import { embeddedOnly } from '../testing/database.ts';
import { ProjectCaller } from '../testing/oauth.ts';
import { builtProduct } from '../testing/product.ts';
import { until } from '../testing/receiver.ts';
import { type DemoDocument, startTestServer, type TestServer } from '../testing/server.ts';
import { smallDisk } from '../testing/small-disk.ts';
import { ticket, weighingCaller } from '../testing/weighing.ts';

// docs/operating.md, "A full disk": on file systems in memory that the tests mount themselves.

const SKIPPED = 'needs a small tmpfs as a full disk, which this user may not mount';
const MIB = 2 ** 20;
const HEAD = 'name,northing,easting,elevation\n';
const manyPoints = (count: number, prefix = 'P') =>
  HEAD + Array.from({ length: count }, (_, i) => `${prefix}${i},${i},${i},1`).join('\n');

/** Starts the command line on a directory and waits for its end. */
async function serve(data: string): Promise<{ code: number | null; text: string; seconds: number }> {
  const child = spawn(process.execPath, [await builtProduct(), 'serve', '--data', data, '--port', '0'], {
    stdio: 'pipe',
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk));
  const began = performance.now();
  const tooLong = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(tooLong);
  return { code, text, seconds: (performance.now() - began) / 1000 };
}

/** A caller that records which tickets were acknowledged. */
function weigher(server: Pick<TestServer, 'url'>, { weighing }: DemoDocument) {
  const call = weighingCaller(server.url, weighing);
  const acknowledged = new Set<string>();
  let count = 0;
  return {
    acknowledged,
    async send(): Promise<number> {
      const externalId = `T${++count}`;
      const more = { type: 'x'.repeat(60) };
      const { status } = await call('POST', '/weighing', ticket(weighing.locationIds[0]!, externalId, more));
      if (status === 201) acknowledged.add(externalId);
      return status;
    },
    async stored(): Promise<Set<string>> {
      const { text } = await call('GET', '/weighing', undefined, { accept: 'application/x-ndjson' });
      const lines = text.trim().split('\n');
      return new Set(lines.filter((line) => line !== '').map((line) => JSON.parse(line)['externalId'] as string));
    },
  };
}

const ready = async ({
  url,
}: Pick<TestServer, 'url'>): Promise<{ status: number; body: { status: string; reasons: string[] } }> => {
  const answer = await fetch(`${url}/health/ready`);
  return { status: answer.status, body: (await answer.json()) as { status: string; reasons: string[] } };
};

/** Bytes of the write-ahead logs below a folder. */
function logBytes(folder: string): number {
  const logs = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('-wal'));
  return logs.reduce((sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0), 0);
}

describe('a full disk', { skip: embeddedOnly }, () => {
  test('ends a start with a message that names the cure, never with the advice to restore a backup', async (t) => {
    await using disk = smallDisk(32);
    if (disk === undefined) return t.skip(SKIPPED);
    const data = join(disk.directory, 'data');
    {
      const server = await startTestServer({ data, converters: 1 });
      const client = ConversionClient.of(server);
      // Work for the next start to resume and to remove.
      await client.append((await client.createJob()).jobId, 'csv', manyPoints(20_000), 'a.csv');
      const weigh = weigher(server, server.demo);
      for (let i = 0; i < 50; i++) await weigh.send();
      await server.stop();
    }
    for (const free of [0, 4096, 64 * 1024, 96 * 1024, 300 * 1024, 900 * 1024]) {
      disk.fill(free);
      const { code, text, seconds } = await serve(data);
      assert.equal(code, 1, `${free} bytes free: ${text}`);
      assert.match(text, /disk .* is full: \d+ bytes are left.*Make room and start again; nothing is damaged/, text);
      assert.doesNotMatch(text, /backup|not open/i, text);
      assert.ok(seconds < 30, `${seconds} s`);
      disk.empty();
    }
    await using server = await startTestServer({ data }, { demo: false });
    assert.equal((await ready(server)).status, 200, 'and nothing was damaged');
  });

  test('refuses files first: below the reserve, tickets, tokens and deletions continue to the last megabyte', async (t) => {
    await using disk = smallDisk(64);
    if (disk === undefined) return t.skip(SKIPPED);
    await using server = await startTestServer({ data: join(disk.directory, 'data'), diskReservePercent: 25 });
    const client = ConversionClient.of(server);
    const { jobId } = await client.createJob();
    await client.append(jobId, 'csv', manyPoints(100), 'first.csv');
    assert.equal((await client.lastImport(jobId)).result, 'success');
    const kept = await client.download(jobId, 'csv');
    assert.deepEqual((await ready(server)).body, { status: 'ready', reasons: [] });

    disk.fill(15 * MIB);
    // The server measures the disk a few times a second.
    await until(async () => (await ready(server)).body.status !== 'ready', 'the shortage');
    const { status, body } = await ready(server);
    assert.deepEqual([status, body.status], [200, 'limited']);
    assert.match(body.reasons[0]!, /uploads, imports and new exports are refused: \d+ bytes are left/);
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    assert.match(metrics, /^fieldbridge_disk_short 1$/m);
    assert.match(metrics, /^fieldbridge_disk_free_bytes 15\d{6}$/m);
    assert.match(metrics, new RegExp(`^fieldbridge_disk_reserve_bytes ${16 * MIB}$`, 'm'));

    const tus = { 'tus-resumable': '1.0.0', 'upload-length': '5' };
    for (const [method, path, content, headers] of [
      ['PUT', `/job/${jobId}/csv`, manyPoints(5), {}],
      ['POST', `/job/${jobId}/csv`, manyPoints(5), {}],
      ['POST', '/job/upload/csv', manyPoints(5), {}],
      ['POST', '/convert?from=csv&to=geojson', manyPoints(5), {}],
      ['POST', '/uploads', null, tus],
      ['GET', `/job/${jobId}/asgeojson`, undefined, {}],
    ] as const) {
      const answer = await client.send(method, path, content, headers);
      assert.deepEqual([answer.status, answer.json()['code']], [507, 'disk-full'], `${method} ${path}: ${answer.text}`);
    }
    assert.equal((await client.download(jobId, 'csv')).text, kept.text, 'an existing export is still available');

    const weigh = weigher(server, server.demo);
    const project = new ProjectCaller(server);
    disk.fill(2 * MIB);
    for (let i = 0; i < 300; i++) assert.equal(await weigh.send(), 201, `ticket ${i}: ${disk.free()} bytes free`);
    assert.equal(await project.status((await project.tokens()).access_token), 200);
    assert.deepEqual(await weigh.stored(), weigh.acknowledged);

    disk.fill(0);
    await until(async () => (await ready(server)).status === 503, 'readiness');
    const last = (await ready(server)).body;
    assert.equal(last.status, 'not ready');
    assert.match(last.reasons.join(), /the disk is full/);
    assert.equal((await client.send('DELETE', `/job/${jobId}`)).status, 204, 'deleting works without any space left');
    assert.equal((await client.send('GET', `/job/${jobId}`)).status, 404);

    disk.empty();
    await until(async () => (await ready(server)).body.status === 'ready', 'readiness with room on the disk');
    await until(() => disk.free() > 0 && readdirSync(server.directory).includes('spare-room'), 'the spare room');
    const next = await client.uploadJob('csv', manyPoints(10), 'next.csv');
    assert.equal((await client.lastImport(next.jobId)).result, 'success');
  });

  test('fails an import that fills it: its space is released, and the rest continues', async (t) => {
    await using disk = smallDisk(64);
    if (disk === undefined) return t.skip(SKIPPED);
    await using server = await startTestServer({ data: join(disk.directory, 'data'), diskReservePercent: 10 });
    const client = ConversionClient.of(server);
    const { jobId } = await client.createJob();
    await client.append(jobId, 'csv', manyPoints(100, 'old'), 'first.csv');
    assert.equal((await client.lastImport(jobId)).result, 'success');
    const weigh = weigher(server, server.demo);
    const wide =
      HEAD + Array.from({ length: 100_000 }, (_, i) => `${'long-name-'.repeat(6)}${i},${i},${i},1`).join('\n');
    // There is room for the file, but not for its names and segment together.
    disk.fill(wide.length + 6.4 * MIB + 4 * MIB);
    // The databases' logs are kept for what is written next; how long they are depends on the speed of the machine.
    const room = () => disk.free() + logBytes(join(disk.directory, 'data'));
    const before = room();
    const tickets = (async () => {
      for (let i = 0; i < 100; i++) assert.equal(await weigh.send(), 201, 'tickets go on meanwhile');
    })();
    await client.append(jobId, 'csv', wide, 'wide.csv');
    const failed = await client.lastImport(jobId);
    assert.deepEqual([failed.result, failed.failure?.code], ['failed', 'disk-full'], JSON.stringify(failed));
    await tickets;
    // Only the uploaded file is kept, as for every failed import.
    await until(() => room() > before - wide.length - 2 * MIB, `room: ${room()} of ${before}`);
    assert.match((await client.download(jobId, 'csv')).text, /old99/, 'the job kept its last good revision');
    assert.equal((await client.send('DELETE', `/job/${jobId}`)).status, 204);
    await until(() => room() > before - 2 * MIB, `room: ${room()} of ${before}`);
    assert.deepEqual(await weigh.stored(), weigh.acknowledged);
  });

  test('in rounds of fill, refuse, free, continue: exactly the acknowledged tickets are stored, without a restart', async (t) => {
    await using disk = smallDisk(48);
    if (disk === undefined) return t.skip(SKIPPED);
    const directory = join(disk.directory, 'data');
    const server = await startTestServer({ data: directory });
    const weigh = weigher(server, server.demo);
    for (let round = 0; round < 4; round++) {
      let stopped = false;
      let refused = 0;
      const callers = Array.from({ length: 4 }, async () => {
        while (!stopped) {
          const status = await weigh.send();
          assert.ok([201, 507].includes(status), String(status));
          if (status === 507) refused++;
        }
      });
      disk.fill([0, 20_000, 100_000, 400_000][round]!);
      await until(() => refused > 20, 'the refusals');
      const stored = weigh.acknowledged.size;
      disk.empty();
      await until(() => weigh.acknowledged.size > stored + 50, 'the tickets after it');
      stopped = true;
      await Promise.all(callers);
      assert.deepEqual(await weigh.stored(), weigh.acknowledged, `round ${round}`);
      assert.equal((await ready(server)).status, 200);
    }
    await server.stop();
    await using again = await startTestServer({ data: directory });
    assert.deepEqual(await weigher(again, again.demo).stored(), weigh.acknowledged, 'also after a restart');
    assert.doesNotMatch(again.log(), /"level":50/);
  });
});
