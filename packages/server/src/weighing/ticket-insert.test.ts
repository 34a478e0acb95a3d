import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Finding } from '@fieldbridge/contract';
import type { Transaction } from '../storage/port/space-store.ts';
import { OpenTransaction } from '../storage/sqlite/open-transaction.ts';
import { Statements } from '../storage/sqlite/statements.ts';
import { memoryDatabase } from '../storage/sqlite/testing/memory.ts';
import { weighingMigrations } from './migrations.ts';
import { type ExistingTicket, insertTicket } from './ticket-insert.ts';
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
  return {
    ...{ uuid: `uuid-${made++}`, version: 1, change: 'created', organisationId: 'org', clientId: 'client' },
    ...{ createdAt: 1, modifiedAt: 1, locationId, externalId, weighedAt: 1, plate, project: 'J', product: 'P' },
    ...{ productName: 'Asphalt', customer, customerName: 'Customer', unit: 'kg', quantity: '1.00', tareKg },
    ...{ cumulativeKg, findings: findings ? JSON.stringify(findings) : null },
    ...{ body: `{"externalId":"${externalId}"}`, digest: null },
  };
}

const openTransaction = (): OpenTransaction => new OpenTransaction(new Statements(memoryDatabase(weighingMigrations)));

async function insertAll(tx: Transaction, rows: readonly TicketRow[]): Promise<(ExistingTicket | null)[]> {
  const existing: (ExistingTicket | null)[] = [];
  for (const one of rows) existing.push(await insertTicket(tx, one));
  return existing;
}

function codes(tx: OpenTransaction, { externalId }: { readonly externalId: string }): string[] {
  const text = 'SELECT findings FROM ticketVersions WHERE externalId = ?';
  const findings = tx.first<{ findings: string | null }>(text, externalId)!.findings;
  return findings === null ? [] : (JSON.parse(findings) as Finding[]).map(({ code }) => code);
}

describe('tickets are inserted', () => {
  test('independently: a number that is taken stops no other, and returns the ticket that has it', async () => {
    const tx = openTransaction();
    const rows = ['1', '2', '1', '3'].map((externalId) => row({ externalId }));
    const existing = await insertAll(tx, rows);
    assert.deepEqual(existing, [null, null, { uuid: rows[0]!.uuid, digest: null, body: '{"externalId":"1"}' }, null]);
    const stored = tx.read<{ externalId: string }>('SELECT externalId FROM ticketVersions ORDER BY seq');
    assert.deepEqual(
      stored.map(({ externalId }) => externalId),
      ['1', '2', '3'],
    );
  });

  test('and a number is only taken at its own weigh bridge', async () => {
    const tx = openTransaction();
    assert.equal(await insertTicket(tx, row({ externalId: '1' })), null);
    assert.equal(await insertTicket(tx, row({ externalId: '1', locationId: 'other' })), null);
  });
});

describe('a ticket compared with the last one of its series', () => {
  test('is compared by the tare of the same vehicle at the same weigh bridge, also in the same batch', async () => {
    const tx = openTransaction();
    const rows = [
      row({ externalId: 'first', tareKg: '9000' }),
      row({ externalId: 'near', tareKg: '9900' }),
      row({ externalId: 'far', tareKg: '11000' }),
      row({ externalId: 'other vehicle', plate: 'X1', tareKg: '1' }),
      row({ externalId: 'other bridge', locationId: 'other', tareKg: '1' }),
      row({ externalId: 'unknown tare' }),
    ];
    await insertAll(tx, rows);
    for (const one of rows) {
      const expected = one.externalId === 'far' ? ['tare-unusual'] : [];
      assert.deepEqual(codes(tx, one), expected, one.externalId);
    }
  });

  test('is compared by the cumulative weight of the same customer, project and product', async () => {
    const tx = openTransaction();
    const rows = [
      row({ externalId: 'first', cumulativeKg: '500.5' }),
      row({ externalId: 'same', cumulativeKg: '500.50' }),
      row({ externalId: 'less', cumulativeKg: '500.49' }),
      row({ externalId: 'other customer', customer: 'D', cumulativeKg: '1' }),
    ];
    await insertAll(tx, rows);
    assert.deepEqual(
      rows.map((one) => codes(tx, one)),
      [[], [], ['cumulative-falling'], []],
    );
  });

  test('keeps its own findings, in the order of the table', async () => {
    const tx = openTransaction();
    const own: Finding[] = [
      { code: 'weight-negative', pointer: '#/nettWeight/quantity', text: 'a' },
      { code: 'temperature-out-of-range', pointer: '#/product/temperature/value', text: 'b' },
    ];
    await insertTicket(tx, row({ externalId: '1', tareKg: '1000', cumulativeKg: '10' }));
    await insertTicket(tx, row({ externalId: '2', tareKg: '9000', cumulativeKg: '9', findings: own }));
    assert.deepEqual(codes(tx, { externalId: '2' }), [
      'weight-negative',
      'tare-unusual',
      'temperature-out-of-range',
      'cumulative-falling',
    ]);
  });
});
