import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Browser, enterAs, signInAtDesk } from '../testing/browser.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

// Findings are settled with a note, opened again, and open after a correction.

const AT = '/weighing-sandbox/v2/weighing';
const MERGE = { 'content-type': 'application/merge-patch+json' };
const DOUBTFUL = { nettWeight: { quantity: 5, unit: 't' }, tareWeight: { quantity: -1, unit: 't' } };

describe('findings', () => {
  let server: TestServer;
  let desk: Browser;
  let bridge: Browser;
  let manager: Browser;
  let count = 0;
  before(async () => {
    server = await startTestServer({ interfaces: 'weighing,operator,console' });
    desk = await signInAtDesk(server);
    const organisationId = (await desk.ask('GET', '/operator/v1/organisations')).body.items[0].id;
    const enter = (role: string, weighBridges: readonly string[]) =>
      enterAs(server, desk, { organisationId, roles: { 'weighing-sandbox': [role] }, weighBridges });
    bridge = (await enter('bridge', [server.demo.weighing.locationIds[0]!])).browser;
    manager = (await enter('manager', [])).browser;
  });
  after(() => server[Symbol.asyncDispose]());

  async function send(ticket: object = DOUBTFUL, bridgeOf = 0): Promise<string> {
    const { clientId, clientSecret, locationIds } = server.demo.weighing;
    const answer = await fetch(`${server.url}${AT}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-clientid': clientId, 'x-clientsecret': clientSecret },
      body: JSON.stringify({ locationId: locationIds[bridgeOf], externalId: `S-${++count}`, ...ticket }),
    });
    return ((await answer.json()) as { uuid: string }).uuid;
  }
  const settle = (who: Browser, uuid: string, note: unknown = 'looked at', headers = {}) =>
    who.ask('PUT', `${AT}/${uuid}/settlement`, { note }, headers);
  interface Listed {
    readonly uuid: string;
    readonly settled?: { at: string; by: string; person: string; note: string };
  }
  const listed = async (query = ''): Promise<Listed[]> =>
    (await manager.ask('GET', `${AT}/findings?limit=1000${query}`)).body.items;
  const isIn = async (uuid: string, query: string) => (await listed(query)).some((one) => one.uuid === uuid);

  test('are settled by a person with a note, and opened again; both are audited', async () => {
    const uuid = await send();
    const { status, body } = await settle(bridge, uuid, '  the scale was reset ');
    assert.deepEqual([status, body.note], [200, 'the scale was reset']);
    assert.match(body.person, /^Ada/);
    assert.match(body.by, /^person:/);
    assert.ok(Math.abs(Date.parse(body.at) - Date.now()) < 60_000);
    assert.deepEqual((await listed()).find((one) => one.uuid === uuid)?.settled, body);
    assert.deepEqual([await isIn(uuid, '&settled=true'), await isIn(uuid, '&settled=false')], [true, false]);
    const { items } = (await bridge.ask('GET', `${AT}/${uuid}/history`)).body;
    assert.deepEqual(items[0].settled, body);
    assert.equal((await settle(manager, uuid, 'again')).body.note, 'again');
    assert.equal((await manager.ask('DELETE', `${AT}/${uuid}/settlement`)).status, 204);
    assert.deepEqual([await isIn(uuid, '&settled=true'), await isIn(uuid, '&settled=false')], [false, true]);
    const trail = (await server.context.audit.list(100)).filter(({ subject }) => subject === uuid);
    const actions = trail.map(({ action }) => action);
    assert.deepEqual(actions, ['finding.reopened', 'finding.settled', 'finding.settled']);
    assert.ok(!JSON.stringify(trail).includes('scale was reset'), 'notes can be erased, the trail cannot');
  });

  test('of a corrected ticket are open again; the history keeps what was said of the old version', async () => {
    const uuid = await send();
    await settle(bridge, uuid, 'first');
    const change = { tareWeight: { quantity: -2, unit: 't' } };
    assert.equal((await bridge.ask('PATCH', `${AT}/${uuid}?reason=typing`, change, MERGE)).status, 200);
    assert.ok(await isIn(uuid, '&settled=false'));
    const { items } = (await bridge.ask('GET', `${AT}/${uuid}/history`)).body;
    const notes = items.map((one: Listed) => one.settled?.note);
    assert.deepEqual(notes, ['first', undefined]);
    const stale = { 'if-match': `"${uuid}.1"` };
    assert.equal((await settle(bridge, uuid, 'late', stale)).status, 412);
  });

  for (const [what, note, status] of [
    ['no note', null, 422],
    ['a blank one', '  ', 422],
    ['one of 501 characters', 'x'.repeat(501), 422],
    ['no text', 5, 422],
  ] as const)
    test(`are not settled with ${what}`, async () => {
      const uuid = await send();
      assert.equal((await settle(bridge, uuid, note)).status, status);
      assert.ok(await isIn(uuid, '&settled=false'));
    });

  test('are not settled where a ticket has no findings, or is not one of theirs', async () => {
    const plain = await send({ nettWeight: { quantity: 5, unit: 't' } });
    assert.equal((await settle(bridge, plain)).body.code, 'nothing-to-settle');
    const foreign = await send(DOUBTFUL, 1);
    assert.equal((await settle(bridge, foreign)).status, 404);
    assert.equal((await bridge.ask('DELETE', `${AT}/${foreign}/settlement`)).status, 404);
    assert.equal((await settle(manager, foreign)).status, 200);
  });
});
