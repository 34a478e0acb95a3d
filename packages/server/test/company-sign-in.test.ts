import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Answer, Browser, signInAtDesk } from '../testing/browser.ts';
import { Company } from '../testing/company.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

// Signing in with a company's own OpenID provider, a real one in this process.

const ROLES = {
  surveyors: { conversion: ['surveyor'] },
  office: { conversion: ['manager'], 'weighing-sandbox': ['manager'] },
};

describe('the sign-in of a company', () => {
  let server: TestServer;
  let desk: Browser;
  let company: Company;
  let organisationId: string;
  let path: string;
  let settings: Record<string, unknown>;
  before(async () => {
    server = await startTestServer();
    desk = await signInAtDesk(server);
    company = await Company.open(`${server.url.replace('127.0.0.1', 'localhost')}/console/v1/company/callback`);
    organisationId = (await desk.ask('GET', '/operator/v1/organisations')).body.items[0].id;
    path = `/console/v1/organisations/${organisationId}/sign-in`;
    settings = { issuer: company.issuer, ...company.client, roles: ROLES };
    const { status, body } = await desk.ask('PUT', path, settings);
    assert.equal(status, 200, JSON.stringify(body));
  });
  after(async () => {
    await company[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const begin = async (): Promise<{ url: string; kept: string }> => {
    const answer = await fetch(`${server.url}/console/v1/company/${organisationId}`, { redirect: 'manual' });
    assert.equal(answer.status, 302);
    const kept = answer.headers.get('set-cookie')!;
    assert.match(kept, /; Path=\/console\/v1\/company\/callback; .*HttpOnly; SameSite=Lax/);
    return { url: answer.headers.get('location')!, kept: kept.split(';')[0]! };
  };
  const comeBack = async (back: string, kept: string): Promise<{ browser: Browser; location: string }> => {
    const { pathname, search } = new URL(back);
    const answer = await fetch(`${server.url}${pathname}${search}`, { headers: { cookie: kept }, redirect: 'manual' });
    assert.equal(answer.status, 302);
    const browser = new Browser(server);
    const session = answer.headers.getSetCookie().find((one) => one.startsWith('fieldbridge_session='));
    browser.cookie = session?.split(';')[0] ?? '';
    return { browser, location: answer.headers.get('location')! };
  };
  const enter = async (login: string): Promise<{ browser: Browser; location: string; session: Answer }> => {
    const { url, kept } = await begin();
    const found = await comeBack(await company.signIn(url, login), kept);
    return { ...found, session: await found.browser.ask('GET', '/console/v1/session') };
  };

  test('opens a session with the roles of all groups, and again with those of then', async () => {
    company.groups.set('ada', ['surveyors', 'office', 'constructor']);
    const { location, session, browser } = await enter('ada');
    assert.equal(location, `${server.url.replace('127.0.0.1', 'localhost')}/`);
    assert.deepEqual(
      [session.body.person.name, session.body.organisation.id, session.body.roles.conversion, session.body.roles.desk],
      ['ada of the company', organisationId, ['surveyor', 'manager'], null],
    );
    assert.equal((await browser.ask('GET', '/weighing-sandbox/v2/weighing')).status, 200);
    company.groups.set('ada', ['surveyors']);
    const again = await enter('ada');
    assert.equal(again.session.body.person.id, session.body.person.id);
    assert.deepEqual(again.session.body.roles['weighing-sandbox'], []);
    assert.equal((await browser.ask('GET', '/weighing-sandbox/v2/weighing')).status, 403, 'in every session');
  });

  test('is changed as it was read, or set only where it was not set', async () => {
    const read = await desk.ask('GET', path);
    const etag = read.headers.get('etag')!;
    const put = async (headers: Record<string, string>) => (await desk.ask('PUT', path, settings, headers)).status;
    assert.equal(await put({ 'if-none-match': '*' }), 412);
    assert.equal(await put({ 'if-match': etag }), 200);
    assert.equal(await put({ 'if-match': etag }), 412);
    assert.equal((await desk.ask('DELETE', path, undefined, { 'if-match': etag })).status, 412);
    assert.notEqual((await desk.ask('GET', path)).headers.get('etag'), etag);
  });

  test('refuses somebody without a group that has roles', async () => {
    company.groups.set('eve', ['visitors', '__proto__']);
    const { location, session } = await enter('eve');
    assert.match(location, /\/sign-in#problem=role-not-allowed$/);
    assert.equal(session.status, 401);
  });

  test('is valid once, in the browser in which it began', async () => {
    company.groups.set('ben', ['surveyors']);
    const one = await begin();
    const other = await begin();
    const back = await company.signIn(one.url, 'ben');
    for (const kept of ['', other.kept, `${one.kept}x`, one.kept.replace(/.{8}$/, 'AAAAAAAA')])
      assert.match((await comeBack(back, kept)).location, /#problem=company-sign-in-failed$/, kept);
    assert.match((await comeBack(back.replace(/code=\w/, 'code=-'), one.kept)).location, /#problem=/);
    const fresh = await begin();
    const good = await company.signIn(fresh.url, 'ben');
    assert.match((await comeBack(good, fresh.kept)).location, /\/$/);
    assert.match((await comeBack(good, fresh.kept)).location, /#problem=company-sign-in-failed$/);
  });

  test('ends when the company says so, by a token that it signed for this server', async () => {
    company.groups.set('cas', ['surveyors']);
    const { browser } = await enter('cas');
    const tell = async (token: string) =>
      (
        await fetch(`${server.url}/console/v1/company/${organisationId}/logout`, {
          method: 'POST',
          body: new URLSearchParams({ logout_token: token }),
        })
      ).status;
    const right = await company.logoutToken('cas');
    for (const wrong of [
      '',
      'x.y.z',
      right.replace(/.{6}$/, 'AAAAAA'),
      await company.logoutToken('cas', { nonce: 'n' }),
    ])
      assert.equal(await tell(wrong), 400, wrong);
    assert.equal(await tell(await company.logoutToken('cas', { events: {} })), 400);
    assert.equal((await browser.ask('GET', '/console/v1/session')).status, 200);
    assert.equal(await tell(right), 204);
    assert.equal((await browser.ask('GET', '/console/v1/session')).status, 401);
  });

  test('is the only way in of such a person, and ends with its removal', async () => {
    company.groups.set('dee', ['surveyors']);
    const { browser, session } = await enter('dee');
    const person = `/console/v1/people/${session.body.person.id}`;
    assert.deepEqual((await desk.ask('GET', person)).body.ways, ['company']);
    assert.equal((await desk.ask('POST', `${person}/invitation`)).body.code, 'conflict');
    const csrf = { 'x-csrf-token': session.body.csrfToken };
    const passkey = await browser.ask('POST', '/console/v1/passkeys/options', { for: 'registration' }, csrf);
    assert.equal(passkey.body.code, 'conflict');
    assert.equal((await desk.ask('DELETE', path)).status, 204);
    assert.equal((await browser.ask('GET', '/console/v1/session')).status, 401);
    assert.equal((await fetch(`${server.url}/console/v1/company/${organisationId}`)).status, 404);
    assert.equal((await desk.ask('PUT', path, settings)).status, 200);
  });

  test('is set by the desk; the secret is not shown and not stored in clear text', async () => {
    const { body } = await desk.ask('GET', path);
    assert.deepEqual([body.issuer, body.claim, body.clientSecret], [company.issuer, 'groups', undefined]);
    assert.ok(body.redirectUri.endsWith('/console/v1/company/callback'));
    for (const issuer of ['http://login.example.org', 'ftp://x', 'login', ''])
      assert.equal((await desk.ask('PUT', path, { ...settings, issuer })).body.code, 'validation-failed', issuer);
    const roles = { surveyors: { conversion: ['king'] } };
    assert.equal((await desk.ask('PUT', path, { ...settings, roles })).status, 422);
    assert.equal((await new Browser(server).ask('PUT', path, settings)).status, 401);
    const { body: other } = await desk.ask('POST', '/operator/v1/organisations', { name: 'Nowhere' });
    const nowhere = `/console/v1/organisations/${other.id}/sign-in`;
    assert.equal((await desk.ask('PUT', nowhere, { ...settings, issuer: 'http://localhost:9' })).status, 200);
    const silent = await new Browser(server).ask('GET', `/console/v1/company/${other.id}`);
    assert.deepEqual([silent.status, silent.body.code], [502, 'company-sign-in-failed']);
    const { clientSecret } = company.client;
    const text = 'SELECT secret FROM companySignIns';
    const rows = await server.context.space('desk').store.read<{ secret: Uint8Array }>(text);
    assert.equal(rows.length, 2);
    for (const { secret } of rows) assert.ok(!Buffer.from(secret).includes(clientSecret));
  });
});
