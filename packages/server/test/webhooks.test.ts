import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { TestClock } from '../testing/clock.ts';
import { ConversionClient } from '../testing/conversion-client.ts';
import { ProjectCaller } from '../testing/oauth.ts';
import { callerOf } from '../testing/project.ts';
import {
  addEndpoint,
  deliveriesOf,
  isSignedBy,
  type Listed,
  type Receiver,
  startReceiver,
  until,
} from '../testing/receiver.ts';
import { NO_CONVERSION, startTestServer, type TestServer } from '../testing/server.ts';
import { otherCaller, ticket, weighingCaller } from '../testing/weighing.ts';

const HOUR = 3_600_000;
/** Longest time until new events are first collected after a change, in milliseconds. */
const A_LOOK = 400;

/** A server with a stopped clock, and a caller of its weighing sandbox. */
async function standingServer(flags: Record<string, unknown> = {}) {
  const clock = new TestClock();
  const server = await startTestServer(
    { ...NO_CONVERSION, webhookPrivateAddresses: true, webhookPlainHttp: true, ...flags },
    { clock },
  );
  const call = weighingCaller(server.url, server.demo.weighing);
  const north = server.demo.weighing.locationIds[0]!;
  let count = 0;
  /** Creates an event. @returns the ticket's externalId */
  const happen = async (): Promise<string> => {
    const name = `E${++count}`;
    assert.equal((await call('POST', '/weighing', ticket(north, name))).status, 201);
    return name;
  };
  return { server, clock, call, north, happen };
}

/** Names of the tickets that a receiver got, in the order of creation. */
const receivedBy = ({ received }: Receiver): string[] =>
  [...new Set(received.map(({ json }) => json.data.externalId as string))].sort();

test('a refused delivery is tried again for a day with growing pauses, then it fails, and a replay starts again', async () => {
  const { server, clock, call, happen } = await standingServer();
  await using _ = server;
  await using receiver = await startReceiver(500);
  const { id, secret } = await addEndpoint(call, receiver.url);
  await happen();
  const delivery = async () => (await deliveriesOf(call, id))[0]!;
  const minutes = [5 / 60, 0.5, 2, 10, 30, 60, 120, 240, 480, 497];
  for (const [index, expected] of minutes.entries()) {
    await until(async () => (await delivery())?.attempts === index + 1, `attempt ${index + 1}`);
    const { state, lastStatus, lastAttemptAt, nextAttemptAt } = await delivery();
    assert.deepEqual([state, lastStatus], ['pending', 500]);
    const wait = Date.parse(nextAttemptAt!) - Date.parse(lastAttemptAt!);
    const share = wait / (expected * 60_000);
    assert.ok(share >= 0.9 && share <= 1.1, `attempt ${index + 2} after ${wait} ms, ${share} of the documented pause`);
    if (index === 1) {
      clock.pass(wait - 1);
      await pause(A_LOOK);
      assert.equal(receiver.received.length, 2, 'not too early');
      clock.pass(1);
    } else clock.pass(wait);
  }
  await until(async () => (await delivery()).state === 'failed', 'the end');
  assert.deepEqual([(await delivery()).attempts, (await delivery()).nextAttemptAt], [11, undefined]);
  clock.pass(48 * HOUR);
  await pause(A_LOOK);
  assert.equal(receiver.received.length, 11, 'a failed delivery is not tried again');
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1);
  const stamps = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']));
  assert.equal(new Set(stamps).size, 11, 'each attempt is signed with its own time');
  assert.ok(receiver.received.every((one) => isSignedBy(one, secret)));

  receiver.answer = (response) => void response.writeHead(200).end();
  const path = `/events/endpoints/${id}/deliveries/${(await delivery()).id}/replay`;
  const replays = await Promise.all(
    [1, 2].map(() => call('POST', path, undefined, { 'idempotency-key': 'again', 'content-length': '0' })),
  );
  assert.ok(replays.some(({ status, json }) => status === 202 && json.state === 'pending' && json.attempts === 0));
  await until(async () => (await delivery()).state === 'delivered');
  assert.deepEqual([(await delivery()).attempts, receiver.received.length], [1, 12]);
  assert.equal((await call('POST', `/events/endpoints/${id}/deliveries/999/replay`)).status, 404);
});

test('a disabled endpoint never gets events from meanwhile; pending ones wait', async () => {
  const { server, call, happen } = await standingServer();
  await using _ = server;
  await using alone = await startReceiver();
  const { id } = await addEndpoint(call, alone.url);
  const enable = async (enabled: boolean) =>
    assert.equal((await call('PATCH', `/events/endpoints/${id}`, { enabled })).json.enabled, enabled);
  for (const others of [false, true]) {
    await using beside = await startReceiver();
    if (others) await addEndpoint(call, beside.url);
    alone.received.length = 0;
    const before = await happen();
    await enable(false);
    await pause(A_LOOK);
    const meanwhile = await happen();
    await pause(A_LOOK);
    assert.deepEqual(alone.received.length <= 1, true);
    await enable(true);
    const afterwards = await happen();
    await until(() => receivedBy(alone).includes(afterwards));
    await pause(A_LOOK);
    assert.deepEqual(receivedBy(alone), [before, afterwards], `others listening: ${others}`);
    assert.equal(alone.received.length, 2);
    if (others) await until(() => receivedBy(beside).includes(meanwhile), 'the delivery to the other endpoint');
  }
  alone.received.length = 0;
  await call('POST', `/events/endpoints/${id}/replay`, { since: '2020-01-01T00:00:00Z' });
  await until(() => receivedBy(alone).length === 6, 'everything since a time');
});

test('a receiver that never answers delays neither the others nor the stop of the server', async () => {
  // Longer than the test run, so that waiting for the slow receiver would end it.
  const { server, call, north } = await standingServer({ webhookSeconds: 300 });
  await using slow = await startReceiver();
  slow.answer = () => {};
  await using quick = await startReceiver();
  const stuck = await addEndpoint(call, slow.url);
  await call(
    'POST',
    '/weighing',
    Array.from({ length: 200 }, (_, i) => ticket(north, `S${i}`)),
  );
  await until(() => slow.received.length === 4, 'four attempts at once');
  await addEndpoint(call, quick.url);
  await call(
    'POST',
    '/weighing',
    Array.from({ length: 100 }, (_, i) => ticket(north, `Q${i}`)),
  );
  await until(() => quick.received.length >= 100, 'the deliveries to the quick receiver');
  assert.equal(slow.received.length, 4, 'four at a time, no more');
  await server.stop();

  slow.answer = (response) => void response.writeHead(204).end();
  const next = await startTestServer({
    ...NO_CONVERSION,
    data: server.directory,
    webhookPrivateAddresses: true,
    webhookPlainHttp: true,
  });
  const again = weighingCaller(next.url, next.demo.weighing);
  await until(async () => (await deliveriesOf(again, stuck.id)).every(({ state }) => state === 'delivered'));
  const ids = slow.received.map(({ headers }) => headers['webhook-id']);
  assert.deepEqual(
    [new Set(ids).size, ids.length],
    [300, 304],
    'the four interrupted ones were sent again with their ids',
  );
  await next.stop();
  await rm(server.directory, { recursive: true });
});

test('DNS rebinding: a name that was public when added later resolves to a private address, and nothing is sent there', async () => {
  await using inside = await startReceiver();
  let lookUps = 0;
  const resolve = async () => [{ address: lookUps++ === 0 ? '93.184.216.34' : '127.0.0.1', family: 4 }];
  await using server = await startTestServer({ ...NO_CONVERSION, webhookPlainHttp: true }, { resolve });
  const call = weighingCaller(server.url, server.demo.weighing);
  const { id } = await addEndpoint(call, `http://rebind.example:${inside.port}/hook`);
  await call('POST', '/weighing', ticket(server.demo.weighing.locationIds[0]!, 'R'));
  await until(async () => (await deliveriesOf(call, id))[0]?.attempts === 1);
  const [{ lastError, lastStatus, state }] = (await deliveriesOf(call, id)) as [Listed];
  assert.deepEqual([state, lastStatus, lookUps], ['pending', undefined, 2]);
  assert.equal(lastError, 'the name rebind.example leads to no address on the public internet');
  assert.equal(inside.received.length, 0);
  const moved = await call('PATCH', `/events/endpoints/${id}`, { url: 'http://other.example/' });
  assert.deepEqual(
    [moved.status, moved.json.errors[0].pointer],
    [422, '#/url'],
    'it cannot be changed to that address either',
  );
});

test('a redirect is not followed, an endless answer is cut off, silence and refusal are reported', async () => {
  const { server, call, happen } = await standingServer({ webhookSeconds: 300 });
  await using _ = server;
  await using target = await startReceiver();
  await using redirecting = await startReceiver();
  redirecting.answer = (response) => void response.writeHead(307, { location: target.url }).end();
  await using endless = await startReceiver();
  let cut = 0;
  endless.answer = (response) => {
    response.writeHead(200);
    const more = (): void => void (response.destroyed || response.write('x'.repeat(65_536), () => setImmediate(more)));
    response.on('close', () => cut++);
    more();
  };
  const closed = await startReceiver();
  await closed[Symbol.asyncDispose]();
  const ids = await Promise.all(
    [redirecting, endless, closed].map(async ({ url }) => (await addEndpoint(call, url)).id),
  );
  await happen();
  const firsts = async () => Promise.all(ids.map(async (id) => (await deliveriesOf(call, id))[0]));
  await until(async () => (await firsts()).every((one) => one?.attempts === 1));
  const [redirected, flooded, refused] = (await firsts()) as [Listed, Listed, Listed];
  assert.deepEqual([redirected.state, redirected.lastStatus, target.received.length], ['pending', 307, 0]);
  assert.deepEqual([flooded.state, flooded.lastStatus], ['delivered', 200]);
  await until(() => cut === 1, 'the end of the endless answer');
  assert.match(refused.lastError!, /ECONNREFUSED/);

  const hasty = await standingServer({ webhookSeconds: 0.1 });
  await using __ = hasty.server;
  await using silent = await startReceiver();
  silent.answer = (response) => void response.writeHead(200).flushHeaders();
  const { id } = await addEndpoint(hasty.call, silent.url);
  await hasty.happen();
  await until(async () => (await deliveriesOf(hasty.call, id))[0]?.attempts === 1);
  const [late] = await deliveriesOf(hasty.call, id);
  assert.deepEqual([late!.state, late!.lastError], ['pending', 'no answer within 0.1 s']);
});

test('an endpoint has versions: ETag, If-None-Match, If-Match, merge patch, and the result of a read may be sent back', async () => {
  const { server, clock, call } = await standingServer();
  await using _ = server;
  const { id } = await addEndpoint(call, 'http://127.0.0.1:9/', { description: 'one' });
  const path = `/events/endpoints/${id}`;
  const read = await call('GET', path);
  const etag = read.headers.get('etag')!;
  assert.equal((await call('GET', path, undefined, { 'if-none-match': etag })).status, 304);
  clock.pass(1000);
  const merge = { 'content-type': 'application/merge-patch+json', 'if-match': etag };
  const changed = await call('PATCH', path, { ...read.json, description: null, types: null }, merge);
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual([changed.json.description, changed.json.types, changed.json.enabled], ['', [], true]);
  assert.notEqual(changed.headers.get('etag'), etag);
  for (const method of ['PATCH', 'DELETE'] as const) {
    const stale = await call(method, path, method === 'PATCH' ? { enabled: false } : undefined, { 'if-match': etag });
    assert.deepEqual([stale.status, stale.json.code], [412, 'precondition-failed']);
  }
  assert.match((await call('PATCH', path, { enabledd: true })).json.errors[0].detail, /enabled/);
  const rotated = await call('POST', `${path}/rotate-secret`);
  const present = { 'if-match': rotated.headers.get('etag')! };
  assert.equal((await call('DELETE', path, undefined, present)).status, 204);
  assert.equal((await call('DELETE', path)).status, 404);
  await Promise.all(Array.from({ length: 20 }, () => addEndpoint(call, 'http://127.0.0.1:9/')));
  const full = await call('POST', '/events/endpoints', { url: 'http://127.0.0.1:9/' });
  assert.deepEqual([full.status, full.json.code], [409, 'conflict']);
});

test('a rotated secret signs along with the new one for a day; a second rotation ends the first', async () => {
  const { server, clock, call, happen } = await standingServer();
  await using _ = server;
  await using receiver = await startReceiver();
  const { id, secret: first } = await addEndpoint(call, receiver.url);
  const rotate = async (): Promise<string> => (await call('POST', `/events/endpoints/${id}/rotate-secret`)).json.secret;
  const signers = async (...secrets: string[]): Promise<boolean[]> => {
    const seen = receiver.received.length;
    await happen();
    await until(() => receiver.received.length > seen);
    return secrets.map((secret) => isSignedBy(receiver.received.at(-1)!, secret));
  };
  const second = await rotate();
  clock.pass(23 * HOUR);
  assert.deepEqual(await signers(first, second), [true, true]);
  clock.pass(HOUR);
  assert.deepEqual(await signers(first, second), [false, true]);
  const third = await rotate();
  const fourth = await rotate();
  assert.deepEqual(await signers(second, third, fourth), [false, true, true]);
});

test('events stay in their environment and organisation, and each interface has its own', async () => {
  await using server: TestServer = await startTestServer({ webhookPrivateAddresses: true, webhookPlainHttp: true });
  await using ours = await startReceiver();
  await using theirs = await startReceiver();
  const stranger = weighingCaller(server.url, await otherCaller(server));
  await addEndpoint(stranger, theirs.url, { types: [] });
  const project = await callerOf(new ProjectCaller(server));
  await project('POST', '/events/endpoints', { url: ours.url });
  const conversion = ConversionClient.of(server);
  const json = { 'content-type': 'application/json' };
  const made = await conversion.send('POST', '/events/endpoints', JSON.stringify({ url: ours.url }), json);
  assert.equal(made.status, 201, made.text);

  const call = weighingCaller(server.url, server.demo.weighing);
  await call('POST', '/weighing', ticket(server.demo.weighing.locationIds[0]!, 'T'));
  const [division] = (await project('GET', '/divisions')).body as unknown as { id: string }[];
  const input = { divisionId: division!.id, number: 'W-1', name: 'Hook' };
  const { body } = await project('POST', '/projects', input);
  await project('PATCH', `/projects/${body['id']}`, { name: 'Hooked' });
  await project('DELETE', `/projects/${body['id']}`);
  const { jobId } = await conversion.createJob();
  await conversion.append(jobId, 'csv', 'name,northing,easting,elevation\nA,1,2,3\nB,2,3,4\n', 'a.csv');
  await conversion.append(jobId, 'csv', 'name,northing,easting,elevation\nA,5,6,7\nC,2,3,4\n', 'b.csv');
  await conversion.append(jobId, 'dxf', '0\nSECTION\n2\nNOTHING', 'c.dxf');
  await conversion.status(jobId);
  await until(() => ours.received.length >= 6, 'six events');
  const types = ours.received.map(({ json: { type } }) => type as string).sort();
  assert.deepEqual(types, [
    'job.import.failed',
    'job.import.partial',
    'job.import.succeeded',
    'project.archived',
    'project.created',
    'project.updated',
  ]);
  const updated = ours.received.find(({ json: { type } }) => type === 'project.updated')!.json;
  assert.deepEqual([updated.data.id, updated.data.name, updated.data.status], [body['id'], 'Hooked', 'planned']);
  const failed = ours.received.find(({ json: { type } }) => type === 'job.import.failed')!.json;
  assert.equal(failed.data.jobId, jobId);
  assert.match(failed.data.failure.code, /^[a-z-]+$/);
  assert.deepEqual(Object.keys(failed.data.failure), ['code'], 'no sentence, which may quote the file');
  assert.equal(theirs.received.length, 0);
});
