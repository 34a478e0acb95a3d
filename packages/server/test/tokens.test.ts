import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { expectError, ProjectCaller, type TokenAnswer } from '../testing/oauth.ts';
import { NO_CONVERSION, settledLog, startTestServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
let caller: ProjectCaller;
before(async () => {
  server = await startTestServer(NO_CONVERSION);
  caller = new ProjectCaller(server);
});
after(() => server[Symbol.asyncDispose]());

describe('the token endpoint', () => {
  test('answers as documented, not cacheable', async () => {
    const answer = await caller.form({ grant_type: 'client_credentials' });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.match(answer.headers.get('ratelimit') ?? '', /^"tokens";r=\d+;t=\d+$/);
    const body = (await answer.json()) as TokenAnswer;
    assert.deepEqual(Object.keys(body).sort(), ['access_token', 'expires_in', 'refresh_token', 'token_type']);
    assert.equal(body.token_type, 'bearer');
    assert.equal(body.expires_in, 3599);
    assert.ok(Buffer.from(body.access_token.slice(5), 'base64url').length >= 32);
  });

  test('accepts HTTP Basic, and both methods if they are equal', async () => {
    const { clientId, clientSecret } = caller.client;
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    const post = (fields: Record<string, string>, authorization = basic) =>
      fetch(`${caller.base}/token`, { method: 'POST', body: new URLSearchParams(fields), headers: { authorization } });
    assert.equal((await post({ grant_type: 'client_credentials' })).status, 200);
    assert.equal(
      (await post({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret })).status,
      200,
    );
    await expectError(
      await post({ grant_type: 'client_credentials', client_id: clientId, client_secret: 'other' }),
      400,
      'invalid_request',
    );
    const wrong = await post(
      { grant_type: 'client_credentials' },
      `Basic ${Buffer.from(`${clientId}:x`).toString('base64')}`,
    );
    assert.match(wrong.headers.get('www-authenticate') ?? '', /^Basic /);
    await expectError(wrong, 401, 'invalid_client');
    await expectError(await post({ grant_type: 'client_credentials' }, 'Basic %%%'), 401, 'invalid_client');
    await expectError(await post({ grant_type: 'client_credentials' }, 'Bearer x'), 401, 'invalid_client');
  });

  describe('refuses every other body with 415', () => {
    for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain'])
      test(type, async () => {
        const answer = await fetch(`${caller.base}/token`, {
          method: 'POST',
          body: '{"grant_type":"client_credentials"}',
          headers: { 'content-type': type },
        });
        await expectError(answer, 415, 'invalid_request');
      });
  });

  test('answers with JSON only, and early refusals are not cacheable either', async () => {
    const answer = await caller.form({ grant_type: 'client_credentials' }, { accept: 'application/xml' });
    assert.equal(answer.headers.get('pragma'), 'no-cache');
    await expectError(answer, 406, 'invalid_request');
  });

  test('names missing, repeated or unknown parameters', async () => {
    await expectError(await caller.form({}), 400, 'invalid_request');
    await expectError(await caller.form({ grant_type: '' }), 400, 'invalid_request');
    await expectError(await caller.form({ grant_type: 'password' }), 400, 'unsupported_grant_type');
    await expectError(await caller.form({ grant_type: 'constructor' }), 400, 'unsupported_grant_type');
    await expectError(await caller.form({ grant_type: 'refresh_token' }), 400, 'invalid_request');
    await expectError(
      await caller.form({ grant_type: 'client_credentials', client_secret: '' }),
      401,
      'invalid_client',
    );
    const repeated = new URLSearchParams([
      ['grant_type', 'client_credentials'],
      ['grant_type', 'client_credentials'],
    ]);
    const answer = await fetch(`${caller.base}/token`, { method: 'POST', body: repeated });
    assert.match(await expectError(answer, 400, 'invalid_request'), /grant_type is repeated/);
    const empty = await fetch(`${caller.base}/token`, { method: 'POST' });
    await expectError(empty, 401, 'invalid_client');
  });

  test('ignores scope and all other unknown parameters (RFC 6749 §3.2)', async () => {
    assert.equal(
      (await caller.form({ grant_type: 'client_credentials', scope: 'everything', audience: 'x', ' "\\': '"' })).status,
      200,
    );
  });

  test('refuses hostile forms with an answer in the RFC’s characters', async () => {
    const post = (body: string | Uint8Array<ArrayBuffer>) =>
      fetch(`${caller.base}/token`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    await expectError(await post(new Uint8Array([0x61, 0x3d, 0xff])), 400, 'invalid_request');
    await expectError(await post('a=1&'.repeat(2000)), 400, 'invalid_request');
    await expectError(await post(Array.from({ length: 200 }, (_, i) => `p${i}=1`).join('&')), 400, 'invalid_request');
    await expectError(await post(`grant_type=${'x'.repeat(20_000)}`), 413, 'invalid_request');
    await expectError(await post('"\\\u00e9=1&"\\\u00e9=2'), 400, 'invalid_request');
  });

  test('knows only the clients of its own interface and environment', async () => {
    const { weighing, conversion, project } = server.demo;
    for (const client of [weighing, conversion]) {
      await expectError(
        await new ProjectCaller(server, client).form({ grant_type: 'client_credentials' }),
        401,
        'invalid_client',
      );
    }
    await expectError(
      await new ProjectCaller(server, project, 'production').form({ grant_type: 'client_credentials' }),
      401,
      'invalid_client',
    );
  });
});

describe('a refresh token', () => {
  test('gives a new pair and can be used once', async () => {
    const first = await caller.tokens();
    const answer = await caller.refresh(first.refresh_token);
    const second = (await answer.json()) as TokenAnswer;
    assert.equal(answer.status, 200);
    assert.notEqual(second.access_token, first.access_token);
    assert.notEqual(second.refresh_token, first.refresh_token);
    await expectError(await caller.refresh(first.refresh_token), 400, 'invalid_grant');
    assert.deepEqual([await caller.status(first.access_token), await caller.status(second.access_token)], [200, 200]);
    assert.equal((await caller.refresh(second.refresh_token)).status, 200);
  });

  test('used by 50 callers at once has exactly one successor, and each reuse is audited', async () => {
    const { refresh_token } = await caller.tokens();
    const reuses = async () =>
      (await server.context.audit.list(1000)).filter(({ action }) => action === 'refresh-token.reused').length;
    const before = await reuses();
    const answers = await Promise.all(Array.from({ length: 50 }, () => caller.refresh(refresh_token)));
    const won = answers.filter(({ status }) => status === 200);
    assert.equal(won.length, 1);
    for (const lost of answers.filter(({ status }) => status !== 200)) await expectError(lost, 400, 'invalid_grant');
    assert.equal((await reuses()) - before, 49);
    assert.equal((await caller.refresh(((await won[0]!.json()) as TokenAnswer).refresh_token)).status, 200);
  });

  test('is refused for another client and in the other environment, and stays valid for its own', async () => {
    const { refresh_token } = await caller.tokens();
    const other = new ProjectCaller(server, await server.otherOrganisation('project-sandbox'));
    await expectError(await other.refresh(refresh_token), 400, 'invalid_grant');
    const production = new ProjectCaller(server, await server.otherOrganisation('project-production'), 'production');
    await expectError(await production.refresh(refresh_token), 400, 'invalid_grant');
    await expectError(await caller.refresh((await caller.tokens()).access_token), 400, 'invalid_grant');
    await expectError(await caller.refresh('x'.repeat(5000)), 400, 'invalid_grant');
    assert.equal((await caller.refresh(refresh_token)).status, 200);
  });

  test('if reused, ends its whole family, if so configured', async () => {
    await using strict = await startTestServer({ ...NO_CONVERSION, revokeFamilyOnReuse: true });
    const own = new ProjectCaller(strict);
    const bystander = await own.tokens();
    const first = await own.tokens();
    const second = (await (await own.refresh(first.refresh_token)).json()) as TokenAnswer;
    await expectError(await own.refresh(first.refresh_token), 400, 'invalid_grant');
    await expectError(await own.refresh(second.refresh_token), 400, 'invalid_grant');
    assert.deepEqual([await own.status(first.access_token), await own.status(second.access_token)], [401, 401]);
    assert.equal(await own.status(bystander.access_token), 200);
    assert.ok(
      (await strict.context.audit.list(100)).some(({ action }) => action === 'refresh-token.reused-family-revoked'),
    );
  });
});

describe('an access token that is wrong', () => {
  test('is 401 with the same problem in every case, distinguished only in the log', async () => {
    const { access_token } = await caller.tokens();
    const wrong: [string, string | undefined][] = [
      ['no Authorization header', undefined],
      ['not a bearer token', 'Basic abc'],
      ['not a bearer token', 'Bearer'],
      ['unknown', 'Bearer nonsense'],
      ['unknown', `Bearer ${access_token}x`],
      ['unknown', `Bearer ${'a'.repeat(6000)}`],
    ];
    const bodies = new Set<string>();
    for (const [, authorization] of wrong) {
      const answer = await fetch(`${caller.base}/divisions`, {
        headers: authorization === undefined ? {} : { authorization },
      });
      assert.equal(answer.status, 401);
      const fault = authorization === undefined ? '' : ', error="invalid_token"';
      assert.equal(answer.headers.get('www-authenticate'), `Bearer realm="fieldbridge"${fault}`);
      const { requestId, ...body } = (await answer.json()) as Record<string, unknown>;
      assert.ok(requestId);
      bodies.add(JSON.stringify(body));
    }
    assert.equal(bodies.size, 1);
    const log = await settledLog(server);
    for (const [reason] of wrong) assert.ok(log.includes(`"reason":"${reason}"`), reason);
  });

  test('of the other environment is refused, in both directions', async () => {
    const production = new ProjectCaller(server, await server.otherOrganisation('project-production'), 'production');
    const [sandboxToken, productionToken] = [
      (await caller.tokens()).access_token,
      (await production.tokens()).access_token,
    ];
    assert.deepEqual([await caller.status(productionToken), await production.status(sandboxToken)], [401, 401]);
    assert.deepEqual([await caller.status(sandboxToken), await production.status(productionToken)], [200, 200]);
  });

  test('of a revoked client is refused at once, with its refresh token', async () => {
    const client = await server.otherOrganisation('project-sandbox');
    const own = new ProjectCaller(server, client);
    const { access_token, refresh_token } = await own.tokens();
    assert.equal(await own.status(access_token), 200);
    await server.context.credentials('project-sandbox').revoke(client.clientId);
    assert.equal(await own.status(access_token), 401);
    await expectError(await own.refresh(refresh_token), 401, 'invalid_client');
  });
});
