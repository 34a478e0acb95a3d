import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { turnsDuring } from '../../testing/turns.ts';
import { type FindingRow, listFindings } from './finding-list.ts';
import { NORTH, SOUTH, TestTickets } from './testing/store.ts';

// More doubtful tickets than two windows, few of them with the requested code, as after an import of old tickets.

const COUNT = 2500;
const RARE = 400;
const BEGINNING = { locationId: '', seq: 0 };
let tickets: TestTickets;
/** One ticket per minute. */
const moment = (number: number): number => number * 60_000;

before(async () => {
  tickets = new TestTickets();
  await tickets.store.write(async (tx) => {
    const insert = `INSERT INTO ticketVersions (uuid, version, change, current, organisationId, clientId, createdAt, modifiedAt, locationId,
         externalId, weighedAt, plate, project, product, productName, customer, customerName, unit, quantity, findings, body)
       VALUES (?, 1, 'created', 1, 'o', 'c', 0, ?, ?, ?, 0, '', '', '', '', '', '', 'kg', '1', ?, '{}')`;
    for (let i = 0; i < COUNT; i++) {
      const code = i % RARE === 0 ? 'weight-negative' : 'time-far-past';
      const findings = i % 7 === 3 ? null : JSON.stringify([{ code, pointer: '#', text: '' }]);
      await tx.run(insert, `u${i}`, moment(i), i % 2 === 0 ? NORTH : SOUTH, `${i}`, findings);
    }
  });
});
after(() => tickets[Symbol.asyncDispose]());

const numbers = (rows: readonly FindingRow[]): number[] => rows.map(({ externalId }) => Number(externalId));
const expected = (isWanted: (number: number) => boolean): number[] => {
  const all = Array.from({ length: COUNT }, (_, i) => i).filter((i) => i % 7 !== 3 && isWanted(i));
  return [...all.filter((i) => i % 2 === 0), ...all.filter((i) => i % 2 === 1)];
};
const list = (filter: Parameters<typeof listFindings>[2], from: Parameters<typeof listFindings>[3], limit: number) =>
  listFindings(tickets.database, [NORTH, SOUTH], filter, from, limit);

describe('the list of findings', () => {
  describe('has every ticket once, by weigh bridge and arrival, in pages of any size', () => {
    for (const limit of [COUNT, 999, 1000, 70])
      test(`${limit}`, async () => {
        const seen: FindingRow[] = [];
        for (;;) {
          const rows = await list({}, seen.at(-1) ?? BEGINNING, limit);
          seen.push(...rows);
          if (rows.length < limit) break;
        }
        assert.deepEqual(
          numbers(seen),
          expected(() => true),
          `${limit}`,
        );
      });
  });

  test('finds the few with one code among many with another', async () => {
    assert.deepEqual(
      numbers(await list({ code: 'weight-negative' }, BEGINNING, COUNT)),
      expected((i) => i % RARE === 0),
    );
    assert.deepEqual(await list({ code: 'nett-mismatch' }, BEGINNING, COUNT), []);
  });

  describe('has the tickets modified between two times, both included', () => {
    for (const [since, until] of [
      [0, COUNT],
      [100, 100],
      [1000, 1999],
      [2400, 5000],
      [COUNT, COUNT],
    ] as const)
      test(String(since), async () => {
        const rows = await list({ modifiedSince: moment(since), modifiedUntil: moment(until) }, BEGINNING, COUNT);
        assert.deepEqual(
          numbers(rows),
          expected((i) => i >= since && i <= until),
          `${since} to ${until}`,
        );
      });
  });

  test('yields between windows', async () => {
    const turns = await turnsDuring(() => list({ code: 'nett-mismatch' }, BEGINNING, COUNT));
    assert.ok(turns >= 2, `${turns} turns`);
  });
});
