import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from './support/server.ts';
import { type Call, otherCaller, ticket, weighingCaller } from './support/weighing.ts';

interface Received {
  readonly headers: Record<string, string>;
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the test is about
  readonly json: any;
}

/** A receiver of webhooks that answers what `status` says. */
async function startReceiver() {
  const received: Received[] = [];
  const answer = { status: 204 };
  const http = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push({ headers: request.headers as Record<string, string>, body, json: JSON.parse(body) });
      response.writeHead(answer.status).end();
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    received,
    answer,
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/hook`,
    close: () => http.close(),
  };
}

let server: TestServer;
let call: Call;
let north = '';
let receiver: Awaited<ReturnType<typeof startReceiver>>;
before(async () => {
  server = await startTestServer({ webhookPrivateAddresses: true });
  call = weighingCaller(server.url, server.demo.weighing);
  north = server.demo.weighing.locationIds[0]!;
});
after(() => server[Symbol.asyncDispose]());

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!(await condition())) {
    assert.ok(performance.now() < deadline, 'it did not come in time');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Checks a webhook as a receiver does by Standard Webhooks. */
function verify({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  return headers['webhook-signature']!.split(' ').includes(expected);
}

let endpoint: { id: string; secret: string };
before(async () => {
  receiver = await startReceiver();
});
after(() => receiver.close());

test('a new endpoint is not sent the past, then every event, signed', async () => {
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
  for (const one of receiver.received) assert.ok(verify(one, endpoint.secret));
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
  assert.ok(verify(last, endpoint.secret) && verify(last, rotated.json.secret));
});

test('what fails is tried again, listed with its reason, and can be replayed under the same id', async () => {
  receiver.answer.status = 503;
  const before = receiver.received.length;
  await call('POST', '/weighing', ticket(north, 'W3'));
  await until(() => receiver.received.length > before);
  const list = async () => (await call('GET', `/events/endpoints/${endpoint.id}/deliveries?limit=1`)).json;
  await until(async () => (await list()).items[0].attempts === 1);
  const [pending] = (await list()).items;
  assert.deepEqual([pending.state, pending.lastStatus], ['pending', 503]);
  const pause = Date.parse(pending.nextAttemptAt) - Date.parse(pending.lastAttemptAt);
  assert.ok(pause >= 4500 && pause <= 5500, `${pause} ms`);
  receiver.answer.status = 204;
  const replayed = await call('POST', `/events/endpoints/${endpoint.id}/deliveries/${pending.id}/replay`);
  assert.equal(replayed.status, 202);
  await until(async () => (await list()).items[0].state === 'delivered');
  const ids = receiver.received.slice(before).map(({ headers }) => headers['webhook-id']);
  assert.ok(ids.length >= 2 && new Set(ids).size === 1);
  const { items, next } = await list();
  assert.equal(items.length, 1);
  assert.notEqual(next, undefined, 'and there is a page behind it');
});

test('everything since a moment is replayed with the ids it had', async () => {
  const before = receiver.received.length;
  const known = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
  const { json } = await call('POST', `/events/endpoints/${endpoint.id}/replay`, { since: '2020-01-01T00:00:00Z' });
  assert.ok(json.events >= 7, `${json.events}`);
  await until(() => receiver.received.length >= before + json.events);
  const again = receiver.received.slice(before).map(({ headers }) => headers['webhook-id']!);
  assert.equal(
    again.filter((id) => known.has(id)).length,
    json.events - 1,
    'all but the ticket from before the endpoint',
  );
});

test('410 Gone turns the endpoint off', async () => {
  const gone = await startReceiver();
  gone.answer.status = 410;
  const { json } = await call('POST', '/events/endpoints', { url: gone.url });
  await call('POST', '/weighing', ticket(north, 'W4'));
  await until(async () => (await call('GET', `/events/endpoints/${json.id}`)).json.enabled === false);
  gone.close();
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
  await using strict = await startTestServer();
  const strictCall = weighingCaller(strict.url, strict.demo.weighing);
  for (const host of ['127.0.0.1', '10.0.0.1', '192.168.1.1', '169.254.169.254', '[::1]', 'localhost', '0x7f.1']) {
    const { status, json } = await strictCall('POST', '/events/endpoints', { url: `http://${host}/` });
    assert.deepEqual([status, json.errors?.[0].pointer], [422, '#/url'], host);
  }
});
