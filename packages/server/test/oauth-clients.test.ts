import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { ClientCredentials } from 'simple-oauth2';
import { embeddedOnly } from '../testing/database.ts';
import { ProjectCaller, type TokenAnswer } from '../testing/oauth.ts';
import { NO_CONVERSION, settledLog, startTestServer, type TestServer } from '../testing/server.ts';
import { storeOf } from '../testing/store-of.ts';

let server: TestServer;
let caller: ProjectCaller;
before(async () => {
  server = await startTestServer(NO_CONVERSION);
  caller = new ProjectCaller(server);
});
after(() => server[Symbol.asyncDispose]());

describe('public OAuth clients, unmodified, run both grants', () => {
  test('oauth4webapi', async () => {
    const as: oauth.AuthorizationServer = { issuer: server.url, token_endpoint: `${caller.base}/token` };
    const client: oauth.Client = { client_id: caller.client.clientId };
    const options = { [oauth.allowInsecureRequests]: true };
    for (const authentication of [
      oauth.ClientSecretPost(caller.client.clientSecret),
      oauth.ClientSecretBasic(caller.client.clientSecret),
    ]) {
      const granted = await oauth.clientCredentialsGrantRequest(as, client, authentication, {}, options);
      const tokens = await oauth.processClientCredentialsResponse(as, client, granted);
      assert.equal(tokens.token_type, 'bearer');
      const refreshed = await oauth.refreshTokenGrantRequest(
        as,
        client,
        authentication,
        tokens.refresh_token!,
        options,
      );
      const renewed = await oauth.processRefreshTokenResponse(as, client, refreshed);
      assert.equal(await caller.status(renewed.access_token), 200);
      const reused = await oauth.refreshTokenGrantRequest(as, client, authentication, tokens.refresh_token!, options);
      await assert.rejects(oauth.processRefreshTokenResponse(as, client, reused), { error: 'invalid_grant' });
    }
    const wrong = await oauth.clientCredentialsGrantRequest(as, client, oauth.ClientSecretBasic('wrong'), {}, options);
    await assert.rejects(
      oauth.processClientCredentialsResponse(as, client, wrong),
      (error: Error) =>
        error instanceof oauth.WWWAuthenticateChallengeError ||
        (error as { error?: string }).error === 'invalid_client',
    );
  });

  test('openid-client', async () => {
    const configuration = new openid.Configuration(
      { issuer: server.url, token_endpoint: `${caller.base}/token` },
      caller.client.clientId,
      caller.client.clientSecret,
    );
    openid.allowInsecureRequests(configuration);
    const tokens = await openid.clientCredentialsGrant(configuration);
    assert.ok(tokens.expiresIn()! > 3500);
    const renewed = await openid.refreshTokenGrant(configuration, tokens.refresh_token!);
    assert.equal(await caller.status(renewed.access_token), 200);
  });

  describe('simple-oauth2', () => {
    for (const authorizationMethod of ['header', 'body'] as const)
      test(authorizationMethod, async () => {
        const client = new ClientCredentials({
          client: { id: caller.client.clientId, secret: caller.client.clientSecret },
          auth: { tokenHost: server.url, tokenPath: '/project/v1/sandbox/token' },
          options: { authorizationMethod },
        });
        const token = await client.getToken({});
        assert.equal(token.expired(), false);
        assert.equal(await caller.status(token.token['access_token'] as string), 200);
      });
  });
});

test('tokens and secrets are never stored in clear, neither in the data directory nor in the log', {
  skip: embeddedOnly,
}, async () => {
  await using fresh = await startTestServer({ ...NO_CONVERSION, logLevel: 'trace' });
  const own = new ProjectCaller(fresh);
  const first = await own.tokens();
  const second = (await (await own.refresh(first.refresh_token)).json()) as TokenAnswer;
  await own.refresh(first.refresh_token);
  await own.status(first.access_token);
  await own.status(`${second.access_token.slice(0, -1)}_`);
  const signIn = await fetch(`${fresh.url}/operator/v1/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key: fresh.demo.operator.key }),
  });
  const { csrfToken } = (await signIn.json()) as { csrfToken: string };
  const session = /fieldbridge_session=([^;]+)/.exec(signIn.headers.get('set-cookie') ?? '')![1]!;
  const secrets = {
    clientSecret: own.client.clientSecret,
    firstAccess: first.access_token,
    firstRefresh: first.refresh_token,
    secondAccess: second.access_token,
    secondRefresh: second.refresh_token,
    operatorKey: fresh.demo.operator.key,
    session,
    csrfToken,
  };
  await storeOf(fresh, 'project-sandbox').settled();
  const log = await settledLog(fresh);
  const files = readdirSync(fresh.directory, { recursive: true, withFileTypes: true }).filter(
    (f) => f.isFile() && f.name !== 'demo.json',
  );
  assert.ok(
    files.some(({ name }) => name === 'project-sandbox.sqlite-wal'),
    'the write-ahead log is among the searched files',
  );
  for (const [name, secret] of Object.entries(secrets)) {
    const bare = secret.replace(/^fb.._/, '');
    for (const file of files)
      assert.ok(!readFileSync(join(file.parentPath, file.name)).includes(bare), `${name} is in ${file.name}`);
    assert.ok(!log.includes(bare), `${name} is in the log`);
  }
});
