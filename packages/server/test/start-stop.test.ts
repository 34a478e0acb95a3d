import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { services } from '../src/app/services.ts';
import { DataDirectoryInUse } from '../src/index.ts';
import { until } from '../testing/receiver.ts';
import { NO_CONVERSION, startTestServer } from '../testing/server.ts';
import { storeOf } from '../testing/store-of.ts';

describe('starting and stopping', () => {
  test('a second server on the same data directory is refused with the reason', async () => {
    await using server = await startTestServer();
    await assert.rejects(
      startTestServer({ data: server.directory }),
      (e) => e instanceof DataDirectoryInUse && /in use by another server \(process \d+/.test(e.message),
    );
  });

  test('other users read nothing in the data directory, though converters may pass through it', async () => {
    await using server = await startTestServer();
    for (const { name } of await readdir(server.directory, { withFileTypes: true })) {
      // One that is being written may have its name already.
      const found = await stat(join(server.directory, name)).catch((error: NodeJS.ErrnoException) => error.code);
      if (typeof found === 'string' || found === undefined) {
        assert.deepEqual([found, /\.new$/.test(name)], ['ENOENT', true], name);
        continue;
      }
      const { mode } = found;
      assert.equal(mode & 0o066, 0, `${name} has the mode ${(mode & 0o777).toString(8)}`);
    }
  });

  test('at localhost every address is served by the same server, including its listeners', async () => {
    await using server = await startTestServer({ host: 'localhost' });
    const addresses = server.app.addresses();
    assert.ok(addresses.length > 0);
    for (const { address: host, port } of addresses as AddressInfo[]) {
      // An absolute address as target is handled by our listener, not by a route.
      const path = 'http://localhost/health/live';
      const [answer] = (await once(plainRequest({ host, port, path }).end(), 'response')) as [IncomingMessage];
      answer.resume();
      await once(answer, 'end');
      assert.equal(answer.statusCode, 200, host);
    }
    assert.equal((await fetch(`http://localhost:${server.port}/health/live`)).status, 200);
  });

  test('an address with a zone is printed in a readable form, and operators can sign in there', async (t) => {
    // The zone names an interface of this machine (RFC 4007 §11.2), which a URL cannot contain.
    const server = await startTestServer({ ...NO_CONVERSION, host: '::1%1' }).catch((error: Error) => error);
    if (server instanceof Error) return t.skip(`no address ::1 with a zone here: ${server.message}`);
    await using _ = server;
    assert.equal(server.url, `http://[::1]:${server.port}`);
    const signIn = {
      method: 'POST' as const,
      url: '/operator/v1/sessions',
      payload: { key: server.demo.operator.key },
    };
    assert.equal((await server.app.inject(signIn)).statusCode, 201);
  });

  test('a stopping server completes running requests, refuses new ones, and keeps its data', async () => {
    const first = await startTestServer({ drainSeconds: 60 });
    const { clientId } = first.demo.project;
    const slow = connect(first.port, '127.0.0.1');
    const body = JSON.stringify({ key: first.demo.operator.key });
    slow.write(
      `POST /operator/v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    // Then the server has started it, however busy the machine is.
    assert.match(String((await once(slow, 'data'))[0]), /^HTTP\/1.1 100/);
    const stopped = first.stop();
    // Requests during the stop may still be accepted.
    const isIn = () =>
      fetch(`${first.url}/health/live`).then(
        async (late) => (await late.text()) !== undefined,
        () => false,
      );
    await until(async () => !(await isIn()), 'the refusal of new requests');
    slow.write(body);
    const [answer] = (await once(slow, 'data')) as [Buffer];
    assert.match(String(answer), /^HTTP\/1.1 201/);
    await stopped;
    await using second = await startTestServer({ data: first.directory }, { demo: true });
    assert.ok(await second.context.credentials('project-sandbox').get(clientId));
    assert.equal(second.demo.operator.key, first.demo.operator.key);
  });

  test('the printed command that reads demo.json works wherever the data directory is', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'fieldbridge-paste-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const printed: string[] = [];
    const data = join(folder, `O'Brien "x" $HOME \`y\` Büro\\n`);
    await using server = await startTestServer({ data }, { print: (line) => printed.push(line) });
    const line = printed.find((one) => one.startsWith('demo()'))!;
    const PATH = `${dirname(process.execPath)}:${process.env['PATH']}`;
    const { stdout, stderr } = spawnSync('sh', ['-c', `${line}\ndemo .project.clientId`], {
      env: { ...process.env, PATH },
      encoding: 'utf8',
    });
    assert.equal(stdout.trim(), server.demo.project.clientId, stderr);
  });

  test('without --demo nothing is created, and the first operator’s key is printed once', async () => {
    const printed: string[] = [];
    const options = { demo: false, isTerminal: true, print: (line: string) => printed.push(line) };
    const first = await startTestServer({}, options);
    assert.equal(printed.length, 1);
    assert.match(printed[0]!, /fbop_[\w-]{43}$/);
    const made = await storeOf(first, 'desk').first('SELECT count(*) AS n FROM organisations');
    assert.equal(made!['n'], 0);
    await first.stop();
    const second = await startTestServer({ data: first.directory }, options);
    await second.stop();
    assert.equal(printed.length, 1);
  });

  test('without a terminal the first operator’s key goes to a file of its owner, and is not printed', async () => {
    const printed: string[] = [];
    const options = { demo: false, isTerminal: false, print: (line: string) => printed.push(line) };
    await using server = await startTestServer({}, options);
    const path = join(server.directory, 'operator.key');
    assert.deepEqual([printed.length, printed[0]!.includes(path)], [1, true], printed[0]);
    assert.doesNotMatch(printed[0]! + server.log(), /fbop_/);
    assert.equal(statSync(path).mode & 0o777, 0o600);
    const key = readFileSync(path, 'utf8').trim();
    const headers = { authorization: `Bearer ${key}` };
    assert.equal((await fetch(`${server.url}/operator/v1/operators`, { headers })).status, 200);
  });

  test('is ready only when the demonstration is complete', async () => {
    const seen: { status: number; isThere: boolean }[] = [];
    const directory = mkdtempSync(join(tmpdir(), 'fieldbridge-ready-'));
    const project = services.find(({ name }) => name === 'project')!;
    const probe: typeof project = {
      ...project,
      create: async (context) => ({
        ...(await project.create(context)),
        demo: async () => {
          const isThere = existsSync(join(directory, 'demo.json'));
          const { status } = await fetch(`${context.publicUrl()}/health/ready`);
          seen.push({ status, isThere });
        },
      }),
    };
    const others = services.filter(({ name }) => name !== 'project');
    const options = { services: [...others, probe] };
    await using server = await startTestServer({ data: directory, interfaces: 'project' }, options);
    assert.deepEqual(seen, [{ status: 503, isThere: false }]);
    assert.equal((await fetch(`${server.url}/health/ready`)).status, 200);
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  test('each interface runs alone, and at its own path', async () => {
    const flags = { interfaces: 'project,operator', projectPath: '/api/projects', operatorPath: '/desk' };
    await using alone = await startTestServer(flags);
    const { clientId, clientSecret } = alone.demo.project;
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    });
    const status = async (path: string, init?: RequestInit) => (await fetch(alone.url + path, init)).status;
    assert.equal(await status('/api/projects/v1/sandbox/token', { method: 'POST', body: form }), 200);
    assert.equal(await status('/project/v1/sandbox/token', { method: 'POST', body: form }), 404);
    assert.equal(await status('/api/projects/openapi.json'), 200);
    assert.equal(await status('/desk/v1/openapi.json'), 200);
    for (const path of ['/weighing/openapi.json', '/conversion/openapi.json'])
      assert.equal(await status(path), 404, path);
    const front = await (await fetch(`${alone.url}/`)).text();
    assert.ok(front.includes('"/api/projects/v1/sandbox"') && !front.includes('/weighing'), front);
    const html = await (await fetch(`${alone.url}/docs/`)).text();
    assert.ok(html.includes('/api/projects/openapi.json') && !html.includes('/weighing/'));
  });

  test('speaks TLS with a certificate and its key, and refuses one without the other', async (t) => {
    await assert.rejects(startTestServer({ tlsCert: '/nowhere.pem' }), /TLS needs both/);
    const directory = await mkdtemp(join(tmpdir(), 'fieldbridge-tls-'));
    t.after(() => rm(directory, { recursive: true, force: true }));
    const [tlsKey, tlsCert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
    const made = spawnSync('openssl', [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      tlsKey,
      '-out',
      tlsCert,
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
    ]);
    if (made.error !== undefined) return t.skip('openssl is not installed: there is no certificate');
    assert.equal(made.status, 0, String(made.stderr));
    await using secure = await startTestServer({ tlsKey, tlsCert });
    assert.match(secure.url, /^https:/);
    const [answer] = (await once(
      request(`${secure.url}/health/live`, {
        ca: await readFile(tlsCert),
        servername: 'localhost',
        checkServerIdentity: () => undefined,
      }).end(),
      'response',
    )) as [IncomingMessage];
    assert.equal(answer.statusCode, 200);
    answer.resume();
    await once(answer, 'end');
  });
});
