import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type RunningServer, startServer } from '@fieldbridge/server';
import { type Ran, runWords } from '../../testing/run-words.ts';

const folder = mkdtempSync(join(tmpdir(), 'backup-'));
const data = join(folder, 'data');
let server: RunningServer;
before(async () => {
  const log = { write: () => true };
  server = await startServer({ flags: { data, port: 0 }, env: {}, demo: true, print: () => {}, log });
});
after(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const run = (env: Record<string, string>, ...args: string[]): Promise<Ran> => runWords(['backup', ...args], { env });

test('the data directory comes from the flag, the environment or the settings file, in that order', async () => {
  const settings = join(folder, 'settings.json');
  writeFileSync(settings, JSON.stringify({ data }));
  const elsewhere = join(folder, 'elsewhere');
  const ways: [Record<string, string>, string[]][] = [
    [{ FIELDBRIDGE_DATA: elsewhere }, ['--data', data]],
    [{ FIELDBRIDGE_DATA: data }, []],
    [{}, ['--config', settings]],
    [{ FIELDBRIDGE_CONFIG: settings }, []],
  ];
  for (const [i, [env, words]] of ways.entries()) {
    const target = join(folder, `copy-${i}`);
    const { code, out, err } = await run(env, target, ...words);
    assert.deepEqual([code, err], [0, ''], words.join(' '));
    assert.match(out, /copy-\d: 6 databases \(\d+\.\d MB\), \d+ files \(\d+\.\d MB\), demo\.json, server\.key\n$/);
    assert.ok(existsSync(join(target, 'weighing-production.sqlite')));
  }
});

test('--json is one document; --without-secrets leaves the key out and says so', async () => {
  const target = join(folder, 'json');
  const { code, out } = await run({}, target, '--data', data, '--without-secrets', '--json');
  assert.equal(code, 0);
  const summary = JSON.parse(out) as { target: string; databases: { name: string }[]; secrets: string[] };
  assert.deepEqual([summary.target, summary.secrets, summary.databases.length], [target, [], 6]);
  const result = await run({}, join(folder, 'apart'), '--data', data, '--without-secrets');
  assert.match(result.out, /without server\.key, which a server also needs\n$/);
  assert.ok(!readdirSync(join(folder, 'apart')).includes('server.key'));
});

test('--verify rehearses the restore of a backup and says what it compared', async () => {
  const target = join(folder, 'rehearsed');
  await run({}, target, '--data', data);
  const { code, out, err } = await run({}, target, '--verify');
  assert.equal(code, 0, err);
  // Progress, where it takes long.
  assert.match(err, /^(\w+ \d+ %\n)*$/);
  assert.match(out, /rehearsed, made \d{4}-.*\n[\s\S]* 6 databases read through, \d+ rows counted\n/);
  assert.match(out, /\nA server can be restored from it\.\n$/);
  writeFileSync(join(target, 'server.key'), 'another');
  const failed = await run({}, target, '--verify', '--json', '--scratch', join(folder, 'scratch'));
  const rehearsal = JSON.parse(failed.out) as { result: string; faults: string[] };
  assert.deepEqual([failed.code, rehearsal.result], [1, 'failed']);
  assert.match(rehearsal.faults.join('\n'), /server\.key has 7 bytes instead of 44/);
  assert.match((await run({}, target, '--verify')).out, /fault: server\.key has .*\nNo server should/s);
});

test('what fails is reported in a sentence with exit status 1; wrong usage is 2', async () => {
  const taken = await run({}, data, '--data', data);
  assert.deepEqual([taken.code, taken.out], [1, '']);
  assert.match(taken.err, /^fieldbridge backup: .*data already exists and is not an empty folder/);
  const none = await run({}, join(folder, 'none'), '--data', join(folder, 'nothing'));
  assert.deepEqual([none.code, none.out], [1, '']);
  assert.match(
    none.err,
    /is this the data directory of a server \(--data\)\? With the setting database, pg_dump .*\n$/,
  );
  const below = join(folder, 'settings.json', 'copy');
  assert.match((await run({}, below, '--data', data)).err, /^fieldbridge backup: .*ENOTDIR/);
  const unnamed = await run({}, '--verify', '--data', data);
  assert.deepEqual([unnamed.code, unnamed.out], [1, '']);
  assert.match(unnamed.err, /No backups are scheduled \(backupFolder\); name a backup\.\n$/);
  for (const words of [[], ['a', 'b'], ['a', '--bogus'], ['a', '--scratch', 'b']]) {
    const { code, err } = await run({}, ...words);
    assert.equal(code, 2, words.join(' '));
    assert.match(err, /\nSee "fieldbridge backup --help"\.\n$/);
  }
});
