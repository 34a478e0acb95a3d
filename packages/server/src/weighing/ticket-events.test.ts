import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { StoredEvent } from '../events/index.ts';
import { CALLER, NORTH, TestTickets, ticketOf } from './store.testing.ts';
import { TICKET_EVENT_TYPES, TicketEvents } from './ticket-events.ts';
import { ticketText } from './version.ts';

const DOUBTFUL = { grossWeight: { quantity: -1, unit: 't' } };

function everything(source: TicketEvents, size = 1000): StoredEvent[] {
  const all: StoredEvent[] = [];
  for (let after = 0; ; ) {
    const { events, position } = source.read(after, size);
    if (position === after) return all;
    all.push(...events);
    after = position;
  }
}

describe('the events of tickets', () => {
  test('are its versions in their order, with a second one where there is doubt; each with the ticket as it was then', async () => {
    await using tickets = new TestTickets();
    const source = new TicketEvents(tickets.database);
    assert.deepEqual([source.head(), source.read(0, 10)], [0, { events: [], position: 0 }]);
    const [one, other] = await tickets.add(ticketOf('1', DOUBTFUL), ticketOf('2'));
    const { uuid } = one!;
    const first = ticketText(tickets.store.get(CALLER, uuid));
    tickets.clock.pass(1000);
    await tickets.replace(uuid, ticketOf('1').replace('"quantity":1', '"quantity":25.40'));
    tickets.clock.pass(1000);
    await tickets.remove(uuid);
    const events = everything(source);
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

  test('are read in steps of any size to the same list, and again to the same ids', async () => {
    await using tickets = new TestTickets();
    const source = new TicketEvents(tickets.database);
    await tickets.add(...Array.from({ length: 25 }, (_, i) => ticketOf(String(i), i % 4 === 0 ? DOUBTFUL : {})));
    const all = everything(source);
    assert.equal(all.length, 25 + 7);
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
    for (const size of [1, 2, 24, 25, 26]) assert.deepEqual(everything(source, size), all, `steps of ${size}`);
    assert.equal(source.read(source.head(), 10).position, source.head());
  });

  test('before a moment are found at any moment, in between and at the ends', async () => {
    await using tickets = new TestTickets();
    const source = new TicketEvents(tickets.database);
    assert.equal(source.before(0), 0);
    const times: number[] = [];
    for (let i = 0; i < 12; i++) {
      // Sometimes several in one transaction, of one time.
      const count = 1 + (i % 3);
      await tickets.add(...Array.from({ length: count }, (_, j) => ticketOf(`${i}-${j}`)));
      for (let j = 0; j < count; j++) times.push(tickets.clock.now());
      tickets.clock.pass(10);
    }
    const start = times[0]!;
    fc.assert(
      fc.property(fc.integer({ min: -5, max: 130 }), (off) => {
        const older = times.filter((time) => time < start + off).length;
        assert.equal(source.before(start + off), older, String(off));
      }),
      { numRuns: 140 },
    );
  });
});
