import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { TestClock } from '../testing/clock.ts';
import { NO_CONVERSION, startTestServer, stopFaultless, type TestServer } from '../testing/server.ts';
import {
  type Answer,
  type Call,
  otherCaller,
  ticket,
  type WeighingCaller,
  weighingCaller,
} from '../testing/weighing.ts';

// Idempotency-Key on tickets (contract.md): the first answer is kept for 24 hours and repeated; another body is 422; a
// key belongs to one credential. Concurrent uses are in weighing-concurrent.test.ts.

const HOUR = 3_600_000;
const clock = new TestClock();
let server: TestServer;
let caller: WeighingCaller;
let call: Call;
let [north, south] = ['', ''];
before(async () => {
  server = await startTestServer({ ...NO_CONVERSION, logLevel: 'error' }, { clock });
  caller = await otherCaller(server);
  call = weighingCaller(server.url, caller);
  [north, south] = caller.locationIds as [string, string];
});
after(() => stopFaultless(server));

let counter = 0;
const number = (): string => `K-${++counter}`;
const keyed = (key: string = crypto.randomUUID()): Record<string, string> => ({ 'idempotency-key': key });
const isReplay = ({ headers }: Answer): boolean => headers.get('idempotency-replayed') === 'true';
/** A problem contains the id of its request; everything else must be the same. */
const bare = ({ status, text }: Answer): string => `${status} ${text.replace(/,?"requestId":"[^"]*"/, '')}`;
const countOf = async (externalId: string): Promise<number> =>
  (await call('GET', `/weighing?externalId=${encodeURIComponent(externalId)}`)).json.items.length;

test('every kind of answer is repeated exactly, and nothing is done a second time', async () => {
  const taken = ticket(north, number());
  await call('POST', '/weighing', taken);
  const requests: [string, unknown, number][] = [
    ['/weighing', ticket(north, number()), 201],
    ['/weighing', [ticket(north, number()), taken, { x: 1 }], 207],
    ['/weighing?atomic=true', [ticket(north, number()), ticket(south, number())], 201],
    ['/weighing?atomic=true', [ticket(north, number()), taken], 422],
    ['/weighing', { ...taken, tripNumber: 1 }, 409],
    ['/weighing', { ...taken, tripNumber: 'x' }, 422],
    ['/weighing', ticket(crypto.randomUUID(), number()), 403],
    ['/weighing', [], 422],
  ];
  for (const [path, body, status] of requests) {
    const key = keyed();
    const first = await call('POST', path, body, key);
    assert.equal(first.status, status, first.text);
    assert.equal(isReplay(first), false);
    clock.pass(1000);
    const again = await call('POST', path, body, key);
    assert.ok(isReplay(again), path);
    assert.equal(bare(again), bare(first));
    for (const name of ['location', 'etag', 'content-type'])
      assert.equal(again.headers.get(name), first.headers.get(name), name);
  }
});

test('an answer is repeated although the ticket was changed, deleted, or its number sent again', async () => {
  const [key, body] = [keyed(), ticket(north, number())];
  const first = await call('POST', '/weighing', body, key);
  const path = `/weighing/${first.json.uuid}`;
  await call('PATCH', path, { tripNumber: 1 });
  assert.equal(bare(await call('POST', '/weighing', body, key)), bare(first));
  await call('DELETE', path);
  assert.equal(bare(await call('POST', '/weighing', body, key)), bare(first));
  assert.equal(await countOf(body.externalId), 0, 'a replay restores nothing');
  assert.equal((await call('POST', '/weighing', body)).status, 201);
});

test('the same key with anything else is 422: another body, spelling, address, query or method', async () => {
  const key = keyed();
  const text = JSON.stringify(ticket(north, number()));
  const { json } = await call('POST', '/weighing', text, key);
  const others: [string, string, string][] = [
    ['POST', '/weighing', text.replace('25.4', '25.40')],
    ['POST', '/weighing', ` ${text}`],
    ['POST', '/weighing', `[${text}]`],
    ['POST', '/weighing?atomic=false', text],
    ['PUT', `/weighing/${json.uuid}`, text],
    ['PATCH', `/weighing/${json.uuid}`, text],
  ];
  for (const [method, path, body] of others) {
    const answer = await call(method, path, body, key);
    assert.deepEqual([answer.status, answer.json.code], [422, 'idempotency-key-reused'], `${method} ${path} ${body}`);
  }
  assert.ok(isReplay(await call('POST', '/weighing', text, key)), 'and the first is kept nevertheless');
  assert.ok(
    isReplay(await call('POST', '/weighing', Buffer.from(`\uFEFF${text}`), key)),
    'a byte order mark is not a body',
  );
});

test('a key belongs to one credential in one environment', async () => {
  const key = keyed('one-and-the-same');
  const body = ticket(north, number());
  const first = await call('POST', '/weighing', body, key);
  assert.equal(first.status, 201);
  // A second credential of the organisation: the key is new, the ticket is not.
  const organisationId = (await server.context.weighBridges('weighing-sandbox').get(north))!.organisationId;
  const { credential, secret } = await server.context.credentials('weighing-sandbox').issue(organisationId, 'second');
  const colleague = weighingCaller(server.url, { clientId: credential.clientId, clientSecret: secret });
  const second = await colleague('POST', '/weighing', body, key);
  assert.deepEqual([second.status, second.json.code, isReplay(second)], [409, 'ticket-exists', false]);
  assert.deepEqual([second.json.uuid, second.json.identical], [first.json.uuid, true]);
  const strange = await otherCaller(server);
  const stranger = weighingCaller(server.url, strange);
  assert.equal((await stranger('POST', '/weighing', body, key)).json.code, 'location-not-yours');
  const real = await otherCaller(server, 'weighing-production');
  const production = weighingCaller(server.url, real, 'production');
  const made = await production('POST', '/weighing', ticket(real.locationIds[0]!, number()), key);
  assert.deepEqual([made.status, isReplay(made)], [201, false]);
  assert.ok(isReplay(await call('POST', '/weighing', body, key)));
});

test('a key is valid for a day, to the millisecond; then the same request is handled again', async () => {
  const [key, body] = [keyed(), ticket(north, number())];
  const first = await call('POST', '/weighing', body, key);
  clock.pass(24 * HOUR - 1);
  assert.equal(bare(await call('POST', '/weighing', body, key)), bare(first));
  clock.pass(1);
  const late = await call('POST', '/weighing', body, key);
  assert.deepEqual([late.status, late.json.identical, isReplay(late)], [409, true, false]);
  // The later answer is kept, too, and another body is refused.
  assert.equal(bare(await call('POST', '/weighing', body, key)), bare(late));
  assert.equal((await call('POST', '/weighing', [body], key)).json.code, 'idempotency-key-reused');
  clock.pass(24 * HOUR);
  assert.equal((await call('POST', '/weighing', ticket(north, number()), key)).status, 201, 'free for another one');
});

test('changes with a key are made once: the version stays, the precondition is that of the first request', async () => {
  const { json, headers } = await call('POST', '/weighing', ticket(north, number()));
  const path = `/weighing/${json.uuid}`;
  const [put, patch] = [keyed(), keyed()];
  const patched = await call('PATCH', path, { tripNumber: 1 }, { ...patch, 'if-match': headers.get('etag')! });
  assert.equal(patched.status, 200);
  const again = await call('PATCH', path, { tripNumber: 1 }, { ...patch, 'if-match': headers.get('etag')! });
  assert.deepEqual([bare(again), isReplay(again)], [bare(patched), true]);
  assert.equal(again.headers.get('etag'), patched.headers.get('etag'));
  const replaced = await call('PUT', path, ticket(north, json.externalId, { tripNumber: 2 }), put);
  await call('PATCH', path, { tripNumber: 3 });
  assert.equal(bare(await call('PUT', path, ticket(north, json.externalId, { tripNumber: 2 }), put)), bare(replaced));
  const { items } = (await call('GET', `${path}/history`)).json;
  assert.deepEqual(
    items.map((one: { ticket: { tripNumber?: number } }) => one.ticket.tripNumber),
    [undefined, 1, 2, 3],
  );
});

test('a key has 1 to 255 visible ASCII characters, on every route that accepts one', async () => {
  const { json } = await call('POST', '/weighing', ticket(north, number()));
  for (const key of ['', ' ', 'a b', 'x'.repeat(256), 'caf\u00e9'])
    for (const [method, path] of [
      ['POST', '/weighing'],
      ['PATCH', `/weighing/${json.uuid}`],
    ] as const) {
      const answer = await call(method, path, {}, keyed(key));
      assert.deepEqual(
        [answer.status, answer.json.errors?.[0].parameter],
        [400, 'Idempotency-Key'],
        JSON.stringify(key),
      );
    }
  for (const key of ['x'.repeat(255), '"8e03978e-40d5-43dd-bc93-6894a57f9324"', '!~'])
    assert.equal((await call('POST', '/weighing', ticket(north, number()), keyed(key))).status, 201, key);
});

test('an invalid request uses no key: no credential, no JSON, another media type', async () => {
  const [key, body] = [keyed(), ticket(north, number())];
  assert.equal((await call('POST', '/weighing', body, { ...key, 'x-clientsecret': 'x' })).status, 401);
  assert.equal((await call('POST', '/weighing', '{', key)).status, 400);
  assert.equal((await call('POST', '/weighing', body, { ...key, 'content-type': 'text/plain' })).status, 415);
  const made = await call('POST', '/weighing', body, key);
  assert.deepEqual([made.status, isReplay(made)], [201, false]);
});
