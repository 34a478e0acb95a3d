import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { problemTable } from '@fieldbridge/contract';
import { startTestServer } from '../testing/server.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

describe('the reference', () => {
  test('exists for each interface, in OpenAPI 3.1, with problems for every operation', async () => {
    for (const path of [
      '/project/openapi.json',
      '/weighing/openapi.json',
      '/conversion/openapi.json',
      '/operator/v1/openapi.json',
    ]) {
      const names = new Set<string>();
      const document = (await (await fetch(server.url + path)).json()) as {
        openapi: string;
        paths: Record<
          string,
          Record<string, { summary?: string; operationId?: string; responses: Record<string, unknown> }>
        >;
      };
      assert.equal(document.openapi, '3.1.0');
      for (const [where, operations] of Object.entries(document.paths)) {
        for (const [method, { summary, operationId, responses }] of Object.entries(operations)) {
          assert.ok(summary, `${method} ${where} has no summary`);
          assert.ok(
            operationId && !names.has(operationId),
            `${method} ${where}: ${operationId} names two operations or none`,
          );
          names.add(operationId);
          assert.ok('4XX' in responses || '4xx' in responses, `${method} ${where} documents no problem`);
        }
      }
    }
  });
  test('describes every body, also if it is not JSON, and every download', async () => {
    interface Documented {
      readonly requestBody?: {
        readonly content: Record<string, { readonly schema: { readonly properties?: object } }>;
      };
      readonly responses: Record<string, { readonly content?: object }>;
    }
    const operations = async (document: string) =>
      (
        (await (await fetch(`${server.url}${document}/openapi.json`)).json()) as {
          paths: Record<string, Record<string, Documented>>;
        }
      ).paths;
    const [project, conversion] = [await operations('/project'), await operations('/conversion')];
    for (const paths of [project, conversion]) {
      const form = paths['/token']!['post']!.requestBody!.content['application/x-www-form-urlencoded']!.schema;
      const fields = ['client_id', 'client_secret', 'grant_type', 'refresh_token'];
      assert.deepEqual(Object.keys(form.properties ?? {}).sort(), fields);
    }
    for (const [path, method] of [
      ['/job/upload/{format}', 'post'],
      ['/job/{jobId}/{format}', 'put'],
      ['/job/{jobId}/{format}', 'post'],
      ['/convert', 'post'],
    ] as const) {
      const types = Object.keys(conversion[path]![method]!.requestBody!.content).sort();
      assert.deepEqual(types, ['application/octet-stream', 'multipart/form-data'], `${method} ${path}`);
    }
    for (const path of ['/job/{jobId}', '/job/{jobId}/as{format}', '/job/{jobId}/files/{fileId}/thumbnail.svg']) {
      const answers = Object.entries(conversion[path]!['get']!.responses).filter(([status]) => status.startsWith('2'));
      assert.ok(answers.every(([, { content }]) => Object.keys(content ?? {}).length > 0) && answers.length > 0, path);
    }
  });
  test('loads nothing from elsewhere', async () => {
    const html = await (await fetch(`${server.url}/docs/`)).text();
    assert.deepEqual([...html.matchAll(/(?:src|href)="(https?:)?\/\/[^"]+"/g)].map(String), []);
    assert.match(html, /\/project\/openapi\.json/);
    assert.match(html, /\/operator\/v1\/openapi\.json/);
  });
  test('sends its megabytes of script once: then it is 304', async () => {
    const address = `${server.url}/docs/js/scalar.js`;
    const first = await fetch(address);
    const script = await first.text();
    assert.match(first.headers.get('content-type')!, /^application\/javascript/);
    assert.equal(first.headers.get('cache-control'), 'no-cache');
    assert.equal(script.length > 1_000_000, true, `${script.length} characters`);
    const etag = first.headers.get('etag')!;
    const known = await fetch(address, { headers: { 'if-none-match': etag } });
    assert.deepEqual([known.status, await known.text(), known.headers.get('etag')], [304, '', etag]);
    const other = await fetch(`${address}?again`, { headers: { 'if-none-match': '"another"' } });
    assert.deepEqual([other.status, other.headers.get('etag'), await other.text()], [200, etag, script]);
    const head = await fetch(address, { method: 'HEAD' });
    assert.equal(head.headers.get('content-length'), String(Buffer.byteLength(script)));
  });
  test('has a place for every problem code', async () => {
    const html = await (await fetch(`${server.url}/docs/problems`)).text();
    for (const code of Object.keys(problemTable)) assert.ok(html.includes(`id="${code}"`), code);
  });
});

describe('the front page', () => {
  test('names interfaces, addresses, reference and health, and every address answers', async () => {
    const answer = await fetch(`${server.url}/`);
    assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
    const page = (await answer.json()) as {
      name: string;
      health: string;
      reference: string;
      interfaces: { title: string; addresses: string[]; openapi: string }[];
    };
    assert.equal(page.name, 'Fieldbridge');
    const addresses = page.interfaces.flatMap((one) => one.addresses);
    for (const address of [
      '/project/v1/sandbox',
      '/project/v1/production',
      '/weighing/v2',
      '/weighing-sandbox/v2',
      '/conversion',
      '/operator/v1',
    ])
      assert.ok(addresses.includes(address), `${address} is not among ${addresses.join(' ')}`);
    for (const path of [page.health, page.reference, ...page.interfaces.map(({ openapi }) => openapi)])
      assert.equal((await fetch(server.url + path)).status, 200, path);
    assert.doesNotMatch(JSON.stringify(page), /\{environment\}/);
  });
  test('is the console for a browser', async () => {
    const answer = await fetch(`${server.url}/`, { headers: { accept: 'text/html,application/xml;q=0.9,*/*;q=0.8' } });
    assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.match(await answer.text(), /<script type="module" src="\/console\/assets\/\w+-\w+\.js">/);
    assert.equal((await fetch(`${server.url}/`, { headers: { accept: 'image/png' } })).status, 406);
    assert.equal((await fetch(`${server.url}/`, { method: 'POST' })).status, 405);
  });
});
