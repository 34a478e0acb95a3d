import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { asWritten } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import { type App, type AppOptions, createApp } from './app.ts';
import { addVary } from './cors.ts';
import { addHealth } from './health.ts';
import { Metrics } from './metrics.ts';
import { addOpenApi, operationIdOf } from './openapi.ts';

/** An application with a few routes of each kind, and its log. */
function appOf(options: Partial<AppOptions> = {}) {
  const lines: string[] = [];
  const metrics = new Metrics();
  const app = createApp({
    ...{ bodyLimit: 1000, bodySeconds: 60, corsOrigins: [], trustedProxies: [], logLevel: 'info', metrics },
    log: { write: (line: string) => lines.push(line) },
    isDraining: () => false,
    ...options,
  });
  app.get('/thing/:id', { schema: { hide: true } }, async () => ({ thing: 1 }));
  app.post('/thing', { schema: { body: { type: 'object', required: ['name'] } } }, async () => ({}));
  app.get('/lines', { config: { produces: ['application/json', 'text/csv'] } }, async () => 'a,b');
  app.get('/anything', { config: { produces: ['*/*'] } }, async () => 'bytes');
  app.get('/secret/:word', { config: { secretPath: true } }, async () => {
    throw new ProblemError('not-found');
  });
  app.get('/fails', async () => {
    throw new TypeError('inside information');
  });
  app.get('/busy', async () => {
    throw new ProblemError('unavailable', asWritten('Later.'), { headers: { 'retry-after': '77' } });
  });
  app.get('/full', async () => {
    throw Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' });
  });
  app.get('/desk/v1/me', async () => ({}));
  const log = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { app, log, metrics };
}
const ask = (app: App, url: string, headers: Record<string, string> = {}, method: 'GET' | 'OPTIONS' | 'HEAD' = 'GET') =>
  app.inject({ url, method, headers });

describe('an error', () => {
  test('that nobody foresaw is 500 without internal details, and is logged under its request id', async () => {
    const { app, log } = appOf();
    const answer = await ask(app, '/fails', { 'x-request-id': 'mine' });
    const problem = answer.json();
    assert.deepEqual([answer.statusCode, problem.code, problem.requestId], [500, 'internal', 'mine']);
    assert.doesNotMatch(answer.payload, /inside|TypeError|\.ts/);
    const line = log().find(({ level }) => level === 50)!;
    assert.equal(line['requestId'], 'mine');
    assert.match(JSON.stringify(line['err']), /inside information/);
  });

  test('of the disk is 507, of a busy store 503 with the time to wait, of the caller not a server failure', async () => {
    const { app, log } = appOf();
    const full = await ask(app, '/full');
    assert.deepEqual([full.statusCode, full.json().code], [507, 'disk-full']);
    const busy = await ask(app, '/busy');
    assert.deepEqual([busy.statusCode, busy.headers['retry-after']], [503, '77']);
    const levels = (): unknown[] => log().flatMap(({ level }) => ((level as number) > 30 ? [level] : []));
    assert.deepEqual(levels(), [50, 40], 'failures are logged as errors, refusals as warnings');
    await ask(app, '/nowhere');
    await app.inject({ method: 'POST', url: '/thing', payload: {} });
    assert.deepEqual(levels(), [50, 40], 'refusals are not errors of the server');
  });
});

describe('a path that is a secret', () => {
  test('is neither logged nor returned', async () => {
    const { app, log, metrics } = appOf();
    const answer = await ask(app, '/secret/open-sesame?x=hush');
    assert.equal(answer.json().instance, '/secret/:word');
    const seen = JSON.stringify(log()) + answer.payload + (await metrics.text());
    assert.doesNotMatch(seen, /sesame|hush/);
  });

  test('queries are never logged or returned: they may hold a token', async () => {
    const { app, log } = appOf();
    for (const path of ['/thing/1', '/nowhere', '/fails', '/busy']) {
      const { payload } = await ask(app, `${path}?access_token=hush-hush`);
      assert.doesNotMatch(payload + JSON.stringify(log()), /hush/, path);
    }
  });
});

describe('content negotiation', () => {
  test('is checked for each route; problems can always be returned', async () => {
    const { app } = appOf();
    for (const [url, accept, status] of [
      ['/thing/1', 'application/json', 200],
      ['/thing/1', 'application/problem+json', 200],
      ['/thing/1', 'application/*;q=0.1', 200],
      ['/thing/1', 'text/csv', 406],
      ['/thing/1', '*/*;q=0', 406],
      ['/lines', 'text/csv', 200],
      ['/lines', 'image/png', 406],
      ['/anything', 'image/png', 200],
    ] as const)
      assert.equal((await ask(app, url, { accept })).statusCode, status, `${url} ${accept}`);
    const { payload } = await ask(app, '/lines', { accept: 'image/png' });
    assert.match(payload, /application\/json, text\/csv/, 'the sentence lists what is available');
  });

  test('HEAD has the headers of GET and no body', async () => {
    const { app } = appOf();
    const [head, get] = [await ask(app, '/thing/1', {}, 'HEAD'), await ask(app, '/thing/1')];
    assert.equal(head.payload, '');
    for (const name of ['content-type', 'content-length']) assert.equal(head.headers[name], get.headers[name], name);
  });
});

describe('pages of other origins', () => {
  const PAGE = 'https://page.example';
  const preflight = { origin: PAGE, 'access-control-request-method': 'PUT' };

  test('can read refusals, too, and every answer varies by origin', async () => {
    const { app } = appOf({ corsOrigins: [PAGE, 'https://other.example'], deskPath: '/desk' });
    for (const [url, status] of [
      ['/thing/1', 200],
      ['/thing/1', 406],
      ['/nowhere', 404],
      ['/fails', 500],
      ['/busy', 503],
    ] as const) {
      const { headers, statusCode } = await ask(app, url, {
        origin: PAGE,
        ...(status === 406 ? { accept: 'image/png' } : {}),
      });
      assert.deepEqual([statusCode, headers['access-control-allow-origin']], [status, PAGE], url);
      assert.match(String(headers['access-control-expose-headers']), /X-Request-Id/);
      assert.equal(headers['access-control-allow-credentials'], undefined, 'cookies never');
    }
    for (const headers of [
      {},
      { origin: 'https://evil.example' },
      { origin: `${PAGE}.evil.example` },
      { origin: 'null' },
    ]) {
      const answer = await ask(app, '/thing/1', headers as Record<string, string>);
      assert.equal(answer.headers['access-control-allow-origin'], undefined, JSON.stringify(headers));
      assert.equal(answer.headers['vary'], 'Origin');
    }
  });

  test('learn from a preflight what they may send, with an id as in every answer', async () => {
    const { app } = appOf({ corsOrigins: ['*'] });
    const { statusCode, headers } = await ask(app, '/thing/1', { ...preflight, 'x-request-id': 'pre' }, 'OPTIONS');
    assert.deepEqual([statusCode, headers['access-control-allow-origin'], headers['x-request-id']], [204, '*', 'pre']);
    assert.equal(headers['vary'], undefined, 'the same for all');
    const asked = { ...preflight, 'access-control-request-headers': 'x-clientid, x-clientsecret' };
    const granted = await ask(app, '/thing/1', asked, 'OPTIONS');
    assert.equal(granted.headers['access-control-allow-headers'], 'x-clientid, x-clientsecret');
    const hostile = { ...preflight, 'access-control-request-headers': 'a\u000bb<script>' };
    const refused = await ask(app, '/thing/1', hostile, 'OPTIONS');
    assert.equal(refused.headers['access-control-allow-headers'], undefined);
    const plain = await ask(app, '/thing/1', { origin: PAGE }, 'OPTIONS');
    assert.equal(plain.headers['allow'], 'GET, HEAD, OPTIONS', 'OPTIONS that is not a preflight asks for the methods');
  });

  test('never call the desk, wherever it is and however its address is spelled', async () => {
    const { app } = appOf({ corsOrigins: ['*'], deskPath: '/desk' });
    for (const url of ['/desk', '/desk/', '/desk/v1/me', '/%64esk/v1/me', '/desk/v1/me?x=1', '/desk/nowhere'])
      for (const method of ['GET', 'OPTIONS'] as const) {
        const { headers } = await ask(app, url, preflight, method);
        assert.equal(headers['access-control-allow-origin'], undefined, `${method} ${url}`);
      }
    const neighbour = await ask(app, '/desktop', preflight);
    assert.equal(neighbour.headers['access-control-allow-origin'], '*');
  });

  test('without the setting, answers do not mention origins at all', async () => {
    const { app } = appOf();
    const { headers } = await ask(app, '/thing/1', { origin: PAGE });
    for (const name of Object.keys(headers)) assert.doesNotMatch(name, /^access-control|^vary$/);
  });

  test('an answer may depend on several headers', async () => {
    const { app } = appOf({ corsOrigins: [PAGE] });
    app.get('/varies', async (_request, reply) => {
      addVary(reply, 'Accept');
      return {};
    });
    assert.equal((await ask(app, '/varies')).headers['vary'], 'Origin, Accept');
  });
});

test('a stopping server refuses new requests with 503, a time to wait, and the end of the connection', async () => {
  const { app } = appOf({ isDraining: () => true });
  for (const url of ['/thing/1', '/nowhere']) {
    const { statusCode, headers, payload } = await ask(app, url);
    assert.deepEqual([statusCode, headers['connection'], headers['retry-after']], [503, 'close', '5']);
    assert.equal(JSON.parse(payload).code, 'unavailable');
  }
});

test('health says in words why the server cannot work, and metrics count by route, never by address', async () => {
  let [reasons, limits]: string[][] = [[], []];
  const { app, metrics } = appOf();
  addHealth(app, metrics, { serverId: 'x', troubles: () => reasons!, shortages: () => limits! });
  assert.deepEqual((await ask(app, '/health/ready')).json(), { status: 'ready', reasons: [] });
  limits = ['imports are refused'];
  const limited = await ask(app, '/health/ready');
  assert.deepEqual([limited.statusCode, limited.json()], [200, { status: 'limited', reasons: limits }]);
  reasons = ['the disk failed: gone'];
  const bad = await ask(app, '/health/ready');
  assert.deepEqual([bad.statusCode, bad.headers['retry-after'], bad.json().reasons], [503, '5', reasons]);
  assert.equal((await ask(app, '/health/live')).statusCode, 200, 'the process is live all the same');
  for (const id of ['aaa', 'bbb']) await ask(app, `/thing/${id}`);
  await ask(app, '/random-address');
  const { payload, headers } = await ask(app, '/metrics', { accept: 'text/plain' });
  assert.match(String(headers['content-type']), /^text\/plain; version=0\.0\.4/);
  assert.match(payload, /_count\{method="GET",route="\/thing\/:id",status="200"\} 2\n/);
  assert.match(payload, /_count\{method="GET",route="none",status="404"\} 1\n/);
  assert.doesNotMatch(payload, /aaa|random-address/);
  for (const name of ['process_resident_memory_bytes', 'process_cpu_seconds_total', 'process_uptime_seconds'])
    assert.match(payload, new RegExp(`^${name} \\d`, 'm'));
});

test('a valid request id is kept, any other replaced', async () => {
  const { app } = appOf();
  const idOf = async (id: string): Promise<unknown> =>
    (await ask(app, '/thing/1', { 'x-request-id': id })).headers['x-request-id'];
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 70 }), async (text) => {
      const id = text.replace(/[\0-\x1f\x7f]/g, '');
      assert.equal((await idOf(id)) === id, /^[\w.-]{1,64}$/.test(id), JSON.stringify(id));
    }),
    { numRuns: 60 },
  );
});

describe('the document of an interface', () => {
  test('names operations for generated clients, each uniquely', () => {
    for (const [method, path, name] of [
      ['GET', '/projects', 'getProjects'],
      ['GET', '/projects/:id', 'getProjectsById'],
      ['POST', '/job/upload/:format', 'postJobUploadByFormat'],
      ['GET', '/job/:jobId/as:format', 'getJobByJobIdAsByFormat'],
      ['GET', '/openapi.json', 'getOpenapiJson'],
      ['GET', '/', 'get'],
    ] as const)
      assert.equal(operationIdOf(method, path), name);
  });

  test('has the routes below its prefix, with their answers and errors, but not hidden ones', async () => {
    const { app } = appOf();
    await app.register(async (scope) => {
      const document = { title: 'T', description: 'D', paths: ['/t/openapi.json', '/t/v1/openapi.json'] };
      addOpenApi(
        scope as unknown as App,
        { ...document, servers: [{ url: '/t/v1' }], stripPrefix: '/t/v1' },
        '1.2.3',
        () => 'http://t',
      );
      const schema = { summary: 'One thing', response: { 200: { type: 'object', properties: {} } } };
      scope.get('/t/v1/one/:id', { schema }, async () => ({}));
      scope.get('/t/v1/file', { schema: {}, config: { produces: ['text/csv', '*/*'] } }, async () => '');
      const documentedBody = { 'text/plain': { type: 'string' } };
      scope.post('/t/v1/raw', { schema: {}, config: { documentedBody } }, async () => ({}));
      scope.get('/t/v1/hidden', { schema: { hide: true } }, async () => ({}));
      scope.get('/elsewhere', { schema: {} }, async () => ({}));
    });
    const { payload } = await ask(app, '/t/openapi.json');
    assert.equal((await ask(app, '/t/v1/openapi.json')).payload, payload);
    const { openapi, info, paths } = JSON.parse(payload);
    assert.deepEqual([openapi, info.title, info.version], ['3.1.0', 'T', '1.2.3']);
    assert.deepEqual(Object.keys(paths), ['/one/{id}', '/file', '/raw']);
    const one = paths['/one/{id}'].get;
    assert.deepEqual(Object.keys(one.responses).sort(), ['200', '4XX', '5XX']);
    assert.equal(one.operationId, 'getOneById');
    assert.ok('application/problem+json' in one.responses['4XX'].content);
    assert.deepEqual(Object.keys(paths['/file'].get.responses['2XX'].content), ['text/csv']);
    assert.deepEqual(Object.keys(paths['/raw'].post.requestBody.content), ['text/plain']);
  });
});
