import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { TestClock } from '../../testing/clock.ts';
import { ServerKey } from '../storage/server-key.ts';
import { SqliteStore } from '../storage/sqlite/sqlite-store.ts';
import { DeliveryStore } from './delivery-store.ts';
import { eventMigrations } from './migrations.ts';
import { EventRetention } from './retention.ts';
import { readSecret } from './signature.ts';
import { numberOf, OURS, TestEvents, THEIRS } from './testing/stores.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const upTo = (count: number, from = 1): number[] => Array.from({ length: count }, (_, i) => from + i);

describe('the outbox', () => {
  test('has an event once its transaction is written, and none from a failed one', async () => {
    await using events = new TestEvents();
    await events.happen([1]);
    const failed = events.store.write(async (tx) => {
      await events.outbox.add({ organisationId: OURS, type: 'thing.done', data: { number: 2 } }, tx);
      throw new RangeError('as asked');
    });
    await assert.rejects(failed, RangeError);
    await events.happen([3]);
    const { events: read, position } = await events.outbox.read(0, 100);
    assert.deepEqual(
      read.map(({ data }) => data),
      ['{"number":1}', '{"number":3}'],
    );
    assert.equal(position, await events.outbox.head());
    assert.equal(new Set(read.map(({ id }) => id)).size, 2);
    for (const { id, at } of read) {
      assert.match(id, /^evt_[0-9a-f-]{36}$/, 'no point in it: points separate the parts of the signature');
      assert.equal(at, events.clock.now());
    }
  });

  test('is read in pieces of any size, each event once, in the order of writing', async () => {
    await using events = new TestEvents();
    for (let from = 1; from <= 50; from += 7) await events.happen(upTo(7, from));
    for (const size of [1, 3, 49, 56, 57, 200]) {
      const seen: string[] = [];
      for (let after = 0; ; ) {
        const { events: read, position } = await events.outbox.read(after, size);
        if (position === after) break;
        assert.ok(read.length <= size);
        seen.push(...read.map(({ data }) => data));
        after = position;
      }
      assert.deepEqual(
        seen,
        upTo(56).map((number) => `{"number":${number}}`),
        `pieces of ${size}`,
      );
    }
  });

  test('knows what is older than a moment: at the moment itself, before and after everything', async () => {
    await using events = new TestEvents();
    assert.deepEqual([await events.outbox.head(), await events.outbox.before(0)], [0, 0]);
    const start = events.clock.now();
    for (const number of upTo(5)) {
      await events.happen([number]);
      events.clock.pass(1000);
    }
    for (const [moment, position] of [
      [start - 1, 0],
      [start, 0],
      [start + 1, 1],
      [start + 1000, 1],
      [start + 3001, 4],
      [start + 4001, 5],
      [start + DAY, 5],
    ] as const)
      assert.equal(await events.outbox.before(moment), position, String(moment - start));
  });
});

describe('the deliveries of an endpoint', () => {
  test('are the events since it listens, of its organisation and its types, in order', async () => {
    await using events = new TestEvents();
    await events.happen([1, 2]);
    await events.skip();
    const all = await events.listen();
    const some = await events.listen(OURS, { types: ['thing.*', 'other.gone'] });
    const one = await events.listen(OURS, { types: ['other.done'] });
    const theirs = await events.listen(THEIRS);
    const off = await events.listen(OURS, { enabled: false });
    await events.happen([3], 'thing.done');
    await events.happen([4], 'other.done');
    await events.happen([5], 'other.gone');
    await events.happen([6], 'thing.done', THEIRS);
    await events.happen([7], 'things.done');
    await events.take();
    assert.deepEqual(await Promise.all([all, some, one, theirs, off].map((endpoint) => events.due(endpoint))), [
      [3, 4, 5, 7],
      [3, 5],
      [4],
      [6],
      [],
    ]);
    assert.equal(await events.takeStep(), false, 'no more');
    await events.take();
    assert.equal((await events.due(all)).length, 4, 'and none twice');
  });

  test('of more events than one step takes are all created, and skipped only while nobody listens', async () => {
    await using events = new TestEvents();
    const endpoint = await events.listen();
    await events.happen(upTo(450));
    await events.skip();
    await events.take();
    assert.deepEqual(await events.due(endpoint), upTo(450));
    assert.deepEqual(await events.due(endpoint, 3), [1, 2, 3]);
  });

  test('of long events are created a few at a time, none twice and none left out', async () => {
    await using events = new TestEvents();
    const endpoints = [await events.listen(), await events.listen(), await events.listen(THEIRS)];
    const text = 'x'.repeat(500_000);
    await events.store.write(async (tx) => {
      for (const number of upTo(12))
        await events.outbox.add({ organisationId: OURS, type: 'thing.done', data: { number, text } }, tx);
    });
    const sizes: number[] = [];
    const count = async (): Promise<number> => (await events.due(endpoints[0]!)).length;
    for (let before = 0; await events.takeStep(); before = await count()) sizes.push((await count()) - before);
    // The bodies of nine events, of half a million characters each, are the first to exceed four million.
    assert.deepEqual(sizes, [9, 3]);
    for (const endpoint of endpoints.slice(0, 2)) assert.deepEqual(await events.due(endpoint), upTo(12));
    assert.deepEqual(await events.due(endpoints[2]!), []);
  });

  test('are tried again when they are due, the longest waiting first, until they have ended', async () => {
    await using events = new TestEvents();
    const endpoint = await events.listen();
    await events.happen(upTo(4));
    await events.take();
    const [first, second, third, fourth] = (await events.deliveries.due(endpoint.id, 10)).map(({ seq }) => seq) as [
      number,
      number,
      number,
      number,
    ];
    const at = events.clock.now();
    const failing = { at, status: 500, error: null, delivered: false };
    await events.deliveries.note(first, { ...failing, nextAt: at + 2000 });
    await events.deliveries.note(second, { ...failing, status: null, error: 'no answer', nextAt: at + 1000 });
    await events.deliveries.note(third, { at, status: 204, error: null, delivered: true });
    assert.deepEqual(await events.due(endpoint), [4]);
    assert.ok(await events.deliveries.isAnyDue());
    await events.deliveries.note(fourth, failing);
    assert.equal(await events.deliveries.isAnyDue(), false);
    events.clock.pass(999);
    assert.deepEqual(await events.due(endpoint), []);
    events.clock.pass(1);
    assert.deepEqual(await events.due(endpoint), [2]);
    events.clock.pass(1000);
    assert.deepEqual(await events.due(endpoint), [2, 1]);
    const states: unknown[] = [];
    for (const seq of [first, second, third, fourth]) {
      const { state, attempts, lastStatus, lastError } = (await events.deliveries.get(endpoint.id, seq))!;
      states.push([state, attempts, lastStatus, lastError]);
    }
    assert.deepEqual(states, [
      ['pending', 1, 500, null],
      ['pending', 1, null, 'no answer'],
      ['delivered', 1, 204, null],
      ['failed', 1, 500, null],
    ]);
    // Once more from the first attempt, whatever their state.
    for (const seq of [third, fourth]) await events.deliveries.again(seq);
    assert.deepEqual(await events.due(endpoint), [2, 1, 3, 4]);
    assert.equal((await events.deliveries.get(endpoint.id, fourth))!.attempts, 0);
  });

  test('are listed newest first, after any of them, for their own endpoint only, and are removed with it', async () => {
    await using events = new TestEvents();
    const [one, two] = [await events.listen(), await events.listen()];
    await events.happen(upTo(5));
    await events.take();
    const listed = await events.deliveries.list(one.id, Number.MAX_SAFE_INTEGER, 3);
    assert.deepEqual(listed.map(numberOf), [5, 4, 3]);
    assert.deepEqual((await events.deliveries.list(one.id, listed.at(-1)!.seq, 3)).map(numberOf), [2, 1]);
    assert.equal(await events.deliveries.get(two.id, listed[0]!.seq), undefined, 'of another endpoint');
    await events.endpoints.remove(OURS, one.id);
    assert.deepEqual(await events.deliveries.list(one.id, Number.MAX_SAFE_INTEGER, 10), []);
    assert.equal((await events.due(two)).length, 5);
  });

  test('share the body of their event, which goes with the last of them', async () => {
    await using events = new TestEvents();
    const endpoints = await Promise.all(upTo(20).map(() => events.listen()));
    await events.happen([1]);
    await events.take();
    const bodies = async () => (await events.store.first<{ n: number }>('SELECT count(*) AS n FROM webhookBodies'))!.n;
    const bodyOf = async (id: string) => (await events.deliveries.list(id, Number.MAX_SAFE_INTEGER, 1))[0]!.body;
    const first = await bodyOf(endpoints[0]!.id);
    assert.equal((JSON.parse(first) as { type: string }).type, 'thing.done');
    for (const { id } of endpoints) assert.equal(await bodyOf(id), first);
    assert.equal(await bodies(), 1);
    for (const { id } of endpoints.slice(1)) await events.endpoints.remove(OURS, id);
    assert.equal(await bodies(), 1);
    await events.endpoints.remove(OURS, endpoints[0]!.id);
    assert.equal(await bodies(), 0);
  });

  test('of an earlier version keep their bodies', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-events-'));
    const path = join(folder, 'events.sqlite');
    const { series, migrations } = eventMigrations;
    const earlier = new SqliteStore(path, [{ series, migrations: migrations.slice(0, 4) }]);
    await earlier.write(async (tx) => {
      await tx.run(
        `INSERT INTO webhookEndpoints (id, organisationId, url, types, description, enabled, secretGeneration, createdAt,
         modifiedAt) VALUES ('end', ?, 'https://x.example', '[]', '', 1, 0, 1, 1)`,
        OURS,
      );
      for (const [eventId, body] of [
        ['evt_1', '{"number":1}'],
        ['evt_1', '{"number":1}'],
        ['evt_2', '{"number":2}'],
      ] as const)
        await tx.run(
          `INSERT INTO webhookDeliveries (endpointId, eventId, type, body, state, attempts, nextAt, createdAt)
           VALUES ('end', ?, 'thing.done', ?, 'pending', 0, 1, 1)`,
          ...[eventId, body],
        );
    });
    await earlier.close();
    const now = new SqliteStore(path, [eventMigrations]);
    try {
      const listed = await new DeliveryStore(now, new TestClock()).list('end', Number.MAX_SAFE_INTEGER, 10);
      assert.deepEqual(
        listed.map(({ eventId, body }) => [eventId, body]),
        [
          ['evt_2', '{"number":2}'],
          ['evt_1', '{"number":1}'],
          ['evt_1', '{"number":1}'],
        ],
      );
    } finally {
      await now.close();
      rmSync(folder, { recursive: true });
    }
  });

  test('are removed in batches with their endpoint, which takes no new ones meanwhile', async () => {
    await using events = new TestEvents();
    const [one, two] = [await events.listen(), await events.listen()];
    await events.happen(upTo(1200));
    await events.take();
    const { batches } = events.store.writer.counts;
    const removing = events.endpoints.remove(OURS, one.id);
    const meanwhile = events.happen([1201]);
    await Promise.all([removing, meanwhile, events.take()]);
    assert.ok(events.store.writer.counts.batches - batches > 4, 'other work runs in between');
    await assert.rejects(events.endpoints.get(OURS, one.id), { code: 'not-found' });
    const count = 'SELECT count(*) AS n FROM webhookDeliveries WHERE endpointId = ?';
    assert.equal(events.store.first(count, one.id)!['n'], 0);
    await events.take();
    assert.equal((await events.due(two, 2000)).length, 1201);
  });

  test('are created again by a replay since a moment: the same events with the same ids, and no others', async () => {
    await using events = new TestEvents();
    const endpoint = await events.listen(OURS, { types: ['thing.done'] });
    for (const number of upTo(250)) await events.happen([number], number % 5 === 0 ? 'other.done' : 'thing.done');
    events.clock.pass(1000);
    const since = events.clock.now();
    for (const number of upTo(250, 251)) await events.happen([number], 'thing.done', number % 2 === 0 ? OURS : THEIRS);
    await events.take();
    const before = await events.deliveries.list(endpoint.id, Number.MAX_SAFE_INTEGER, 1000);
    const taken = { at: since, status: 200, error: null, delivered: true };
    await Promise.all(before.map(({ seq }) => events.deliveries.note(seq, taken)));
    assert.equal(await events.deliveries.replay(events.outbox, endpoint, since), 125);
    assert.deepEqual(
      await events.due(endpoint),
      upTo(250, 251).filter((number) => number % 2 === 0),
    );
    const ids = new Set(before.map(({ eventId }) => eventId));
    assert.ok((await events.deliveries.due(endpoint.id, 1000)).every(({ eventId }) => ids.has(eventId)));
    assert.equal(await events.deliveries.replay(events.outbox, endpoint, since + 1), 0);
    const [waiting] = await events.deliveries.due(endpoint.id, 1);
    const failing = { at: since, status: 500, error: null, delivered: false, nextAt: since + 60_000 };
    await events.deliveries.note(waiting!.seq, failing);
    assert.equal((await events.due(endpoint)).length, 124);
    assert.equal(await events.deliveries.replay(events.outbox, endpoint, 0), 325);
    const due = await events.deliveries.due(endpoint.id, 1000);
    assert.deepEqual(
      [due.length, new Set(due.map(({ eventId }) => eventId)).size],
      [325, 325],
      'waiting ones are not duplicated',
    );
    assert.ok(due.every(({ attempts }) => attempts === 0));
  });
});

describe('an endpoint', () => {
  test('belongs to its organisation, which may have at most twenty, and is found by its id in any case', async () => {
    await using events = new TestEvents();
    const made = await Promise.all(upTo(20).map(() => events.listen()));
    await assert.rejects(events.listen(), { code: 'conflict' });
    await events.listen(THEIRS);
    assert.deepEqual(
      (await events.endpoints.list(OURS)).map(({ id }) => id),
      made.map(({ id }) => id).sort(),
    );
    const { id } = made[0]!;
    assert.equal((await events.endpoints.get(OURS, id.toUpperCase())).id, id);
    for (const attempt of [
      () => events.endpoints.get(THEIRS, id),
      () => events.endpoints.change(THEIRS, id, { enabled: false }),
      () => events.endpoints.rotate(THEIRS, id),
      () => events.endpoints.remove(THEIRS, id),
    ])
      await assert.rejects(attempt, { code: 'not-found' });
    await events.endpoints.remove(OURS, id.toUpperCase());
    await assert.rejects(events.endpoints.get(OURS, id), { code: 'not-found' });
    await events.listen();
  });

  test('listens while it is enabled, and a failed check leaves it unchanged', async () => {
    await using events = new TestEvents();
    const { id } = await events.listen();
    await events.endpoints.change(OURS, id, { enabled: false, description: 'off' });
    assert.deepEqual([await events.endpoints.enabled(), await events.endpoints.listening(id)], [[], undefined]);
    const refuse = (): never => {
      throw new RangeError('as asked');
    };
    await assert.rejects(events.endpoints.change(OURS, id, { enabled: true }, refuse), RangeError);
    await assert.rejects(events.endpoints.remove(OURS, id, refuse), RangeError);
    const { enabled, description } = await events.endpoints.get(OURS, id);
    assert.deepEqual([enabled, description], [false, 'off']);
    await events.endpoints.change(OURS, id, { enabled: true });
    assert.equal((await events.endpoints.listening(id))?.id, id);
  });

  test('signs with its own secret, derived from the server’s key; for a day after a rotation with both', async () => {
    const key = new ServerKey(Buffer.alloc(32, 7));
    await using events = new TestEvents(key);
    const [one, two] = [await events.listen(), await events.listen()];
    const secret = events.endpoints.secret(one);
    // "between 24 bytes (192 bits) and 64 bytes (512 bits)", base64, with the prefix whsec_ (Standard Webhooks 1.0.0).
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.notEqual(secret, events.endpoints.secret(two));
    assert.deepEqual(events.endpoints.signingSecrets(one), [readSecret(secret)]);
    const rotated = await events.endpoints.rotate(OURS, one.id);
    const fresh = events.endpoints.secret(rotated);
    assert.notEqual(fresh, secret);
    const signing = async (): Promise<string[]> => {
      const secrets = events.endpoints.signingSecrets(await events.endpoints.get(OURS, one.id));
      return secrets.map((bytes) => bytes.toString('base64'));
    };
    const [old, now] = [secret, fresh].map((text) => text.slice('whsec_'.length));
    assert.deepEqual(await signing(), [now, old]);
    events.clock.pass(DAY - 1);
    assert.deepEqual(await signing(), [now, old]);
    events.clock.pass(1);
    assert.deepEqual(await signing(), [now]);
    // The database contains no part of a secret.
    const kept = JSON.stringify(events.store.read('SELECT * FROM webhookEndpoints'));
    for (const part of [old!, now!]) assert.ok(!kept.includes(part.slice(0, 12)));
    await using other = new TestEvents(new ServerKey(Buffer.alloc(32, 8)));
    assert.notEqual(other.endpoints.secret(one), secret, 'another key, another secret');
  });
});

test('a sweep removes what has ended or was sent to all, if old enough, and never the last event', async () => {
  await using events = new TestEvents();
  const endpoint = await events.listen();
  const rows = (table: 'outbox' | 'webhookDeliveries'): number =>
    Number(events.store.first(`SELECT count(*) AS n FROM ${table}`)!['n']);
  await events.happen(upTo(1200));
  await events.take();
  const all = (await events.deliveries.due(endpoint.id, 2000)).map(({ seq }) => seq);
  const at = events.clock.now();
  const ends = all.slice(10).map((seq, i) => {
    const delivered = i % 2 === 0;
    return events.deliveries.note(seq, { at, status: delivered ? 200 : 500, error: null, delivered });
  });
  await Promise.all(ends);
  events.clock.pass(30 * DAY);
  const retention = new EventRetention(events.store, events.clock, 30 * DAY);
  assert.deepEqual(await retention.sweep(() => false), { deliveries: 0, events: 0 }, 'exactly this old, not older');
  events.clock.pass(1);
  // The server is being stopped: the batch in progress is enough.
  let asked = 0;
  assert.deepEqual(await retention.sweep(() => ++asked > 1), { deliveries: 500, events: 0 });
  assert.deepEqual(await retention.sweep(() => false), { deliveries: 690, events: 1199 });
  assert.deepEqual([rows('webhookDeliveries'), rows('outbox')], [10, 1]);
  assert.deepEqual(await events.due(endpoint), upTo(10), 'waiting deliveries stay');
  await events.happen([1201]);
  await events.take();
  assert.equal((await events.due(endpoint)).at(-1), 1201, 'the numbers continue');
  // Unsent events stay while somebody listens.
  await events.happen([1202, 1203, 1204]);
  events.clock.pass(31 * DAY);
  assert.equal((await retention.sweep(() => false)).events, 2);
  await events.take();
  assert.deepEqual((await events.due(endpoint)).slice(-4), [1201, 1202, 1203, 1204]);
});
