import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { examine } from '../src/app/doctor/examine.ts';
import { newestBackup, rehearse } from '../src/app/rehearsal.ts';
import { ScheduledBackups } from '../src/app/scheduled-backups.ts';
import { BackupSeries } from '../src/storage/backup/backup-series.ts';
import { TestClock } from '../testing/clock.ts';
import { IN_FILES } from '../testing/database.ts';
import { NO_CONVERSION, settledLog, startTestServer, type TestServer } from '../testing/server.ts';
import { smallDisk } from '../testing/small-disk.ts';

// Backups that a server makes itself.

const folder = mkdtempSync(join(tmpdir(), 'scheduled-'));
after(() => rmSync(folder, { recursive: true }));
const HOUR = 3_600_000;
let folders = 0;
const newFolder = (): string => {
  const path = join(folder, `backups-${folders++}`);
  mkdirSync(path);
  return path;
};

const server = await startTestServer({ ...NO_CONVERSION, ...IN_FILES });
after(() => server[Symbol.asyncDispose]());
const { key, disk, metrics, log } = server.context;
const serverId = key.publicId;

/** A schedule of its own for the data of the server, on a clock of its own. */
async function scheduled(path: string, keep = 3, of = { data: server.directory, disk }) {
  const clock = new TestClock();
  const schedule = { ...of, folder: path, everyHours: 24, keep, serverId, clock, metrics, log };
  const begin = async (): Promise<ScheduledBackups> => {
    const backups = new ScheduledBackups(schedule);
    await backups.start();
    await backups.tick();
    return backups;
  };
  return { clock, begin, backups: await begin() };
}
const figure = async (name: string, at: TestServer = server): Promise<string | undefined> =>
  new RegExp(`^${name} (.*)$`, 'm').exec(await (await fetch(`${at.url}/metrics`)).text())?.[1];

describe('a schedule', () => {
  test('begins with a backup, makes the next when it is due, and keeps the newest ones', async () => {
    const path = newFolder();
    writeFileSync(join(path, 'mine.txt'), 'x');
    mkdirSync(join(path, 'fieldbridge-00000000-2020-01-01T00-00-00Z'));
    const { clock, backups } = await scheduled(path);
    const name = (day: number): string => `fieldbridge-${serverId.slice(0, 8)}-2026-01-0${day}T00-00-00Z`;
    const others = ['fieldbridge-00000000-2020-01-01T00-00-00Z', 'mine.txt'];
    const there = (): string[] =>
      readdirSync(path)
        .filter((one) => !others.includes(one))
        .sort();
    assert.deepEqual(there(), [name(1)]);
    clock.pass(24 * HOUR - 1);
    await backups.tick();
    assert.deepEqual(there(), [name(1)], 'not yet');
    for (let day = 2; day <= 5; day++) {
      clock.pass(day === 2 ? 1 : 24 * HOUR);
      await backups.tick();
    }
    assert.deepEqual(there(), [name(3), name(4), name(5)]);
    assert.deepEqual(
      readdirSync(path)
        .filter((one) => others.includes(one))
        .sort(),
      others.sort(),
      'not its own: stay',
    );
    const { faults } = await rehearse({ ...quiet, backup: join(path, name(5)) });
    assert.deepEqual(faults, []);
    await backups.stop();
  });

  test('goes on after a restart where it was, whatever the wall clock says meanwhile', async () => {
    const path = newFolder();
    const { clock, begin, backups } = await scheduled(path);
    await backups.stop();
    clock.pass(23 * HOUR);
    const second = await begin();
    assert.equal(readdirSync(path).length, 1, 'a day has not passed');
    clock.step(100 * HOUR);
    await second.tick();
    assert.equal(readdirSync(path).length, 1, 'the clock was set, no time has passed');
    clock.pass(HOUR);
    await second.tick();
    assert.equal(readdirSync(path).length, 2);
    await second.stop();
    clock.step(-1000 * HOUR);
    const third = await begin();
    assert.equal(readdirSync(path).length, 3, 'a backup from the future says nothing');
    await third.stop();
  });

  test('removes what an interrupted backup left', async () => {
    const path = newFolder();
    const left = join(path, `fieldbridge-${serverId.slice(0, 8)}-2025-01-01T00-00-00Z.unfinished-123`);
    mkdirSync(left);
    const { backups } = await scheduled(path);
    assert.equal((await new BackupSeries(path, serverId).list()).length, 1);
    assert.equal(readdirSync(path).length, 1);
    await backups.stop();
  });

  test('that fails tries again after a quarter of an hour, and removes nothing before it succeeds', async () => {
    const path = join(folder, 'not-mounted');
    const { clock, backups } = await scheduled(path);
    assert.match(
      backups.trouble!,
      /^the last scheduled backup failed: The folder .*not-mounted \(backupFolder\) is missing/,
    );
    mkdirSync(path);
    clock.pass(HOUR / 4 - 1);
    await backups.tick();
    assert.notEqual(backups.trouble, undefined);
    clock.pass(1);
    await backups.tick();
    assert.equal(backups.trouble, undefined);
    assert.equal(readdirSync(path).length, 1);
    await backups.stop();
  });

  test('leaves the reserve of a disk that the backups share with the data', async (t) => {
    const small = smallDisk(16);
    if (small === undefined) return t.skip('this user may not mount a small file system');
    await using _unmounted = small;
    const { backups } = await scheduled(small.directory, 3);
    assert.equal(backups.trouble, undefined, 'on another disk the reserve does not count');
    small.fill(300_000);
    const full = await scheduled(small.directory);
    assert.equal(full.backups.trouble, undefined, 'the first is a day old by its clock');
    full.clock.pass(25 * HOUR);
    await full.backups.tick();
    assert.match(full.backups.trouble!, /has \d+ bytes left; the databases need \d+/);
    assert.equal((await new BackupSeries(small.directory, serverId).list()).length, 1);
    await Promise.all([backups.stop(), full.backups.stop()]);
  });
});

const quiet = { signal: new AbortController().signal, progress: () => {} };

describe('a server with backupFolder', () => {
  test('makes one after its start; log and metrics say so, and the newest can be rehearsed', async () => {
    const backupFolder = newFolder();
    await using own = await startTestServer({ ...NO_CONVERSION, ...IN_FILES, backupFolder });
    while (!(await settledLog(own)).includes('scheduled backup made')) await new Promise(setImmediate);
    assert.equal(await figure('fieldbridge_backup_failed', own), '0');
    const [made] = await new BackupSeries(backupFolder, own.context.key.publicId).list();
    assert.equal(await figure('fieldbridge_backup_last_success_seconds', own), String(made!.at / 1000));
    const sources = { flags: { data: own.directory, backupFolder }, env: {} };
    assert.equal(await newestBackup(sources), made!.path);
    const findings = (await examine(sources)).filter(({ check }) => check === 'backups');
    assert.match(JSON.stringify(findings.at(-1)), /1 backups, the newest of/);
  });

  test('that cannot make one says so in log, health and metrics, and works all the same', async () => {
    const backupFolder = join(folder, 'nowhere');
    await using own = await startTestServer({ ...NO_CONVERSION, ...IN_FILES, backupFolder });
    while (!(await settledLog(own)).includes('scheduled backup failed')) await new Promise(setImmediate);
    const health = await fetch(`${own.url}/health/ready`);
    const { status, reasons } = (await health.json()) as { status: string; reasons: string[] };
    assert.deepEqual([health.status, status], [200, 'limited']);
    assert.match(reasons[0]!, /^the last scheduled backup failed: The folder .*nowhere \(backupFolder\) is missing/);
    assert.equal(await figure('fieldbridge_backup_failed', own), '1');
    const flags = { data: own.directory, backupFolder };
    const [finding] = (await examine({ flags, env: {} })).filter(({ check }) => check === 'backups');
    assert.deepEqual([finding!.state, /nowhere .* is missing$/.test(finding!.found)], ['error', true]);
  });

  test('inside its data directory does not start', async () => {
    for (const backupFolder of ['.', 'backups', 'blobs/x'])
      await assert.rejects(
        startTestServer({
          ...IN_FILES,
          ...NO_CONVERSION,
          data: join(folder, 'data'),
          backupFolder: join(folder, 'data', backupFolder),
        }),
        { name: 'SettingError', message: /inside the data directory/ },
      );
  });

  test('stops at once in the middle of a backup, and leaves nothing with the name of one', async () => {
    const backupFolder = newFolder();
    const own = await startTestServer({ ...NO_CONVERSION, ...IN_FILES, backupFolder });
    await own[Symbol.asyncDispose]();
    for (const { path } of await new BackupSeries(backupFolder, own.context.key.publicId).list())
      assert.deepEqual((await rehearse({ ...quiet, backup: path })).faults, []);
  });
});
