import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addEndpoint, deliveriesOf, isSignedBy, type Receiver, startReceiver, until } from '../testing/receiver.ts';
import { NO_CONVERSION, startTestServer, type TestServer } from '../testing/server.ts';
import { type Answer, type Call, otherCaller, ticket, weighingCaller } from '../testing/weighing.ts';

// Endpoints as created, read and changed by an integrator, and their lists of deliveries.

const PATH = '/events/endpoints';
let server: TestServer;
let call: Call;
let north = '';
let receiver: Receiver;
before(async () => {
  server = await startTestServer({ ...NO_CONVERSION, webhookPrivateAddresses: true, webhookPlainHttp: true });
  receiver = await startReceiver();
  const caller = await otherCaller(server);
  call = weighingCaller(server.url, caller);
  north = caller.locationIds[0]!;
});
after(async () => {
  await receiver[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

let counter = 0;
const number = (): string => `H-${++counter}`;
const toldTo = ({ received }: Receiver): string[] => received.map(({ json }) => json.data.externalId as string);
async function happen(): Promise<string> {
  const name = number();
  assert.equal((await call('POST', '/weighing', ticket(north, name))).status, 201);
  return name;
}
const pointersOf = ({ json }: Answer): string[] => json.errors.map(({ pointer }: { pointer: string }) => pointer);

describe('an endpoint', () => {
  test('is created with the given values and documented defaults, and its secret is shown once', async () => {
    const made = await call('POST', PATH, { url: 'http://127.0.0.1:9/', types: ['ticket.*'] });
    assert.equal(made.status, 201, made.text);
    const { id, secret, createdAt, modifiedAt, ...rest } = made.json;
    assert.deepEqual(rest, { url: 'http://127.0.0.1:9/', types: ['ticket.*'], description: '', enabled: true });
    assert.match(secret, /^whsec_/);
    assert.equal(createdAt, modifiedAt);
    assert.equal(made.headers.get('location'), `/weighing-sandbox/v2${PATH}/${id}`);
    const read = await call('GET', `${PATH}/${id}`);
    assert.deepEqual(read.json, { id, ...rest, createdAt, modifiedAt });
    assert.equal(read.headers.get('etag'), made.headers.get('etag'));
    const listed = (await call('GET', PATH)).json.items as { id: string }[];
    assert.deepEqual(
      listed.filter((one) => one.id === id),
      [read.json],
    );
    assert.ok(!server.log().includes(secret.slice('whsec_'.length)), 'no secret in the log');
    assert.equal((await call('DELETE', `${PATH}/${id}`)).status, 204);
    assert.equal((await call('GET', `${PATH}/${id}/deliveries`)).status, 404);
  });

  test('is refused with all faults, each with its pointer', async () => {
    const good = { url: 'http://127.0.0.1:9/' };
    const cases: [unknown, string[]][] = [
      [{}, ['#/url']],
      [{ url: null }, ['#/url']],
      [{ url: 7 }, ['#/url']],
      [{ url: `http://127.0.0.1/${'x'.repeat(2000)}` }, ['#/url']],
      [{ url: 'ftp://127.0.0.1/' }, ['#/url']],
      [{ ...good, types: 'ticket.created' }, ['#/types']],
      [{ ...good, types: ['ticket.created', 'ticket.weighed'] }, ['#/types/1']],
      [{ ...good, types: [''] }, ['#/types/0']],
      [{ ...good, types: Array.from({ length: 21 }, () => 'ticket.*') }, ['#/types']],
      [{ ...good, types: ['project.created'] }, ['#/types/0']],
      [{ ...good, description: 'x'.repeat(257) }, ['#/description']],
      [{ ...good, enabled: 'yes' }, ['#/enabled']],
      [{ ...good, enabeld: true }, ['#/enabeld']],
      [{ ...good, secret: 'whsec_AAAA' }, ['#/secret']],
      [[good], ['#']],
    ];
    const { id } = await addEndpoint(call, good.url);
    const read = await call('GET', `${PATH}/${id}`);
    for (const [body, pointers] of cases) {
      const refused = await call('POST', PATH, body);
      assert.equal(refused.status, 422, refused.text);
      assert.deepEqual(pointersOf(refused), pointers, JSON.stringify(body));
      // A patch may be empty, so missing fields are not a fault.
      if (JSON.stringify(body) === '{}') continue;
      const patch = await call('PATCH', `${PATH}/${id}`, body);
      assert.equal(patch.status, 422, patch.text);
      assert.ok(pointersOf(patch).includes(pointers[0]!), `${patch.text} ${JSON.stringify(body)}`);
    }
    assert.equal((await call('GET', `${PATH}/${id}`)).text, read.text, 'nothing was changed');
    assert.equal((await call('PATCH', `${PATH}/${id}`, {})).status, 200);
    await call('DELETE', `${PATH}/${id}`);
  });

  test('that does not exist is 404 on every path below it, also with an invalid id', async () => {
    for (const id of [crypto.randomUUID(), 'x', '..', '%00'])
      for (const [method, path, body] of [
        ['GET', ''],
        ['PATCH', '', {}],
        ['DELETE', ''],
        ['POST', '/rotate-secret'],
        ['GET', '/deliveries'],
        ['POST', '/deliveries/1/replay'],
        ['POST', '/replay', { since: '2026-01-01T00:00:00Z' }],
      ] as const) {
        const { status, json } = await call(method, `${PATH}/${encodeURIComponent(id)}${path}`, body);
        assert.deepEqual([status, json.code], [404, 'not-found'], `${method} ${id}${path}`);
      }
    const { id } = await addEndpoint(call, receiver.url);
    for (const delivery of ['0', '-1', '1.5', 'x', '999999999', '9'.repeat(30)])
      assert.equal((await call('POST', `${PATH}/${id}/deliveries/${delivery}/replay`)).status, 404, delivery);
    for (const since of ['yesterday', '', 7, null, '2026-02-30T00:00:00Z', '2026-01-01'])
      assert.equal((await call('POST', `${PATH}/${id}/replay`, { since })).status, 422, String(since));
    assert.equal((await call('POST', `${PATH}/${id}/replay`, {})).status, 422);
    const future = await call('POST', `${PATH}/${id}/replay`, { since: '2999-01-01T00:00:00+01:00' });
    assert.deepEqual([future.status, future.json], [202, { events: 0 }]);
    await call('DELETE', `${PATH}/${id}`);
  });

  test('is not sent events from before its creation, not even from just before, unlike others', async () => {
    const old = await addEndpoint(call, receiver.url);
    await using late = await startReceiver();
    await using back = await startReceiver();
    const paused = await addEndpoint(call, back.url);
    assert.equal((await call('PATCH', `${PATH}/${paused.id}`, { enabled: false })).status, 200);
    // No pause between these: the latest events have not been collected yet.
    const before = await happen();
    const fresh = await addEndpoint(call, late.url);
    await call('PATCH', `${PATH}/${paused.id}`, { enabled: true });
    const after = await happen();
    await until(() => [receiver, late, back].every((one) => toldTo(one).includes(after)));
    await until(() => toldTo(receiver).includes(before));
    assert.deepEqual([toldTo(late), toldTo(back)], [[after], [after]]);
    for (const { id } of [old, fresh, paused]) await call('DELETE', `${PATH}/${id}`);
  });
});

describe('the deliveries of an endpoint', () => {
  test('show exactly the sent text, including numbers, so that a signature can be verified', async () => {
    const { id, secret } = await addEndpoint(call, receiver.url, { types: [] });
    const name = number();
    const sent = `{"locationId":"${north}", "externalId":"${name}","nettWeight":{"quantity":-9007199254740993.10,"unit":"t"},"type":"\\u00e9🚚"}`;
    const made = await call('POST', '/weighing', sent);
    await until(
      () => receiver.received.filter(({ body }) => body.includes(name)).length === 2,
      'the ticket and its finding',
    );
    const deliveries = receiver.received.filter(({ body }) => body.includes(name));
    const list = await call('GET', `${PATH}/${id}/deliveries`);
    for (const one of deliveries) {
      assert.ok(one.body.includes(made.text), 'the ticket as in the answer');
      assert.ok(isSignedBy(one, secret));
      assert.ok(list.text.includes(`"payload":${one.body}`), list.text);
    }
    const [newest] = list.json.items;
    const again = await call('POST', `${PATH}/${id}/deliveries/${newest.id}/replay`);
    assert.equal(again.status, 202);
    assert.ok(again.text.includes('"quantity":-9007199254740993.10,'), again.text);
    await call('DELETE', `${PATH}/${id}`);
  });

  test('are paged, newest first, each once, and a cursor is valid for its endpoint only', async () => {
    const [one, two] = [await addEndpoint(call, receiver.url), await addEndpoint(call, receiver.url)];
    const names: string[] = [];
    for (let i = 0; i < 7; i++) names.unshift(await happen());
    await until(
      async () => (await deliveriesOf(call, one.id)).filter(({ state }) => state === 'delivered').length === 7,
    );
    for (const limit of [1, 3, 7, 1000]) {
      const seen: string[] = [];
      for (let cursor = ''; ; ) {
        const { json, status } = await call('GET', `${PATH}/${one.id}/deliveries?limit=${limit}${cursor}`);
        assert.equal(status, 200);
        seen.push(
          ...json.items.map((item: { payload: { data: { externalId: string } } }) => item.payload.data.externalId),
        );
        if (json.next === undefined) break;
        cursor = `&cursor=${json.next}`;
        const foreign = await call('GET', `${PATH}/${two.id}/deliveries?limit=${limit}${cursor}`);
        assert.equal(foreign.json.code, 'invalid-cursor');
      }
      assert.deepEqual(seen, names, `pages of ${limit}`);
    }
    const [{ id, eventId, type, state, attempts, lastStatus, nextAttemptAt }] = (
      await call('GET', `${PATH}/${one.id}/deliveries?limit=1`)
    ).json.items;
    assert.deepEqual(
      [type, state, attempts, lastStatus, nextAttemptAt],
      ['ticket.created', 'delivered', 1, 204, undefined],
    );
    assert.match(eventId, /^evt_[0-9a-f-]{36}_1$/);
    assert.equal((await call('POST', `${PATH}/${two.id}/deliveries/${id}/replay`)).status, 404, 'of another endpoint');
    for (const query of ['limit=0', 'limit=1001', 'cursor=x', 'state=failed'])
      assert.equal((await call('GET', `${PATH}/${one.id}/deliveries?${query}`)).status, 400, query);
    for (const endpoint of [one, two]) await call('DELETE', `${PATH}/${endpoint.id}`);
  });

  test('of one ticket are in the order of its versions, and contain a deleted ticket', async () => {
    const { id } = await addEndpoint(call, receiver.url, { types: ['ticket.*'] });
    const { json } = await call('POST', '/weighing', ticket(north, number()));
    const path = `/weighing/${json.uuid}`;
    await Promise.all([1, 2, 3].map((tripNumber) => call('PATCH', path, { tripNumber })));
    await call('PATCH', path, { grossWeight: { quantity: -1, unit: 'kg' } });
    await call('DELETE', path);
    await until(async () => (await deliveriesOf(call, id)).length >= 7);
    const items = (await call('GET', `${PATH}/${id}/deliveries`)).json.items.reverse();
    assert.deepEqual(
      items.map(({ type, eventId }: { type: string; eventId: string }) => [type, eventId.replace(json.uuid, 'U')]),
      [
        ['ticket.created', 'evt_U_1'],
        ['ticket.updated', 'evt_U_2'],
        ['ticket.updated', 'evt_U_3'],
        ['ticket.updated', 'evt_U_4'],
        ['ticket.updated', 'evt_U_5'],
        ['ticket.finding', 'evt_U_5_finding'],
        ['ticket.deleted', 'evt_U_6'],
      ],
    );
    const history = (await call('GET', `${path}/history`)).json.items;
    const deliveries = items.filter(({ type }: { type: string }) => type !== 'ticket.finding');
    for (const [i, { payload }] of deliveries.entries()) {
      assert.equal(payload.timestamp, history[i].at);
      if (payload.type !== 'ticket.deleted') assert.deepEqual(payload.data, history[i].ticket);
    }
    const { deletedAt, ...gone } = deliveries.at(-1).payload.data;
    assert.deepEqual(gone, { uuid: json.uuid, locationId: north, externalId: json.externalId });
    assert.equal(deletedAt, history.at(-1).at);
    const finding = items.find(({ type }: { type: string }) => type === 'ticket.finding').payload.data;
    assert.deepEqual(finding, { ticket: history[4].ticket, findings: history[4].findings });
    await call('DELETE', `${PATH}/${id}`);
  });
});
