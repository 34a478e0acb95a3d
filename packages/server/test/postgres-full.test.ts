import assert from 'node:assert/strict';
import { chown, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { connectClient } from '../src/storage/postgres/connections.ts';
import { startTestPostgres, type TestPostgres } from '../src/storage/postgres/testing/test-postgres.ts';
import { StrictS3 } from '../src/storage/s3/testing/strict-s3.ts';
import { ConversionClient } from '../testing/conversion-client.ts';
import { until } from '../testing/receiver.ts';
import { startTestServer } from '../testing/server.ts';
import { type SmallDisk, smallDisk } from '../testing/small-disk.ts';
import { ticket, weighingCaller } from '../testing/weighing.ts';

// The disks of a server with its rows in PostgreSQL and its files on S3: its own for scratch files, and that of the
// database, which are file systems in memory that the test mounts itself.

const POINTS = 'name,northing,easting,elevation\nA1,5000.1,1000.2,12.3\n';
const started = await startTestPostgres();

if (typeof started === 'string') test('a full disk of PostgreSQL', { skip: started }, () => {});
else {
  after(() => started.close());
  test('a full scratch folder refuses files, a full database what writes, and both go on by themselves', async (t) => {
    await using scratch = smallDisk(32);
    await using disk = smallDisk(96);
    if (scratch === undefined || disk === undefined)
      return t.skip('needs small tmpfs as full disks, which this user may not mount');
    const s3 = await StrictS3.start();
    const settings = { ...s3.settings, database: await databaseOn(started, disk), ticketMonths: false };
    await using server = await startTestServer({ ...settings, data: join(scratch.directory, 'data') });
    const client = ConversionClient.of(server);
    const call = weighingCaller(server.url, server.demo.weighing);
    const acknowledged = new Set<string>();
    let sent = 0;
    const weigh = async () => {
      const externalId = `T${++sent}`;
      const more = { type: 'x'.repeat(60) };
      const answer = await call('POST', '/weighing', ticket(server.demo.weighing.locationIds[0]!, externalId, more));
      if (answer.status === 201) acknowledged.add(externalId);
      return answer;
    };
    const health = async () => {
      const answer = await fetch(`${server.url}/health/ready`);
      const { reasons } = (await answer.json()) as { reasons: string[] };
      return { status: answer.status, reasons: reasons.join() };
    };
    const isWell = async () => (await health()).reasons === '';
    const upload = async () => client.send('POST', '/job/upload/csv?filename=a.csv', POINTS);

    scratch.fill(0);
    await until(async () => (await health()).reasons.includes('the disk is full'), 'the full scratch folder');
    const refused = await upload();
    assert.deepEqual([refused.status, refused.json()['code']], [507, 'disk-full'], refused.text);
    assert.equal((await weigh()).status, 201, 'tickets need no scratch folder');
    scratch.empty();
    await until(isWell, 'health with room in the scratch folder');
    assert.equal((await upload()).status, 202);

    disk.fill(0);
    let answer = await weigh();
    // The last pages of the tables have room for some.
    for (let i = 0; answer.status === 201 && i < 2000; i++) answer = await weigh();
    assert.deepEqual([answer.status, JSON.parse(answer.text).code], [507, 'disk-full'], answer.text);
    assert.match((await health()).reasons, /the database has no room on its disk: .*No space left on device/);
    assert.equal((await health()).status, 503);
    assert.equal((await call('GET', '/weighing?limit=1')).status, 200, 'what is stored can be read');
    disk.empty();
    await until(isWell, 'health with room for the database');
    assert.equal((await weigh()).status, 201);
    const { text } = await call('GET', '/weighing', undefined, { accept: 'application/x-ndjson' });
    const stored = text.trim().split('\n');
    assert.deepEqual(new Set(stored.map((line) => JSON.parse(line).externalId as string)), acknowledged);
    await s3.away();
  });
}

/** A database whose tables are on a small disk; its log is not. */
async function databaseOn(postgres: TestPostgres, disk: SmallDisk): Promise<string> {
  const url = await postgres.database();
  const client = await connectClient(url, 'public');
  const { rows } = await client.query<{ folder: string }>("SELECT current_setting('data_directory') AS folder");
  const { uid, gid } = await stat(rows[0]!.folder);
  const location = join(disk.directory, 'tables');
  await mkdir(location);
  await chown(location, uid, gid);
  await client.query(`CREATE TABLESPACE small LOCATION '${location}'`);
  await client.query('CREATE DATABASE "onSmallDisk" TABLESPACE small');
  await client.end();
  return Object.assign(new URL(url), { pathname: '/onSmallDisk' }).href;
}
