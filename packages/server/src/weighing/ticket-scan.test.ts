import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { turnsDuring } from '../../testing/turns.ts';
import type { TicketFilter } from './filter.ts';
import { NORTH, SOUTH, TestTickets } from './testing/store.ts';
import { insertTicket } from './ticket-insert.ts';
import { scanNewest } from './ticket-newest.ts';
import type { TicketRow } from './ticket-row.ts';
import { type ListedVersion, scanTickets } from './ticket-scan.ts';

// Lists read an index in windows of 4000 entries. There are more tickets here than two windows, thousands of them with
// the same time, so that windows end among equal times; the result must be that of a filter over an array.

/** The properties that lists use. */
interface Entry {
  readonly uuid: string;
  readonly locationId: string;
  readonly externalId: string;
  readonly weighedAt: number;
  readonly modifiedAt: number;
  readonly project: string;
  readonly product: string;
  readonly productName: string;
  readonly customer: string;
  readonly customerName: string;
  readonly plate: string;
}

const COUNT = 9500;
/** The time of all tickets between the 3000th and the 8000th. */
const CROWDED = 1_000_000;
const entries: Entry[] = Array.from({ length: COUNT }, (_, i) => ({
  // Not in the order of time: the index must sort them.
  uuid: `uuid-${String((i * 7919) % COUNT).padStart(5, '0')}`,
  locationId: i < 9000 ? NORTH : SOUTH,
  externalId: `N${i % 9000}`,
  weighedAt: i < 3000 ? CROWDED - 1 - (i % 1500) : i < 8000 ? CROWDED : CROWDED + (i % 700),
  modifiedAt: 5000 + (i % 100),
  project: ['', 'J1', 'J2'][i % 3]!,
  product: ['', 'P1', 'P2', 'sand'][i % 4]!,
  productName: ['', 'sand', 'grit', 'sand'][i % 4]!,
  customer: i % 5 === 0 ? 'C1' : 'Jansen',
  customerName: 'Jansen',
  plate: i % 11 === 0 ? 'AB12CD' : '',
}));

const rowOf = ({ modifiedAt, ...one }: Entry, body = '{}'): TicketRow => ({
  ...{ version: 1, change: 'created', organisationId: 'organisation', clientId: 'client', createdAt: 1, modifiedAt },
  ...{ unit: 'kg', quantity: '1', tareKg: null, cumulativeKg: null, findings: null, body, digest: null },
  ...one,
});

let tickets: TestTickets;
before(async () => {
  tickets = new TestTickets();
  await tickets.store.write(async (tx) => {
    for (const one of entries) assert.equal(await insertTicket(tx, rowOf(one)), null);
    // Former versions and deleted tickets are in the table, but in no list.
    await tx.run('UPDATE ticketVersions SET current = NULL WHERE externalId = ?', 'N4000');
  });
});
after(() => tickets[Symbol.asyncDispose]());

const byUuid = new Map(entries.map((one) => [one.uuid, one]));
const present = entries.filter(({ externalId }) => externalId !== 'N4000');
const inOrder = (a: Entry, b: Entry): number =>
  a.locationId === b.locationId
    ? a.weighedAt - b.weighedAt || (a.uuid < b.uuid ? -1 : 1)
    : a.locationId < b.locationId
      ? -1
      : 1;

/** The model: the tickets that pass a filter, in list order. */
function chosen(filter: TicketFilter, locationIds: readonly string[]): string[] {
  const { from, to, modifiedSince, modifiedUntil, externalId, project, product, customer, plate } = filter;
  return present
    .filter(
      (one) =>
        locationIds.includes(one.locationId) &&
        (externalId === undefined || one.externalId === externalId) &&
        (from === undefined || one.weighedAt >= from) &&
        (to === undefined || one.weighedAt < to) &&
        (modifiedSince === undefined || one.modifiedAt >= modifiedSince) &&
        (modifiedUntil === undefined || one.modifiedAt <= modifiedUntil) &&
        (project === undefined || one.project === project) &&
        (product === undefined || one.product === product || one.productName === product) &&
        (customer === undefined || one.customer === customer || one.customerName === customer) &&
        (plate === undefined || one.plate === plate),
    )
    .toSorted(inOrder)
    .map(({ uuid }) => uuid);
}

type Scan = Parameters<typeof scanTickets<'versions'>>[1];

async function scanned(request: Omit<Scan, 'scan'>, most = Number.POSITIVE_INFINITY): Promise<ListedVersion[]> {
  const rows: ListedVersion[] = [];
  for await (const step of scanTickets(tickets.database, { ...request, scan: 'versions' })) {
    assert.ok(step.length > 0 || request.filter.externalId !== undefined, 'no empty step');
    assert.ok(step.length <= (request.step ?? 4000));
    rows.push(...step);
    if (rows.length >= most) break;
  }
  return rows;
}

const times = fc.constantFrom(0, CROWDED - 1500, CROWDED - 1, CROWDED, CROWDED + 1, CROWDED + 699, CROWDED + 700);
const filters = fc.record(
  {
    from: times,
    to: times,
    modifiedSince: fc.constantFrom(0, 5050, 5099, 5100),
    modifiedUntil: fc.constantFrom(5099, 5050, 4999),
    project: fc.constantFrom('', 'J1', 'J3'),
    product: fc.constantFrom('sand', 'P1', 'grit', ''),
    customer: fc.constantFrom('Jansen', 'C1'),
    plate: fc.constantFrom('AB12CD', ''),
    // Rarely used, because it leaves at most two tickets.
    externalId: fc.constantFrom(...Array<undefined>(9).fill(undefined), 'N0', 'N4000', 'N499', 'N8999'),
  },
  { requiredKeys: [] },
);
const places = fc.constantFrom([NORTH, SOUTH], [NORTH], [SOUTH], []);

describe('a scan of tickets', () => {
  test('shows the tickets that pass the filters, each once, in the order of weigh bridge, time and uuid', async () => {
    const whole = await scanned({ locationIds: [NORTH, SOUTH], filter: {} });
    assert.deepEqual(
      whole.map(({ uuid }) => uuid),
      chosen({}, [NORTH, SOUTH]),
    );
    await fc.assert(
      fc.asyncProperty(
        filters,
        places,
        fc.constantFrom(undefined, 1000, 250, 7000),
        async (filter, locationIds, step) => {
          const rows = await scanned({ locationIds, filter, step });
          assert.deepEqual(
            rows.map(({ uuid }) => uuid),
            chosen(filter, locationIds),
          );
        },
      ),
      { numRuns: 40 },
    );
  });

  test('applies each filter at its limit', async () => {
    const [one] = entries as [Entry];
    const alone: TicketFilter[] = [
      { modifiedSince: 5050 },
      { modifiedUntil: 5050 },
      { from: CROWDED },
      { to: CROWDED },
      { from: CROWDED - 1, to: CROWDED },
      { from: CROWDED, to: CROWDED },
      { from: CROWDED + 1, to: CROWDED },
      { project: 'J1' },
      { product: 'sand' },
      { customer: 'C1' },
      { customer: 'Jansen' },
      { plate: '' },
      { externalId: one.externalId, from: one.weighedAt },
      { externalId: one.externalId, from: one.weighedAt + 1 },
      { externalId: one.externalId, to: one.weighedAt },
      { externalId: one.externalId, to: one.weighedAt + 1 },
      { externalId: one.externalId, modifiedSince: one.modifiedAt },
      { externalId: one.externalId, modifiedSince: one.modifiedAt + 1 },
      { externalId: one.externalId, modifiedUntil: one.modifiedAt },
      { externalId: one.externalId, modifiedUntil: one.modifiedAt - 1 },
    ];
    for (const filter of alone) {
      const rows = await scanned({ locationIds: [NORTH, SOUTH], filter });
      const expected = chosen(filter, [NORTH, SOUTH]);
      assert.deepEqual(
        rows.map(({ uuid }) => uuid),
        expected,
        JSON.stringify(filter),
      );
      // After the second last of the first weigh bridge: one more there, then the whole second weigh bridge.
      const north = expected.filter((uuid) => byUuid.get(uuid)!.locationId === NORTH);
      const after = byUuid.get(north.at(-2) ?? '');
      if (after === undefined) continue;
      const rest = await scanned({ locationIds: [NORTH, SOUTH], filter, after });
      assert.deepEqual(
        rest.map(({ uuid }) => uuid),
        expected.slice(north.length - 1),
        JSON.stringify(filter),
      );
    }
  });

  test('continues after any position, also among thousands with the same time', async () => {
    await fc.assert(
      fc.asyncProperty(filters, places, fc.nat({ max: COUNT }), async (filter, locationIds, index) => {
        const all = chosen(filter, locationIds);
        const uuid = all[index % Math.max(1, all.length)];
        const last = byUuid.get(uuid ?? '');
        if (last === undefined) return;
        const rows = await scanned({ locationIds, filter, after: last });
        assert.deepEqual(
          rows.map((row) => row.uuid),
          all.slice(all.indexOf(last.uuid) + 1),
        );
      }),
      { numRuns: 30 },
    );
  });

  test('continues after the position of a deleted ticket', async () => {
    const all = chosen({}, [NORTH]);
    const gone = entries.find(({ externalId, locationId }) => externalId === 'N4000' && locationId === NORTH)!;
    const rows = await scanned({ locationIds: [NORTH], filter: {}, after: gone });
    const expected = all.filter((uuid) => {
      return inOrder(gone, byUuid.get(uuid)!) < 0;
    });
    assert.deepEqual(
      rows.map(({ uuid }) => uuid),
      expected,
    );
  });

  test('is the same in small pages', async () => {
    const filter = { product: 'sand', from: CROWDED - 3, to: CROWDED + 3, plate: 'AB12CD' };
    const expected = chosen(filter, [NORTH, SOUTH]);
    assert.ok(expected.length > 100);
    for (const size of [1, 2, 37]) {
      const seen: string[] = [];
      let after: Entry | undefined;
      while (seen.length < expected.length) {
        const rows = (await scanned({ locationIds: [NORTH, SOUTH], filter, after, step: size }, size)).slice(0, size);
        assert.ok(rows.length > 0, 'an end too early');
        seen.push(...rows.map(({ uuid }) => uuid));
        after = byUuid.get(seen.at(-1)!);
      }
      assert.deepEqual(seen, expected, `pages of ${size}`);
    }
  });

  test('returns few long tickets at a time, or many short ones', async () => {
    await using sized = new TestTickets();
    const lengths = Array.from({ length: 900 }, (_, i) => (i < 300 ? 700 : i < 330 ? 120_000 : 700));
    await sized.store.write(async (tx) => {
      for (const [i, length] of lengths.entries()) {
        const entry = { ...entries[0]!, uuid: `uuid-${i}`, externalId: `${i}`, weighedAt: i };
        await insertTicket(tx, rowOf(entry, 'x'.repeat(length)));
      }
    });
    const steps: number[][] = [];
    const request = { locationIds: [NORTH], filter: {}, scan: 'versions', step: 64 } as const;
    for await (const rows of scanTickets(sized.database, request)) steps.push(rows.map(({ body }) => body!.length));
    assert.deepEqual(steps.flat(), lengths);
    const characters = steps.map((step) => step.reduce((sum, one) => sum + one, 0));
    const longest = characters.indexOf(Math.max(...characters));
    // Only the first step with long tickets may be larger.
    assert.ok(
      characters.toSpliced(longest, 1).every((one) => one < 400_000),
      `${characters}`,
    );
    assert.ok(steps.some((step) => step.length === 64));
  });

  test('yields between windows', async () => {
    const turns = await turnsDuring(async () => {
      // With a filter that nothing passes, the scan has no result, but must yield nevertheless.
      assert.deepEqual(await scanned({ locationIds: [NORTH, SOUTH], filter: { project: 'none' } }), []);
    });
    assert.ok(turns >= 2, `${turns} turns in three windows`);
  });
});

describe('a scan of the newest tickets', () => {
  const newest = (filter: TicketFilter, locationIds: readonly string[]): Entry[] =>
    chosen(filter, locationIds)
      .map((uuid) => byUuid.get(uuid)!)
      .toSorted((a, b) => b.weighedAt - a.weighedAt || (a.uuid < b.uuid ? 1 : -1));

  test('is all weigh bridges in one order, from any position on, in any step', async () => {
    await fc.assert(
      fc.asyncProperty(
        filters,
        places,
        fc.nat({ max: COUNT }),
        fc.constantFrom(undefined, 1, 250),
        async (filter, locationIds, index, step) => {
          const all = newest(filter, locationIds);
          const after = all[index];
          const expected = (after === undefined ? all : all.slice(index + 1)).slice(0, 1000);
          const seen: string[] = [];
          const request = { locationIds, filter, after, step, scan: 'versions' } as const;
          for await (const rows of scanNewest(tickets.database, request)) {
            assert.ok(rows.length > 0, 'no empty step');
            seen.push(...rows.map(({ uuid }) => uuid));
            if (seen.length >= expected.length) break;
          }
          assert.deepEqual(
            seen.slice(0, expected.length),
            expected.map(({ uuid }) => uuid),
          );
          if (expected.length < 1000) assert.equal(seen.length, expected.length);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('yields between windows', async () => {
    const turns = await turnsDuring(async () => {
      const request = { locationIds: [NORTH, SOUTH], filter: { project: 'none' }, scan: 'versions' } as const;
      for await (const rows of scanNewest(tickets.database, request)) assert.fail(`${rows.length} rows`);
    });
    assert.ok(turns >= 2, `${turns} turns in three windows`);
  });
});

describe('the tickets modified since a time', () => {
  const changed: TicketFilter[] = [
    { modifiedSince: 5098 },
    { modifiedSince: 5050, modifiedUntil: 5051, from: CROWDED },
    { modifiedSince: 5099, plate: 'AB12CD' },
    { modifiedSince: 9999 },
  ];
  const compare = async (): Promise<void> => {
    for (const filter of changed) {
      const expected = chosen(filter, [NORTH, SOUTH]);
      const rows = await scanned({ locationIds: [NORTH, SOUTH], filter, step: 64 });
      assert.deepEqual(
        rows.map(({ uuid }) => uuid),
        expected,
      );
      const seen: string[] = [];
      const request = { locationIds: [NORTH, SOUTH], filter, scan: 'versions' } as const;
      for await (const step of scanNewest(tickets.database, request)) seen.push(...step.map(({ uuid }) => uuid));
      assert.deepEqual(seen.toSorted(), expected.toSorted());
    }
  };

  test('are found among the last changes, whatever the number of tickets', async (t) => {
    const asked = [t.mock.method(tickets.database, 'read'), t.mock.method(tickets.database, 'first')];
    await compare();
    const texts = asked.flatMap(({ mock }) => mock.calls.map(({ arguments: [text] }) => String(text)));
    assert.ok(texts.length > 0);
    assert.deepEqual(
      texts.filter((text) => text.includes('ticketsByTime')),
      [],
    );
  });

  test('are found by time when there are too many changes', async () => {
    await tickets.store.write((tx) => tx.run("UPDATE ticketVersions SET seq = 1000000 WHERE externalId = 'N4000'"));
    await compare();
  });
});
