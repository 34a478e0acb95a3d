import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { backUp } from '../src/storage/backup/backup.ts';
import { openDatabase } from '../src/storage/sqlite/connection.ts';
import { SqliteStore } from '../src/storage/sqlite/sqlite-store.ts';
import { ConversionClient } from '../testing/conversion-client.ts';
import { embeddedOnly } from '../testing/database.ts';
import { until } from '../testing/receiver.ts';
import { startTestServer } from '../testing/server.ts';

// contract.md: DELETE /job removes every byte. The deleted data is searched for in every file, not in tables.

/** The files below a folder that contain a text, relative to the folder. */
function filesWith(folder: string, text: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => {
    const path = join(folder, name);
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true && readFileSync(path).includes(text);
  });
}

describe('deleted data', { skip: embeddedOnly }, () => {
  test('is in no file and no later backup: points, names, file names, options, stored answers', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'fieldbridge-deleted-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    await using server = await startTestServer();
    const client = ConversionClient.of(server);
    const marks = ['Marked-Job', 'marked-file', 'MarkedPoint', 'marked-answer', 'MarkedLayer'];
    const points = Array.from({ length: 3000 }, (_, i) => `MarkedPoint${i},${i},${i},1`);
    const csv = `name,northing,easting,elevation\n${points.join('\n')}`;
    const json = { 'content-type': 'application/json', 'idempotency-key': 'create' };
    const made = await client.send('POST', '/job/mjf', JSON.stringify({ name: 'Marked-Job' }), json);
    const jobId = made.json<{ jobId: string }>().jobId;
    const key = { 'idempotency-key': 'report' };
    const report = await client.send('POST', `/job/${jobId}/csv?filename=marked-answer.csv`, csv, key);
    assert.equal(report.status, 200, report.text);
    const layered = {
      type: 'Feature',
      properties: { layer: 'MarkedLayer' },
      geometry: { type: 'Point', coordinates: [1, 2] },
    };
    await client.append(
      jobId,
      'geojson',
      JSON.stringify({ type: 'FeatureCollection', features: [layered] }),
      'l.geojson',
    );
    await client.append(jobId, 'csv', csv, 'marked-file.csv');
    assert.notEqual((await client.lastImport(jobId)).result, 'failed');
    await client.download(jobId, 'csv');
    for (const mark of marks) assert.notDeepEqual(filesWith(server.directory, mark), [], `${mark} is not there before`);

    await client.deleteJob(jobId);
    const target = join(folder, 'copy');
    const { signal } = new AbortController();
    await backUp({ data: server.directory, target, secrets: true, signal, progress: () => {} });
    for (const mark of marks) assert.deepEqual(filesWith(target, mark), [], `${mark} in a backup`);
    const left = (): string[] => marks.flatMap((mark) => filesWith(server.directory, mark));
    await until(() => left().length === 0, `its removal: ${left().join(', ')}`);

    const again = await client.send('POST', '/job/mjf', JSON.stringify({ name: 'Marked-Job' }), json);
    assert.deepEqual(
      [again.status, again.headers.get('idempotency-replayed'), again.json()],
      [201, 'true', { jobId }],
      'a repeated request creates no second job',
    );
  });

  test('is released in slices, while writers continue and the log is emptied', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'fieldbridge-reclaim-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const path = join(folder, 'space.sqlite');
    const sql = 'CREATE TABLE things (id INTEGER PRIMARY KEY, text TEXT) STRICT';
    const series = [{ series: 'test', migrations: [{ number: 1, name: 'things', sql }] }];
    const store = new SqliteStore(path, series);
    for (let i = 0; i < 20; i++)
      await store.write(async (tx) => {
        for (let j = 0; j < 100; j++)
          await tx.run('INSERT INTO things (text) VALUES (?)', `deleted ${'x'.repeat(8000)}`);
      });
    await store.write((tx) => tx.run('INSERT INTO things (text) VALUES (?)', 'kept'));
    await store.write((tx) => tx.run("DELETE FROM things WHERE text LIKE 'deleted%'"));
    store.reclaim();
    const free = () => store.connection.prepare('PRAGMA freelist_count').get()!['freelist_count'] as number;
    assert.ok(free() > 3000, `${free()} pages`);
    const seen = new Set<number>();
    for (let left = free(); left > 0; left = free()) {
      seen.add(left);
      await store.write((tx) => tx.run('INSERT INTO things (text) VALUES (?)', 'meanwhile'));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    assert.ok(seen.size > 5, `writes found ${seen.size} different numbers of free pages: it works in slices`);
    assert.equal((await store.read("SELECT 1 FROM things WHERE text = 'kept'")).length, 1);
    await store.close();
    assert.ok(statSync(path).size < 200_000, `${statSync(path).size} bytes`);
    assert.ok(!readFileSync(path).includes('deleted'));
  });

  test('left by an earlier version is removed when the file is opened', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'fieldbridge-earlier-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const path = join(folder, 'space.sqlite');
    const sql = 'CREATE TABLE things (id INTEGER PRIMARY KEY, text TEXT) STRICT';
    const series = [{ series: 'test', migrations: [{ number: 1, name: 'things', sql }] }];
    await new SqliteStore(path, series).close();
    const earlier = openDatabase(path);
    earlier.exec('PRAGMA secure_delete=OFF; PRAGMA auto_vacuum=NONE; VACUUM');
    for (let i = 0; i < 300; i++)
      earlier.prepare('INSERT INTO things (text) VALUES (?)').run(`deleted${'x'.repeat(3000)}`);
    earlier.exec('DELETE FROM things');
    earlier.close();
    assert.ok(readFileSync(path).includes('deleted'), 'an earlier version left it there');
    await new SqliteStore(path, series).close();
    assert.ok(!readFileSync(path).includes('deleted'));
    assert.ok(statSync(path).size < 100_000);
  });
});
