import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Finding } from '@fieldbridge/contract';
import fc from 'fast-check';
import { OldStatements } from '../storage/sqlite/old-statements.ts';
import { memoryDatabase } from '../storage/sqlite/testing/memory.ts';
import type { Statements } from '../storage/statements.ts';
import { weighingMigrations } from './migrations.ts';
import { insertTicket, insertTickets } from './ticket-insert.ts';
import type { TicketRow } from './ticket-row.ts';

const LOCATION = '01a1fd1d-2392-74ff-816d-98aae4679277';

interface Given {
  readonly externalId: string;
  readonly locationId?: string;
  readonly plate?: string;
  readonly customer?: string;
  readonly tareKg?: string;
  readonly cumulativeKg?: string;
  readonly findings?: readonly Finding[];
}

let made = 0;
function row({ externalId, locationId = LOCATION, plate = 'AB12CD', customer = 'C', ...rest }: Given): TicketRow {
  const { tareKg = null, cumulativeKg = null, findings } = rest;
  return [
    ...([`uuid-${made++}`, 1, 'created', 'org', 'client', 1, 1, locationId, externalId, 1, plate] as const),
    ...(['J', 'P', 'Asphalt', customer, 'Customer', 'kg', '1.00', tareKg, cumulativeKg] as const),
    ...([findings ? JSON.stringify(findings) : null, `{"externalId":"${externalId}"}`, null] as const),
  ];
}

const stored = (statements: Statements): unknown[] =>
  statements
    .tuples('SELECT externalId FROM ticketVersions ORDER BY seq')
    .all()
    .map((one) => (one as unknown as unknown[])[0]);
function codes(statements: Statements, externalId: string): string[] {
  const text = statements.sql('SELECT findings FROM ticketVersions WHERE externalId = ?').get(externalId)!['findings'];
  return text === null ? [] : (JSON.parse(text as string) as Finding[]).map(({ code }) => code);
}

describe('tickets are inserted', () => {
  test('each by itself: a number that is taken stops nobody else, and is told with the ticket that has it', () => {
    const statements = new OldStatements(memoryDatabase(weighingMigrations));
    const rows = ['1', '2', '1', '3'].map((externalId) => row({ externalId }));
    const existing = insertTickets(statements, { rows, keep: 'each' });
    assert.deepEqual(
      existing.map((one) => one && { ...one }),
      [null, null, { uuid: rows[0]![0], digest: null, body: '{"externalId":"1"}' }, null],
    );
    assert.deepEqual(stored(statements), ['1', '2', '3']);
  });

  test('all or none, or none in any case, with every number that is taken told', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat({ max: 20 }).map(String), { maxLength: 10 }),
        fc.array(fc.nat({ max: 20 }).map(String), { minLength: 1, maxLength: 10 }),
        fc.constantFrom('all' as const, 'none' as const),
        (before, numbers, keep) => {
          const statements = new OldStatements(memoryDatabase(weighingMigrations));
          insertTickets(statements, { rows: before.map((externalId) => row({ externalId })), keep: 'each' });
          const rows = numbers.map((externalId) => row({ externalId }));
          const existing = insertTickets(statements, { rows, keep });
          const taken = numbers.map((one, i) => before.includes(one) || numbers.indexOf(one) < i);
          assert.deepEqual(
            existing.map((one) => one !== null),
            taken,
          );
          const kept = keep === 'all' && !taken.includes(true) ? numbers : [];
          assert.deepEqual(stored(statements), [...before, ...kept]);
        },
      ),
    );
  });

  test('and a number is taken at its own weigh bridge only', () => {
    const statements = new OldStatements(memoryDatabase(weighingMigrations));
    assert.equal(insertTicket(statements, row({ externalId: '1' })), null);
    assert.equal(insertTicket(statements, row({ externalId: '1', locationId: 'other' })), null);
  });
});

describe('a ticket beside the last of its series', () => {
  test('has the tare of the same vehicle at the same weigh bridge, in the same batch too', () => {
    const statements = new OldStatements(memoryDatabase(weighingMigrations));
    const rows = [
      row({ externalId: 'first', tareKg: '9000' }),
      row({ externalId: 'near', tareKg: '9900' }),
      row({ externalId: 'far', tareKg: '11000' }),
      row({ externalId: 'other vehicle', plate: 'X1', tareKg: '1' }),
      row({ externalId: 'other bridge', locationId: 'other', tareKg: '1' }),
      row({ externalId: 'unknown tare' }),
    ];
    insertTickets(statements, { rows, keep: 'each' });
    for (const one of rows) {
      const expected = one[8] === 'far' ? ['tare-unusual'] : [];
      assert.deepEqual(codes(statements, one[8]), expected, one[8]);
    }
  });

  test('has the cumulative weight of the same customer, project and product', () => {
    const statements = new OldStatements(memoryDatabase(weighingMigrations));
    const rows = [
      row({ externalId: 'first', cumulativeKg: '500.5' }),
      row({ externalId: 'same', cumulativeKg: '500.50' }),
      row({ externalId: 'less', cumulativeKg: '500.49' }),
      row({ externalId: 'other customer', customer: 'D', cumulativeKg: '1' }),
    ];
    insertTickets(statements, { rows, keep: 'each' });
    assert.deepEqual(
      rows.map((one) => codes(statements, one[8])),
      [[], [], ['cumulative-falling'], []],
    );
  });

  test('keeps what is doubtful by itself, in the order of the table', () => {
    const statements = new OldStatements(memoryDatabase(weighingMigrations));
    const own: Finding[] = [
      { code: 'weight-negative', pointer: '#/nettWeight/quantity', text: 'a' },
      { code: 'temperature-out-of-range', pointer: '#/product/temperature/value', text: 'b' },
    ];
    insertTicket(statements, row({ externalId: '1', tareKg: '1000', cumulativeKg: '10' }));
    insertTicket(statements, row({ externalId: '2', tareKg: '9000', cumulativeKg: '9', findings: own }));
    assert.deepEqual(codes(statements, '2'), [
      'weight-negative',
      'tare-unusual',
      'temperature-out-of-range',
      'cumulative-falling',
    ]);
  });
});
