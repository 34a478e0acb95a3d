import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { ProjectCaller } from '../testing/oauth.ts';
import { until } from '../testing/receiver.ts';
import { settledLog, startTestServer, type TestServer } from '../testing/server.ts';
import { startTraceCollector, type TraceCollector } from '../testing/trace-collector.ts';
import { speakRaw } from '../testing/wire.ts';

// contract.md: every log line of a request has its id, and never a secret, a token or a form body.

let server: TestServer;
/** Receives the traces, which must have no secret either. */
let collector: TraceCollector;
/** Everything that must never be disclosed: secrets that were sent or issued. */
const secrets = new Set<string>();
/** Secrets issued by the server: its own secrets and keys, signing secrets of webhooks, tokens. */
const ISSUED =
  /\b(?:fb[a-z]+_[\w-]{20,}|whsec_[\w+/=]{20,})|"(?:access_token|refresh_token|csrfToken|secret|key)":"([^"]{8,})"/g;

before(async () => {
  collector = await startTraceCollector();
  const limits = { failuresPerMinute: 0, requestsPerMinute: 0, tokensPerMinute: 0 };
  server = await startTestServer({ logLevel: 'trace', traces: collector.url, ...limits });
  const { project, weighing, conversion, operator } = server.demo;
  for (const secret of [project.clientSecret, weighing.clientSecret, conversion.clientSecret, operator.key])
    secrets.add(secret);
});
after(async () => {
  await server[Symbol.asyncDispose]();
  await collector[Symbol.asyncDispose]();
});

/** Sends a request and records every secret in its answer. */
async function call(path: string, init: RequestInit & { headers?: Record<string, string> } = {}) {
  const answer = await fetch(server.url + path, { redirect: 'manual', ...init });
  const text = await answer.text();
  for (const [whole, inner] of text.matchAll(ISSUED)) secrets.add(inner ?? whole);
  for (const cookie of answer.headers.getSetCookie()) secrets.add(/^[^=]+=([^;]*)/.exec(cookie)![1]!);
  return { status: answer.status, text, headers: answer.headers };
}
const json = (body: unknown, headers: Record<string, string> = {}, method = 'POST') => ({
  method,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
});

/** Asserts that no log line, no metric and no trace contains a secret. */
async function assertNoSecret(when: string): Promise<void> {
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const log = `${await settledLog(server)}${collector.bodies()}`;
  for (const secret of secrets) {
    assert.ok(secret.length >= 8, 'a secret long enough to search for');
    assert.ok(!`${log}${metrics}`.includes(secret), `${when}: ${secret.slice(0, 12)}… was disclosed`);
    assert.ok(!log.includes(encodeURIComponent(secret)), `${when}: URL-encoded`);
    assert.ok(!log.includes(Buffer.from(secret).toString('base64').slice(0, -4)), `${when}: in base64`);
  }
}

describe('the log has no secret', () => {
  test('of tokens: granted, refreshed, refused, misspelled, in the wrong place', async () => {
    const { clientId, clientSecret } = server.demo.project;
    const token = '/project/v1/sandbox/token';
    const form = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
      call(token, { method: 'POST', body: new URLSearchParams(fields), headers });
    secrets.add('wrong-client-secret').add('wrong-refresh-token');
    const client = { client_id: clientId, client_secret: clientSecret };
    const { text } = await form({ grant_type: 'client_credentials', ...client });
    const { access_token, refresh_token } = JSON.parse(text) as { access_token: string; refresh_token: string };
    await form({ grant_type: 'refresh_token', ...client, refresh_token });
    await form({ grant_type: 'refresh_token', ...client, refresh_token });
    await form({ grant_type: 'refresh_token', ...client, refresh_token: 'wrong-refresh-token' });
    await form({ grant_type: 'client_credentials', client_id: clientId, client_secret: 'wrong-client-secret' });
    await form({ grant_type: 'client_credentials', client_id: clientSecret, client_secret: clientId });
    await form({ grant_type: 'password', ...client, password: 'wrong-client-secret' });
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    secrets.add(basic);
    await form({ grant_type: 'client_credentials' }, { authorization: `Basic ${basic}` });
    await call(`${token}?client_secret=${clientSecret}`, { method: 'POST' });
    await call(token, json({ ...client, grant_type: 'client_credentials' }));
    for (const path of ['/divisions', '/projects', '/nowhere']) {
      await call(`/project/v1/sandbox${path}?access_token=${access_token}`);
      await call(`/project/v1/production${path}`, { headers: { authorization: `Bearer ${access_token}` } });
      await call(`/project/v1/sandbox${path}`, { headers: { authorization: access_token } });
    }
    await assertNoSecret('tokens');
  });

  test('of header pairs, right and wrong, with bodies that end in the middle of a secret', async () => {
    for (const [path, { clientId, clientSecret }] of [
      ['/weighing-sandbox/v2/weighing', server.demo.weighing],
      ['/conversion/job/mjf', server.demo.conversion],
    ] as const) {
      const pair = { 'x-clientid': clientId, 'x-clientsecret': clientSecret };
      for (const body of [
        `{"clientSecret":"${clientSecret}"}`,
        `{"a":${clientSecret}}`,
        `"${clientSecret}`,
        `{"${clientSecret}":1}`,
        '{}',
      ]) {
        await call(path, json(body, pair));
        await call(path, json(body, { ...pair, 'x-clientid': clientSecret, 'x-clientsecret': clientId }));
        await call(path, json(body, { ...pair, 'x-clientsecret': `${clientSecret}x` }));
      }
      await call(`${path}?x-clientsecret=${clientSecret}`, { headers: pair });
      await call(path, { headers: { ...pair, accept: clientSecret, 'idempotency-key': clientSecret } });
    }
    await assertNoSecret('header pairs');
  });

  test('of the desk: keys, sessions, issued and shown secrets, webhooks', async () => {
    const { key } = server.demo.operator;
    const desk = (path: string, init: ReturnType<typeof json> | { headers?: Record<string, string> } = {}) =>
      call(`/operator/v1${path}`, { ...init, headers: { ...init.headers, authorization: `Bearer ${key}` } });
    secrets.add('fbop_wrong-key-of-an-operator');
    await call('/operator/v1/sessions', json({ key }));
    await call('/operator/v1/sessions', json({ key: 'fbop_wrong-key-of-an-operator' }));
    await call('/operator/v1/sessions', json({ kye: key }));
    const { id } = JSON.parse((await desk('/organisations', json({ name: 'Log & Sons' }))).text) as { id: string };
    const issued = await desk(`/organisations/${id}/credentials`, json({ interface: 'conversion' }));
    assert.equal(issued.status, 201, issued.text);
    const { clientId } = JSON.parse(issued.text) as { clientId: string };
    await desk(`/credentials/${clientId}/secrets`, json({}));
    await desk(`/credentials/${clientId}`);
    await desk('/operators', json({ name: 'Ada' }));
    const { weighing } = server.demo;
    const pair = { 'x-clientid': weighing.clientId, 'x-clientsecret': weighing.clientSecret };
    const endpoint = { url: 'https://user:hook-password@receiver.example/hush-path', types: ['ticket.created'] };
    await call('/weighing-sandbox/v2/events/endpoints', json(endpoint, pair));
    await assertNoSecret('the desk');
    assert.ok(secrets.size >= 12, `${secrets.size} secrets were searched for`);
  });

  test('of malformed requests, or with secrets in the wrong place', async () => {
    const { clientSecret } = server.demo.weighing;
    for (const text of [
      `GET http://me:${clientSecret}@host/nowhere HTTP/1.1\r\nHost: x\r\n\r\n`,
      `GET /nowhere#${clientSecret} HTTP/1.1\r\nHost: x\r\n\r\n`,
      `GET /health/live HTTP/1.1\r\nHost: ${clientSecret}\r\nUser-Agent: ${clientSecret}\r\nReferer: /?s=${clientSecret}\r\n\r\n`,
      `POST /project/v1/sandbox/token HTTP/1.1\r\nHost: x\r\nExpect: ${clientSecret}\r\nContent-Length: 0\r\n\r\n`,
      `RUBBISH ${clientSecret}\r\n\r\n`,
      `GET /health/live HTTP/1.1\r\nHost: x\r\nX-ClientSecret ${clientSecret}\r\n\r\n`,
    ]) {
      const { answers } = await speakRaw(server.port, text);
      assert.doesNotMatch(JSON.stringify(answers), new RegExp(clientSecret), 'it is not sent back either');
    }
    await assertNoSecret('the wire');
  });

  test('of an address with one that is not a route, or not for this method', async () => {
    const { key } = server.demo.operator;
    const headers = { authorization: `Bearer ${key}` };
    const asked = { organisationName: 'Mail & Sons', email: 'it@mail.example', interface: 'conversion' };
    const { id } = JSON.parse((await call('/operator/v1/access-requests', json(asked, headers))).text) as {
      id: string;
    };
    const approved = await call(`/operator/v1/access-requests/${id}/approve`, { method: 'POST', headers });
    const { message } = JSON.parse(approved.text) as { message: { body: string } };
    const page = /\/operator\/v1\/collections\/\S+/.exec(message.body)![0];
    const answers: string[] = [];
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])
      for (const path of [
        page,
        `${page}/`,
        `${page}.`,
        `${page}/x`,
        `${page}%2F`,
        page.replace('_', '%5F'),
        `/x${page}`,
        `${page}${'x'.repeat(200)}`,
      ])
        answers.push((await call(path, { method })).text);
    // The page itself does not show its own address, so none of the answers needs it.
    const secret = page.split('/').at(-1)!;
    assert.ok(secrets.has(secret));
    assert.ok(!answers.join().includes(secret), 'it is not sent back either');
    await assertNoSecret('addresses');
    assert.equal((await call(page)).status, 200, 'it is still valid, so it must stay secret');
  });

  test('if the server itself fails', async () => {
    const { access_token } = await new ProjectCaller(server).tokens();
    secrets.add(access_token);
    const { store } = server.context.space('project-sandbox');
    const [read, write] = [store.read.bind(store), store.write.bind(store)];
    const fail = () => {
      throw new TypeError('a defect made for this test');
    };
    [store.read, store.write] = [fail, fail];
    try {
      const headers = { authorization: `Bearer ${access_token}` };
      const { status } = await call(`/project/v1/sandbox/projects?text=${access_token}`, { headers });
      assert.equal(status, 500);
      await call('/project/v1/sandbox/projects', json({ name: access_token }, headers));
      await new ProjectCaller(server).form({ grant_type: 'client_credentials' });
    } finally {
      [store.read, store.write] = [read, write];
    }
    await assertNoSecret('failures');
    assert.match(server.log(), /a defect made for this test/);
  });

  test('wherever it is in a request', async () => {
    const place = fc.constantFrom('query', 'header', 'body', 'cookie', 'bearer', 'type');
    const paths = ['/project/v1/sandbox/projects', '/operator/v1/operators', '/conversion/formats', '/nowhere', '/'];
    const word = fc.string({
      unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789'),
      minLength: 12,
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(
        word,
        place,
        fc.constantFrom(...paths),
        fc.constantFrom('GET', 'POST', 'PATCH'),
        async (text, where, path, method) => {
          const secret = `sekret${text}`;
          secrets.add(secret);
          const headers: Record<string, string> = { 'content-type': 'application/json' };
          if (where === 'header') headers['x-clientsecret'] = secret;
          if (where === 'cookie') headers['cookie'] = `fieldbridge=${secret}`;
          if (where === 'bearer') headers['authorization'] = `Bearer ${secret}`;
          if (where === 'type') headers['content-type'] = `text/${secret}`;
          const body = method === 'GET' ? {} : { body: where === 'body' ? `{"secret":"${secret}"` : '{}' };
          await call(where === 'query' ? `${path}?secret=${secret}` : path, { method, headers, ...body });
        },
      ),
      { numRuns: 60 },
    );
    await assertNoSecret('anywhere');
  });
});

test('every line of a request has the id that its caller got', async () => {
  const id = 'trace-of-this-test.1';
  await call('/nowhere', { headers: { 'x-request-id': id } });
  const arrived = () => collector.spans.some(({ attributes }) => attributes['fieldbridge.request.id'] === id);
  await until(async () => arrived(), 'the last trace');
  await assertNoSecret('at last');
  const lines = server
    .log()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.deepEqual(
    lines.filter(({ requestId }) => requestId === id).map(({ path, status }) => [path, status]),
    [['/nowhere', 404]],
  );
  for (const line of lines.filter(({ msg }) => msg === 'request' || msg === 'request failed')) {
    assert.equal(typeof line['requestId'], 'string');
    assert.match(String(line['time']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  }
});
