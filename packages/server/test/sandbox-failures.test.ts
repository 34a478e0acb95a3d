import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, Browser } from '../testing/browser.ts';
import { NO_CONVERSION, startTestServer, type TestServer } from '../testing/server.ts';

// Failures that programs can ask the sandbox for.

describe('the sandbox fails when it is asked to', () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer(NO_CONVERSION);
  });
  after(() => server.stop());

  const pair = () => ({
    'x-clientid': server.demo.weighing.clientId,
    'x-clientsecret': server.demo.weighing.clientSecret,
  });
  const ticket = (externalId: string) => ({
    ...{ externalId, locationId: server.demo.weighing.locationIds[0], nettWeight: { quantity: 1, unit: 't' } },
  });
  const send = (fail: string, externalId: string, more: Record<string, string> = {}): Promise<Answer> =>
    new Browser(server).ask('POST', '/weighing-sandbox/v2/weighing', ticket(externalId), {
      ...{ ...pair(), 'fieldbridge-fail': fail },
      ...more,
    });
  const stored = async (externalId: string): Promise<number> => {
    const path = `/weighing-sandbox/v2/weighing?externalId=${externalId}`;
    return (await new Browser(server).ask('GET', path, undefined, pair())).body.items.length;
  };

  for (const [kind, status] of [
    ['too-many-requests', 429],
    ['unavailable', 503],
  ] as const)
    test(`${kind} is answered with ${status} and Retry-After, and stores nothing`, async () => {
      const { status: answered, body, headers } = await send(kind, kind);
      assert.deepEqual([answered, body.code, headers.get('retry-after')], [status, kind, '2']);
      assert.match(body.detail, /Fieldbridge-Fail/);
      assert.equal(await stored(kind), 0);
    });

  test('cut-before closes the connection before anything is done', async () => {
    await assert.rejects(send('cut-before', 'before'), TypeError);
    assert.equal(await stored('before'), 0);
  });

  test('cut-after stores the ticket and closes the connection; the same key gets the stored answer', async () => {
    const key = { 'idempotency-key': 'lost-1' };
    await assert.rejects(send('cut-after', 'after', key), TypeError);
    assert.equal(await stored('after'), 1);
    const again = await new Browser(server).ask('POST', '/weighing-sandbox/v2/weighing', ticket('after'), {
      ...pair(),
      ...key,
    });
    assert.deepEqual([again.status, again.headers.get('idempotency-replayed')], [201, 'true']);
    assert.equal(await stored('after'), 1);
  });

  test('slow answers after three seconds, and not before', async () => {
    const answer = send('slow', 'slow');
    assert.equal(await Promise.race([answer, pause(2500, 'still open')]), 'still open');
    assert.equal((await answer).status, 201);
  });

  test('token-expired is what an expired token gets, and only the project interface has tokens', async () => {
    const { clientId, clientSecret } = server.demo.project;
    const grant = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const issued = await fetch(`${server.url}/project/v1/sandbox/token`, {
      method: 'POST',
      body: new URLSearchParams(grant),
    });
    const { access_token: token } = (await issued.json()) as { access_token: string };
    const headers = { authorization: `Bearer ${token}`, 'fieldbridge-fail': 'token-expired' };
    const path = '/project/v1/sandbox/projects';
    const refused = await new Browser(server).ask('GET', path, undefined, headers);
    assert.equal(refused.status, 401);
    assert.match(refused.headers.get('www-authenticate') ?? '', /error="invalid_token"/);
    const unknown = await send('token-expired', 'x');
    assert.deepEqual([unknown.status, unknown.body.code], [400, 'invalid-parameter']);
    assert.match(unknown.body.errors[0].detail, /^must be one of too-many-requests, unavailable, slow, cut-before/);
  });

  test('production does not know the header, and strangers cannot use it', async () => {
    const production = await fetch(`${server.url}/weighing/v2/weighing`, {
      headers: { 'fieldbridge-fail': 'unavailable' },
    });
    assert.equal(production.status, 401);
    const stranger = { 'fieldbridge-fail': 'cut-before', 'x-clientid': 'x', 'x-clientsecret': 'y' };
    assert.equal((await fetch(`${server.url}/weighing-sandbox/v2/weighing`, { headers: stranger })).status, 401);
  });
});
