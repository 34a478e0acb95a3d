import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTestServer, type TestServer } from '../testing/server.ts';

// Headers that browsers, OAuth libraries and callers behind a proxy act on.

/** Below a path, over TLS at a proxy. */
const PUBLIC = 'https://example.org/bridge';

let server: TestServer;
before(async () => {
  server = await startTestServer({ publicUrl: PUBLIC });
});
after(() => server[Symbol.asyncDispose]());

const ask = (path: string, init: RequestInit = {}) => fetch(server.url + path, { redirect: 'manual', ...init });
const pair = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) => ({
  'x-clientid': clientId,
  'x-clientsecret': clientSecret,
});

describe('a 401 names the way to authenticate', () => {
  const WRONG = { 'x-clientid': 'a', 'x-clientsecret': 'b' };
  const form = (text: string, headers = {}) => ({
    method: 'POST',
    body: new URLSearchParams(text),
    headers: headers as Record<string, string>,
  });
  const grant = 'grant_type=client_credentials';
  for (const [path, init, scheme] of [
    ['/project/v1/sandbox/projects', {}, /^Bearer realm="fieldbridge"$/],
    ['/project/v1/sandbox/projects', { headers: { authorization: 'Bearer x' } }, /^Bearer .*error="invalid_token"$/],
    ['/weighing-sandbox/v2/weighing', {}, /^ClientHeaders realm="fieldbridge", headers="X-ClientId X-ClientSecret"$/],
    ['/weighing-sandbox/v2/weighing', { headers: WRONG }, /^ClientHeaders /],
    ['/conversion/job', { headers: WRONG }, /^ClientHeaders /],
    ['/conversion/job', { headers: { authorization: 'Bearer x' } }, /^Bearer .*error="invalid_token"$/],
    ['/operator/v1/organisations', {}, /^Bearer realm="fieldbridge"$/],
    ['/operator/v1/organisations', { headers: { authorization: 'Bearer x' } }, /^Bearer .*error="invalid_token"$/],
    ['/project/v1/sandbox/token', form(`${grant}&client_id=a&client_secret=b`), /^ClientForm realm="token"$/],
    ['/project/v1/sandbox/token', form(grant, { authorization: 'Basic YTpi' }), /^Basic /],
  ] as const)
    test(`${path} ${scheme}`, async () => {
      const answer = await ask(path, init);
      assert.equal(answer.status, 401);
      assert.match(answer.headers.get('www-authenticate') ?? 'none', scheme);
    });
});

describe('security headers', () => {
  for (const path of ['/', '/docs/', '/docs/problems', '/health/ready', '/nothing', '/weighing/openapi.json'])
    test(`${path} has nosniff, and HSTS because its public address is https`, async () => {
      const { headers } = await ask(path);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('strict-transport-security'), 'max-age=31536000');
    });

  for (const path of ['/', '/docs/', '/docs/problems'])
    test(`${path} can neither be framed nor load anything from elsewhere`, async () => {
      const { headers } = await ask(path, { headers: { accept: 'text/html' } });
      assert.match(headers.get('content-type')!, /^text\/html/);
      const policy = headers.get('content-security-policy')!;
      assert.match(policy, /default-src 'none'/);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.doesNotMatch(policy, /script-src[^;]*'unsafe-inline'|https?:|\*/);
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
    });

  test('no HSTS without TLS', async () => {
    await using plain = await startTestServer();
    assert.equal((await fetch(`${plain.url}/`)).headers.get('strict-transport-security'), null);
  });

  test('browsers find an icon that cannot run anything', async () => {
    const answer = await ask('/favicon.ico');
    assert.deepEqual(
      [answer.status, answer.headers.get('content-type'), answer.headers.get('content-security-policy')],
      [200, 'image/svg+xml', "default-src 'none'"],
    );
  });
});

test('a merge patch is offered and accepted for PATCH only', async () => {
  const headers = { ...pair(server.demo.weighing), 'content-type': 'application/merge-patch+json' };
  const answer = await ask('/weighing-sandbox/v2/weighing', { method: 'POST', headers, body: '{}' });
  const { detail } = (await answer.json()) as { detail: string };
  assert.deepEqual([answer.status, detail.split('; ')[1]], [415, 'send application/json.']);
  const patch = await ask(`/weighing-sandbox/v2/weighing/${crypto.randomUUID()}`, {
    method: 'PATCH',
    headers,
    body: '{}',
  });
  assert.equal(patch.status, 404);
});

describe('below the path of a proxy', () => {
  test('Location has the path', async () => {
    const [locationId] = server.demo.weighing.locationIds;
    const body = JSON.stringify({ locationId, externalId: 'P1', nettWeight: { quantity: 1, unit: 't' } });
    const headers = { ...pair(server.demo.weighing), 'content-type': 'application/json' };
    const answer = await ask('/weighing-sandbox/v2/weighing', { method: 'POST', headers, body });
    assert.equal(answer.status, 201);
    const { uuid } = (await answer.json()) as { uuid: string };
    assert.equal(answer.headers.get('location'), `/bridge/weighing-sandbox/v2/weighing/${uuid}`);
  });

  test('the address of a resumable upload has it, too', async () => {
    const headers = { ...pair(server.demo.conversion), 'tus-resumable': '1.0.0', 'upload-length': '3' };
    const answer = await ask('/conversion/uploads', { method: 'POST', headers });
    assert.equal(answer.status, 201, await answer.text());
    assert.match(answer.headers.get('location')!, /^\/bridge\/conversion\/uploads\/[\w-]+$/);
  });

  test('the servers of each OpenAPI document have it, too', async () => {
    const { interfaces } = (await (await ask('/')).json()) as {
      interfaces: { openapi: string; addresses: string[] }[];
    };
    assert.equal(interfaces.length, 5);
    for (const { openapi, addresses } of interfaces) {
      assert.ok(openapi.startsWith('/bridge/'), openapi);
      assert.ok(addresses.every((address) => address.startsWith('/bridge/')));
      const { servers } = (await (await ask(openapi.slice('/bridge'.length))).json()) as { servers: { url: string }[] };
      assert.ok(servers.length > 0 && servers.every(({ url }) => url.startsWith('/bridge/')), openapi);
    }
  });

  test('the links of the front page and the reference have it, too', async () => {
    const page = await (await ask('/', { headers: { accept: 'text/html' } })).text();
    const links = [...page.matchAll(/href="([^"]*)"/g)].map(([, link]) => link!);
    assert.ok(links.length >= 4 && links.every((link) => link.startsWith('/bridge/')), links.join(' '));
    const reference = await (await ask('/docs/')).text();
    const urls = [...reference.matchAll(/"url": "([^"]*)"/g)].map(([, url]) => url!);
    assert.ok(urls.length === 5 && urls.every((url) => url.startsWith('/bridge/')), urls.join(' '));
    assert.match(reference, /<script src="js\/scalar\.js">/);
  });
});

describe('OAuth metadata', () => {
  for (const base of ['/project/v1/sandbox', '/project/v1/production', '/conversion'])
    for (const path of [
      `/.well-known/oauth-authorization-server${base}`,
      `${base}/.well-known/oauth-authorization-server`,
      `${base}/.well-known/openid-configuration`,
    ])
      test(path, async () => {
        const answer = await ask(path);
        assert.equal(answer.status, 200);
        const { issuer, token_endpoint, grant_types_supported } = (await answer.json()) as Record<string, unknown>;
        assert.deepEqual(
          [issuer, token_endpoint, grant_types_supported],
          [`${PUBLIC}${base}`, `${PUBLIC}${base}/token`, ['client_credentials', 'refresh_token']],
        );
      });
});
