import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { ProblemError } from '../core/problem.ts';
import type { Principal } from '../directory/credential.ts';
import type { Transaction } from '../storage/port/space-store.ts';
import { CALLER, incoming, NORTH, SOUTH, TestTickets, ticketOf } from './testing/store.ts';
import { insertTicket } from './ticket-insert.ts';
import { LONG_BODY, type TicketRow } from './ticket-row.ts';
import type { Added } from './ticket-store.ts';
import { ticketEtag, ticketText } from './version.ts';

const OTHER_CLIENT = { ...CALLER, clientId: 'another client' } as Principal;
const STRANGER = { organisationId: 'another organisation', clientId: 'client' } as Principal;

const cumulative = (externalId: string, tonnes: number, more = {}): string =>
  ticketOf(externalId, { cumulativeWeight: { quantity: tonnes, unit: 't' }, ...more });
const tare = (externalId: string, kilograms: number, more = {}): string =>
  ticketOf(externalId, {
    tareWeight: { quantity: kilograms, unit: 'kg' },
    vehicle: { licenseplate: 'AB-12-CD' },
    ...more,
  });

describe('a ticket compared with the previous one', () => {
  test('has the position of its arrival: a correction of an old ticket is not compared with later ones', async () => {
    await using tickets = new TestTickets();
    const [first, second] = await tickets.add(cumulative('1', 100), cumulative('2', 200));
    tickets.clock.pass(1000);
    const [third] = await tickets.add(cumulative('3', 300));
    // An operator corrects the type of the first; its counter was always right.
    await tickets.replace(first!.uuid, cumulative('1', 100, { type: 'delivery' }));
    assert.deepEqual(await tickets.codes(first!.uuid), []);
    // The second is now less than the first.
    await tickets.replace(second!.uuid, cumulative('2', 99));
    const [falling] = await tickets.findings(second!.uuid);
    assert.equal(falling?.text, 'cumulative 99000 kg, before it was 100000 kg');
    // The next one follows the third, not the last corrected one.
    tickets.clock.pass(1000);
    const [fourth, fifth] = await tickets.add(cumulative('4', 299.999), cumulative('5', 299.999));
    assert.equal((await tickets.findings(fourth!.uuid))[0]?.text, 'cumulative 299999 kg, before it was 300000 kg');
    assert.deepEqual(await tickets.codes(fifth!.uuid), []);
    assert.deepEqual(await tickets.codes(third!.uuid), []);
  });

  test('has the same order for tares, and a clock that steps back does not change it', async () => {
    await using tickets = new TestTickets();
    const [first] = await tickets.add(tare('1', 9000));
    tickets.clock.pass(60_000);
    await tickets.add(tare('2', 12_000));
    await tickets.replace(first!.uuid, tare('1', 9000, { tripNumber: 1 }));
    assert.deepEqual(await tickets.codes(first!.uuid), [], 'the first has no predecessor');
    tickets.clock.step(-3_600_000);
    const [third] = await tickets.add(tare('3', 9000));
    const [found] = await tickets.findings(third!.uuid);
    assert.equal(
      found?.text,
      "tare 9000 kg, the vehicle's last was 12000 kg",
      'after the second, whatever the clock says',
    );
  });

  test('that was deleted or moved to another weigh bridge or series no longer counts', async () => {
    await using tickets = new TestTickets();
    const [gone, moved, renamed] = await tickets.add(
      cumulative('1', 500),
      cumulative('2', 600),
      cumulative('3', 700, { product: { name: 'sand' } }),
    );
    tickets.clock.pass(1);
    await tickets.remove(gone!.uuid);
    await tickets.replace(moved!.uuid, cumulative('2', 600, { locationId: SOUTH }));
    const [alone] = await tickets.add(cumulative('4', 1));
    assert.deepEqual(await tickets.codes(alone!.uuid), []);
    await tickets.replace(renamed!.uuid, cumulative('3', 700));
    const [next] = await tickets.add(cumulative('5', 2));
    assert.deepEqual(await tickets.codes(next!.uuid), [], 'the fourth is later than the third, and less than it');
    // A product with an identifier is another series than one with a name.
    const [sand, grit] = await tickets.add(
      cumulative('6', 1, { product: { name: 'sand' } }),
      cumulative('7', 1, { product: { identifier: 'sand', name: 'grit' } }),
    );
    assert.deepEqual([await tickets.codes(sand!.uuid), await tickets.codes(grit!.uuid)], [[], []]);
    const [sandAgain] = await tickets.add(cumulative('8', 0.5, { product: { identifier: 'sand' } }));
    assert.deepEqual(await tickets.codes(sandAgain!.uuid), ['cumulative-falling']);
  });

  test('needs a known vehicle, a weight in a known unit, and the same weigh bridge', async () => {
    await using tickets = new TestTickets();
    await tickets.add(tare('1', 9000), cumulative('2', 9000));
    const silent = await tickets.add(
      tare('3', 100, { vehicle: { licenseplate: '--' } }),
      tare('4', 100, { vehicle: null }),
      tare('5', 100, { locationId: SOUTH }),
      tare('6', 100, { tareWeight: { quantity: 100, unit: '' } }),
      cumulative('7', 1, { locationId: SOUTH }),
      ticketOf('8', { cumulativeWeight: { quantity: null, unit: 't' } }),
    );
    for (const { uuid } of silent)
      assert.deepEqual(await tickets.codes(uuid), [], ticketText(await tickets.store.get(CALLER, uuid)));
    // The same plate in another spelling, and pounds: 100 lb are 45.359237 kg.
    const [spelled] = await tickets.add(
      tare('9', 0, { tareWeight: { quantity: 100, unit: 'LBR' }, vehicle: { licenseplate: 'ab 12\u2013cd' } }),
    );
    assert.deepEqual(
      (await tickets.findings(spelled!.uuid)).map(({ text }) => text),
      ["tare 45.359237 kg, the vehicle's last was 9000 kg"],
    );
  });
});

describe('a version of a ticket', () => {
  test('is listed with its author and time, oldest first, including the tombstone; the number is free afterwards', async () => {
    await using tickets = new TestTickets();
    const { uuid } = (await tickets.add(ticketOf('1')))[0]!;
    tickets.clock.pass(1000);
    await tickets.replace(uuid, ticketOf('1', { tripNumber: 1 }), OTHER_CLIENT);
    tickets.clock.step(-5000);
    await tickets.remove(uuid);
    const [again] = await tickets.add(ticketOf('1'));
    assert.notEqual(again!.uuid, uuid);
    const start = Date.UTC(2026, 0, 1);
    const history = (await tickets.store.history(CALLER, uuid, 0, 10)).map(
      ({ version, change, clientId, createdAt, modifiedAt, body }) => [
        ...[version, change, clientId, createdAt - start, modifiedAt - start, body === null],
      ],
    );
    assert.deepEqual(history, [
      [1, 'created', 'client', 0, 0, false],
      [2, 'updated', 'another client', 0, 1000, false],
      [3, 'deleted', 'client', 0, 1000, true],
    ]);
    await assert.rejects(tickets.store.get(CALLER, uuid), { code: 'not-found' });
    assert.equal((await tickets.store.history(CALLER, again!.uuid, 0, 10)).length, 1, 'a separate history');
  });

  test('belongs to the organisation, not to the credential', async () => {
    await using tickets = new TestTickets();
    const { uuid } = (await tickets.add(ticketOf('1')))[0]!;
    assert.equal((await tickets.store.get(OTHER_CLIENT, uuid.toUpperCase())).uuid, uuid);
    await assert.rejects(tickets.store.get(STRANGER, uuid), { code: 'not-found' });
    await assert.rejects(tickets.store.history(STRANGER, uuid, 0, 1), { code: 'not-found' });
    assert.deepEqual(
      await tickets.store.history(CALLER, uuid, 1, 1),
      [],
      'after the last one there is nothing, without an error',
    );
  });

  test('that would take the number of another is refused and undone; the ticket is unchanged', async () => {
    await using tickets = new TestTickets();
    const [one, two] = await tickets.add(ticketOf('1'), ticketOf('2', { tripNumber: 2 }));
    const refused = tickets.replace(two!.uuid, ticketOf('1'));
    await assert.rejects(refused, (error: ProblemError) => {
      assert.equal(error.code, 'ticket-exists');
      assert.deepEqual(error.options.extra, { uuid: one!.uuid });
      return true;
    });
    const present = await tickets.store.get(CALLER, two!.uuid);
    assert.deepEqual([present.version, present.externalId], [1, '2']);
    assert.equal((await tickets.store.history(CALLER, two!.uuid, 0, 10)).length, 1);
    // Its own number is accepted, also with the weigh bridge in another case.
    const same = await tickets.replace(two!.uuid, ticketOf('2', { locationId: NORTH.toUpperCase() }));
    assert.equal(same.version, 2);
  });

  test('has a unique tag', async () => {
    await using tickets = new TestTickets();
    const made = await tickets.add(...Array.from({ length: 12 }, (_, i) => ticketOf(String(i))));
    const tags = made.map(ticketEtag);
    for (const { uuid } of made)
      for (let i = 0; i < 11; i++) tags.push(ticketEtag(await tickets.replace(uuid, ticketOf(uuid))));
    assert.equal(new Set(tags).size, 144);
    for (const tag of tags) assert.match(tag, /^"[\x21\x23-\x7e]+"$/, 'a strong tag of RFC 9110 §8.8.3');
  });
});

describe('tickets in one transaction', () => {
  test('are refused if stored before, earlier or in the same transaction; all, none or each are kept, as in a map', async () => {
    await using tickets = new TestTickets();
    const taken = new Set<string>();
    const numbers = fc.array(fc.nat({ max: 30 }).map(String), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(
        numbers,
        fc.constantFrom('each' as const, 'all' as const, 'none' as const),
        async (many, keep) => {
          const all = many.map((one) => incoming(ticketOf(one)));
          let added: Added[] = [];
          const undone = new Error('undone');
          const atomic = async (tx: Transaction): Promise<void> => {
            added = await tickets.store.insert(tx, CALLER, all);
            if (keep === 'none' || added.some((one) => one instanceof ProblemError)) throw undone;
          };
          if (keep === 'each') added = await tickets.store.add(CALLER, all);
          else await tickets.store.write(atomic).catch((error: unknown) => assert.equal(error, undone));
          const inside = new Set<string>();
          const expected = many.map((one) => {
            const isNew = !taken.has(one) && !inside.has(one);
            inside.add(one);
            return isNew;
          });
          assert.deepEqual(
            added.map((one) => !(one instanceof ProblemError)),
            expected,
          );
          if (keep === 'each' || (keep === 'all' && !expected.includes(false))) for (const one of many) taken.add(one);
          const rows = tickets.database.read('SELECT externalId FROM ticketVersions WHERE current = 1');
          assert.deepEqual(rows.map((row) => row['externalId']).sort(), [...taken].sort());
        },
      ),
      { numRuns: 40 },
    );
  });

  test('have uuids in order, and the same time', async () => {
    await using tickets = new TestTickets();
    const many = Array.from({ length: 300 }, (_, i) => ticketOf(String(i)));
    const made = await tickets.add(...many);
    const uuids = made.map(({ uuid }) => uuid);
    assert.deepEqual(uuids.toSorted(), uuids);
    assert.equal(new Set(made.map(({ createdAt }) => createdAt)).size, 1);
    assert.ok(made.every(({ createdAt, modifiedAt, version }) => createdAt === modifiedAt && version === 1));
  });

  test('a configured scale interval counts, also of grams and of 0', async () => {
    const weights = (nett: number) => ({
      nettWeight: { quantity: nett, unit: 'kg' },
      grossWeight: { quantity: 30_000, unit: 'kg' },
      tareWeight: { quantity: 10_000, unit: 'kg' },
    });
    for (const [interval, good, doubtful] of [
      [0, 20_000, 20_000.001],
      [0.5, 20_000.5, 20_000.51],
      [1e-7, 20_000, 20_000.00001],
      [1000, 21_000, 21_001],
    ] as const) {
      await using tickets = new TestTickets(interval);
      const [one, two] = await tickets.add(ticketOf('1', weights(good)), ticketOf('2', weights(doubtful)));
      assert.deepEqual(
        [await tickets.codes(one!.uuid), await tickets.codes(two!.uuid)],
        [[], ['nett-mismatch']],
        String(interval),
      );
    }
  });
});

test('long tickets are compared by their data, ignoring spelling, without their texts', async () => {
  await using tickets = new TestTickets();
  const blank = ' '.repeat(LONG_BODY);
  const long = ticketOf('1').replace('{', `{${blank}`);
  const [first] = await tickets.add(long, ticketOf('2'));
  const identical = async (text: string): Promise<unknown> => {
    const [refused] = await tickets.store.add(CALLER, [incoming(text)]);
    assert.ok(refused instanceof ProblemError);
    return refused.options.extra?.['identical'];
  };
  for (const [text, expected] of [
    [long, true],
    [ticketOf('1'), true],
    [long.replace('"quantity":1', '"quantity":1.00'), true],
    [ticketOf('1', { uuid: first!.uuid, createdAt: 'x' }), true],
    [long.replace(NORTH, NORTH.toUpperCase()), true],
    [ticketOf('2').replace(NORTH, NORTH.toUpperCase()), true],
    [ticketOf('2').replace('"t"', '"T"'), false],
    [ticketOf('1', { tripNumber: 1 }), false],
    [long.replace('"quantity":1', '"quantity":2'), false],
    // The existing one is short, the new one long.
    [ticketOf('2').replace('{', `{${blank}`), true],
    [ticketOf('2', { type: 'x' }).replace('{', `{${blank}`), false],
  ] as const)
    assert.equal(await identical(text), expected, text.replace(blank, ''));
  const columns =
    'version, change, organisationId, clientId, createdAt, modifiedAt, locationId, externalId, weighedAt, plate, project, product, productName, customer, customerName, unit, quantity, tareKg, cumulativeKg, findings, body, digest';
  const text = `SELECT 'new' AS uuid, ${columns} FROM ticketVersions WHERE externalId = '1'`;
  const existing = await tickets.store.write(async (tx) => insertTicket(tx, (await tx.first<TicketRow>(text))!));
  assert.equal(
    existing!.body,
    null,
    'otherwise a batch that repeats a thousand long ones would have them all in memory',
  );
});
