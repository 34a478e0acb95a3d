import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTestServer, type TestServer } from '../testing/server.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('the console', () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ publicUrl: 'https://example.org/bridge' });
  });
  after(() => server.stop());
  const page = async (path: string) => fetch(server.url + path, { headers: BROWSER });
  const namesIn = (html: string): string[] =>
    [...html.matchAll(/"\/bridge(\/console\/assets\/[^"]+)"/g)].map(([, name]) => name!);

  for (const path of ['/', '/jobs', '/jobs/01a207fc-812a-72a5-97d4-b793025b2bfc', '/tickets/totals', '/welcome', '/me'])
    test(`${path} is its page, which runs nothing but its own files`, async () => {
      const answer = await page(path);
      assert.equal(answer.status, 200);
      const policy = answer.headers.get('content-security-policy')!;
      for (const rule of ["default-src 'none'", "script-src 'self'", "require-trusted-types-for 'script'"])
        assert.ok(policy.includes(rule), rule);
      assert.doesNotMatch(policy, /unsafe|https?:/);
      assert.equal(answer.headers.get('cache-control'), 'no-cache');
      assert.doesNotMatch(await answer.text(), /<script(?![^>]*(?: src=| type="application\/json"))/);
    });

  test('every file that the page names is there and may be kept for ever', async () => {
    const names = namesIn(await (await page('/')).text());
    for (const ending of ['.css', '.js']) assert.ok(names.some((name) => name.endsWith(ending)));
    for (const name of names) {
      const answer = await fetch(server.url + name);
      assert.equal(answer.status, 200, name);
      assert.match(answer.headers.get('cache-control')!, /immutable/);
      assert.match(answer.headers.get('content-type')!, /^text\/(?:javascript|css)/);
    }
  });

  for (const [path, ...words] of [
    ['/jobs/01a207fc-812a-72a5-97d4-b793025b2bfc', 'fieldbridge-view'],
    ['/tickets/totals', 'figcaption'],
  ] as const)
    test(`${path} names every script that it needs, so that the browser asks for all at once`, async () => {
      const named = new Set(namesIn(await (await page(path)).text()));
      const scripts = await Promise.all(
        [...named].map(async (name) => (name.endsWith('.js') ? (await fetch(server.url + name)).text() : '')),
      );
      for (const word of words)
        assert.ok(
          scripts.some((script) => script.includes(word)),
          word,
        );
      const imported = scripts.flatMap((script) => [...script.matchAll(/(?:from|import)"\.\/([\w-]+\.js)"/g)]);
      for (const [, name] of imported) assert.ok(named.has(`/console/assets/${name}`), name);
    });

  test('the page of a job asks for what it shows beside its scripts; no other page does', async () => {
    const dataOf = async (path: string) =>
      [...(await (await page(path)).text()).matchAll(/rel="preload" as="fetch" crossorigin href="([^"]*)"/g)].map(
        ([, address]) => address,
      );
    const jobId = '01a207fc-812a-72a5-97d4-b793025b2bfc';
    const view = `/bridge/conversion/job/${jobId}/view`;
    assert.deepEqual(await dataOf(`/jobs/${jobId}`), ['/bridge/console/v1/session', view]);
    assert.deepEqual(await dataOf(`/jobs/${jobId}?at=1,2`), ['/bridge/console/v1/session', view]);
    for (const path of [
      '/',
      '/jobs',
      '/jobs/new',
      `/jobs/${jobId}"><i>`,
      `/desk/jobs/${jobId}`,
      `/jobs/${jobId}?tab=files`,
    ])
      assert.deepEqual(await dataOf(path), [], path);
  });

  test('asked for at a number of this machine is at localhost, unless the server has a public address', async () => {
    await using local = await startTestServer();
    const ask = async (url: string, accept = BROWSER.accept) => {
      const answer = await fetch(url, { headers: { accept }, redirect: 'manual' });
      await answer.body?.cancel();
      return [answer.status, answer.headers.get('location')];
    };
    const named = local.url.replace('127.0.0.1', 'localhost');
    assert.deepEqual(await ask(`${local.url}/jobs?x=1`), [302, `${named}/jobs?x=1`]);
    assert.deepEqual(await ask(local.url), [302, `${named}/`]);
    assert.deepEqual(await ask(`${named}/jobs`), [200, null]);
    assert.deepEqual(await ask(local.url, 'application/json'), [200, null]);
    assert.deepEqual(await ask(`${server.url}/jobs`), [200, null]);
  });

  test('its pages may load map tiles from the hosts of the setting, and from no others', async () => {
    const mapTiles = ['Streets|https://{s}.t.example/{z}/{x}/{y}.png|© They', 'Photos|http://w.example/?layers=a%2Cb'];
    await using local = await startTestServer({ mapTiles });
    const answer = await fetch(local.url.replace('127.0.0.1', 'localhost'), { headers: BROWSER });
    assert.match(
      answer.headers.get('content-security-policy')!,
      /connect-src 'self' https:\/\/a\.t\.example https:\/\/b\.t\.example https:\/\/c\.t\.example http:\/\/w\.example;/,
    );
    const [, json] = /id="site">([^<]+)</.exec(await answer.text())!;
    assert.deepEqual(
      (JSON.parse(json!) as { maps: { name: string; attribution: string }[] }).maps.map((map) => [
        map.name,
        map.attribution,
      ]),
      [
        ['Streets', '© They'],
        ['Photos', ''],
      ],
    );
  });

  test('states the addresses of the interfaces below the path of the proxy', async () => {
    const [, json] = /id="site">([^<]+)</.exec(await (await page('/')).text())!;
    const { interfaces } = JSON.parse(json!) as { interfaces: Record<string, string> };
    assert.deepEqual(interfaces, {
      console: '/bridge/console/v1',
      conversion: '/bridge/conversion',
      operator: '/bridge/operator',
      project: '/bridge/project',
      weighing: '/bridge/weighing',
      'weighing-sandbox': '/bridge/weighing-sandbox',
    });
  });

  for (const name of ['main-XXXXXXXX.js', '..%2Findex.json', 'index.json', 'main.js.br'])
    test(`there is no file ${name}`, async () => {
      assert.equal((await fetch(`${server.url}/console/assets/${name}`)).status, 404);
    });
});
