import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@fieldbridge/server/testing/receiver.ts';
import { findProduct } from '../../../tools/product.mjs';
import { runWords } from '../testing/run-words.ts';

// The program as a person starts it: in its own process, through the start line. Further rows about what a command line
// answers run in this one: a process would load the program once more for each.

const START = join(import.meta.dirname, '../../../tools/start.mjs');
/** What the start line starts: half of the processes, for what only the program itself decides. */
const PRODUCT = await findProduct();
const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-program-'));
const started: ChildProcess[] = [];
after(() => {
  for (const child of started) if (child.exitCode === null) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});
const { FIELDBRIDGE_DATA: _data, FIELDBRIDGE_CONFIG: _config, PORT: _port, ...ENVIRONMENT } = process.env;

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}
function run(words: readonly string[], env: Record<string, string> = {}, program = START): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...ENVIRONMENT, ...env },
    timeout: 300_000,
  });
  return { code: status, out: stdout, err: stderr };
}

interface Serving {
  readonly url: string;
  /** The start line's process. */
  readonly child: ChildProcess;
  /** Everything printed until it listened. */
  readonly out: () => string;
  /** Stops it as a supervisor does. @returns the exit code */
  readonly end: (signal?: NodeJS.Signals) => Promise<number | null>;
}
async function serve(words: readonly string[], options: { detached?: boolean } = {}): Promise<Serving> {
  const settings = ['--port', '0', '--log-level', 'warn', '--warm-converters', '0'];
  const child = spawn(process.execPath, [START, 'serve', ...settings, ...words], {
    cwd: folder,
    env: ENVIRONMENT,
    ...options,
  });
  started.push(child);
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      err += chunk.toString();
      const listens = /listens at (\S+)/.exec(err)?.[1];
      if (listens !== undefined) resolve(listens);
    });
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${err}`)));
  });
  const end = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> => {
    child.kill(signal);
    const [code] = (await once(child, 'exit')) as [number | null];
    return code;
  };
  return { url, child, out: () => out, end };
}

interface Demo {
  readonly baseUrl: string;
  readonly project: object;
  readonly weighing: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly locationIds: readonly string[];
  };
  readonly conversion: object;
  readonly operator: { readonly key: string };
}

test('first start with --demo: credentials readable by the owner only, and calls that work as pasted', async (t) => {
  const data = join(folder, 'demo');
  const server = await serve(['--demo', '--data', data]);
  const path = join(data, 'demo.json');
  assert.equal(statSync(path).mode & 0o777, 0o600);
  const demo = JSON.parse(readFileSync(path, 'utf8')) as Demo;
  assert.equal(demo.baseUrl, server.url);
  assert.deepEqual(Object.keys(demo.project), ['clientId', 'clientSecret']);
  assert.deepEqual(Object.keys(demo.weighing), ['clientId', 'clientSecret', 'locationIds']);
  assert.deepEqual(Object.keys(demo.conversion).slice(0, 2), ['clientId', 'clientSecret']);
  assert.equal(demo.weighing.locationIds.length, 2);
  assert.match(demo.operator.key, /^fbop_/);
  assert.match(server.out(), new RegExp(`${server.url}/docs`));
  assert.doesNotMatch(server.out(), /fbcs_/, 'no client secret on the screen');

  await t.test('the calls', (call) => {
    if (spawnSync('curl', ['--version']).error !== undefined)
      return call.skip('curl is not installed: the calls cannot be pasted');
    writeFileSync(join(folder, 'points.csv'), 'name,northing,easting,elevation\nA,2,1,3\nB,3,2,4\n');
    assert.equal(run(['convert', 'points.csv', 'drawing.dxf']).code, 0);
    // The calls use the node of this test, whatever the machine has.
    const script = `node() { '${process.execPath}' "$@"; }\n${server.out()}`.replace(
      /^(The demonstration organisation)/m,
      '# $1',
    );
    const pasted = spawnSync('sh', ['-e', '-c', script], { cwd: folder, encoding: 'utf8', env: ENVIRONMENT });
    assert.equal(pasted.status, 0, pasted.stderr);
    const [divisions, ticket] = pasted.stdout.trim().split(/(?<=\])(?=\{)/);
    assert.deepEqual(
      (JSON.parse(divisions!) as { abbreviation: string }[]).map(({ abbreviation }) => abbreviation),
      ['GW', 'RP'],
    );
    assert.match(ticket!, /"quantity":25\.40,.*"uuid":"/);
    const geojson = JSON.parse(readFileSync(join(folder, 'drawing.geojson'), 'utf8')) as { features: unknown[] };
    assert.ok(geojson.features.length >= 2);
    assert.match(readFileSync(join(folder, 'sample.dxf'), 'utf8'), /^\s*0\r?\nSECTION/);
  });

  await t.test('followed tickets whose reader has gone are not behind the place that is kept', () => {
    const { clientId, clientSecret } = demo.weighing;
    const env = {
      ...ENVIRONMENT,
      ...{ FIELDBRIDGE_SERVER: server.url, FIELDBRIDGE_ENVIRONMENT: 'sandbox' },
      ...{ FIELDBRIDGE_CLIENT_ID: clientId, FIELDBRIDGE_CLIENT_SECRET: clientSecret },
    };
    const follow = `'${process.execPath}' '${PRODUCT}' tickets follow --since 2026-01-01T00:00:00Z --position place`;
    const { stdout } = spawnSync('sh', ['-c', `{ sleep 0.2; ${follow}; echo $? >&2; } 2>code | true; cat code place`], {
      ...{ cwd: folder, encoding: 'utf8', env },
    });
    assert.equal(stdout, '0\n2026-01-01T00:00:00Z\n');
  });

  await t.test('following ends with 0 by SIGTERM, too, and keeps its place', async () => {
    const { clientId, clientSecret } = demo.weighing;
    const place = join(folder, 'place-of-service');
    const words = ['tickets', 'follow', '--every', '0.1', '--since', '2026-01-01T00:00:00Z', '--position', place];
    const follower = spawn(process.execPath, [PRODUCT, ...words, '--json'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...ENVIRONMENT,
        ...{ FIELDBRIDGE_SERVER: server.url, FIELDBRIDGE_ENVIRONMENT: 'sandbox' },
        ...{ FIELDBRIDGE_CLIENT_ID: clientId, FIELDBRIDGE_CLIENT_SECRET: clientSecret },
      },
    });
    started.push(follower);
    const ended = once(follower, 'exit');
    let out = '';
    follower.stdout.on('data', (part) => (out += part));
    await until(() => existsSync(place) && !readFileSync(place, 'utf8').startsWith('2026-01-01'));
    follower.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
    const last = out
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { modifiedAt: string }).modifiedAt);
    assert.equal(readFileSync(place, 'utf8').trim(), last.sort().at(-1));
  });

  const second = run(['serve', '--data', data, '--port', '0']);
  assert.deepEqual([second.code, second.out], [1, ''], second.err);
  assert.match(second.err, /^fieldbridge serve: .*in use by another server/);
  assert.equal(await server.end(), 0);
  const again = await serve(['--demo', '--data', data]);
  assert.doesNotMatch(again.out(), /curl|fbop_/, 'the demonstration is created once');
  assert.equal((JSON.parse(readFileSync(path, 'utf8')) as Demo).operator.key, demo.operator.key);
  assert.equal(await again.end(), 0);
});

test('first start without --demo: creates nothing but the first operator, whose key goes to a file without a terminal', async () => {
  const data = join(folder, 'plain');
  const server = await serve(['--data', data]);
  assert.doesNotMatch(server.out(), /fbop_/);
  const key = readFileSync(join(data, 'operator.key'), 'utf8').trim();
  const headers = { authorization: `Bearer ${key}` };
  const list = (await (await fetch(`${server.url}/operator/v1/organisations`, { headers })).json()) as { items: [] };
  assert.deepEqual(list.items, []);
  assert.equal(await server.end(), 0);
  const again = await serve(['--data', data]);
  assert.equal(again.out(), '');
  assert.equal((await fetch(`${again.url}/operator/v1/organisations`, { headers })).status, 200);
  assert.equal(await again.end(), 0);
});

test('two servers on one data directory: the second refuses and names the first; killing a start line leaves no server behind', async () => {
  const data = join(folder, 'shared');
  const first = await serve(['--data', data]);
  const ready = async ({ url }: Serving): Promise<number> => (await fetch(`${url}/health/ready`)).status;
  const second = run(['serve', '--data', data, '--port', '0']);
  assert.deepEqual([second.code, second.out], [1, ''], second.err);
  assert.match(second.err, /shared is in use by another server \(process \d+ on .+, since .+Z\)/);
  assert.match(second.err, /give this one its own directory with --data/);
  assert.equal(await ready(first), 200, 'the first keeps running');
  const desk = run(['operator', 'organisations', '--data', data]);
  assert.equal(desk.code, 1);
  assert.match(desk.err, /in use by another server .* name it: --server URL --key KEY/);
  // Killing the server itself is tested in packages/server/test/weighing-crash.test.ts.
  assert.equal(await first.end('SIGKILL'), null);
  const deadline = performance.now() + 120_000;
  while (await ready(first).then(Boolean, () => false)) {
    assert.ok(performance.now() < deadline, 'the server outlived its start line');
    await pause(50);
  }
  let third: Serving | undefined;
  for (; third === undefined && performance.now() < deadline; await pause(100))
    third = await serve(['--data', data]).catch(() => undefined);
  assert.equal(await ready(third!), 200);
  assert.equal(await third!.end(), 0);
});

describe('an impossible start ends with a sentence and a code, never with a stack', () => {
  const file = join(folder, 'a-file');
  before(() => writeFileSync(file, ''));
  const assertRefused = ({ code, out, err }: Ran, expected: number, sentence: RegExp): void => {
    assert.deepEqual([code, out], [expected, ''], err);
    assert.match(err, sentence);
    assert.doesNotMatch(err, /\n\s+at /);
  };
  const words = ['serve', '--data', join(folder, 'never')];

  test('in a process of its own, at a port that is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const ran = run([...words, '--port', String(port)], {}, PRODUCT);
    assertRefused(ran, 1, /another program is already listening there; choose another --port/);
    taken.close();
  });
  for (const [further, code, sentence] of [
    [
      ['--data', file],
      2,
      /a-file cannot be created: there is a file with that name \(EEXIST\)\. Choose another with --data\./,
    ],
    [['--data', join(file, 'below')], 2, /below cannot be created: a part of the path is a file \(ENOTDIR\)/],
    // `mkdirSync` with `recursive` never returned from there.
    [['--data', '/proc/x'], 2, /\/proc\/x cannot be created: folders cannot be created there \(ENOENT\)/],
    [['--prot', '1'], 2, /prot/],
    [['--host', 'nowhere.invalid', '--port', '0'], 1, /nowhere\.invalid: .*--host/],
    [['--tls-cert', 'x.pem', '--tls-key', 'y.pem'], 2, /tlsCert cannot be read: .*x\.pem/],
  ] as const)
    test(`serve ${further.join(' ').replaceAll(folder, '')}`, async () => {
      assertRefused(await runWords([...words, ...further]), code, sentence);
    });
});

test('a damaged data directory is reported file by file, and the desk says the same', async () => {
  const data = join(folder, 'damaged');
  const first = await serve(['--data', data]);
  assert.equal(await first.end(), 0);
  for (const [name, content, sentence] of [
    [
      'server.key',
      '',
      /damaged\/server\.key, has 0 bytes instead of 32: it is damaged\. Put the file back from a backup/,
    ],
    [
      'weighing-production.sqlite',
      'not a database'.repeat(100),
      /weighing-production\.sqlite cannot be opened: .*backup/,
    ],
  ] as const) {
    const whole = readFileSync(join(data, name));
    writeFileSync(join(data, name), content);
    for (const words of [
      ['serve', '--port', '0', '--data', data],
      ['operator', 'organisations', '--data', data],
    ]) {
      const ran = name === 'server.key' ? run(words, {}, PRODUCT) : await runWords(words);
      assert.deepEqual([ran.code, ran.out], [1, ''], ran.err);
      assert.match(ran.err, sentence, words[0]);
      assert.doesNotMatch(ran.err, /\n\s+at /);
    }
    assert.equal(readFileSync(join(data, name), 'utf8'), content, 'nothing is created in its place');
    writeFileSync(join(data, name), whole);
  }
  const again = await serve(['--data', data]);
  assert.equal(again.out(), '', 'the first operator is still there');
  assert.equal(await again.end(), 0);
});

describe('stopping a server that is still starting is orderly', () => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    test(signal, async () => {
      const data = join(folder, `stopped-${signal}`);
      const child = spawn(process.execPath, [START, 'serve', '--port', '0', '--data', data], {
        cwd: folder,
        env: ENVIRONMENT,
      });
      started.push(child);
      // The lock is the first file of a start; the databases, the first operator and the converters come after it.
      while (statSync(join(data, 'server.json'), { throwIfNoEntry: false }) === undefined) await pause(1);
      child.kill(signal);
      const [code, by] = (await once(child, 'exit')) as [number | null, string | null];
      assert.deepEqual([code, by], signal === 'SIGHUP' ? [null, signal] : [0, null], signal);
      const next = await serve(['--data', data]);
      assert.equal(await next.end(), 0, 'and the next start finds everything in order');
    });
});

test('a repeated stop of the whole group finishes running requests first; a start line ends as its server did', async () => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    const data = join(folder, 'group');
    const server = await serve(['--data', data, '--drain', '30'], { detached: true });
    const slow = connect(Number(new URL(server.url).port), '127.0.0.1');
    const body = JSON.stringify({ key: 'none' });
    slow.write(
      `POST /operator/v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    assert.match(String((await once(slow, 'data'))[0]), /^HTTP\/1.1 100/);
    const ended = once(server.child, 'exit');
    // As a supervisor or Ctrl-C does: to the start line and to the server, which the start line signals once more.
    process.kill(-server.child.pid!, signal);
    await pause(150);
    if (signal !== 'SIGINT') process.kill(-server.child.pid!, signal);
    await pause(150);
    slow.write(body);
    assert.match(String((await once(slow, 'data'))[0]), /^HTTP\/1.1 401/, signal);
    assert.deepEqual(await ended, signal === 'SIGHUP' ? [null, signal] : [0, null], signal);
  }
  const data = join(folder, 'killed');
  const server = await serve(['--data', data]);
  const ended = once(server.child, 'exit');
  const { pid } = JSON.parse(readFileSync(join(data, 'server.json'), 'utf8')) as { pid: number };
  process.kill(pid, 'SIGKILL');
  assert.deepEqual(await ended, [null, 'SIGKILL']);
});

test('a server started by npm stops when npm is stopped', async () => {
  const data = join(folder, 'by-npm');
  const env = { ...ENVIRONMENT, npm_package_name: 'fieldbridge', npm_lifecycle_event: 'start' };
  // npm puts a shell in between, and only that gets the signal.
  const line = `'${process.execPath}' '${START}' serve --port 0 --data '${data}'; true`;
  const shell = spawn('sh', ['-c', line], { cwd: folder, env });
  let err = '';
  for await (const chunk of shell.stderr) if (/listens at/.test((err += String(chunk)))) break;
  const url = /listens at (\S+)/.exec(err)![1]!;
  shell.kill('SIGTERM');
  await once(shell, 'exit');
  while (await fetch(`${url}/health/live`).then(Boolean, () => false)) await pause(20);
});

test('a server whose log is not read any more keeps answering, and stops in order', async () => {
  const server = await serve(['--data', join(folder, 'unread'), '--log-level', 'info']);
  const lost = async (): Promise<number> => {
    const figures = await (await fetch(`${server.url}/metrics`)).text();
    return Number(/^fieldbridge_log_lost_characters_total (\d+)$/m.exec(figures)?.[1]);
  };
  assert.equal(await lost(), 0);
  server.child.stderr!.destroy();
  while ((await lost()) === 0) await pause(20);
  assert.equal((await fetch(`${server.url}/health/ready`)).status, 200);
  assert.equal(await server.end(), 0);
});

test('config shows the value in force and where it was set: flag, environment, file, default', async () => {
  const file = join(folder, 'settings.json');
  writeFileSync(file, JSON.stringify({ port: 1, host: '0.0.0.0', smtpUrl: 'smtp://me:hunter2@mail.example' }));
  const { code, out, err } = run(['config', '--json', '--config', file, '--port', '3'], {
    FIELDBRIDGE_PORT: '2',
    FIELDBRIDGE_DATA: '/d',
  });
  assert.deepEqual([code, err], [0, '']);
  const settings = JSON.parse(out) as { name: string; value: unknown; from: string; flag: string; env: string }[];
  const shown = Object.fromEntries(settings.map(({ name, value, from }) => [name, [value, from]]));
  assert.deepEqual(shown['port'], [3, 'flag --port']);
  assert.deepEqual(shown['data'], ['/d', 'environment FIELDBRIDGE_DATA']);
  assert.deepEqual(shown['host'], ['0.0.0.0', `file ${file}`]);
  assert.deepEqual(shown['smtpUrl'], ['(set)', `file ${file}`]);
  assert.deepEqual(shown['logLevel'], ['info', 'default']);
  assert.doesNotMatch(out, /hunter2/);
  const plain = await runWords(['config'], { env: { FIELDBRIDGE_CONFIG: file } });
  assert.match(plain.out, /^port = 1 {4}\(file .*\)$/m);
  assert.match(plain.out, /^publicUrl = none {4}\(default\)$/m);
  const wrong = await runWords(['config'], { env: { FIELDBRIDGE_PROT: '1' } });
  assert.deepEqual([wrong.code, wrong.out], [2, '']);
  assert.match(wrong.err, /Did you mean FIELDBRIDGE_PORT\?/);
});

test('a reader that closes the pipe early ends the program without an error', () => {
  const piped = spawnSync('sh', ['-c', `'${process.execPath}' '${START}' formats --json | head -c 100`], {
    cwd: folder,
    encoding: 'utf8',
    env: ENVIRONMENT,
  });
  assert.deepEqual([piped.status, piped.stdout.length, piped.stderr], [0, 100, '']);
});
