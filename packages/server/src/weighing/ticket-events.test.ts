import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { StoredEvent } from '../events/index.ts';
import { CALLER, NORTH, TestTickets, ticketOf } from './testing/store.ts';
import { TICKET_EVENT_TYPES, TicketEvents } from './ticket-events.ts';
import { ticketText } from './version.ts';

const DOUBTFUL = { grossWeight: { quantity: -1, unit: 't' } };

async function everything(source: TicketEvents, size = 1000): Promise<StoredEvent[]> {
  const all: StoredEvent[] = [];
  for (let after = 0; ; ) {
    const { events, position } = await source.read(after, size);
    if (position === after) return all;
    all.push(...events);
    after = position;
  }
}

describe('the events of tickets', () => {
  test('are its versions in order, with a second event for findings; each has the ticket as it was then', async () => {
    await using tickets = new TestTickets();
    const source = new TicketEvents(tickets.database);
    assert.deepEqual([await source.head(), await source.read(0, 10)], [0, { events: [], position: 0 }]);
    const [one, other] = await tickets.add(ticketOf('1', DOUBTFUL), ticketOf('2'));
    const { uuid } = one!;
    const first = ticketText(await tickets.store.get(CALLER, uuid));
    tickets.clock.pass(1000);
    await tickets.replace(uuid, ticketOf('1').replace('"quantity":1', '"quantity":25.40'));
    tickets.clock.pass(1000);
    await tickets.remove(uuid);
    const events = await everything(source);
    assert.deepEqual(
      events.map(({ id, type }) => [id.replace(uuid, 'U').replace(other!.uuid, 'O'), type]),
      [
        ['evt_U_1', 'ticket.created'],
        ['evt_U_1_finding', 'ticket.finding'],
        ['evt_O_1', 'ticket.created'],
        ['evt_U_2', 'ticket.updated'],
        ['evt_U_3', 'ticket.deleted'],
      ],
    );
    const [created, finding, , updated, deleted] = events as [
      StoredEvent,
      StoredEvent,
      StoredEvent,
      StoredEvent,
      StoredEvent,
    ];
    assert.equal(created.data, first);
    const { ticket, findings } = JSON.parse(finding.data) as { ticket: object; findings: { code: string }[] };
    assert.deepEqual([ticket, findings.map(({ code }) => code)], [JSON.parse(first), ['weight-negative']]);
    assert.ok(finding.data.includes(first), 'to the letter');
    assert.match(updated.data, /"quantity":25\.40,/);
    assert.deepEqual(JSON.parse(deleted.data), {
      ...{ uuid, locationId: NORTH, externalId: '1', deletedAt: '2026-01-01T00:00:02.000Z' },
    });
    assert.equal(deleted.at - created.at, 2000);
    for (const { type, organisationId } of events) {
      assert.ok((TICKET_EVENT_TYPES as readonly string[]).includes(type), type);
      assert.equal(organisationId, CALLER.organisationId);
    }
  });

  test('are the same list in steps of any size, and have the same ids again', async () => {
    await using tickets = new TestTickets();
    const source = new TicketEvents(tickets.database);
    await tickets.add(...Array.from({ length: 25 }, (_, i) => ticketOf(String(i), i % 4 === 0 ? DOUBTFUL : {})));
    const all = await everything(source);
    assert.equal(all.length, 25 + 7);
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
    for (const size of [1, 2, 24, 25, 26]) assert.deepEqual(await everything(source, size), all, `steps of ${size}`);
    const head = await source.head();
    assert.equal((await source.read(head, 10)).position, head);
  });

  test('since a time are all after the position for it, with few others, also if the clock was set back in between', async () => {
    const minute = 60_000;
    // How the clock moves after each ticket; it is set back by at most an hour.
    const steps = fc.array(fc.integer({ min: -60, max: 200 }), { minLength: 5, maxLength: 14 });
    for (const walk of fc.sample(steps, 6)) {
      await using tickets = new TestTickets();
      const source = new TicketEvents(tickets.database);
      assert.equal(await source.before(0), 0);
      const times: number[] = [];
      let latest = tickets.clock.now();
      for (const [i, step] of walk.entries()) {
        await tickets.add(ticketOf(`${i}-1`), ticketOf(`${i}-2`));
        times.push(tickets.clock.now(), tickets.clock.now());
        // As stored when the time could still go backwards.
        const set = 'UPDATE ticketVersions SET modifiedAt = ? WHERE seq > ?';
        await tickets.store.write((tx) => tx.run(set, tickets.clock.now(), 2 * i));
        latest = Math.max(latest, tickets.clock.now());
        // At most an hour behind the latest time shown.
        tickets.clock.step(Math.max(step * minute, latest - 60 * minute - tickets.clock.now()));
      }
      for (const moment of times.flatMap((time) => [time - 1, time, time + 1, time + 90 * minute])) {
        const position = await source.before(moment);
        const first = times.findIndex((time) => time >= moment);
        assert.ok(position <= (first < 0 ? times.length : first), `${moment} of ${times}`);
        assert.ok(times.slice(0, position).every((time) => time < moment));
        const skipped = times.slice(position).filter((time) => time < moment - 60 * minute).length;
        // If time never went backwards, the position is exact to the hour.
        if (times.every((time, j) => j === 0 || time >= times[j - 1]!)) assert.equal(skipped, 0);
      }
    }
  });

  test('since a time are all replayed, whatever the clock did', async () => {
    await using tickets = new TestTickets();
    const source = new TicketEvents(tickets.database);
    const start = tickets.clock.now();
    const minutes = [0, 1, 62, 65, 8, 9, 10, 66, 70];
    for (const [i, minute] of minutes.entries()) {
      tickets.clock.step(start + minute * 60_000 - tickets.clock.now());
      await tickets.add(ticketOf(String(i)));
    }
    const since = start + 62 * 60_000;
    const { events } = await source.read(await source.before(since), 100);
    const replayed = events
      .filter(({ at }) => at >= since)
      .map(({ data }) => (JSON.parse(data) as { externalId: string }).externalId);
    assert.deepEqual(replayed, ['2', '3', '4', '5', '6', '7', '8'], 'while the clock was set back, time stood still');
  });
});
