import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Finding } from '@fieldbridge/contract';
import fc from 'fast-check';
import type { Transaction } from '../storage/port/space-store.ts';
import { OpenTransaction } from '../storage/sqlite/open-transaction.ts';
import { Statements } from '../storage/sqlite/statements.ts';
import { memoryDatabase } from '../storage/sqlite/testing/memory.ts';
import { weighingMigrations } from './migrations.ts';
import { existingAmong, headsOf, insertBatch } from './ticket-batch.ts';
import { insertTicket } from './ticket-insert.ts';
import type { TicketRow } from './ticket-row.ts';

const given = fc.record({
  // Few numbers and vehicles, so that many tickets are refused or follow one that was.
  externalId: fc.constantFrom('1', '2', '3', '4', '5', '6'),
  locationId: fc.constantFrom('north', 'south'),
  plate: fc.constantFrom('A', 'B'),
  // Pairs that differ, and two of them are the same when joined by a line break.
  project: fc.constantFrom('J', 'J\nX'),
  product: fc.constantFrom('P', 'X\nP'),
  tareKg: fc.constantFrom('1000', '9000', '9900.5', null),
  cumulativeKg: fc.constantFrom('1', '2', null),
  hasFinding: fc.boolean(),
});

const OWN: Finding = { code: 'weight-negative', pointer: '#/nettWeight/quantity', text: 'a' };
let made = 0;
function rowOf({ hasFinding, ...fields }: typeof given extends fc.Arbitrary<infer T> ? T : never): TicketRow {
  return {
    ...{ uuid: `uuid-${String(made++).padStart(9, '0')}`, version: 1, change: 'created', organisationId: 'org' },
    ...{ clientId: 'client', createdAt: 1, modifiedAt: 1, weighedAt: 1, customer: 'C' },
    ...{ productName: 'Asphalt', customerName: 'Customer', unit: 'kg', quantity: '1.00', digest: null, ...fields },
    ...{ findings: hasFinding ? JSON.stringify([OWN]) : null, body: `{"made":${made}}` },
  };
}

/** All that is stored of tickets. */
function stored(tx: OpenTransaction): unknown {
  return ['ticketVersions', 'ticketSeries', 'ticketsBefore'].map((table) => tx.read(`SELECT * FROM ${table}`));
}

test('batches of new tickets are stored, compared and refused as the same tickets one by one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(given, { maxLength: 8 }), { maxLength: 5 }), async (batches) => {
      const open = () => new OpenTransaction(new Statements(memoryDatabase(weighingMigrations)));
      const [single, batched] = [open(), open()];
      const insert = async (tx: Transaction, rows: readonly TicketRow[]) => {
        const refused = [];
        for (const row of rows) refused.push(await insertTicket(tx, row));
        return refused;
      };
      for (const batch of batches) {
        const rows = batch.map(rowOf);
        const expected = await insert(single, rows);
        const [heads, taken] = [await headsOf(batched, rows), await existingAmong(batched, rows)];
        const seqs = batched.numbers('ticketVersions', 'seq', rows.length);
        assert.deepEqual(insertBatch(batched, rows, heads, taken, seqs), expected);
      }
      assert.deepEqual(stored(batched), stored(single));
    }),
    { numRuns: 200 },
  );
});
