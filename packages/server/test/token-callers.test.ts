import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { TestClock } from '../testing/clock.ts';
import { holdWriter } from '../testing/hold-writer.ts';
import { expectError, ProjectCaller, type TokenAnswer } from '../testing/oauth.ts';
import { NO_CONVERSION, startTestServer } from '../testing/server.ts';
import { storeOf } from '../testing/store-of.ts';

// Unusual uses of the token endpoint: odd headers, many at once, and credentials that end meanwhile.

const server = await startTestServer({ failuresPerMinute: 0 });
after(() => server[Symbol.asyncDispose]());
const caller = new ProjectCaller(server);
const store = storeOf(server, 'project-sandbox');
const credentials = server.context.credentials('project-sandbox');
const GRANT = { grant_type: 'client_credentials' };
const jsonOf = async (answer: Response): Promise<TokenAnswer> => (await answer.json()) as TokenAnswer;
const fresh = async () => new ProjectCaller(server, await server.otherOrganisation('project-sandbox'));
const reuses = async (clientId: string) =>
  (await server.context.audit.list(1000)).filter(
    ({ action, subject }) => /^refresh-token/.test(action) && subject === clientId,
  );

describe('the media type of the form', () => {
  const { clientId, clientSecret } = caller.client;
  const body = `grant_type=client_credentials&client_id=${clientId}&client_secret=${clientSecret}`;
  const post = (type: string) =>
    fetch(`${caller.base}/token`, { method: 'POST', body: Buffer.from(body), headers: { 'content-type': type } });

  test('may be in any case and have parameters, as sent by public clients', async () => {
    for (const type of [
      'application/x-www-form-urlencoded',
      'application/x-www-form-urlencoded;charset=UTF-8',
      'application/x-www-form-urlencoded; charset="utf-8"',
      'application/x-www-form-urlencoded ; charset=utf-8',
      'Application/X-WWW-Form-URLEncoded',
      'application/x-www-form-urlencoded;',
      'application/x-www-form-urlencoded; charset=us-ascii; x=y',
    ])
      assert.equal((await post(type)).status, 200, type);
  });

  test('must be exactly that one', async () => {
    for (const type of [
      'application/x-www-form-urlencodedx',
      'x-application/x-www-form-urlencoded',
      'application/x-www-form',
      'application/x-www-form-urlencoded, application/json',
      'text/plain; application/x-www-form-urlencoded',
      'application/json; x=application/x-www-form-urlencoded',
    ])
      await expectError(await post(type), 415, 'invalid_request');
  });
});

describe('the endpoint accepts POST only, and says so', () => {
  for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD'])
    test(method, async () => {
      const answer = await fetch(`${caller.base}/token?grant_type=client_credentials`, { method });
      assert.equal(answer.status, 405, method);
      assert.match(answer.headers.get('allow') ?? '', /\bPOST\b/);
      await answer.body?.cancel();
    });
});

test('credentials in the address are ignored, because they would be in the logs of every proxy', async () => {
  const { clientId, clientSecret } = caller.client;
  const query = new URLSearchParams({ ...GRANT, client_id: clientId, client_secret: clientSecret });
  const answer = await fetch(`${caller.base}/token?${query}`, { method: 'POST', body: new URLSearchParams(GRANT) });
  await expectError(answer, 401, 'invalid_client');
});

describe('HTTP Basic at the endpoint', () => {
  const { clientId, clientSecret } = caller.client;
  const post = (pair: string, form: Record<string, string> = GRANT) =>
    fetch(`${caller.base}/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
    });

  test('accepts the pair in any encoding, and unencoded', async () => {
    const every = (text: string) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join('');
    for (const pair of [
      `${clientId}:${clientSecret}`,
      `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`,
      `${every(clientId)}:${every(clientSecret)}`,
      `${every(clientId).toUpperCase()}:${clientSecret}`,
    ])
      assert.equal((await post(pair)).status, 200, pair);
  });

  test('that is wrong is always refused with the same message', async () => {
    const sentences = new Set<string>();
    for (const pair of [
      `${clientId}:x`,
      `x:${clientSecret}`,
      `${clientId.toUpperCase()}:${clientSecret}`,
      `${clientId}:`,
    ]) {
      const answer = await post(pair);
      assert.equal(answer.headers.get('www-authenticate'), 'Basic realm="token", charset="UTF-8"');
      sentences.add(await expectError(answer, 401, 'invalid_client'));
    }
    assert.equal(sentences.size, 1);
  });

  test('also works for refreshing', async () => {
    const { refresh_token } = await caller.tokens();
    const renewed = await post(`${clientId}:${clientSecret}`, { grant_type: 'refresh_token', refresh_token });
    assert.equal(await caller.status((await jsonOf(renewed)).access_token), 200);
  });
});

describe('a refresh token that fifty callers use at once', () => {
  test('has one successor; with revocation of families, that ends, too, but not another client’s tokens', async () => {
    await using strict = await startTestServer({ ...NO_CONVERSION, revokeFamilyOnReuse: true });
    const own = new ProjectCaller(strict);
    const bystander = await own.tokens();
    const other = new ProjectCaller(strict, await strict.otherOrganisation('project-sandbox'));
    const theirs = await other.tokens();
    const first = await own.tokens();
    const answers = await Promise.all(Array.from({ length: 50 }, () => own.refresh(first.refresh_token)));
    const won = answers.filter(({ status }) => status === 200);
    assert.equal(won.length, 1);
    const second = await jsonOf(won[0]!);
    const opened = [first, second, bystander].map(({ access_token }) => own.status(access_token));
    assert.deepEqual(await Promise.all([...opened, other.status(theirs.access_token)]), [401, 401, 200, 200]);
    await expectError(await own.refresh(second.refresh_token), 400, 'invalid_grant');
    for (const [one, pair] of [
      [own, bystander],
      [other, theirs],
    ] as const)
      assert.equal((await one.refresh(pair.refresh_token)).status, 200);
  });

  test('stays in one family through a chain, and only the last one is valid', async () => {
    const own = await fresh();
    const chain = [await own.tokens()];
    for (let i = 0; i < 5; i++) chain.push(await jsonOf(await own.refresh(chain.at(-1)!.refresh_token)));
    for (const { refresh_token } of chain.slice(0, -1))
      await expectError(await own.refresh(refresh_token), 400, 'invalid_grant');
    assert.equal((await own.refresh(chain.at(-1)!.refresh_token)).status, 200);
    const trail = await reuses(own.client.clientId);
    assert.equal(trail.length, 5, 'each reuse is in the audit trail');
    assert.equal(new Set(trail.map(({ details }) => details['family'])).size, 1);
    assert.ok(trail.every(({ actor, organisationId }) => actor === 'server' && organisationId !== null));
    for (const pair of chain) assert.ok(!JSON.stringify(trail).includes(pair.refresh_token));
  });

  test('that never existed, or belongs to another client, is not a reuse and in no audit trail', async () => {
    const [own, other] = [await fresh(), await fresh()];
    const { refresh_token } = await other.tokens();
    for (const wrong of [refresh_token, `${refresh_token}x`, 'fbrt_x', refresh_token.replace('fbrt', 'fbat')])
      await expectError(await own.refresh(wrong), 400, 'invalid_grant');
    assert.deepEqual([await reuses(own.client.clientId), await reuses(other.client.clientId)], [[], []]);
    assert.equal((await other.refresh(refresh_token)).status, 200);
  });
});

describe('a credential revoked during a request', () => {
  /** Blocks the writer, starts a revocation, then the request, and releases both. */
  async function afterRevocation(own: ProjectCaller, ask: () => Promise<Response>): Promise<Response> {
    const writer = holdWriter(store);
    const revoking = credentials.revoke(own.client.clientId);
    const asking = ask();
    // The secret was checked: its request waits for the writer after the revocation.
    await writer.asked(2);
    await writer.release();
    await revoking;
    return asking;
  }

  test('gets no valid token', async () => {
    const own = await fresh();
    const answer = await afterRevocation(own, () => own.form(GRANT));
    if (answer.status === 200) assert.equal(await own.status((await jsonOf(answer)).access_token), 401);
    else await expectError(answer, 401, 'invalid_client');
    await expectError(await own.form(GRANT), 401, 'invalid_client');
  });

  test('cannot refresh, and its refresh token is unknown from then on', async () => {
    const own = await fresh();
    const { refresh_token, access_token } = await own.tokens();
    const answer = await afterRevocation(own, () => own.refresh(refresh_token));
    assert.ok([400, 401].includes(answer.status), String(answer.status));
    assert.equal(await own.status(access_token), 401);
    const left = await store.first('SELECT count(*) AS n FROM tokens WHERE clientId = ?', own.client.clientId);
    assert.equal(left!['n'], 0, 'the table of tokens has nothing of the client');
  });
});

test('a secret is rotated under twenty callers: nobody with the new one is refused', async () => {
  const own = await fresh();
  const { clientId } = own.client;
  const { access_token } = await own.tokens();
  const { credential, secret } = await credentials.addSecret(clientId);
  const young = new ProjectCaller(server, { clientId, clientSecret: secret });
  const statuses = { old: new Set<number>(), young: new Set<number>() };
  const calling = Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      for (let round = 0; round < 5; round++) {
        const [kind, one] = i % 2 === 0 ? (['old', own] as const) : (['young', young] as const);
        statuses[kind].add((await one.form(GRANT)).status);
      }
    }),
  );
  await credentials.revokeSecret(clientId, credential.secrets[0]!.id);
  await calling;
  assert.deepEqual([...statuses.young], [200]);
  assert.ok([...statuses.old].every((status) => status === 200 || status === 401));
  await expectError(await own.form(GRANT), 401, 'invalid_client');
  assert.equal(await own.status(access_token), 200, 'tokens are unaffected');
});

test('tokens issued before a restart are valid after it, and expire at the same time', async () => {
  const clock = new TestClock();
  const first = await startTestServer(NO_CONVERSION, { clock });
  const before = new ProjectCaller(first);
  const pair = await before.tokens();
  const used = await before.tokens();
  await before.refresh(used.refresh_token);
  await first.stop();
  clock.pass(3_599_999);
  await using second = await startTestServer({ ...NO_CONVERSION, data: first.directory }, { clock });
  const behind = new ProjectCaller(second);
  assert.equal(await behind.status(pair.access_token), 200);
  clock.pass(1);
  assert.equal(await behind.status(pair.access_token), 401);
  await expectError(await behind.refresh(used.refresh_token), 400, 'invalid_grant');
  assert.equal((await behind.refresh(pair.refresh_token)).status, 200);
});

test('sandbox and production, and the three interfaces, accept only their own credentials, by every method', async () => {
  const { project, weighing, conversion } = server.demo;
  const [realProject, realWeighing] = [
    await server.otherOrganisation('project-production'),
    await server.otherOrganisation('weighing-production'),
  ];
  const clients = { project, realProject, weighing, realWeighing, conversion };
  const doors: Record<keyof typeof clients, [path: string, isForm: boolean]> = {
    project: ['/project/v1/sandbox/token', true],
    realProject: ['/project/v1/production/token', true],
    weighing: ['/weighing-sandbox/v2/locations', false],
    realWeighing: ['/weighing/v2/locations', false],
    conversion: ['/conversion/formats', false],
  };
  for (const [door, [path, isForm]] of Object.entries(doors))
    for (const [name, { clientId, clientSecret }] of Object.entries(clients)) {
      const form = new URLSearchParams({ ...GRANT, client_id: clientId, client_secret: clientSecret });
      const headers = { 'x-clientid': clientId, 'x-clientsecret': clientSecret };
      const answer = await fetch(server.url + path, isForm ? { method: 'POST', body: form } : { headers });
      assert.equal(answer.status, door === name ? 200 : 401, `${name} at ${path}`);
      await answer.body?.cancel();
    }
  const ways = await fetch(`${server.url}/conversion/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...GRANT, client_id: conversion.clientId, client_secret: conversion.clientSecret }),
  });
  const { access_token, refresh_token } = await jsonOf(ways);
  assert.equal(
    await caller.status(access_token),
    401,
    'a token of the conversion interface gives no access to divisions',
  );
  await expectError(await caller.refresh(refresh_token), 400, 'invalid_grant');
});
