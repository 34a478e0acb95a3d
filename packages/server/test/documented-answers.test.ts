import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { problemTable } from '@fieldbridge/contract';
import { operatorProblems } from '@fieldbridge/contract/problems/operator.ts';
import { projectProblems } from '@fieldbridge/contract/project/problems.ts';
import type { Json } from '../testing/desk.ts';
import { Documented } from '../testing/documented.ts';
import { ProjectCaller } from '../testing/oauth.ts';
import { startTestServer } from '../testing/server.ts';

// Each operation of the project interface and of the desk, with its successful answers and the problems of both,
// compared with the OpenAPI documents.

const resolve = async () => [{ address: '93.184.216.34', family: 4 }];
const server = await startTestServer({ failuresPerMinute: 0 }, { resolve });
after(() => server[Symbol.asyncDispose]());
const codes = new Set<string>();

/** Calls an interface and compares each answer with its document. */
async function callerOf(base: string, document: string, standard: Record<string, string>) {
  const documented = await Documented.read(`${server.url}${document}`);
  /** @param headers in addition to the standard ones; an empty one is left out */
  const call = async (
    method: string,
    path: string,
    body?: Json,
    headers: Record<string, string> = {},
  ): Promise<Json> => {
    const isJson = body !== undefined && !(body instanceof URLSearchParams);
    const all = { ...standard, ...(isJson ? { 'content-type': 'application/json' } : {}), ...headers };
    const answer = await fetch(`${server.url}${base}${path}`, {
      method,
      headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')),
      ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : body }),
    });
    const text = await answer.text();
    documented.check(method, path, answer, text);
    const etag = answer.headers.get('etag');
    if (method === 'GET' && answer.status === 200 && etag !== null) {
      const again = await call(method, path, body, { ...headers, 'if-none-match': etag });
      assert.deepEqual([again.status, again.etag], [304, etag], path);
    }
    const isText = !/[/+]json$/.test(answer.headers.get('content-type')?.split(';')[0] ?? '');
    const value = isText ? text : JSON.parse(text);
    if (answer.status >= 400 && 'code' in value) {
      codes.add(value.code);
      assert.equal(problemTable[value.code as keyof typeof problemTable].status, answer.status);
    }
    return { status: answer.status, etag, body: value, headers: answer.headers };
  };
  return { call, documented };
}
const demo = new ProjectCaller(server);
const bearer = { authorization: `Bearer ${(await demo.tokens()).access_token}` };
const project = await callerOf('/project/v1/sandbox', '/project/openapi.json', bearer);
const atDesk = { authorization: `Bearer ${server.demo.operator.key}` };
const desk = await callerOf('/operator/v1', '/operator/v1/openapi.json', atDesk);

test('the project interface answers as documented', async () => {
  const { call, documented } = project;
  const { clientId, clientSecret } = server.demo.project;
  const own = { client_id: clientId, client_secret: clientSecret };
  const token = (form: Record<string, string>) =>
    call('POST', '/token', new URLSearchParams(form), { authorization: '' });
  const pair = await token({ ...own, grant_type: 'client_credentials' });
  const refresh = { ...own, grant_type: 'refresh_token', refresh_token: pair.body.refresh_token };
  assert.deepEqual([(await token(refresh)).status, (await token(refresh)).status], [200, 400]);
  for (const form of [{}, own, { ...own, grant_type: 'x' }, { ...own, grant_type: 'refresh_token' }])
    assert.ok((await token(form as Record<string, string>)).status >= 400);

  const [division] = (await call('GET', '/divisions')).body;
  await call('GET', `/divisions/${division.id}`);
  const input = { divisionId: division.id, number: 'D-1', name: 'Ring road' };
  const made = await call('POST', '/projects', {
    ...input,
    ...{
      location: { longitude: -180, latitude: 90 },
      countryCode: 'NL',
      startDate: '2026-01-01',
      coordinateSystem: 28992,
    },
  });
  const path = `/projects/${made.body.id}`;
  await call('GET', path);
  const known = await call('GET', path, undefined, { 'if-none-match': `"other", W/${made.etag}` });
  assert.equal(known.status, 304);
  await call('PATCH', path, { description: 'Two lanes', location: null });
  await call('GET', '/projects?limit=1');
  for (const [method, where, body, headers] of [
    ['POST', '/projects', input],
    ['POST', '/projects', { ...input, number: 'D-2', divisionId: crypto.randomUUID() }],
    ['POST', '/projects', { ...input, startDate: '2026-02-01', endDate: '2026-01-01' }],
    ['POST', '/projects', { ...input, number: '\ud800' }],
    ['PATCH', path, { name: 'x' }, { 'if-match': '"stale"' }],
    ['DELETE', `${path}?permanent=true`],
    ['GET', '/projects?cursor=x'],
    ['GET', `/projects/${crypto.randomUUID()}`],
    ['GET', '/divisions', undefined, { authorization: 'Bearer x' }],
  ] as const)
    assert.ok((await call(method, where, body, headers)).status >= 400, `${method} ${where}`);
  assert.equal((await call('DELETE', path)).status, 204);

  const endpoint = await call('POST', '/events/endpoints', { url: 'https://hooks.example/in' });
  const at = `/events/endpoints/${endpoint.body.id}`;
  await call('GET', '/events/endpoints');
  await call('GET', at);
  await call('PATCH', at, { enabled: false });
  await call('POST', `${at}/rotate-secret`);
  await call('GET', `${at}/deliveries`);
  await call('POST', `${at}/replay`, { since: '2026-01-01T00:00:00Z' });
  await call('DELETE', at);
  const open = documented.successes.filter((one) => !documented.seen.has(one));
  // A delivery exists only after a call to a receiver (webhooks.test.ts).
  assert.deepEqual(open, ['post /events/endpoints/{id}/deliveries/{delivery}/replay 202']);
  for (const code of Object.keys(projectProblems)) assert.ok(codes.has(code), `${code} was not reached`);
});

test('the desk answers as documented', async () => {
  const { call, documented } = desk;
  const environment = 'sandbox';
  const form = { organisationName: 'Gravel', email: 'it@gravel.example', interface: 'conversion' };
  await call('POST', '/access-requests/form', form, { authorization: '' });
  const signedIn = await call('POST', '/sessions', { key: server.demo.operator.key });
  const cookie = signedIn.headers.get('set-cookie').split(';')[0];
  await call('GET', '/sessions/current');
  const bySession = await call('POST', '/organisations', { name: 'x' }, { authorization: '', cookie });
  assert.equal(bySession.status, 403);
  await call('DELETE', '/sessions/current');

  const { operator: ada, key } = (await call('POST', '/operators', { name: 'Ada' })).body;
  await call('GET', '/operators');
  const store = server.context.space('desk').store;
  const expire = (at: number | null) =>
    store.write((tx) => tx.run('UPDATE operators SET keyExpiresAt = ? WHERE id = ?', at, ada.id));
  await expire(1);
  const expired = await call('GET', '/organisations', undefined, { authorization: `Bearer ${key}` });
  assert.equal(expired.status, 401);
  await expire(Date.now() + 3_600_000);
  const expiring = await call('GET', '/organisations', undefined, { authorization: `Bearer ${key}` });
  assert.ok(expiring.headers.has('fieldbridge-key-expires'));
  await expire(null);
  await call('PATCH', `/operators/${ada.id}`, { role: 'auditor' });
  assert.equal(
    (await call('DELETE', `/operators/${ada.id}`, undefined, { authorization: `Bearer ${key}` })).status,
    403,
  );
  await call('POST', `/operators/${ada.id}/key`);
  await call('DELETE', `/operators/${ada.id}`);

  const organisation = (await call('POST', '/organisations', { name: 'Gravel' })).body;
  const at = `/organisations/${organisation.id}`;
  await call('GET', at);
  await call('PATCH', at, { contact: 'Ada' });
  await call('GET', `${at}/quotas`);
  await call('GET', `${at}/usage`);
  await call('PATCH', `${at}/quotas`, { jobs: 5 });
  await call('GET', '/organisations');
  const division = (await call('POST', `${at}/divisions`, { environment, name: 'N', abbreviation: 'N' })).body;
  await call('GET', `${at}/divisions?environment=sandbox`);
  await call('GET', `${at}/divisions/${division.id}?environment=sandbox`);
  await call('PATCH', `${at}/divisions/${division.id}`, { environment, name: 'M' });
  const bridge = (await call('POST', `${at}/weigh-bridges`, { environment, name: 'Gate', timeZone: 'UTC' })).body;
  await call('GET', `${at}/weigh-bridges?environment=sandbox`);
  await call('GET', `${at}/weigh-bridges/${bridge.id}?environment=sandbox`);
  await call('PATCH', `${at}/weigh-bridges/${bridge.id}`, { environment, name: 'Pit' });
  await call('POST', `${at}/erasures`, { environment, person: 'Jane Doe' });
  const issued = (await call('POST', `${at}/credentials`, { interface: 'weighing', environment })).body;
  assert.deepEqual(issued.locationIds, [bridge.id]);
  await call('GET', `${at}/credentials`);
  const credential = `/credentials/${issued.credential.clientId}`;
  await call('GET', credential);
  const second = (await call('POST', `${credential}/secrets`)).body.credential.secrets[1];
  assert.equal((await call('POST', `${credential}/secrets`)).status, 409);
  await call('DELETE', `${credential}/secrets/${second.id}`);
  await call('DELETE', credential);
  assert.equal((await call('POST', `${credential}/secrets`)).status, 409);
  assert.equal((await call('POST', '/organisations', { name: 'GRAVEL' })).status, 409);

  const entered = (await call('POST', '/access-requests', form)).body;
  await call('GET', '/access-requests?state=pending');
  await call('GET', `/access-requests/${entered.id}`);
  const { message } = (await call('POST', `/access-requests/${entered.id}/approve`)).body;
  const refused = (await call('POST', '/access-requests', form)).body;
  await call('POST', `/access-requests/${refused.id}/decline`, { reason: 'No.' });
  assert.equal((await call('POST', `/access-requests/${refused.id}/approve`)).status, 409);
  await call('GET', '/messages');
  await call('GET', `/messages/${message.id}`);
  const sent = (await call('POST', `/messages/${message.id}/send`)).body;
  const page = /\/collections\/\S+/.exec(sent.body)![0];
  await call('POST', page);
  assert.equal((await call('POST', page)).status, 410);
  await call('GET', '/audit?limit=1000');
  await call('GET', '/system');
  await call('GET', '/refusals');
  assert.deepEqual(
    documented.successes.filter((one) => !documented.seen.has(one)),
    [],
  );
  for (const code of Object.keys(operatorProblems)) assert.ok(codes.has(code), `${code} was not reached`);
});

test('the weighing interface answers as documented', async () => {
  const { clientId, clientSecret, locationIds } = server.demo.weighing;
  const own = { 'x-clientid': clientId, 'x-clientsecret': clientSecret };
  const { call, documented } = await callerOf('/weighing-sandbox/v2', '/weighing/openapi.json', own);
  const ticket = (externalId: string) => ({
    locationId: locationIds[0],
    externalId,
    nettWeight: { quantity: 25.4, unit: 't', datetime: '2026-01-01T10:00:00.000Z' },
  });
  const made = await call('POST', '/weighing', ticket('1'));
  assert.equal(made.status, 201);
  assert.equal((await call('POST', '/weighing', [ticket('1'), ticket('2')])).status, 207);
  assert.equal((await call('POST', '/weighing?atomic=true', [ticket('3')])).status, 201);
  assert.equal((await call('POST', '/weighing', ticket('1'))).status, 409);
  const at = `/weighing/${made.body.uuid}`;
  await call('GET', at);
  await call('PUT', at, ticket('4'));
  await call('PATCH', at, { type: 'in' });
  await call('GET', `${at}/history`);
  for (const [accept, lines] of [
    ['application/json', undefined],
    ['text/csv', 1 + 3],
    ['application/x-ndjson', 3],
  ] as const) {
    const { status, body } = await call('GET', '/weighing', undefined, { accept });
    assert.equal(status, 200, accept);
    if (lines !== undefined) assert.equal(body.trim().split('\n').length, lines, accept);
  }
  for (const path of ['/weighing/findings', '/weighing/totals', '/locations'])
    assert.equal((await call('GET', path)).status, 200, path);
  assert.equal((await call('PUT', `${at}/settlement`, { note: 'seen' })).status, 409);
  assert.equal((await call('PATCH', at, { grossWeight: { quantity: 1, unit: 't' } })).status, 200);
  await call('PATCH', at, { tareWeight: { quantity: 2, unit: 't' } });
  assert.equal((await call('PUT', `${at}/settlement`, { note: 'seen' })).status, 200);
  await call('GET', `${at}/history`);
  await call('GET', '/weighing/findings?settled=true');
  assert.equal((await call('DELETE', `${at}/settlement`)).status, 204);
  assert.equal((await call('DELETE', at)).status, 204);
  assert.deepEqual(
    documented.successes.filter((one) => !documented.seen.has(one) && !one.includes(' /events/')),
    [],
  );
});

describe('a refusal at the token endpoint', () => {
  test('has the form of RFC 6749 §5.2 from any part of the server', async () => {
    const { clientId, clientSecret } = server.demo.project;
    const form = `grant_type=client_credentials&client_id=${clientId}&client_secret=${clientSecret}`;
    const type = 'application/x-www-form-urlencoded';
    for (const [status, error, init] of [
      [415, 'invalid_request', { body: '{}', headers: { 'content-type': 'application/json' } }],
      [413, 'invalid_request', { body: `${form}&x=${'y'.repeat(20_000)}`, headers: { 'content-type': type } }],
      [406, 'invalid_request', { body: form, headers: { 'content-type': type, accept: 'text/html' } }],
      [401, 'invalid_client', { body: '', headers: { 'content-type': type } }],
      [400, 'invalid_request', { body: `${form}&grant_type=x`, headers: { 'content-type': type } }],
    ] as const) {
      const answer = await fetch(`${demo.base}/token`, { method: 'POST', ...init });
      const body = (await answer.json()) as Json;
      assert.deepEqual([answer.status, body.error], [status, error]);
      assert.deepEqual(Object.keys(body), ['error', 'error_description']);
      assert.equal(answer.headers.get('content-type')?.split(';')[0], 'application/json');
      assert.deepEqual(
        ['cache-control', 'pragma'].map((name) => answer.headers.get(name)),
        ['no-store', 'no-cache'],
      );
    }
  });
});
