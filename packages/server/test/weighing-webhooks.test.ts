import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { TestClock } from '../testing/clock.ts';
import {
  addEndpoint,
  deliveriesOf,
  isSignedBy,
  type Received,
  type Receiver,
  startReceiver,
  until,
} from '../testing/receiver.ts';
import { NO_CONVERSION, startTestServer, type TestServer } from '../testing/server.ts';
import { type Call, otherCaller, ticket, weighingCaller } from '../testing/weighing.ts';

let server: TestServer;
let call: Call;
let north = '';
let receiver: Receiver;
before(async () => {
  server = await startTestServer({ ...NO_CONVERSION, webhookPrivateAddresses: true, webhookPlainHttp: true });
  call = weighingCaller(server.url, server.demo.weighing);
  north = server.demo.weighing.locationIds[0]!;
});
after(() => server[Symbol.asyncDispose]());

let endpoint: { id: string; secret: string };
before(async () => {
  receiver = await startReceiver();
});
after(() => receiver[Symbol.asyncDispose]());

test('a new endpoint gets no past events, then every event, signed', async () => {
  await call('POST', '/weighing', ticket(north, 'before'));
  const made = await call('POST', '/events/endpoints', { url: receiver.url, types: ['ticket.*'] });
  assert.equal(made.status, 201, made.text);
  endpoint = made.json;
  assert.match(endpoint.secret, /^whsec_/);
  const sent = `{"locationId":"${north}","externalId":"W1","nettWeight":{"quantity":-25.40,"unit":"t"}}`;
  const { json } = await call('POST', '/weighing', sent);
  await call('PATCH', `/weighing/${json.uuid}`, { nettWeight: { quantity: 1 } });
  await call('DELETE', `/weighing/${json.uuid}`);
  await until(() => receiver.received.length >= 4);
  const types = receiver.received.map(({ json: { type } }) => type as string).sort();
  assert.deepEqual(types, ['ticket.created', 'ticket.deleted', 'ticket.finding', 'ticket.updated']);
  for (const one of receiver.received) assert.ok(isSignedBy(one, endpoint.secret));
  const created = receiver.received.find(({ json: { type } }) => type === 'ticket.created')!;
  assert.ok(created.body.includes('"quantity":-25.40,'), 'as sent, number spelling included');
  assert.equal(created.json.data.uuid, json.uuid);
  const finding = receiver.received.find(({ json: { type } }) => type === 'ticket.finding')!;
  assert.equal(finding.json.data.findings[0].code, 'weight-negative');
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 4);
});

test('the secret is shown once, and after a rotation both sign', async () => {
  const { text } = await call('GET', `/events/endpoints/${endpoint.id}`);
  assert.ok(!text.includes('whsec_'));
  const rotated = await call('POST', `/events/endpoints/${endpoint.id}/rotate-secret`);
  assert.notEqual(rotated.json.secret, endpoint.secret);
  const before = receiver.received.length;
  await call('POST', '/weighing', ticket(north, 'W2'));
  await until(() => receiver.received.length > before);
  const last = receiver.received.at(-1)!;
  assert.ok(isSignedBy(last, endpoint.secret) && isSignedBy(last, rotated.json.secret));
});

test('a failed delivery is tried again, listed with its reason, and can be replayed with the same id', async () => {
  const { answer } = receiver;
  receiver.answer = (response) => void response.writeHead(503).end();
  const before = receiver.received.length;
  await call('POST', '/weighing', ticket(north, 'W3'));
  await until(() => receiver.received.length > before);
  const list = async () => (await call('GET', `/events/endpoints/${endpoint.id}/deliveries?limit=1`)).json;
  await until(async () => (await list()).items[0].attempts === 1);
  const [pending] = (await list()).items;
  assert.deepEqual([pending.state, pending.lastStatus], ['pending', 503]);
  const pause = Date.parse(pending.nextAttemptAt) - Date.parse(pending.lastAttemptAt);
  assert.ok(pause >= 4500 && pause <= 5500, `${pause} ms`);
  receiver.answer = answer;
  const replayed = await call('POST', `/events/endpoints/${endpoint.id}/deliveries/${pending.id}/replay`);
  assert.equal(replayed.status, 202);
  await until(async () => (await list()).items[0].state === 'delivered');
  const ids = receiver.received.slice(before).map(({ headers }) => headers['webhook-id']);
  assert.ok(ids.length >= 2 && new Set(ids).size === 1);
  const { items, next } = await list();
  assert.equal(items.length, 1);
  assert.notEqual(next, undefined, 'there is a next page');
});

test('everything since a time is replayed with the same ids', async () => {
  const before = receiver.received.length;
  const known = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
  const { json } = await call('POST', `/events/endpoints/${endpoint.id}/replay`, { since: '2020-01-01T00:00:00Z' });
  assert.ok(json.events >= 7, `${json.events}`);
  await until(() => receiver.received.length >= before + json.events);
  const again = receiver.received.slice(before).map(({ headers }) => headers['webhook-id']!);
  assert.equal(
    again.filter((id) => known.has(id)).length,
    json.events - 1,
    'all except the ticket from before the endpoint',
  );
});

test('410 Gone turns the endpoint off', async () => {
  await using gone = await startReceiver(410);
  const { json } = await call('POST', '/events/endpoints', { url: gone.url });
  await call('POST', '/weighing', ticket(north, 'W4'));
  await until(async () => (await call('GET', `/events/endpoints/${json.id}`)).json.enabled === false);
});

test('endpoints are the organisation’s own, checked and removable', async () => {
  const stranger = weighingCaller(server.url, await otherCaller(server));
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['GET', '/deliveries'],
    ['POST', '/rotate-secret'],
  ] as const)
    assert.equal((await stranger(method, `/events/endpoints/${endpoint.id}${path}`)).status, 404, path);
  assert.deepEqual((await stranger('GET', '/events/endpoints')).json.items, []);
  assert.equal((await call('POST', '/events/endpoints', { url: 'ftp://x' })).status, 422);
  assert.match(
    (await call('POST', '/events/endpoints', { url: receiver.url, types: ['ticket.creatd'] })).json.detail,
    /Did you mean ticket.created/,
  );
  assert.equal((await call('PATCH', `/events/endpoints/${endpoint.id}`, { enabled: false })).json.enabled, false);
  assert.equal((await call('DELETE', `/events/endpoints/${endpoint.id}`)).status, 204);
  assert.equal((await call('GET', `/events/endpoints/${endpoint.id}`)).status, 404);
});

test('private addresses are refused unless the operator allows them', async () => {
  await using strict = await startTestServer(NO_CONVERSION);
  const strictCall = weighingCaller(strict.url, strict.demo.weighing);
  for (const host of ['127.0.0.1', '10.0.0.1', '192.168.1.1', '169.254.169.254', '[::1]', 'localhost', '0x7f.1']) {
    const { status, json } = await strictCall('POST', '/events/endpoints', { url: `http://${host}/` });
    assert.deepEqual([status, json.errors?.[0].pointer], [422, '#/url'], host);
  }
});

test('with any answers of a receiver, each event is sent until accepted, always the same and signed, and then no more', async () => {
  const clock = new TestClock();
  await using own = await startTestServer(
    { ...NO_CONVERSION, webhookPrivateAddresses: true, webhookPlainHttp: true },
    { clock },
  );
  const hooks = weighingCaller(own.url, own.demo.weighing);
  await using receiver = await startReceiver();
  // The failures of each event before it is accepted, in the order of the attempts.
  const faults = fc.sample(fc.array(fc.constantFrom('500', '404', '302', '429', 'drop', 'half'), { maxLength: 4 }), {
    numRuns: 14,
    seed: 11,
  });
  const attempts = new Map<string, Received[]>();
  receiver.answer = (response, received) => {
    const seen = attempts.get(received.json.data.externalId) ?? [];
    attempts.set(received.json.data.externalId, [...seen, received]);
    const fault = faults[Number(received.json.data.externalId)]![seen.length];
    if (fault === 'drop') response.destroy();
    else if (fault === 'half') {
      response.writeHead(200, { 'content-length': '10' });
      response.write('x', () => response.destroy());
    } else response.writeHead(Number(fault ?? 204), fault === '302' ? { location: receiver.url } : {}).end();
  };
  const { id, secret } = await addEndpoint(hooks, receiver.url);
  const tickets = faults.map((_, i) => ticket(own.demo.weighing.locationIds[0]!, String(i)));
  assert.equal((await hooks('POST', '/weighing?atomic=true', tickets)).status, 201);
  const open = async () => (await deliveriesOf(hooks, id)).filter(({ state }) => state !== 'delivered');
  await until(async () => (await deliveriesOf(hooks, id)).length === faults.length, 'a delivery for each event');
  await until(async () => {
    // Longer than any pause between two attempts.
    clock.pass(10 * 3_600_000);
    return (await open()).length === 0;
  }, 'the end of every delivery');
  for (const [i, before] of faults.entries()) {
    const seen = attempts.get(String(i))!;
    assert.equal(seen.length, before.length + 1, `event ${i} after ${before.join(', ')}`);
    assert.equal(new Set(seen.map(({ body }) => body)).size, 1);
    assert.equal(new Set(seen.map(({ headers }) => headers['webhook-id'])).size, 1);
    assert.ok(seen.every((one) => isSignedBy(one, secret)));
  }
  const listed = (await deliveriesOf(hooks, id)).map(({ attempts: count }) => count).sort();
  assert.deepEqual(listed, faults.map(({ length }) => length + 1).sort());
});
