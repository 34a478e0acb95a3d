import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { TestClock } from '../testing/clock.ts';
import { callDesk, type Json, refused } from '../testing/desk.ts';
import { holdWriter } from '../testing/hold-writer.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { storeOf } from '../testing/store-of.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  callDesk(server, method, path, body, headers);
describe('signing in', () => {
  const signIn = (at: TestServer) => callDesk(at, 'POST', '/sessions', { key: at.demo.operator.key }, {});
  test('gives a cookie that scripts cannot read; changes also need the CSRF token', async () => {
    const { status, headers, body } = await signIn(server);
    assert.equal(status, 201);
    const setCookie = headers.get('set-cookie')!;
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/']) assert.ok(setCookie.includes(part), setCookie);
    const cookie = setCookie.split(';')[0]!;
    assert.equal((await call('GET', '/sessions/current', undefined, { cookie })).body.operator.name, 'operator');
    refused(await call('POST', '/organisations', { name: 'No token' }, { cookie }), 403, 'csrf-token-missing');
    refused(
      await call('POST', '/organisations', { name: 'Bad token' }, { cookie, 'x-csrf-token': 'x' }),
      403,
      'csrf-token-missing',
    );
    assert.equal(
      (await call('POST', '/organisations', { name: 'By session' }, { cookie, 'x-csrf-token': body.csrfToken })).status,
      201,
    );
    assert.equal(
      (await call('DELETE', '/sessions/current', undefined, { cookie, 'x-csrf-token': body.csrfToken })).status,
      204,
    );
    refused(await call('GET', '/sessions/current', undefined, { cookie }), 401, 'not-authenticated');
  });

  test('ends twelve hours after its last use', async () => {
    const clock = new TestClock();
    await using timed = await startTestServer({}, { clock });
    const cookie = (await signIn(timed)).headers.get('set-cookie')!.split(';')[0]!;
    clock.pass(12 * 3_600_000 - 1);
    assert.equal((await callDesk(timed, 'GET', '/organisations', undefined, { cookie })).status, 200);
    clock.pass(12 * 3_600_000);
    assert.equal((await callDesk(timed, 'GET', '/organisations', undefined, { cookie })).status, 401);
  });

  test('sets the cookie for TLS only if the public address is https', async () => {
    await using secure = await startTestServer({ publicUrl: 'https://bridge.example' });
    // Browsers take a cookie of that name from the host itself only, and only over TLS.
    assert.match(
      (await signIn(secure)).headers.get('set-cookie')!,
      /^__Host-fieldbridge_session=.*; Path=\/;.*; Secure$/,
    );
  });

  test('sets the cookie for the public path of the server, which may be below a path of a proxy', async () => {
    await using below = await startTestServer({ publicUrl: 'https://example.org/bridge/', operatorPath: '/desk' });
    const answer = await callDesk(below, 'POST', `${below.url}/desk/v1/sessions`, { key: below.demo.operator.key }, {});
    assert.match(answer.headers.get('set-cookie')!, /^fieldbridge_session=.*; Path=\/bridge; Max-Age=\d+;.*; Secure$/);
  });

  test('limits wrong keys per address, and never refuses the correct one', async () => {
    await using fresh = await startTestServer();
    const wrong = () => callDesk(fresh, 'POST', '/sessions', { key: 'wrong' }, {});
    const statuses: number[] = [];
    for (let i = 0; i < 25; i++) statuses.push((await wrong()).status);
    assert.deepEqual([...new Set(statuses)], [401, 429]);
    const limited = await wrong();
    assert.match(limited.headers.get('retry-after')!, /^\d+$/);
    assert.match(limited.headers.get('ratelimit-policy')!, /"sign-in";q=20;w=60/);
    refused(
      await callDesk(fresh, 'GET', '/audit', undefined, { authorization: 'Bearer wrong' }),
      429,
      'too-many-requests',
    );
    assert.equal((await signIn(fresh)).status, 201);
    assert.equal((await callDesk(fresh, 'GET', '/audit')).status, 200);
  });

  test('is required at every address of the desk except the open ones', async () => {
    const document = (await call('GET', `${server.url}/operator/v1/openapi.json`)).body;
    const open: string[] = [];
    for (const [path, operations] of Object.entries<Json>(document.paths)) {
      for (const method of Object.keys(operations)) {
        const { status } = await call(
          method.toUpperCase(),
          path.replace(/\{\w+\}/g, crypto.randomUUID()),
          undefined,
          {},
        );
        if (status !== 401) open.push(`${method} ${path}`);
      }
    }
    assert.deepEqual(open.sort(), ['post /access-requests/form', 'post /collections/{token}', 'post /sessions']);
  });
});

describe('operators', () => {
  test('are named, have their own key, and their name is in the audit trail', async () => {
    const added = await call('POST', '/operators', { name: 'Ada' });
    assert.equal(added.status, 201);
    assert.equal(added.headers.get('cache-control'), 'no-store');
    const asAda = { authorization: `Bearer ${added.body.key}` };
    const made = await call('POST', '/organisations', { name: 'Made by Ada' }, asAda);
    const { items } = (await call('GET', `/audit?organisationId=${made.body.id}`)).body;
    assert.deepEqual(
      items.map((e: Json) => [e.actor, e.action, e.subject]),
      [['Ada', 'organisation.created', made.body.id]],
    );
    refused(await call('POST', '/operators', { name: 'ada' }), 409, 'name-taken');

    const replaced = await call('POST', `/operators/${added.body.operator.id}/key`);
    refused(await call('GET', '/operators', undefined, asAda), 401, 'not-authenticated');
    const replacing = { authorization: `Bearer ${replaced.body.key}` };
    assert.equal((await call('GET', '/operators', undefined, replacing)).status, 200);
    assert.equal((await call('DELETE', `/operators/${added.body.operator.id}`)).status, 204);
    refused(await call('GET', '/operators', undefined, replacing), 401, 'not-authenticated');
    assert.equal((await call('POST', '/operators', { name: 'Ada' })).status, 201);
  });
  test('with a key being replaced, or an operator being removed, no longer succeeds', async () => {
    for (const [method, below] of [
      ['POST', '/key'],
      ['DELETE', ''],
    ] as const) {
      const { operator, key } = (await call('POST', '/operators', { name: `Going ${method}` })).body;
      const writer = holdWriter(storeOf(server, 'desk'));
      const ending = call(method, `/operators/${operator.id}${below}`);
      await writer.asked(1);
      const signingIn = callDesk(server, 'POST', '/sessions', { key }, {});
      await writer.asked(2);
      await writer.release();
      assert.ok((await ending).status < 300);
      const late = await signingIn;
      refused(late, 401, 'not-authenticated');
      assert.equal(late.headers.get('set-cookie'), null);
    }
  });
  test('cannot be removed down to the last', async () => {
    await using fresh = await startTestServer();
    const [only] = (await callDesk(fresh, 'GET', '/operators')).body.items;
    refused(await callDesk(fresh, 'DELETE', `/operators/${only.id}`), 409, 'conflict');
  });
});
