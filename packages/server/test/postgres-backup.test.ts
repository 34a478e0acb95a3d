import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, cp, lchown, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { connectClient } from '../src/storage/postgres/connections.ts';
import { startTestPostgres, type TestPostgres } from '../src/storage/postgres/testing/test-postgres.ts';
import { StrictS3 } from '../src/storage/s3/testing/strict-s3.ts';
import { ConversionClient } from '../testing/conversion-client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { ticket, weighingCaller } from '../testing/weighing.ts';

// Backups of a server with its rows in PostgreSQL and its files on S3, as docs/scaling.md says, taken while tickets
// arrive, and restored: first the rows, then the bucket, and the key.

const run = promisify(execFile);
const POINTS = 'name,northing,easting,elevation\nA1,5000.1,1000.2,12.3\n';
const HOME = '/usr/lib/postgresql';
const installed = existsSync(HOME) ? readdirSync(HOME).map((one) => join(HOME, one, 'bin')) : [];
const programs = process.env['TEST_POSTGRES'] ?? installed.at(-1);
// The packages from npm have no programs for backups.
const isComplete = programs !== undefined && existsSync(join(programs, 'pg_dump'));
const started = isComplete ? await startTestPostgres(undefined, programs) : 'needs a PostgreSQL with pg_dump';

if (typeof started === 'string') test('backups of PostgreSQL', { skip: started }, () => {});
else {
  const folder = await mkdtemp(join(tmpdir(), 'fieldbridge-pg-backup-'));
  await chmod(folder, 0o755);
  after(async () => {
    await started.close();
    await rm(folder, { recursive: true });
  });
  backups(started, folder);
}

function backups(postgres: TestPostgres, folder: string): void {
  const program = (name: string, ...words: string[]) => run(join(programs!, name), words);

  /** Takes a copy while tickets arrive. @returns what it must have */
  async function backUp(takeRows: (url: string) => Promise<unknown>) {
    const database = await postgres.database();
    const s3 = await StrictS3.start();
    await using server = await startTestServer({ ...s3.settings, database });
    const client = ConversionClient.of(server);
    const { jobId } = await client.uploadJob('csv', POINTS, 'a.csv');
    assert.equal((await client.lastImport(jobId)).result, 'success');
    const acknowledged = new Set<string>();
    let isOver = false;
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      const call = weighingCaller(server.url, server.demo.weighing);
      for (let i = 0; !isOver; i++) {
        const number = `W${writer}-${i}`;
        const { status } = await call('POST', '/weighing', ticket(server.demo.weighing.locationIds[0]!, number));
        if (status === 201) acknowledged.add(number);
      }
    });
    while (acknowledged.size < 40) await new Promise((resolve) => setTimeout(resolve, 10));
    const before = new Set(acknowledged);
    await takeRows(database);
    const objects = new Map(s3.objects);
    const key = join(await mkdtemp(join(folder, 'key-')), 'server.key');
    await cp(join(server.directory, 'server.key'), key);
    isOver = true;
    await Promise.all(writers);
    await s3.away();
    return { before, objects, key, jobId, database, demo: server.demo };
  }

  /** Starts a server on a restored copy, with an empty data directory, and compares it. */
  async function check(
    { before, objects, key, jobId, demo }: Awaited<ReturnType<typeof backUp>>,
    database: string,
  ): Promise<void> {
    const s3 = await StrictS3.start();
    for (const [name, content] of objects) s3.objects.set(name, content);
    await using restored = await startTestServer({ ...s3.settings, database, key }, { demo: false });
    const server: TestServer = { ...restored, demo };
    const call = weighingCaller(server.url, demo.weighing);
    const { text } = await call('GET', '/weighing', undefined, { accept: 'application/x-ndjson' });
    const numbers = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).externalId as string);
    assert.equal(new Set(numbers).size, numbers.length, 'none twice');
    assert.deepEqual(
      [...before].filter((number) => !numbers.includes(number)),
      [],
      'what was acknowledged before the backup began',
    );
    assert.match((await ConversionClient.of(server).download(jobId, 'csv')).text, /^"?A1"?,/m);
    const [locationId] = demo.weighing.locationIds;
    assert.equal((await call('POST', '/weighing', ticket(locationId!, 'AFTER'))).status, 201);
    assert.equal((await call('POST', '/weighing', ticket(locationId!, numbers[0]!))).status, 409);
    await s3.away();
  }

  describe('backups of PostgreSQL, restored', () => {
    test('by pg_dump', async () => {
      const dump = join(folder, 'dump');
      const copy = await backUp((url) => program('pg_dump', '--format=custom', '--file', dump, url));
      const database = await postgres.database();
      await program('pg_restore', '--exit-on-error', '--dbname', database, dump);
      await check(copy, database);
    });

    test('by pg_basebackup, with the log written meanwhile', async () => {
      const base = join(folder, 'base');
      const copy = await backUp((url) =>
        program('pg_basebackup', '--checkpoint=fast', '--dbname', url, '--pgdata', base),
      );
      const client = await connectClient(copy.database, 'public');
      const { rows } = await client.query<{ place: string }>("SELECT current_setting('data_directory') AS place");
      await client.end();
      const { place } = rows[0]!;
      const { uid, gid } = await stat(place);
      await postgres.stop();
      await rename(place, `${place}-lost`);
      await cp(base, place, { recursive: true });
      for (const name of ['', ...(await readdir(place, { recursive: true }))])
        await lchown(join(place, name), uid, gid);
      await chmod(place, 0o700);
      await postgres.start();
      await check(copy, copy.database);
    });
  });
}
