import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestClock } from '../testing/clock.ts';
import { expectError, ProjectCaller } from '../testing/oauth.ts';
import { NO_CONVERSION, settledLog, startTestServer } from '../testing/server.ts';

const HOUR = 3_600_000;

describe('time', () => {
  test('ends an access token after one hour, and refresh tokens never', async () => {
    const clock = new TestClock();
    await using timed = await startTestServer(NO_CONVERSION, { clock });
    const own = new ProjectCaller(timed);
    const { access_token, refresh_token } = await own.tokens();
    clock.pass(HOUR - 1);
    assert.equal(await own.status(access_token), 200);
    clock.pass(1);
    assert.equal(await own.status(access_token), 401);
    clock.pass(10 * 365 * 24 * HOUR);
    assert.equal((await own.refresh(refresh_token)).status, 200);
  });

  test('that steps back while the server is stopped revives no token', async () => {
    const clock = new TestClock();
    const first = await startTestServer(NO_CONVERSION, { clock });
    const { access_token } = await new ProjectCaller(first).tokens();
    await first.stop();
    clock.pass(HOUR);
    await (await startTestServer({ ...NO_CONVERSION, data: first.directory }, { clock })).stop();
    clock.step(-HOUR);
    await using again = await startTestServer({ ...NO_CONVERSION, data: first.directory }, { clock });
    const own = new ProjectCaller(again);
    assert.equal(await own.status(access_token), 401);
    assert.match(await settledLog(again), /The clock says 2026-01-01T00:00:00.000Z, but it was/);
    const ready = (await (await fetch(`${again.url}/health/ready`)).json()) as { reasons: string[] };
    assert.deepEqual(ready.reasons, ['clock-behind']);
    assert.equal(await own.status((await own.tokens()).access_token), 200, 'new tokens are valid meanwhile');
  });

  test('that steps back does not extend a token, time that steps forward only shortens it', async () => {
    const clock = new TestClock();
    await using timed = await startTestServer(NO_CONVERSION, { clock });
    const own = new ProjectCaller(timed);
    const { access_token } = await own.tokens();
    assert.equal(await own.status(access_token), 200);
    clock.step(-24 * HOUR);
    assert.equal(await own.status(access_token), 200);
    clock.pass(HOUR);
    assert.equal(await own.status(access_token), 401);
    clock.step(-24 * HOUR);
    assert.equal(await own.status(access_token), 401, 'an expired token stays expired');
    const later = await own.tokens();
    assert.equal(later.expires_in, 3599);
    clock.step(50 * HOUR);
    assert.equal(await own.status(later.access_token), 401);
    assert.equal((await own.refresh(later.refresh_token)).status, 200);
  });
});

describe('limits', () => {
  test('wrong secrets are limited per address, and a correct one is never refused by it', async () => {
    await using strict = await startTestServer({ ...NO_CONVERSION, failuresPerMinute: 3 });
    const own = new ProjectCaller(strict);
    for (let i = 0; i < 3; i++)
      await expectError(
        await own.form({ grant_type: 'client_credentials', client_secret: 'x' }),
        401,
        'invalid_client',
      );
    const limited = await own.form({ grant_type: 'client_credentials', client_secret: 'x' });
    assert.match(limited.headers.get('retry-after') ?? '', /^\d+$/);
    await expectError(limited, 429, 'temporarily_unavailable');
    assert.equal((await own.form({ grant_type: 'client_credentials' })).status, 200);
  });

  test('the address is that of the connection, or of a trusted proxy; a caller cannot choose it', async () => {
    const wrongFrom = async (caller: ProjectCaller, forwarded: string): Promise<number> => {
      const headers = { 'x-forwarded-for': forwarded };
      return (await caller.form({ grant_type: 'client_credentials', client_secret: 'x' }, headers)).status;
    };
    await using direct = await startTestServer({ ...NO_CONVERSION, failuresPerMinute: 2 });
    const forging = new ProjectCaller(direct);
    const forged = ['198.51.100.1', '198.51.100.2', '198.51.100.3'].map((address) => () => wrongFrom(forging, address));
    assert.deepEqual([await forged[0]!(), await forged[1]!(), await forged[2]!()], [401, 401, 429]);
    await using behind = await startTestServer({ ...NO_CONVERSION, failuresPerMinute: 2, trustedProxies: 'loopback' });
    const proxied = new ProjectCaller(behind);
    for (const address of ['198.51.100.1', '198.51.100.2'])
      for (const expected of [401, 401, 429]) assert.equal(await wrongFrom(proxied, address), expected, address);
    // An entry from the caller before the proxy's own is not trusted.
    assert.equal(await wrongFrom(proxied, '203.0.113.9, 198.51.100.1'), 429);
  });

  test('token requests are limited per client', async () => {
    await using strict = await startTestServer({ ...NO_CONVERSION, tokensPerMinute: 2 });
    const own = new ProjectCaller(strict);
    assert.deepEqual(
      [await own.form({ grant_type: 'client_credentials' }), await own.form({ grant_type: 'client_credentials' })].map(
        ({ status }) => status,
      ),
      [200, 200],
    );
    const limited = await own.form({ grant_type: 'client_credentials' });
    assert.match(limited.headers.get('ratelimit-policy') ?? '', /"tokens";q=2;w=60/);
    await expectError(limited, 429, 'temporarily_unavailable');
    const other = new ProjectCaller(strict, await strict.otherOrganisation('project-sandbox'));
    assert.equal((await other.form({ grant_type: 'client_credentials' })).status, 200);
  });

  test('token requests are limited per address, to three times the limit of a client', async () => {
    await using strict = await startTestServer({ ...NO_CONVERSION, tokensPerMinute: 2 });
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) {
      const own = new ProjectCaller(strict, await strict.otherOrganisation('project-sandbox'));
      for (let n = 0; n < 2; n++) statuses.push((await own.form({ grant_type: 'client_credentials' })).status);
    }
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200, 429, 429]);
    const limited = await new ProjectCaller(strict).form({ grant_type: 'client_credentials' });
    assert.match(limited.headers.get('ratelimit-policy') ?? '', /"tokens-per-address";q=6;w=60/);
    assert.match(limited.headers.get('retry-after') ?? '', /^\d+$/);
    await expectError(limited, 429, 'temporarily_unavailable');
  });

  test('nothing is counted if the settings are 0', async () => {
    await using open = await startTestServer({
      ...NO_CONVERSION,
      tokensPerMinute: 0,
      failuresPerMinute: 0,
      requestsPerMinute: 0,
    });
    const own = new ProjectCaller(open);
    const wrong = () => own.form({ grant_type: 'client_credentials', client_secret: 'x' });
    const answers = await Promise.all(Array.from({ length: 100 }, wrong));
    assert.ok(answers.every(({ status }) => status === 401));
    const right = await own.form({ grant_type: 'client_credentials' });
    assert.deepEqual([right.status, right.headers.get('ratelimit')], [200, null]);
  });

  test('requests are limited per credential, with the headers that say so', async () => {
    await using strict = await startTestServer({ ...NO_CONVERSION, requestsPerMinute: 2 });
    const own = new ProjectCaller(strict);
    const { access_token } = await own.tokens();
    assert.deepEqual(
      [await own.status(access_token), await own.status(access_token), await own.status(access_token)],
      [200, 200, 429],
    );
  });
});
