import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { ProjectCaller } from '../testing/oauth.ts';
import { startTestServer } from '../testing/server.ts';

// Rules that apply to every operation of the OpenAPI documents.

const server = await startTestServer({ bodyLimit: 100_000, failuresPerMinute: 0 });
after(async () => {
  await server[Symbol.asyncDispose]();
});

interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** Whether credentials are required. */
  readonly guarded: boolean;
  readonly takesJson: boolean;
  readonly query: readonly string[];
  readonly base: string;
  readonly headers: Record<string, string>;
}

interface OpenApi {
  readonly paths: Record<string, Record<string, OpenApiOperation>>;
}
interface OpenApiOperation {
  readonly security?: readonly object[];
  readonly requestBody?: { readonly content: Record<string, unknown> };
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
}

/** Values in paths for objects that do not exist. */
const NOTHING: Readonly<Record<string, string>> = { format: 'csv', delivery: '1' };
const pathOf = (template: string, value = '01980000-0000-7000-8000-000000000000'): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => NOTHING[name] ?? value);

const { access_token } = await new ProjectCaller(server).tokens();
const pair = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) => ({
  'x-clientid': clientId,
  'x-clientsecret': clientSecret,
});
const INTERFACES = [
  { document: '/project', base: '/project/v1/sandbox', headers: { authorization: `Bearer ${access_token}` } },
  { document: '/weighing', base: '/weighing-sandbox/v2', headers: pair(server.demo.weighing) },
  { document: '/conversion', base: '/conversion', headers: pair(server.demo.conversion) },
  {
    document: '/operator/v1',
    base: '/operator/v1',
    headers: { authorization: `Bearer ${server.demo.operator.key}` },
  },
];
const operations: Operation[] = [];
for (const { document, base, headers } of INTERFACES) {
  const { paths } = (await (await fetch(`${server.url}${document}/openapi.json`)).json()) as OpenApi;
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { security, requestBody, parameters = [] }] of Object.entries(methods))
      operations.push({
        ...{ name: `${method.toUpperCase()} ${base}${path}`, method: method.toUpperCase(), path, base, headers },
        guarded: security === undefined || security.length > 0,
        takesJson: requestBody !== undefined && 'application/json' in requestBody.content,
        query: parameters.filter((one) => one.in === 'query').map(({ name }) => name),
      });
}
const isTus = ({ path }: Operation): boolean => path.startsWith('/uploads');
const isGuarded = (operation: Operation): boolean => operation.guarded && !isTus(operation);

interface Problem {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail?: string;
  readonly requestId: string;
  readonly errors?: readonly { readonly pointer?: string; readonly parameter?: string }[];
}
interface Sent {
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

async function send({ base, path: template, method, headers }: Operation, sent: Sent = {}): Promise<Response> {
  return fetch(`${server.url}${base}${sent.path ?? pathOf(template)}`, {
    method,
    headers: sent.headers ?? headers,
    ...(sent.body === undefined ? {} : { body: sent.body }),
  });
}

/** Asserts a refusal in the form of all refusals. */
async function refusal(answer: Response, status: number, code: string, what: string): Promise<Problem> {
  const text = await answer.text();
  assert.equal(answer.headers.get('content-type')?.split(';')[0], 'application/problem+json', `${what}: ${text}`);
  const problem = JSON.parse(text) as Problem;
  assert.deepEqual([answer.status, problem.status, problem.code], [status, status, code], `${what}: ${text}`);
  assert.equal(problem.requestId, answer.headers.get('x-request-id'), what);
  assert.notEqual(problem.detail, problem.title, `${what}: the detail says no more than the title`);
  return problem;
}

test('the documents name the operations of the interface documents', () => {
  const names = new Set(operations.map(({ name }) => name));
  for (const name of [
    'POST /project/v1/sandbox/token',
    'GET /project/v1/sandbox/divisions',
    'POST /weighing-sandbox/v2/weighing',
    'GET /conversion/formats',
    'POST /conversion/job/mjf',
    'POST /conversion/job/upload/{format}',
    'PUT /conversion/job/{jobId}/{format}',
    'POST /conversion/job/{jobId}/{format}',
    'PUT /conversion/job/{jobId}/filtered/{fileId}',
    'GET /conversion/job/{jobId}/status',
    'GET /conversion/job/{jobId}',
    'GET /conversion/job/{jobId}/as{format}',
    'DELETE /conversion/job/{jobId}',
  ])
    assert.ok(names.has(name), `${name} is not documented`);
});

describe('without credentials, with wrong ones, and with those of another interface: 401, before anything else', () => {
  for (const operation of operations.filter(isGuarded))
    test(operation.name, async () => {
      // The desk counts wrong keys, and soon answers 429 (desk-sign-in.test.ts).
      const atDesk = operation.base === '/operator/v1';
      const others = INTERFACES.filter(
        ({ base, headers }) => base !== operation.base && !(atDesk && 'authorization' in headers),
      );
      const wrong = { authorization: 'Bearer wrong' };
      for (const headers of [{}, ...(atDesk ? [] : [wrong]), pair({ clientId: 'x', clientSecret: 'y' })])
        await refusal(await send(operation, { headers }), 401, 'not-authenticated', operation.name);
      for (const { headers, base } of others)
        await refusal(await send(operation, { headers }), 401, 'not-authenticated', `${operation.name} with ${base}`);
      const hidden = await send(operation, {
        headers: { 'content-type': 'application/json' },
        ...(operation.method === 'GET' ? {} : { body: '{"broken' }),
      });
      await refusal(hidden, 401, 'not-authenticated', `${operation.name} with a broken body`);
    });
});

test('unknown objects are 404, whatever is in the path, and nothing gives a 500', async () => {
  const hostile = ['0', '%00', '..%2f..%2fetc%2fpasswd', '%F0%9F%98%80', 'a'.repeat(150), "'%20OR%201=1--", '%25'];
  for (const operation of operations.filter((one) => isGuarded(one) && one.path.includes('{') && !one.takesJson)) {
    if (operation.path.endsWith('{format}') && operation.method !== 'GET') continue;
    const query = operation.query.includes('environment') ? '?environment=sandbox' : '';
    await refusal(await send(operation, { path: pathOf(operation.path) + query }), 404, 'not-found', operation.name);
    for (const value of hostile) {
      const path = operation.path.replace(/\{\w+\}/g, value) + query;
      await refusal(await send(operation, { path }), 404, 'not-found', `${operation.method} ${path}`);
    }
    const endless = await send(operation, { path: operation.path.replace(/\{\w+\}/g, 'x'.repeat(3000)) });
    await refusal(endless, 414, 'uri-too-long', `${operation.name} with an endless name`);
  }
});

test('JSON bodies: unknown fields are named, invalid ones and other types are refused, large ones not read', async () => {
  const bodies = operations.filter((one) => one.takesJson);
  assert.ok(bodies.length >= 20, String(bodies.length));
  for (const operation of bodies) {
    const { name, headers } = operation;
    const json = { ...headers, 'content-type': 'application/json' };
    const unknown = await send(operation, { headers: json, body: '{"nonsenseField":1}' });
    // If the object does not exist, that is reported first.
    if (unknown.status === 404 && operation.path.includes('{')) await refusal(unknown, 404, 'not-found', name);
    else {
      const { errors = [] } = await refusal(unknown, 422, 'validation-failed', name);
      assert.ok(
        errors.some(({ pointer }) => pointer === '#/nonsenseField'),
        `${name} names ${JSON.stringify(errors)}`,
      );
    }
    await refusal(await send(operation, { headers: json, body: '{"a":' }), 400, 'malformed-json', name);
    const proto = await send(operation, { headers: json, body: '{"__proto__":{}}' });
    assert.ok([400, 404, 422].includes(proto.status), `${name}: ${proto.status}`);
    await proto.arrayBuffer();
    const xml = { ...headers, 'content-type': 'text/xml' };
    await refusal(await send(operation, { headers: xml, body: '<a/>' }), 415, 'unsupported-media-type', name);
    // Batches of tickets and filled-in filters are large and have their own limits.
    if (/^\/weighing|\/filtered\//.test(operation.path)) continue;
    const large = `{"a":"${'x'.repeat(5_000_000)}"}`;
    await refusal(await send(operation, { headers: json, body: large }), 413, 'body-too-large', name);
  }
});

test('lists: a limit from 1 to 1000, their own cursor, and no unknown parameters', async () => {
  const lists = operations.filter(({ method, query }) => method === 'GET' && query.includes('cursor'));
  assert.ok(lists.length >= 9, String(lists.length));
  for (const operation of lists.filter(({ path }) => !path.includes('{'))) {
    const { name, path } = operation;
    const ask = (query: string) => send(operation, { path: `${path}?${query}` });
    const numbers = [
      '0',
      '1001',
      '-1',
      'ten',
      '1.5',
      '',
      '0x1',
      '0b1',
      '0o1',
      '1e2',
      '%201',
      '1%20',
      '%2B1',
      'true',
      '1&limit=2',
    ];
    for (const query of [...numbers.map((text) => `limit=${text}`), 'nonsense=1', 'limitt=1']) {
      const problem = await refusal(await ask(query), 400, 'invalid-parameter', `${name}?${query}`);
      assert.equal(problem.errors?.[0]?.parameter, query.split('=')[0], `${name}?${query}`);
    }
    for (const cursor of ['x', '%00', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', '../..'])
      await refusal(await ask(`cursor=${cursor}`), 400, 'invalid-cursor', `${name}?cursor=${cursor}`);
    const answer = await ask('limit=1000');
    assert.equal(answer.status, 200, name);
    const body = (await answer.json()) as { items: unknown[]; next?: string };
    assert.ok(Array.isArray(body.items) && !('next' in body), `${name}: an absent next is the end mark`);
  }
});

describe('every answer states the rate limit, has its own id, and a fixed media type', () => {
  for (const operation of operations.filter(isGuarded))
    test(operation.name, async () => {
      const { name, headers } = operation;
      const answer = await send(operation, { headers: { ...headers, 'x-request-id': 'mine.1' } });
      assert.equal(answer.headers.get('x-request-id'), 'mine.1', name);
      assert.match(answer.headers.get('ratelimit') ?? '', /^"[\w-]+";r=\d+;t=\d+$/, name);
      assert.match(answer.headers.get('ratelimit-policy') ?? '', /^"[\w-]+";q=\d+;w=\d+$/, name);
      await answer.arrayBuffer();
      if (/convert$|thumbnail|as\{format\}$|\{jobId\}$|\{n\}$/.test(operation.path)) return;
      const png = await send(operation, { headers: { ...headers, accept: 'image/png' } });
      await refusal(png, 406, 'not-acceptable', name);
    });
});

describe('an unsupported method is 405 with the supported ones', () => {
  for (const { base, path, headers, name } of operations)
    test(name, async () => {
      const known = operations.filter((one) => one.base === base && one.path === path).map(({ method }) => method);
      const answer = await fetch(`${server.url}${base}${pathOf(path)}`, { method: 'SEARCH', headers });
      const allowed = answer.headers.get('allow')?.split(', ') ?? [];
      await refusal(answer, 405, 'method-not-allowed', name);
      for (const method of known) assert.ok(allowed.includes(method), `${name}: Allow is ${allowed.join(', ')}`);
    });
});

test('an invalid key is refused by every POST that keeps its answer, and by no other', async () => {
  const posts = operations.filter((one) => one.method === 'POST' && isGuarded(one) && !one.path.includes('{'));
  const keyless = [/\/token$/, /\/convert$/, /\/events\/endpoints$/, /\/operators$/, /\/sessions$/];
  for (const operation of posts) {
    const keys = !keyless.some((one) => one.test(operation.path));
    const headers = { ...operation.headers, 'content-type': 'application/json', 'idempotency-key': 'k'.repeat(256) };
    const answer = await send(operation, { headers, body: '{}' });
    const problem = (await answer.json()) as Problem;
    const named = problem.errors?.some(({ parameter }) => parameter === 'Idempotency-Key') ?? false;
    assert.equal(named, keys, `${operation.name}: ${JSON.stringify(problem)}`);
  }
});

test('none of this was an error of the server', () => {
  assert.doesNotMatch(server.log(), /"level":50/);
});
