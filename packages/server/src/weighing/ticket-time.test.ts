import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestTickets, ticketOf } from './testing/store.ts';
import { STEP_BACK_MS, TicketTime } from './ticket-time.ts';

describe('the time of tickets', () => {
  test('is that of the clock, and stops while it is set back a little', async () => {
    await using tickets = new TestTickets();
    const { clock, store } = tickets;
    const began = clock.now();
    assert.equal(await store.now(), began);
    clock.pass(5000);
    assert.equal(await store.now(), began + 5000);
    clock.step(-3000);
    assert.equal(await store.now(), began + 5000);
    clock.pass(3001);
    assert.equal(await store.now(), began + 5001, 'it continues with the clock');
  });

  test('is one for all that begins in one turn, whose rows may be stored in any order', async () => {
    await using tickets = new TestTickets();
    const { clock, store } = tickets;
    await store.now();
    clock.pass(5);
    const first = store.now();
    clock.pass(5);
    assert.equal(await store.now(), await first);
    assert.equal(await store.now(), (await first) + 5);
  });

  test('follows a clock that is set back by more than an hour, because it was wrong before', async () => {
    await using tickets = new TestTickets();
    const { clock, store } = tickets;
    const began = await store.now();
    clock.step(-STEP_BACK_MS);
    assert.equal(await store.now(), began);
    clock.step(-1);
    assert.equal(await store.now(), began - STEP_BACK_MS - 1);
    clock.step(2 * STEP_BACK_MS);
    assert.equal(await store.now(), clock.now());
  });

  test('is that of the last version if the clock was set back while the server was stopped', async () => {
    await using tickets = new TestTickets();
    const { clock, database } = tickets;
    const [ticket] = await tickets.add(ticketOf('1'));
    clock.step(-60_000);
    assert.equal(await new TicketTime(clock).now(database), ticket!.modifiedAt);
  });

  test('makes no version older than the previous one: created, replaced and deleted', async () => {
    await using tickets = new TestTickets();
    const [first] = await tickets.add(ticketOf('1'));
    tickets.clock.step(-60_000);
    const [second] = await tickets.add(ticketOf('2'));
    const changed = await tickets.replace(second!.uuid, ticketOf('3'));
    await tickets.remove(first!.uuid);
    const text = 'SELECT modifiedAt FROM ticketVersions ORDER BY seq';
    const times = tickets.database.read<{ modifiedAt: number }>(text).map(({ modifiedAt }) => modifiedAt);
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
    assert.ok(changed.modifiedAt >= changed.createdAt);
  });
});
