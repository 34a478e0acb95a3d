import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { mock, test } from 'node:test';
import { EventRetention } from '../src/events/retention.ts';
import { TestClock } from '../testing/clock.ts';
import { ProjectCaller } from '../testing/oauth.ts';
import { callerOf, type Call as Project } from '../testing/project.ts';
import { addEndpoint, deliveriesOf, type Receiver, startReceiver, until } from '../testing/receiver.ts';
import { NO_CONVERSION, startTestServer } from '../testing/server.ts';
import type { Call } from '../testing/weighing.ts';

const DAY = 24 * 3_600_000;
const never = (): boolean => false;

/**
 * A server with a test clock, a project sandbox and local receivers. It removes nothing by itself, a second after its
 * start or later, unless a test requests it.
 */
async function standing(flags: Record<string, unknown> = {}, clock = new TestClock()) {
  const server = await startTestServer(
    { ...NO_CONVERSION, webhookPrivateAddresses: true, webhookPlainHttp: true, webhookRetentionDays: 0, ...flags },
    { clock },
  );
  const { store } = server.context.space('project-sandbox');
  const caller = new ProjectCaller(server);
  // A new token for each call, because a month may pass between two of them.
  const project: Project = async (...request) => (await callerOf(caller))(...request);
  const events: Call = async (...request) => {
    const { status, headers, body } = await project(...request);
    return { status, headers, text: JSON.stringify(body), json: body };
  };
  const [division] = (await project('GET', '/divisions')).body as unknown as { id: string }[];
  let numbers = 0;
  return {
    server,
    clock,
    project,
    events,
    count: async (table: 'outbox' | 'webhookDeliveries'): Promise<number> =>
      Number((await store.first(`SELECT count(*) AS n FROM ${table}`))!['n']),
    sweep: (days: number) => new EventRetention(store, clock, days * DAY).sweep(never),
    /** Creates a project, which gives an event. @returns its number */
    async happen(): Promise<string> {
      const number = `N${++numbers}`;
      const made = await project('POST', '/projects', { divisionId: division!.id, number, name: 'A' });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      return number;
    },
  };
}

const numbersAt = ({ received }: Receiver): string[] => received.map(({ json }) => json.data.number as string).sort();

test('finished deliveries are removed after their retention; pending ones stay, and later events still arrive', async () => {
  const at = await standing();
  await using _ = at.server;
  await using taking = await startReceiver(204);
  await using failing = await startReceiver(500);
  const types = { types: ['project.created'] };
  const good = await addEndpoint(at.events, taking.url, types);
  const bad = await addEndpoint(at.events, failing.url, types);
  const first = await at.happen();
  await until(() => taking.received.length === 1 && failing.received.length === 1);
  await until(async () => (await deliveriesOf(at.events, bad.id))[0]?.attempts === 1);
  await until(async () => (await deliveriesOf(at.events, good.id))[0]?.state === 'delivered');
  assert.deepEqual(await at.sweep(30), { deliveries: 0, events: 0 }, 'nothing is old enough');
  at.clock.pass(31 * DAY);
  assert.deepEqual(await at.sweep(0), { deliveries: 0, events: 0 }, '0 keeps everything');
  const swept = await at.sweep(30);
  assert.deepEqual(swept, { deliveries: 1, events: 0 }, 'the delivered one; the last event is kept for its number');
  assert.deepEqual(await deliveriesOf(at.events, good.id), []);
  // The other endpoint has not accepted it yet: after 31 days it is sent again, still within its day of attempts.
  await until(() => failing.received.length >= 2, 'the due attempt');
  assert.equal((await deliveriesOf(at.events, bad.id))[0]?.state, 'pending');
  const second = await at.happen();
  await until(() => taking.received.length === 2, 'an event after the sweep');
  assert.deepEqual(numbersAt(taking), [first, second].sort());
  assert.deepEqual(await at.sweep(30), { deliveries: 0, events: 1 }, 'the event that is no longer the last');
});

test('a removed delivery is neither listed nor replayed; a replay covers the kept events', async () => {
  const at = await standing();
  await using _ = at.server;
  await using receiver = await startReceiver(204);
  const start = new Date(at.clock.now()).toISOString();
  const { id } = await addEndpoint(at.events, receiver.url, { types: ['project.*'] });
  await at.happen();
  const ended = async () => (await deliveriesOf(at.events, id)).filter(({ state }) => state === 'delivered');
  await until(async () => (await ended()).length === 1);
  const [old] = await ended();
  at.clock.pass(20 * DAY);
  const kept = await at.happen();
  await until(async () => (await ended()).length === 2);
  at.clock.pass(11 * DAY);
  assert.deepEqual(await at.sweep(30), { deliveries: 1, events: 1 });
  assert.equal((await ended()).length, 1);
  const path = `/events/endpoints/${id}`;
  assert.equal((await at.events('POST', `${path}/deliveries/${old!.id}/replay`)).status, 404);
  receiver.received.length = 0;
  const replayed = await at.events('POST', `${path}/replay`, { since: start });
  assert.deepEqual([replayed.status, replayed.json], [202, { events: 1 }]);
  await until(() => receiver.received.length === 1);
  assert.deepEqual(numbersAt(receiver), [kept]);
});

test('hundreds of undelivered events are removed in batches, also at a start; a new endpoint then gets new events', async () => {
  const clock = new TestClock();
  const at = await standing({}, clock);
  const { directory } = at.server;
  try {
    for (let i = 0; i < 550; i += 50) await Promise.all(Array.from({ length: 50 }, () => at.happen()));
    assert.equal(await at.count('outbox'), 550);
    clock.pass(31 * DAY);
    assert.deepEqual(await at.sweep(31), { deliveries: 0, events: 0 }, 'not too early');
    await at.server.stop();
    const flags = { data: directory, webhookPrivateAddresses: true, webhookPlainHttp: true };
    const sweeps = mock.method(EventRetention.prototype, 'sweep');
    const kept = await standing(flags, clock);
    // Every space is cleaned a second after the start; the stop waits for running work.
    await until(() => sweeps.mock.callCount() > 0, 'the sweep after the start');
    assert.equal(await kept.count('outbox'), 550, '0 keeps them');
    await kept.server.stop();
    sweeps.mock.restore();
    const again = await standing({ ...flags, webhookRetentionDays: 30 }, clock);
    await until(async () => (await again.count('outbox')) === 1, 'the sweep after the start');
    await using receiver = await startReceiver(204);
    await addEndpoint(again.events, receiver.url, { types: ['project.updated'] });
    const [project] = (await again.project('GET', '/projects?limit=1')).body['items'] as { id: string }[];
    assert.equal((await again.project('PATCH', `/projects/${project!.id}`, { name: 'B' })).status, 200);
    await until(() => receiver.received.length === 1, 'events after the sweep');
    await again.server.stop();
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

test('pending events of a disabled endpoint survive every sweep and are sent when it is enabled', async () => {
  const at = await standing();
  await using _ = at.server;
  await using receiver = await startReceiver(503);
  const { id } = await addEndpoint(at.events, receiver.url, { types: ['project.*'] });
  const waiting = await at.happen();
  await until(() => receiver.received.length === 1);
  await until(async () => (await deliveriesOf(at.events, id))[0]?.attempts === 1);
  assert.equal((await at.events('PATCH', `/events/endpoints/${id}`, { enabled: false })).status, 200);
  at.clock.pass(400 * DAY);
  await at.happen();
  assert.deepEqual(await at.sweep(30), { deliveries: 0, events: 1 });
  receiver.received.length = 0;
  receiver.answer = (response) => void response.writeHead(204).end();
  assert.equal((await at.events('PATCH', `/events/endpoints/${id}`, { enabled: true })).status, 200);
  await until(() => receiver.received.length === 1);
  assert.deepEqual(numbersAt(receiver), [waiting]);
});
