import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Finding } from '@fieldbridge/contract';
import fc from 'fast-check';
import type { Transaction, Value } from '../storage/port/space-store.ts';
import { migrate } from '../storage/sqlite/migrate.ts';
import { OpenTransaction } from '../storage/sqlite/open-transaction.ts';
import { Statements } from '../storage/sqlite/statements.ts';
import { memoryDatabase } from '../storage/sqlite/testing/memory.ts';
import { parseDecimal } from './decimal.ts';
import { weighingMigrations } from './migrations.ts';
import { SERIES_RULES } from './series.ts';
import { CALLER, incoming, TestTickets, ticketOf } from './testing/store.ts';
import { insertTicket } from './ticket-insert.ts';
import { rowValues, type TicketRow } from './ticket-row.ts';
import { LONGEST_WALK } from './ticket-series.ts';
import { findingsOfVersion } from './version.ts';

/** A ticket of a vehicle with a tare, and optionally a counter of a product. */
interface Weighing {
  readonly plate: string | null;
  readonly tare: number;
  readonly counter: number | null;
}

const textOf = (externalId: string, { plate, tare, counter }: Weighing): string =>
  ticketOf(externalId, {
    tareWeight: { quantity: tare, unit: 'kg' },
    ...(plate === null ? {} : { vehicle: { licenseplate: plate } }),
    ...(counter === null ? {} : { cumulativeWeight: { quantity: counter, unit: 'kg' } }),
  });

/** The findings of a ticket compared with all earlier ones, computed by searching them in order of arrival. */
function expectedFindings(before: readonly (Weighing | undefined)[], { plate, tare, counter }: Weighing): string[] {
  const found: (Finding | undefined)[] = [];
  const vehicle = before.findLast((one) => one !== undefined && one.plate === plate);
  if (plate !== null && vehicle !== undefined)
    found.push(SERIES_RULES['tare-unusual'](parseDecimal(String(tare))!, parseDecimal(String(vehicle.tare))!));
  const counted = before.findLast((one) => one !== undefined && one.counter !== null);
  if (counter !== null && counted !== undefined)
    found.push(
      SERIES_RULES['cumulative-falling'](parseDecimal(String(counter))!, parseDecimal(String(counted.counter))!),
    );
  return found.filter((one) => one !== undefined).map(({ text }) => text);
}

const weighing = fc.record({
  // Mostly one vehicle, so that its series is long and tickets leave it and return.
  plate: fc.constantFrom('A', 'A', 'A', 'B', null),
  tare: fc.constantFrom(1000, 3000, 9000, 27_000),
  counter: fc.option(fc.nat({ max: 9 })),
});
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('add' as const), weighing }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('correct' as const), which: fc.nat(), weighing }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), which: fc.nat() }) },
);

test('after any additions, corrections and deletions, a ticket is compared with the last earlier one that is now in its series', async () => {
  await using tickets = new TestTickets();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }), async (steps) => {
      // A separate series for each run, at one weigh bridge.
      const prefix = `R${run++}`;
      const own = (one: Weighing): Weighing => ({ ...one, plate: one.plate && `${prefix}${one.plate}` });
      const text = (number: number, one: Weighing) =>
        JSON.stringify({ ...JSON.parse(textOf(`${prefix}-${number}`, one)), project: { identifier: prefix } });
      const present: (Weighing | undefined)[] = [];
      const uuids: string[] = [];
      const { store } = tickets;
      const textsOf = async (tx: Transaction, uuid: string): Promise<string[]> =>
        findingsOfVersion(await store.get(CALLER, uuid, tx)).map((one) => one.text);
      await store.write(async (tx) => {
        for (const one of steps) {
          if (one.do === 'add') {
            const mine = own(one.weighing);
            const expected = expectedFindings(present, mine);
            const [added] = await store.insert(tx, CALLER, [incoming(text(uuids.length, mine))]);
            assert.ok(added !== undefined && 'uuid' in added);
            uuids.push(added.uuid);
            present.push(mine);
            assert.deepEqual(await textsOf(tx, added.uuid), expected);
            continue;
          }
          const alive = uuids.flatMap((_, i) => (present[i] === undefined ? [] : [i]));
          if (alive.length === 0) continue;
          const which = alive[one.which % alive.length]!;
          const version = await store.get(CALLER, uuids[which]!, tx);
          if (one.do === 'delete') {
            await store.delete(tx, CALLER, version);
            present[which] = undefined;
          } else {
            const mine = own(one.weighing);
            await store.replace(tx, CALLER, version, incoming(text(which, mine)));
            present[which] = mine;
            assert.deepEqual(await textsOf(tx, uuids[which]!), expectedFindings(present.slice(0, which), mine));
          }
        }
      });
    }),
    { numRuns: 200 },
  );
});

describe('a correction', () => {
  const tare = (kilograms: number, plate: string | null = 'A'): Weighing => ({ plate, tare: kilograms, counter: null });

  test('that is refused leaves every series unchanged', async () => {
    await using tickets = new TestTickets();
    const [, second] = await tickets.add(textOf('1', tare(9000)), textOf('2', tare(9000)));
    await assert.rejects(tickets.replace(second!.uuid, textOf('1', tare(30_000, 'B'))), { code: 'ticket-exists' });
    const [ofA, ofB] = await tickets.add(textOf('3', tare(12_000)), textOf('4', tare(1, 'B')));
    assert.deepEqual(
      (await tickets.findings(ofA!.uuid)).map(({ text }) => text),
      ["tare 12000 kg, the vehicle's last was 9000 kg"],
    );
    assert.deepEqual(await tickets.codes(ofB!.uuid), []);
  });

  test('of the plate is compared with the vehicle’s earlier weight, and later tickets with the correction', async () => {
    await using tickets = new TestTickets();
    const [, wrong, later] = await tickets.add(
      textOf('1', tare(9000)),
      textOf('2', tare(20_000, 'TYPO')),
      textOf('3', tare(9000)),
    );
    await tickets.replace(wrong!.uuid, textOf('2', tare(20_000)));
    assert.equal((await tickets.findings(wrong!.uuid))[0]?.text, "tare 20000 kg, the vehicle's last was 9000 kg");
    await tickets.replace(later!.uuid, textOf('3', { ...tare(9000), counter: 1 }));
    assert.equal((await tickets.findings(later!.uuid))[0]?.text, "tare 9000 kg, the vehicle's last was 20000 kg");
  });

  test('that removes the tare makes the next ticket follow the previous one', async () => {
    await using tickets = new TestTickets();
    const [, last] = await tickets.add(textOf('1', tare(9000)), textOf('2', tare(20_000)));
    await tickets.replace(last!.uuid, ticketOf('2', { vehicle: { licenseplate: 'A' } }));
    const [next] = await tickets.add(textOf('3', tare(20_000)));
    assert.equal((await tickets.findings(next!.uuid))[0]?.text, "tare 20000 kg, the vehicle's last was 9000 kg");
  });
});

describe('a ticket followed by more others than the limit', () => {
  const heavy = (number: number | string, plate: string, more: Partial<Weighing> = {}) =>
    textOf(`${number}`, { plate, tare: 9000, counter: null, ...more });

  async function withMany(tickets: TestTickets) {
    const [first, old] = await tickets.add(heavy('first', 'A'), heavy('old', 'B'));
    const many = Array.from({ length: LONGEST_WALK }, (_, i) => incoming(heavy(i, 'A')));
    const added = await tickets.store.write((tx) => tickets.store.insert(tx, CALLER, many));
    return { first: first!, old: old!, added: added.map((one) => ('uuid' in one ? one.uuid : assert.fail())) };
  }

  test('gets no position in another series: it is compared with no ticket, and no ticket with it', async () => {
    await using tickets = new TestTickets();
    const { old, added } = await withMany(tickets);
    await tickets.replace(old.uuid, heavy('old', 'A', { tare: 1 }));
    assert.deepEqual(await tickets.codes(old.uuid), []);
    await tickets.replace(added[0]!, heavy(0, 'A', { counter: 1 }));
    assert.deepEqual(await tickets.codes(added[0]!), []);
    // With one ticket less the limit is not exceeded.
    await tickets.remove(added.at(-1)!);
    await tickets.replace(old.uuid, heavy('old', 'B'));
    await tickets.replace(old.uuid, heavy('old', 'A', { tare: 1 }));
    assert.equal((await tickets.findings(old.uuid))[0]?.text, "tare 1 kg, the vehicle's last was 9000 kg");
    await tickets.replace(added[0]!, heavy(0, 'A', { counter: 2 }));
    assert.equal((await tickets.findings(added[0]!))[0]?.text, "tare 9000 kg, the vehicle's last was 1 kg");
  });

  test('keeps its position in its own series', async () => {
    await using tickets = new TestTickets();
    const { first, added } = await withMany(tickets);
    await tickets.replace(first.uuid, heavy('first', 'A', { tare: 1 }));
    await tickets.replace(added[0]!, heavy(0, 'A', { tare: 2000 }));
    assert.equal((await tickets.findings(added[0]!))[0]?.text, "tare 2000 kg, the vehicle's last was 1 kg");
    await tickets.replace(added[1]!, heavy(1, 'A', { counter: 1 }));
    assert.equal((await tickets.findings(added[1]!))[0]?.text, "tare 9000 kg, the vehicle's last was 2000 kg");
  });
});

describe('a database of an earlier version', () => {
  const LOCATION = '01a1fd1d-2392-74ff-816d-98aae4679277';
  const rowOf = (i: number, plate: string, tareKg: string | null, cumulativeKg: string | null): TicketRow => ({
    ...{ uuid: `uuid-${String(i).padStart(4, '0')}`, version: 1, change: 'created', organisationId: 'org' },
    ...{ clientId: 'client', createdAt: i, modifiedAt: i, locationId: LOCATION, externalId: `${i}`, weighedAt: i },
    ...{ plate, project: 'J', product: 'P', productName: 'Asphalt', customer: 'C', customerName: 'Customer' },
    ...{ unit: 'kg', quantity: '1.00', tareKg, cumulativeKg, findings: null, body: '{}', digest: null },
  });
  /** The values of `INSERT`, which had no digest yet. */
  const oldValues = (row: TicketRow): Value[] => rowValues(row, row.findings).slice(0, 22);
  const INSERT = `INSERT INTO ticketVersions (uuid, version, change, current, organisationId, clientId, createdAt, modifiedAt, locationId, externalId,
    weighedAt, plate, project, product, productName, customer, customerName, unit, quantity, tareKg, cumulativeKg, findings, body)
    VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
  const tablesOf = (database: ReturnType<typeof memoryDatabase>) =>
    ['ticketSeries', 'ticketsBefore'].map((table) => database.prepare(`SELECT * FROM ${table} ORDER BY 1, seq`).all());
  const { series, migrations } = weighingMigrations;

  for (const earlier of [1, 2])
    test(`of ${earlier} migrations gets the series of its tickets`, async () => {
      const before = { series, migrations: migrations.slice(0, earlier) };
      await fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.tuple(
              fc.constantFrom('A', 'B', 'C'),
              fc.option(fc.constantFrom('1', '9000')),
              fc.option(fc.constantFrom('1', '2')),
            ),
            { maxLength: 12 },
          ),
          async (given) => {
            const rows = given.map(([plate, tare, counter], i) => rowOf(i, plate, tare, counter));
            const old = memoryDatabase(before);
            for (const row of rows) old.prepare(INSERT).run(...oldValues(row));
            migrate(old, [weighingMigrations]);
            const fresh = memoryDatabase(weighingMigrations);
            const tx = new OpenTransaction(new Statements(fresh));
            for (const row of rows) assert.equal(await insertTicket(tx, row), null);
            assert.deepEqual(tablesOf(old), tablesOf(fresh));
          },
        ),
        { numRuns: 40 },
      );
    });

  test('still knows its numbers, and compares the next ticket with the last', async () => {
    const database = memoryDatabase({ series, migrations: migrations.slice(0, 2) });
    database.prepare(INSERT).run(...oldValues(rowOf(1, 'A', '9000', '500')));
    migrate(database, [weighingMigrations]);
    const tx = new OpenTransaction(new Statements(database));
    assert.equal((await insertTicket(tx, rowOf(1, 'A', null, null)))?.uuid, 'uuid-0001');
    assert.equal(await insertTicket(tx, rowOf(2, 'A', '12000', '499')), null);
    const [stored] = tx.read<{ findings: string }>("SELECT findings FROM ticketVersions WHERE externalId = '2'");
    assert.deepEqual(
      (JSON.parse(stored!.findings) as Finding[]).map(({ code }) => code),
      ['tare-unusual', 'cumulative-falling'],
    );
  });
});

test('the last ticket of a series, and the one before a ticket, are one look-up each, however long the series', () => {
  const database = memoryDatabase(weighingMigrations);
  for (const query of [
    "SELECT seq FROM ticketSeries WHERE kind = 'k' AND locationId = 'l' AND plate = 'p' AND project = 'j' AND product = 'p' AND customer = 'c'",
    "SELECT before FROM ticketsBefore WHERE kind = 'k' AND seq = 1",
  ]) {
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${query}`).all();
    assert.deepEqual([plan.length, /^SEARCH \w+ USING PRIMARY KEY/.test(String(plan[0]!['detail']))], [1, true], query);
  }
});
