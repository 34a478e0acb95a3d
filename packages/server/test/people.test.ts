import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { OPERATOR_ROLES, PERSON_ROLES, PERSON_ROUTES, type PersonSpace, personRolesOf } from '@fieldbridge/contract';
import { Passwords } from '../src/directory/people/passwords.ts';
import type { Person } from '../src/directory/people/person.ts';
import { Browser, enterAs, PASSWORD, signInAtDesk } from '../testing/browser.ts';
import { TestClock } from '../testing/clock.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { storeOf } from '../testing/store-of.ts';

describe('people at the console', () => {
  let server: TestServer;
  let desk: Browser;
  before(async () => {
    server = await startTestServer();
    desk = await signInAtDesk(server);
  });
  after(() => server.stop());

  const organisationOf = async (): Promise<string> =>
    (await desk.ask('GET', '/operator/v1/organisations')).body.items[0].id;
  const enter = (fields: Record<string, unknown>) => enterAs(server, desk, fields);

  test('a password is hashed with 64 MiB and three passes on a real server, and found right with what its hash states', async () => {
    const { id, email } = await enter({});
    const store = storeOf(server, 'desk');
    const person = { id, email, name: 'Ada' } as Person;
    const passwords = new Passwords(store, new TestClock());
    const words = 'another sentence, mine';
    const step = await passwords.prepare(person, words);
    await store.write(step);
    const row = await store.first<{ hash: string }>('SELECT hash FROM passwords WHERE personId = ?', id);
    assert.match(row!.hash, /^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
    const way = { method: 'password', email, password: words };
    assert.equal((await new Browser(server).ask('POST', '/console/v1/session', way)).status, 201);
  });

  test('an invitation is a password, a session, and over', async () => {
    const organisationId = await organisationOf();
    const { browser, email } = await enter({ organisationId, roles: { conversion: ['surveyor'] } });
    const { body } = await browser.ask('GET', '/console/v1/session');
    assert.deepEqual(
      [body.person.email, body.organisation.id, body.roles.conversion],
      [email, organisationId, ['surveyor']],
    );
    assert.match(browser.cookie, /^fieldbridge_session=/);
    const again = new Browser(server);
    const wrong = await again.ask('POST', '/console/v1/session', {
      method: 'password',
      email,
      password: 'wrong words, all',
    });
    assert.deepEqual([wrong.status, wrong.body.code], [401, 'not-authenticated']);
    const right = { method: 'password', email: email.toUpperCase(), password: PASSWORD };
    assert.equal((await again.ask('POST', '/console/v1/session', right)).status, 201);
    assert.equal((await again.ask('DELETE', '/console/v1/session')).status, 204);
    assert.equal((await again.ask('GET', '/console/v1/session')).status, 401);
  });

  test('a link works once, and a second invitation ends the first', async () => {
    const { body: person } = await desk.ask('POST', '/console/v1/people', { name: 'Once' });
    const links = [];
    for (const _ of [1, 2])
      links.push((await desk.ask('POST', `/console/v1/people/${person.id}/invitation`)).body.url.split('#token=')[1]);
    const browser = new Browser(server);
    const accept = (token: string) =>
      browser.ask('POST', '/console/v1/invitations/accept', { token, password: PASSWORD });
    assert.deepEqual([(await accept(links[0]!)).body.code, (await accept(links[1]!)).status], ['link-over', 201]);
    assert.equal((await accept(links[1]!)).body.code, 'link-over');
  });

  for (const password of ['short', 'password for the gate', 'aaaaaaaaaaaaaaaa', 'Grace Hopper 1906'])
    test(`the password ${password} is refused, and the link stays`, async () => {
      const { body: person } = await desk.ask('POST', '/console/v1/people', { name: 'Grace Hopper' });
      const { url } = (await desk.ask('POST', `/console/v1/people/${person.id}/invitation`)).body;
      const token = url.split('#token=')[1];
      const browser = new Browser(server);
      const refused = await browser.ask('POST', '/console/v1/invitations/accept', { token, password });
      assert.deepEqual([refused.status, refused.body.code], [422, 'password-weak']);
      assert.equal((await browser.ask('POST', '/console/v1/invitations/look', { token })).status, 200);
    });

  test('a change needs the CSRF token, and a page of this site', async () => {
    const { browser } = await enter({ organisationId: await organisationOf(), roles: { conversion: ['surveyor'] } });
    const job = { name: 'Site' };
    assert.equal((await browser.ask('POST', '/conversion/job/mjf', job)).status, 201);
    const foreign = { 'sec-fetch-site': 'cross-site' };
    assert.equal((await browser.ask('POST', '/conversion/job/mjf', job, foreign)).body.code, 'csrf-token-missing');
    browser.csrf = '';
    assert.equal((await browser.ask('POST', '/conversion/job/mjf', job)).body.code, 'csrf-token-missing');
    assert.equal((await browser.ask('GET', '/conversion/job')).status, 200);
  });

  test('sees the jobs of the own organisation only, and somebody at the desk those of the one that is named', async () => {
    const organisationId = await organisationOf();
    const { body: other } = await desk.ask('POST', '/operator/v1/organisations', { name: 'Another' });
    const { browser } = await enter({ organisationId: other.id, roles: { conversion: ['surveyor'] } });
    assert.deepEqual((await browser.ask('GET', '/conversion/job')).body.items, []);
    const named = { 'x-organisation-id': organisationId };
    const refused = await browser.ask('GET', '/conversion/job', undefined, named);
    assert.deepEqual([refused.status, refused.body.code], [403, 'organisation-not-yours']);
    const own = { 'x-organisation-id': other.id.toUpperCase() };
    assert.equal((await browser.ask('GET', '/conversion/job', undefined, own)).status, 200);
    assert.equal((await desk.ask('GET', '/conversion/job')).body.code, 'organisation-missing');
    assert.ok((await desk.ask('GET', '/conversion/job', undefined, named)).body.items.length > 0);
    const nobody = { 'x-organisation-id': crypto.randomUUID() };
    assert.equal((await desk.ask('POST', '/conversion/job/mjf', {}, nobody)).body.code, 'not-found');
  });

  test('an auditor reads what another organisation has, and changes nothing in either by mistake', async () => {
    const { body: other } = await desk.ask('POST', '/operator/v1/organisations', { name: 'Audited' });
    const roles = { conversion: ['surveyor'] };
    const { browser } = await enter({ organisationId: await organisationOf(), deskRole: 'auditor', roles });
    const named = { 'x-organisation-id': other.id };
    assert.deepEqual((await browser.ask('GET', '/conversion/job', undefined, named)).body.items, []);
    const jobs = async () => (await browser.ask('GET', '/conversion/job')).body.items.length;
    const before = await jobs();
    const refused = await browser.ask('POST', '/conversion/job/mjf', { unit: 'm' }, named);
    assert.deepEqual([refused.status, refused.body.code], [403, 'organisation-not-yours']);
    assert.match(refused.body.detail, /Auditors may read data/);
    assert.equal(await jobs(), before);
    assert.equal((await browser.ask('POST', '/conversion/job/mjf', { unit: 'm' })).status, 201);
  });

  test('a removed person is out at once', async () => {
    const { browser, id } = await enter({ organisationId: await organisationOf(), roles: { conversion: ['manager'] } });
    assert.equal((await browser.ask('GET', '/conversion/job')).status, 200);
    assert.equal((await desk.ask('DELETE', `/console/v1/people/${id}`)).status, 204);
    assert.equal((await browser.ask('GET', '/conversion/job')).status, 401);
    assert.equal((await browser.ask('GET', '/console/v1/session')).status, 401);
  });

  test('a person with the role bridge sees the tickets of the own weigh bridges only', async () => {
    const [own, foreign] = server.demo.weighing.locationIds;
    const roles = { 'weighing-sandbox': ['bridge'] };
    const { browser } = await enter({ organisationId: await organisationOf(), roles, weighBridges: [own] });
    const pair = { 'x-clientid': server.demo.weighing.clientId, 'x-clientsecret': server.demo.weighing.clientSecret };
    const uuids: string[] = [];
    for (const locationId of [own, foreign]) {
      const ticket = { locationId, externalId: 'T-1', nettWeight: { quantity: 1, unit: 't' } };
      const sent = await new Browser(server).ask('POST', '/weighing-sandbox/v2/weighing', ticket, pair);
      assert.equal(sent.status, 201);
      uuids.push(sent.body.uuid);
    }
    const B = '/weighing-sandbox/v2';
    const seen = (await browser.ask('GET', `${B}/weighing`)).body.items.map(({ uuid }: { uuid: string }) => uuid);
    assert.deepEqual(seen, [uuids[0]]);
    assert.equal((await browser.ask('GET', `${B}/locations`)).body.items.length, 1);
    const statuses = [];
    for (const path of [
      `${B}/weighing/${uuids[1]}`,
      `${B}/weighing/${uuids[1]}/history`,
      `${B}/weighing?locationId=${foreign}`,
    ])
      statuses.push((await browser.ask('GET', path)).status);
    assert.deepEqual(statuses, [404, 404, 403]);
    assert.equal((await browser.ask('DELETE', `${B}/weighing/${uuids[1]}?reason=x`)).status, 404);
    const change = { nettWeight: { quantity: 2, unit: 't' } };
    const merge = { 'content-type': 'application/merge-patch+json' };
    const one = `${B}/weighing/${uuids[0]}`;
    assert.equal((await browser.ask('PATCH', one, change, merge)).body.code, 'reason-missing');
    assert.equal((await browser.ask('PATCH', `${one}?reason=weighed%20twice`, change, merge)).status, 200);
    assert.equal((await browser.ask('DELETE', `${one}?reason=a%20test`)).status, 204);
    const { items } = (await browser.ask('GET', `${one}/history`)).body;
    type Entry = { by: string; person?: string; reason?: string };
    const shown = items.map(({ by, person, reason }: Entry) => [
      by.startsWith('person:'),
      /^Ada/.test(person ?? ''),
      reason,
    ]);
    assert.deepEqual(shown, [
      [false, false, undefined],
      [true, true, 'weighed twice'],
      [true, true, 'a test'],
    ]);
  });

  test('a session ends twelve hours after its last use, and after thirty days of use', async () => {
    const clock = new TestClock();
    await using timed = await startTestServer({}, { clock });
    const hour = 3_600_000;
    const browser = await signInAtDesk(timed);
    const status = async () => (await browser.ask('GET', '/console/v1/session')).status;
    for (let passed = 0; passed < 30 * 24 - 10; passed += 10) {
      clock.pass(10 * hour);
      assert.equal(await status(), 200);
    }
    clock.pass(10 * hour);
    assert.equal(await status(), 401);
    const idle = await signInAtDesk(timed);
    clock.pass(6 * hour);
    const used = await idle.ask('GET', '/console/v1/session');
    assert.equal(used.body.expiresAt, new Date(clock.now() + 12 * hour).toISOString());
    assert.ok(used.body.freshUntil < new Date(clock.now()).toISOString());
    clock.pass(12 * hour);
    assert.equal((await idle.ask('GET', '/console/v1/session')).status, 401);
  });

  test('own sessions are listed with their devices, and ended one by one or all others', async () => {
    const { browser, email } = await enter({});
    const UA = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const others = [];
    for (const _ of [1, 2, 3]) {
      const other = new Browser(server);
      const way = { method: 'password', email, password: PASSWORD };
      assert.equal((await other.ask('POST', '/console/v1/session', way, { 'user-agent': UA })).status, 201);
      others.push(other);
    }
    const list = async () => (await browser.ask('GET', '/console/v1/sessions')).body.items;
    const items: { id: string; device: string; current: boolean }[] = await list();
    assert.deepEqual(items.map(({ device, current }) => `${device} ${current}`).sort(), [
      ...new Array(3).fill('Firefox, Windows false'),
      'unknown device true',
    ]);
    const one = items.find(({ current }) => !current)!;
    assert.equal((await desk.ask('DELETE', `/console/v1/sessions/${one.id}`)).status, 404);
    assert.equal((await browser.ask('DELETE', `/console/v1/sessions/${one.id}`)).status, 204);
    assert.equal((await list()).length, 3);
    assert.equal((await browser.ask('DELETE', '/console/v1/sessions')).status, 204);
    assert.equal((await list()).length, 1);
    for (const other of others) assert.equal((await other.ask('GET', '/console/v1/session')).status, 401);
  });

  test('another password ends the other sessions, and the old password', async () => {
    const { browser, email } = await enter({});
    const other = new Browser(server);
    const way = (password: string) => ({ method: 'password', email, password });
    assert.equal((await other.ask('POST', '/console/v1/session', way(PASSWORD))).status, 201);
    const weak = await browser.ask('PUT', '/console/v1/password', { password: 'short' });
    assert.deepEqual([weak.status, weak.body.code], [422, 'password-weak']);
    const chosen = 'a second sentence, mine';
    assert.equal((await browser.ask('PUT', '/console/v1/password', { password: chosen })).status, 204);
    assert.equal((await browser.ask('GET', '/console/v1/session')).status, 200);
    assert.equal((await other.ask('GET', '/console/v1/session')).status, 401);
    assert.equal((await other.ask('POST', '/console/v1/session', way(PASSWORD))).status, 401);
    assert.equal((await other.ask('POST', '/console/v1/session', way(chosen))).status, 201);
    const operator = await desk.ask('PUT', '/console/v1/password', { password: chosen });
    assert.deepEqual([operator.status, operator.body.code], [403, 'role-not-allowed']);
  });

  test('people are changed only soon after a sign-in', async () => {
    const clock = new TestClock();
    await using timed = await startTestServer({}, { clock });
    const browser = new Browser(timed);
    await browser.ask('POST', '/console/v1/session', { method: 'key', key: timed.demo.operator.key });
    clock.pass(15 * 60_000 - 1);
    assert.equal((await browser.ask('POST', '/console/v1/people', { name: 'Early' })).status, 201);
    clock.pass(1);
    assert.equal((await browser.ask('POST', '/console/v1/people', { name: 'Late' })).body.code, 'fresh-sign-in-needed');
    assert.equal((await browser.ask('GET', '/console/v1/people')).status, 200);
    const { browser: person } = await enterAs(timed, await signInAtDesk(timed), {});
    clock.pass(15 * 60_000);
    const late = await person.ask('PUT', '/console/v1/password', { password: 'a second sentence, mine' });
    assert.equal(late.body.code, 'fresh-sign-in-needed');
  });

  test('only operators handle people with a role at the desk', async () => {
    const { browser, id } = await enter({ deskRole: 'desk' });
    assert.equal((await browser.ask('POST', '/console/v1/people', { name: 'Colleague' })).status, 201);
    for (const change of [{ deskRole: 'operator' }, { name: 'Renamed' }])
      assert.equal((await browser.ask('PATCH', `/console/v1/people/${id}`, change)).body.code, 'role-not-allowed');
    assert.equal((await browser.ask('GET', '/operator/v1/audit')).body.code, 'role-not-allowed');
    const { browser: auditor } = await enter({ deskRole: 'auditor' });
    assert.equal((await auditor.ask('GET', '/console/v1/people')).status, 200);
    assert.equal((await auditor.ask('POST', '/console/v1/people', { name: 'X' })).body.code, 'role-not-allowed');
  });

  test('the link of the demonstration signs in once', async () => {
    const token = server.demo.console.signInUrl.split('#token=')[1];
    const browser = new Browser(server);
    assert.equal((await browser.ask('POST', '/console/v1/session', { method: 'link', token })).status, 201);
    assert.equal((await browser.ask('GET', '/conversion/job')).status, 200);
    assert.equal((await browser.ask('GET', '/operator/v1/organisations')).status, 200);
    assert.equal((await browser.ask('POST', '/console/v1/session', { method: 'link', token })).body.code, 'link-over');
  });

  describe('role × route', () => {
    const SPACES: readonly (readonly [PersonSpace, keyof typeof PERSON_ROUTES, string])[] = [
      ['conversion', 'conversion', '/conversion'],
      ['weighing-production', 'weighing', '/weighing/v2'],
      ['weighing-sandbox', 'weighing', '/weighing-sandbox/v2'],
      ['project-production', 'project', '/project/v1/production'],
      ['project-sandbox', 'project', '/project/v1/sandbox'],
    ];
    const ID = '01a207fc-812a-72a5-97d4-b793025b2bfc';
    const pathOf = (route: string): string =>
      route
        .replace('as:format', 'asdxf')
        .replace(':format', 'dxf')
        .replace(':table', 'line')
        .replace(/:(?:n|row|level)\b/g, '1')
        .replace(/:\w+/g, ID);
    let anyone: ReturnType<typeof enter> | undefined;
    /** The same person with other roles, which apply at once. */
    const somebody = async (roles: Record<string, string[]>) => {
      anyone ??= enter({ organisationId: await organisationOf() });
      const { id } = await anyone;
      assert.equal((await desk.ask('PATCH', `/console/v1/people/${id}`, { roles })).status, 200);
      return anyone;
    };
    for (const [space, name, base] of SPACES)
      for (const role of PERSON_ROLES)
        test(`${role} in ${space}`, async () => {
          const { browser } = await somebody({ [space]: [role] });
          for (const route of Object.keys(PERSON_ROUTES[name])) {
            const [method, path] = route.split(' ') as [string, string];
            if (method === 'OPTIONS' || (method === 'GET' && path === '/uploads/:id')) continue;
            const { status, body } = await browser.ask(method, base + pathOf(path));
            const isAllowed = personRolesOf(space, method, path)!.includes(role);
            const isRefused = status === 403 && (method === 'HEAD' || body.code === 'role-not-allowed');
            assert.equal(!isRefused, isAllowed, `${route}: ${status} ${body.code}`);
            assert.notEqual(status, 401, route);
          }
        });
    for (const role of OPERATOR_ROLES)
      test(`${role} of the desk, for an organisation that is named`, async () => {
        const { browser } = await enter({ deskRole: role });
        const named = { 'x-organisation-id': await organisationOf() };
        const statuses = [];
        for (const [method, path] of [
          ['GET', '/conversion/job'],
          ['POST', '/conversion/job/mjf'],
          ['GET', '/weighing/v2/weighing'],
        ] as const)
          statuses.push((await browser.ask(method, path, method === 'POST' ? {} : undefined, named)).status);
        const expected = { operator: [200, 201, 200], auditor: [200, 403, 200], desk: [403, 403, 403] }[role];
        assert.deepEqual(statuses, expected);
      });
  });

  // Last, because nobody at this address may sign in for a while afterwards.
  test('guessing is limited, for somebody who exists as for nobody', async () => {
    const { email } = await enter({});
    for (const name of [email, 'nobody@example.org']) {
      // At once: on a slow machine the limit would otherwise give some of them back meanwhile.
      const tries = Array.from({ length: 16 }, (_, i) => ({
        method: 'password',
        email: name,
        password: `wrong words ${i}`,
      }));
      const answers = await Promise.all(
        tries.map((way) => new Browser(server).ask('POST', '/console/v1/session', way)),
      );
      assert.deepEqual([...new Set(answers.map(({ status }) => status))].sort(), [401, 429], name);
    }
  });
});
