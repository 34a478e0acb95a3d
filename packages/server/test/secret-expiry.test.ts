import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { isoTime } from '../src/core/clock.ts';
import { TestClock } from '../testing/clock.ts';
import { refused, startDesk } from '../testing/desk.ts';
import { NO_CONVERSION, settledLog } from '../testing/server.ts';

// Client secrets that expire: notice before, refusal after, rotation in between.

const clock = new TestClock();
const { server, call, organisation } = await startDesk({ ...NO_CONVERSION, expiryNoticeDays: 7 }, { clock });
after(() => server[Symbol.asyncDispose]());
const DAY = 86_400_000;
const HEADER = 'fieldbridge-secret-expires';

/** A credential whose secret expires after so many days. */
async function expiring(days: number, name: 'weighing' | 'project') {
  const { id } = await organisation();
  const expiresAt = isoTime(clock.now() + days * DAY);
  const input = { interface: name, environment: 'sandbox', expiresAt };
  const { status, body } = await call('POST', `/organisations/${id}/credentials`, input);
  assert.deepEqual([status, body.credential.secrets[0].expiresAt], [201, expiresAt]);
  return { clientId: body.credential.clientId as string, secret: body.clientSecret as string, expiresAt, id };
}
const locations = (clientId: string, secret: string) =>
  call('GET', `${server.url}/weighing-sandbox/v2/locations`, undefined, {
    'x-clientid': clientId,
    'x-clientsecret': secret,
  });

describe('a secret that expires', () => {
  test('is valid, then gives notice in header and log, then is refused with its own code', async () => {
    const { clientId, secret, expiresAt } = await expiring(30, 'weighing');
    assert.deepEqual(
      [(await locations(clientId, secret)).status, (await locations(clientId, secret)).headers.get(HEADER)],
      [200, null],
    );
    clock.pass(23 * DAY);
    for (let i = 0; i < 3; i++) assert.equal((await locations(clientId, secret)).headers.get(HEADER), expiresAt);
    const lines = (await settledLog(server)).split('\n').filter((line) => line.includes('key or secret expires soon'));
    assert.equal(lines.filter((line) => line.includes(clientId)).length, 1, 'one a day');
    clock.pass(7 * DAY - 1);
    assert.equal((await locations(clientId, secret)).status, 200);
    clock.pass(1);
    const late = await locations(clientId, secret);
    refused(late, 401, 'secret-expired');
    assert.equal(late.body.detail, `The client secret expired at ${expiresAt}.`);
    assert.ok(late.headers.has('www-authenticate'));
    refused(await locations(clientId, `${secret}x`), 401, 'not-authenticated');
    clock.step(-20 * DAY);
    refused(await locations(clientId, secret), 401, 'secret-expired');
    clock.step(20 * DAY);
  });

  test('is rotated: the new one works beside it, and an expired one does not count as live', async () => {
    const { clientId, secret } = await expiring(1, 'weighing');
    const rotate = (body?: object) => call('POST', `/credentials/${clientId}/secrets`, body);
    const expiresAt = isoTime(clock.now() + 90 * DAY);
    const next = (await rotate({ expiresAt })).body;
    for (const one of [secret, next.clientSecret]) assert.equal((await locations(clientId, one)).status, 200);
    refused(await rotate(), 409, 'two-live-secrets');
    clock.pass(DAY);
    refused(await locations(clientId, secret), 401, 'secret-expired');
    const third = await rotate();
    assert.deepEqual([third.status, third.body.credential.secrets.at(-1).expiresAt], [201, null]);
    for (const one of [next.clientSecret, third.body.clientSecret])
      assert.equal((await locations(clientId, one)).status, 200);
  });

  test('gives notice with each token, and no tokens afterwards; a token it got lasts its hour', async () => {
    const { clientId, secret, expiresAt } = await expiring(1, 'project');
    const grant = (fields: Record<string, string>) =>
      fetch(`${server.url}/project/v1/sandbox/token`, {
        method: 'POST',
        body: new URLSearchParams({ client_id: clientId, client_secret: secret, ...fields }),
      });
    clock.pass(DAY - 1000);
    const granted = await grant({ grant_type: 'client_credentials' });
    assert.deepEqual([granted.status, granted.headers.get(HEADER)], [200, expiresAt]);
    const pair = (await granted.json()) as { access_token: string; refresh_token: string };
    clock.pass(1000);
    for (const fields of [
      { grant_type: 'client_credentials' },
      { grant_type: 'refresh_token', refresh_token: pair.refresh_token },
    ] as Record<string, string>[]) {
      const answer = await grant(fields);
      const { error, error_description } = (await answer.json()) as Record<string, string>;
      assert.deepEqual([answer.status, error], [401, 'invalid_client']);
      assert.equal(error_description, `The client secret expired at ${expiresAt}.`);
    }
    const divisions = () =>
      fetch(`${server.url}/project/v1/sandbox/divisions`, {
        headers: { authorization: `Bearer ${pair.access_token}` },
      });
    assert.equal((await divisions()).status, 200);
    clock.pass(3_600_000);
    assert.equal((await divisions()).status, 401);
  });

  test('cannot be issued for the past', async () => {
    const { id, clientId } = await expiring(1, 'weighing');
    const past = isoTime(clock.now());
    const input = { interface: 'weighing', environment: 'sandbox', expiresAt: past };
    refused(await call('POST', `/organisations/${id}/credentials`, input), 422, 'validation-failed');
    refused(await call('POST', `/credentials/${clientId}/secrets`, { expiresAt: past }), 422, 'validation-failed');
  });
});
