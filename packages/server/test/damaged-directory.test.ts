import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { DataDirectoryDamaged, SettingError } from '../src/index.ts';
import { SPACE_NAMES } from '../src/storage/spaces.ts';
import { openDatabase } from '../src/storage/sqlite/connection.ts';
import { embeddedOnly } from '../testing/database.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { smallDisk } from '../testing/small-disk.ts';
import { sqliteOf } from '../testing/sqlite-of.ts';

// docs/operating.md: a damaged file of the data directory stops the start with its name.

let folder: string;
let sound: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fieldbridge-damaged-'));
  sound = join(folder, 'sound');
  await (await startTestServer({ data: sound })).stop();
});
after(() => rm(folder, { recursive: true, force: true }));

/** A damaged copy of an intact directory. */
async function copyWith(damage: (directory: string) => Promise<unknown>): Promise<string> {
  const directory = await mkdtemp(join(folder, 'copy-'));
  await cp(sound, directory, { recursive: true });
  await damage(directory);
  return directory;
}

/** Starts on a damaged copy: it must be refused with a message that names the file and the cure. */
async function refused(file: string, what: string, damage: (path: string) => Promise<unknown>): Promise<void> {
  const directory = await copyWith((place) => damage(join(place, file)));
  const before = (await readdir(directory)).sort();
  await assert.rejects(
    startTestServer({ data: directory }),
    (error) => {
      assert.ok(error instanceof DataDirectoryDamaged, `${file} ${what}: ${String(error)}`);
      assert.ok(error.message.includes(join(directory, file)), `${file} ${what}: ${error.message}`);
      assert.match(error.message, /backup/, `${file} ${what}`);
      return true;
    },
    `${file} ${what}: the start must be refused`,
  );
  const made = (await readdir(directory)).filter((name) => !before.includes(name) && !/-(wal|shm|journal)$/.test(name));
  assert.deepEqual(made, [], `${file} ${what}: nothing missing is replaced`);
}

describe('a start on a data directory', { skip: embeddedOnly }, () => {
  for (const name of SPACE_NAMES)
    test(`with ${name}.sqlite damaged, truncated, emptied or missing is refused with its name`, async () => {
      const file = `${name}.sqlite`;
      await refused(file, 'gone', (path) => rm(path));
      await refused(file, 'emptied', (path) => truncate(path, 0));
      await refused(file, 'of one byte', (path) => writeFile(path, 'x'));
      await refused(file, 'cut off within a page', (path) => truncate(path, 5000));
      await refused(file, 'other bytes', (path) => writeFile(path, Buffer.alloc(16_384, 0x5a)));
      await refused(file, 'another file', (path) => cp(join(sound, 'demo.json'), path));
    });

  test('with files that were not restored is refused', async () => {
    await refused('server.key', 'gone', (path) => rm(path));
    await refused('server.key', 'cut off', (path) => truncate(path, 20));
    await refused('server.key', 'of another server', (path) => writeFile(path, randomBytes(32).toString('base64')));
    await refused('server.lock', 'other bytes', (path) => writeFile(path, Buffer.alloc(4096, 0x5a)));
    await refused('blobs', 'gone', (path) => rm(path, { recursive: true }));
    await refused('blobs', 'a file', async (path) => {
      await rm(path, { recursive: true });
      await writeFile(path, '');
    });
  });

  test('that is refused leaves it unchanged: with the missing files restored, it starts', async () => {
    const directory = await copyWith((place) => rename(join(place, 'server.key'), join(place, 'put-away')));
    await assert.rejects(startTestServer({ data: directory }), DataDirectoryDamaged);
    await rename(join(directory, 'put-away'), join(directory, 'server.key'));
    await using server = await startTestServer({ data: directory });
    const desk = await fetch(`${server.url}/operator/v1/organisations`, {
      headers: { authorization: `Bearer ${server.demo.operator.key}` },
    });
    assert.equal(desk.status, 200);
  });

  test('from before key proofs gets one with the first correct secret, and then recognises a wrong key', async () => {
    const directory = await copyWith(async (place) => {
      const desk = openDatabase(join(place, 'desk.sqlite'));
      desk.exec(`DROP TABLE serverKey; ALTER TABLE operators DROP COLUMN role; ALTER TABLE operators DROP COLUMN keyExpiresAt; DROP TABLE quotas;
        DROP TABLE companySignIns; DROP TABLE passkeys; DROP TABLE personLinks; DROP TABLE passwords; DROP TABLE people;
        DELETE FROM migrations WHERE series = 'desk' AND number >= 2`);
      desk.close();
    });
    const proofs = (server: TestServer) => sqliteOf(server, 'desk').read('SELECT * FROM serverKey');
    const own = await readFile(join(directory, 'server.key'));
    const foreign = randomBytes(32).toString('base64');
    const ask = ({ url, demo }: TestServer, clientSecret: string) =>
      fetch(`${url}/conversion/formats`, {
        headers: { 'x-clientid': demo.conversion.clientId, 'x-clientsecret': clientSecret },
      });

    await writeFile(join(directory, 'server.key'), foreign);
    const wrong = await startTestServer({ data: directory, interfaces: ['conversion'] }, { demo: true });
    assert.equal((await ask(wrong, wrong.demo.conversion.clientSecret)).status, 401);
    assert.deepEqual(proofs(wrong), [], 'a key that verifies nothing is not treated as correct');
    await wrong.stop();

    await writeFile(join(directory, 'server.key'), own);
    const right = await startTestServer({ data: directory });
    assert.equal((await ask(right, 'wrong')).status, 401);
    assert.deepEqual(proofs(right), []);
    assert.equal((await ask(right, right.demo.conversion.clientSecret)).status, 200);
    // Writes complete in order, so the proof is on disk, too.
    await sqliteOf(right, 'desk').write(() => {});
    assert.equal(proofs(right).length, 1);
    await right.stop();

    await writeFile(join(directory, 'server.key'), foreign);
    await assert.rejects(startTestServer({ data: directory }), (error) => {
      assert.ok(error instanceof DataDirectoryDamaged);
      assert.match(error.message, /server\.key, does not match the databases next to it/);
      return true;
    });
    await writeFile(join(directory, 'server.key'), own);
    await using again = await startTestServer({ data: directory });
    assert.equal((await ask(again, again.demo.conversion.clientSecret)).status, 200);
  });

  describe('with missing or damaged files that can be recreated starts and recreates them', () => {
    for (const [what, damage] of [
      ['the note about the running server', (place: string) => writeFile(join(place, 'server.json'), '{ half of')],
      ['no note', (place: string) => rm(join(place, 'server.json'))],
      ['no empty folders', (place: string) => rm(join(place, 'blobs/desk'), { recursive: true })],
      ['no lock', (place: string) => rm(join(place, 'server.lock'))],
      ['an empty log', (place: string) => writeFile(join(place, 'desk.sqlite-wal'), Buffer.alloc(5000, 1))],
      ['work folders of a killed server', (place: string) => mkdir(join(place, 'work', 'left'), { recursive: true })],
      ['half an upload', (place: string) => writeFile(join(place, 'blobs/conversion/incoming/half'), 'x')],
      ['an unrelated file', (place: string) => writeFile(join(place, 'unrelated.txt'), 'mine')],
    ] as const)
      test(JSON.stringify(what), async () => {
        const directory = await copyWith(damage);
        await using server = await startTestServer({ data: directory });
        assert.equal((await fetch(`${server.url}/health/ready`)).status, 200, what);
      });
  });

  describe('of an interrupted first start without a key starts from the beginning', () => {
    for (const left of [[], ['desk.sqlite'], ['desk.sqlite', 'conversion.sqlite']])
      test(left.join(' '), async () => {
        const directory = await mkdtemp(join(folder, 'first-'));
        for (const name of left) await writeFile(join(directory, name), '');
        await using server = await startTestServer({ data: directory });
        assert.equal((await fetch(`${server.url}/health/ready`)).status, 200, left.join());
        assert.equal((await stat(join(directory, 'server.key'))).mode & 0o777, 0o600);
      });
  });
});

describe('an invalid data directory', () => {
  test('is refused as a setting, with the reason', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    for (const [path, reason] of [
      [file, /there is a file with that name/],
      [join(file, 'below'), /a part of the path is a file/],
      [join(folder, 'n'.repeat(300)), /too long/],
    ] as const)
      await assert.rejects(
        startTestServer({ data: path }),
        (error) => error instanceof SettingError && reason.test(error.message) && /--data/.test(error.message),
        path,
      );
  });

  test('on a read-only file system is refused, and unchanged when it is writable again', async (t) => {
    await using disk = smallDisk(16);
    if (disk === undefined) return t.skip('needs a small read-only tmpfs, which this user may not mount');
    const remount = (way: 'ro' | 'rw'): void =>
      assert.equal(spawnSync('mount', ['-o', `remount,${way}`, disk.directory]).status, 0, way);
    const data = join(disk.directory, 'data');
    await cp(sound, data, { recursive: true });
    remount('ro');
    await assert.rejects(startTestServer({ data: join(disk.directory, 'new') }), /the file system is read-only/);
    await assert.rejects(
      startTestServer({ data }),
      (error: Error) => error.message.includes(data) && /readonly|read-only|EROFS/i.test(error.message),
    );
    remount('rw');
    await using server = await startTestServer({ data });
    assert.equal((await fetch(`${server.url}/health/ready`)).status, 200);
  });

  test('is created with its parent folders, for its owner only', async () => {
    const path = join(folder, 'deep/er/still');
    await using server = await startTestServer({ data: path });
    assert.equal((await stat(path)).mode & 0o777, 0o700);
    for (const name of await readdir(path)) {
      // One that was being written has its own name by now.
      if (name.endsWith('.new')) continue;
      const { mode } = await stat(join(path, name));
      if (/sqlite|key|demo|server\.json/.test(name)) assert.equal(mode & 0o077, 0, `${name} ${mode.toString(8)}`);
    }
    assert.match(await readFile(join(path, 'server.json'), 'utf8'), new RegExp(`"pid":${process.pid}`));
    assert.equal((await fetch(`${server.url}/health/live`)).status, 200);
  });
});
