import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { checkCertificate } from '../src/app/doctor/certificate.ts';
import { examine } from '../src/app/doctor/examine.ts';
import type { Finding } from '../src/app/doctor/finding.ts';
import { checkRuntime } from '../src/app/doctor/runtime.ts';
import { TestClock } from '../testing/clock.ts';
import { IN_FILES } from '../testing/database.ts';
import { NO_CONVERSION, startTestServer } from '../testing/server.ts';
import { smallDisk } from '../testing/small-disk.ts';

// What the doctor finds in surroundings that are sound, and what after one of them was spoiled.

const server = await startTestServer({ ...NO_CONVERSION, ...IN_FILES });
after(() => server[Symbol.asyncDispose]());
const data = server.directory;
const folder = mkdtempSync(join(tmpdir(), 'doctor-'));
after(() => rmSync(folder, { recursive: true }));
const DAY = 86_400_000;

async function found(check: string, flags: Record<string, unknown> = {}, clock?: TestClock): Promise<Finding[]> {
  const findings = await examine({ flags: { data, publicUrl: server.url, ...flags }, env: {} }, clock);
  for (const { state, cure, found } of findings)
    assert.equal(cure !== undefined, state === 'error' || state === 'warning', `${found}: ${cure}`);
  return findings.filter((one) => one.check === check);
}
const states = (findings: readonly Finding[]): string[] => findings.map(({ state }) => state);

/** Asserts one finding of a check, with a sentence. */
function one(findings: readonly Finding[], state: Finding['state'], sentence: RegExp): void {
  assert.deepEqual(states(findings), [state], JSON.stringify(findings));
  assert.match(findings[0]!.found, sentence);
}

test('sound surroundings have no error, and every check reports', async () => {
  const findings = await examine({ flags: { data, publicUrl: server.url }, env: {} });
  assert.deepEqual([...new Set(findings.map(({ check }) => check))].sort(), [
    'backups',
    'certificate',
    'clock',
    'data-directory',
    'disk',
    'lock',
    'node',
    'permissions',
    'public-url',
  ]);
  assert.deepEqual(
    findings.filter(({ state }) => state === 'error'),
    [],
  );
});

test('a data directory that is missing, or a file that is no key, is an error', async () => {
  one(await found('data-directory', { data: join(folder, 'none') }), 'error', /none does not exist$/);
  const key = readFileSync(join(data, 'server.key'));
  writeFileSync(join(data, 'server.key'), 'c2hvcnQ=');
  try {
    one(await found('data-directory'), 'error', /server\.key, has 5 bytes instead of 32: it is damaged/);
  } finally {
    writeFileSync(join(data, 'server.key'), key);
  }
});

describe('the clock', () => {
  const clock = new TestClock();
  clock.step(Date.now() - clock.now());
  test('behind a change in the data directory is an error that says by how much', async () => {
    const path = join(data, 'desk.sqlite');
    utimesSync(path, new Date(), new Date(clock.now() + DAY));
    one(await found('clock', {}, clock), 'error', /86400 s before the last change of desk\.sqlite$/);
    // Within the tolerance.
    utimesSync(path, new Date(), new Date(clock.now() + 5000));
    const highest = join(data, 'highest-time');
    writeFileSync(highest, new Date(clock.now() + DAY).toISOString());
    one(await found('clock', {}, clock), 'error', /86400 s before the highest time seen by the server$/);
    rmSync(highest);
    one(await found('clock', {}, clock), 'ok', /after everything/);
  });
});

describe('permissions', () => {
  const FILES: readonly (readonly [name: string, mode: number, state: Finding['state'], found: RegExp])[] = [
    ['.', 0o755, 'error', /others may read or write .* \(mode 0755\)$/],
    ['server.key', 0o640, 'error', /others may use \S+server\.key \(mode 0640\)$/],
    ['demo.json', 0o604, 'error', /demo\.json \(mode 0604\)$/],
    ['desk.sqlite', 0o644, 'warning', /desk\.sqlite \(mode 0644\)$/],
  ];
  for (const [name, mode, state, sentence] of FILES)
    test(`${name} of mode ${mode.toString(8)}: ${state}`, async () => {
      const path = join(data, name);
      chmodSync(path, mode);
      const findings = await found('permissions');
      chmodSync(path, name === '.' ? 0o711 : 0o600);
      one(findings, state, sentence);
      assert.match(findings[0]!.cure!, /^chmod /);
    });

  test('a directory that converters pass through is sound', async () => {
    chmodSync(data, 0o711);
    one(await found('permissions'), 'ok', /^only user \d+ can read/);
  });

  test("the first operator's key in its file is a warning", async () => {
    const path = join(data, 'operator.key');
    writeFileSync(path, 'x', { mode: 0o600 });
    one(await found('permissions'), 'warning', /still in operator\.key$/);
    rmSync(path);
  });
});

test('the disk is judged by the reserve', async (t) => {
  const enough = { diskReserve: 1 };
  one(await found('disk', enough), 'ok', /are free, .* are kept/);
  const disk = smallDisk(8);
  if (disk === undefined) return t.skip('this user may not mount a small file system');
  await using _unmounted = disk;
  const at = { data: disk.directory, diskReserve: 4e6, diskReservePercent: 100 };
  for (const [left, state, sentence] of [
    [7e6, 'warning', /^7\.0 MB are free, 4\.0 MB are kept/],
    [3e6, 'error', /^3\.0 MB are free, .*: uploads, imports and new exports are refused$/],
    [500_000, 'error', /^the disk is full: \d+ bytes are left$/],
  ] as const) {
    disk.fill(left);
    one(await found('disk', at), state, sentence);
    disk.empty();
  }
});

describe('the public URL', () => {
  const other = createServer((request, answer) =>
    answer.end(request.url === '/wrong/health/live' ? '{"status":"live","server":"0"}' : '<h1>Welcome to nginx!</h1>'),
  );
  after(() => other.close());
  test('leads to this server, to another, to something else, or nowhere', async () => {
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    for (const [publicUrl, state, sentence] of [
      [server.url, 'ok', /leads to this server$/],
      [`${server.url}/`, 'ok', /leads to this server$/],
      [`${elsewhere}/wrong`, 'error', /leads to another Fieldbridge server$/],
      [elsewhere, 'error', /answers 200, and not as a Fieldbridge server does$/],
      ['http://127.0.0.1:1', 'error', /cannot be reached: connect ECONNREFUSED/],
    ] as const)
      one(await found('public-url', { publicUrl }), state, sentence);
  });

  test('that is not set is a warning if callers come from other machines', async () => {
    for (const [host, state] of [
      ['0.0.0.0', 'warning'],
      ['::', 'warning'],
      ['::1', 'ok'],
      ['localhost', 'ok'],
    ] as const)
      one(await found('public-url', { publicUrl: undefined, host }), state, /^none is set/);
  });
});

test('the lock names the process that runs, and is no hindrance after it', async () => {
  one(await found('lock'), 'ok', new RegExp(`a server runs .*by process ${process.pid} on `));
  const brief = await startTestServer({ ...NO_CONVERSION, ...IN_FILES, data: join(folder, 'brief') });
  await brief.stop();
  const at = { data: join(folder, 'brief') };
  one(await found('lock', at), 'ok', /^no server runs .*that lock has ended$/);
  one(await found('public-url', at), 'skipped', /was not called, because no server runs/);
  await (await startTestServer({ ...NO_CONVERSION, ...IN_FILES, ...at })).stop();
});

test('Node must be the version that the program was made for', () => {
  one(checkRuntime('24.1.0'), 'error', /Node 24\.1\.0 is older than 26$/);
  one(checkRuntime('27.0.0'), 'warning', /newer/);
  one(checkRuntime(process.versions.node), 'ok', /^Node 26\./);
});

test('a certificate is judged by the days it has left', async (t) => {
  const [tlsKey, tlsCert] = [join(folder, 'tls.key'), join(folder, 'tls.pem')];
  const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '90'];
  const made = spawnSync('openssl', [...words, '-subj', '/CN=localhost', '-keyout', tlsKey, '-out', tlsCert]);
  if (made.error !== undefined) return t.skip('openssl is not installed: there is no certificate');
  const now = Date.now();
  for (const [days, state, sentence] of [
    [0, 'ok', /tls\.pem is valid for (89|90) days$/],
    [80, 'warning', /tls\.pem expires in (9|10) days$/],
    [91, 'error', /tls\.pem expired on /],
    [-1, 'error', /tls\.pem is valid from .* on, not yet$/],
  ] as const)
    one(await checkCertificate({ tlsCert, tlsKey }, now + days * DAY), state, sentence);
  one(await checkCertificate({ tlsCert, tlsKey: tlsCert }, now), 'error', /cannot be used/);
  one(await found('certificate', { tlsCert, tlsKey }), 'ok', /valid for/);
  chmodSync(tlsKey, 0o604);
  one(await found('permissions', { tlsCert, tlsKey }), 'error', /everyone may use \S+tls\.key \(mode 0604\)$/);
});
