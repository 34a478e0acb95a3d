import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PEOPLE_ROUTES, type PersonRoles, rolesToGive } from '@fieldbridge/contract';
import { Browser, enterAs, PASSWORD, signInAtDesk } from '../testing/browser.ts';
import { TestClock } from '../testing/clock.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

// People of an organisation in the hands of its own manager.

const MANAGER = { 'weighing-production': ['manager'] };
const BRIDGE = { 'weighing-production': ['bridge'] };

describe('a manager of an organisation', () => {
  let server: TestServer;
  let desk: Browser;
  let organisationId: string;
  let manager: Awaited<ReturnType<typeof enterAs>>;
  const clock = new TestClock();
  before(async () => {
    server = await startTestServer({ interfaces: 'project,weighing,operator,console' }, { clock });
    desk = await signInAtDesk(server);
    const made = await desk.ask('POST', '/operator/v1/organisations', { name: 'Dyke & Sons' });
    organisationId = made.body.id;
    manager = await enterAs(server, desk, { organisationId, roles: MANAGER });
  });
  after(() => server.stop());

  const own = (method: string, path: string, body?: unknown) => manager.browser.ask(method, `/console/v1${path}`, body);
  const colleague = async (fields: Record<string, unknown> = {}): Promise<string> => {
    const added = await desk.ask('POST', '/console/v1/people', { name: 'Colleague', organisationId, ...fields });
    assert.equal(added.status, 201, JSON.stringify(added.body));
    return added.body.id;
  };

  for (const [roles, expected] of [
    [{ 'weighing-production': ['manager'] }, { 'weighing-production': ['bridge', 'manager'] }],
    [{ 'weighing-production': ['bridge'], conversion: ['surveyor'] }, {}],
    [{ conversion: ['manager'] }, { conversion: ['manager'] }],
    [{ conversion: ['manager', 'surveyor'] }, { conversion: ['surveyor', 'manager'] }],
    [{ 'project-production': ['manager', 'developer'] }, { 'project-production': ['manager', 'developer'] }],
    [{ 'weighing-sandbox': ['manager', 'developer'] }, { 'weighing-sandbox': ['bridge', 'manager', 'developer'] }],
  ] as [PersonRoles, PersonRoles][])
    test(`${JSON.stringify(roles)} gives ${JSON.stringify(expected)}`, async () => {
      assert.deepEqual(rolesToGive(roles), expected);
      const { browser } = await enterAs(server, desk, { organisationId, roles });
      assert.deepEqual((await browser.ask('GET', '/console/v1/session')).body.mayGive, expected);
    });

  test('adds, invites, changes and removes people, and the desk sees it in the audit trail', async () => {
    const added = await own('POST', '/people', { name: 'Grace', email: 'grace@example.org', roles: BRIDGE });
    assert.deepEqual([added.status, added.body.organisationId], [201, organisationId], JSON.stringify(added.body));
    const { id } = added.body;
    const invited = await own('POST', `/people/${id}/invitation`);
    assert.match(invited.body.url, /#token=/);
    const grace = await enterAs(server, desk, { organisationId });
    const token = invited.body.url.split('#token=')[1];
    const accepted = await grace.browser.ask('POST', '/console/v1/invitations/accept', { token, password: PASSWORD });
    assert.deepEqual([accepted.status, accepted.body.organisation.id], [201, organisationId]);
    assert.equal((await own('PATCH', `/people/${id}`, { roles: MANAGER })).status, 200);
    assert.equal((await own('GET', `/people/${id}`)).body.name, 'Grace');
    assert.equal((await own('DELETE', `/people/${id}`)).status, 204);
    assert.equal((await own('GET', `/people/${id}`)).status, 404);
    const trail = await desk.ask('GET', `/operator/v1/audit?organisationId=${organisationId}`);
    const entries = trail.body.items.filter((one: { subject: string }) => one.subject === id);
    const manages = (await own('GET', '/session')).body.person.name;
    assert.deepEqual(
      entries.map(({ actor, action }: Record<string, string>) => [actor, action]).reverse(),
      [
        [manages, 'person.created'],
        [manages, 'person.invited'],
        ['Grace', 'person.signed-in'],
        [manages, 'person.changed'],
        [manages, 'person.removed'],
      ].filter(([, action]) => action !== 'person.signed-in'),
    );
  });

  test('changes and removes with If-Match only what was read, and a sign-in is no change', async () => {
    const { id, email } = await enterAs(server, desk, { organisationId });
    const read = await own('GET', `/people/${id}`);
    const matching = { 'if-match': read.headers.get('etag')! };
    const ask = (method: string, body?: unknown, headers: Record<string, string> = matching) =>
      manager.browser.ask(method, `/console/v1/people/${id}`, body, headers);
    clock.pass(1000);
    const again = { method: 'password', email, password: PASSWORD };
    assert.equal((await new Browser(server).ask('POST', '/console/v1/session', again)).status, 201);
    assert.notEqual((await own('GET', `/people/${id}`)).body.lastSignInAt, read.body.lastSignInAt);
    const first = await ask('PATCH', { name: 'First' });
    assert.deepEqual([first.status, first.body.name], [200, 'First']);
    for (const [method, body] of [['PATCH', { name: 'Second' }], ['DELETE']] as const) {
      const late = await ask(method, body);
      assert.deepEqual([late.status, late.body.code], [412, 'precondition-failed'], method);
    }
    const now = await own('GET', `/people/${id}`);
    assert.deepEqual([now.body.name, now.headers.get('etag')], ['First', first.headers.get('etag')]);
    assert.equal((await ask('PATCH', { name: 'Third' }, {})).status, 200, 'without it as before');
    const last = (await own('GET', `/people/${id}`)).headers.get('etag')!;
    assert.equal((await ask('DELETE', undefined, { 'if-match': last })).status, 204);
  });

  test('sees the own people only', async () => {
    const other = (await desk.ask('POST', '/operator/v1/organisations', { name: 'Elsewhere' })).body.id;
    const stranger = await colleague({ organisationId: other });
    const { items } = (await own('GET', '/people?limit=1000')).body;
    assert.ok(items.length > 1);
    assert.ok(items.every((one: { organisationId: string }) => one.organisationId === organisationId));
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { name: 'Mine' }],
      ['DELETE', '', undefined],
      ['POST', '/invitation', {}],
    ] as const)
      assert.equal((await own(method, `/people/${stranger}${path}`, body)).status, 404, method);
    const moved = await own('POST', '/people', { name: 'Spy', organisationId: other });
    assert.deepEqual([moved.status, moved.body.code], [403, 'organisation-not-yours']);
    const id = await colleague();
    for (const organisation of [other, null]) {
      const answer = await own('PATCH', `/people/${id}`, { organisationId: organisation });
      assert.deepEqual([answer.status, answer.body.code], [403, 'organisation-not-yours']);
    }
    const paged = (await own('GET', '/people?limit=1')).body;
    assert.equal(
      (await desk.ask('GET', `/console/v1/people?limit=1&cursor=${paged.next}`)).body.code,
      'invalid-cursor',
    );
  });

  test('gives nothing above the own roles, and leaves those alone who have more', async () => {
    const id = await colleague({ roles: BRIDGE });
    for (const roles of [
      { conversion: ['surveyor'] },
      { 'weighing-production': ['developer'] },
      { 'project-sandbox': ['manager'] },
    ]) {
      for (const [method, path] of [
        ['POST', '/people'],
        ['PATCH', `/people/${id}`],
      ] as const) {
        const answer = await own(method, path, { name: 'More', roles });
        assert.deepEqual([answer.status, answer.body.code], [403, 'role-not-allowed'], JSON.stringify(roles));
      }
      const above = await colleague({ roles: { ...BRIDGE, ...roles } });
      for (const [method, path, body] of [
        ['PATCH', '', { name: 'Renamed' }],
        ['DELETE', '', undefined],
        ['POST', '/invitation', {}],
      ] as const)
        assert.equal((await own(method, `/people/${above}${path}`, body)).body.code, 'role-not-allowed', method);
    }
    const atDesk = await colleague({ deskRole: 'auditor' });
    assert.equal((await own('DELETE', `/people/${atDesk}`)).body.code, 'role-not-allowed');
    assert.equal((await own('PATCH', `/people/${id}`, { deskRole: 'desk' })).body.code, 'role-not-allowed');
  });

  test('does not leave the organisation without a manager; the desk may', async () => {
    const lone = (await desk.ask('POST', '/operator/v1/organisations', { name: 'Lone' })).body.id;
    const one = await enterAs(server, desk, { organisationId: lone, roles: MANAGER });
    const ask = (method: string, body?: unknown) => one.browser.ask(method, `/console/v1/people/${one.id}`, body);
    for (const [method, body] of [
      ['PATCH', { roles: BRIDGE }],
      ['PATCH', { roles: {} }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await ask(method, body);
      assert.deepEqual([answer.status, answer.body.code], [409, 'conflict'], JSON.stringify(answer.body));
      assert.match(answer.body.detail, /last manager \(weighing-production\)/);
    }
    assert.equal((await ask('PATCH', { name: 'Still here' })).status, 200);
    const second = await one.browser.ask('POST', '/console/v1/people', { name: 'Second', roles: MANAGER });
    assert.equal(second.status, 201);
    // Two at once: one of them stays.
    const other = await enterAs(server, desk, { organisationId: lone, roles: MANAGER });
    assert.equal((await desk.ask('DELETE', `/console/v1/people/${second.body.id}`)).status, 204);
    const both = await Promise.all([
      one.browser.ask('DELETE', `/console/v1/people/${other.id}`),
      other.browser.ask('DELETE', `/console/v1/people/${one.id}`),
    ]);
    const statuses = both.map(({ status }) => status).sort();
    assert.ok(statuses[0] === 204 && statuses[1]! >= 400, `${statuses}`);
    const left = (await desk.ask('GET', '/console/v1/people?limit=1000')).body.items;
    const managers = left.filter((person: { organisationId: string }) => person.organisationId === lone);
    assert.equal(managers.length, 1);
    assert.equal((await desk.ask('DELETE', `/console/v1/people/${managers[0].id}`)).status, 204);
  });

  test('needs a fresh sign-in for every change', async () => {
    const id = await colleague({ roles: BRIDGE });
    clock.pass(20 * 60_000);
    for (const [method, path, body] of [
      ['POST', '/people', { name: 'Late' }],
      ['PATCH', `/people/${id}`, { name: 'Late' }],
      ['DELETE', `/people/${id}`, undefined],
      ['POST', `/people/${id}/invitation`, {}],
    ] as const)
      assert.equal((await own(method, path, body)).body.code, 'fresh-sign-in-needed', method);
    assert.equal((await own('GET', '/people')).status, 200);
  });

  describe('role × route', () => {
    const ID = '01a207fc-812a-72a5-97d4-b793025b2bfc';
    for (const [role, fields] of [
      ['operator', { deskRole: 'operator' }],
      ['auditor', { deskRole: 'auditor' }],
      ['desk', { deskRole: 'desk' }],
      ['manager', { roles: MANAGER }],
      ['bridge', { roles: BRIDGE }],
      ['surveyor', { roles: { conversion: ['surveyor'] } }],
      ['developer', { roles: { 'weighing-production': ['developer'] } }],
      ['nobody', { roles: {} }],
    ] as const)
      test(role, async () => {
        const fresh = await signInAtDesk(server);
        const { browser } = await enterAs(server, fresh, { organisationId, ...fields });
        for (const [route, allowed] of Object.entries(PEOPLE_ROUTES)) {
          const [method, path] = route.split(' ') as [string, string];
          const body = method === 'GET' || method === 'DELETE' ? undefined : { name: 'Somebody' };
          const invitation = path.endsWith('/invitation') ? {} : body;
          const answer = await browser.ask(method, `/console/v1${path.replace(':id', ID)}`, invitation);
          const isRefused = answer.status === 403 && answer.body.code === 'role-not-allowed';
          assert.equal(!isRefused, (allowed as readonly string[]).includes(role), `${route}: ${answer.status}`);
        }
      });
  });
});
