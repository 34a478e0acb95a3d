import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { WeighBridge } from '../directory/weigh-bridges.ts';
import { spelling, sumOf } from './testing/spellings.ts';
import { CALLER, NORTH, SOUTH, TestTickets, ticketOf } from './testing/store.ts';
import { type Grouping, MOST_CHARACTERS, totalsOf } from './totals.ts';

const bridge = (id: string, timeZone: string): WeighBridge => ({
  ...{ id, timeZone, organisationId: CALLER.organisationId, name: id, createdAt: 0, modifiedAt: 0 },
});
const BRIDGES = [bridge(NORTH, 'Europe/Berlin'), bridge(SOUTH, 'America/New_York')];

/** The totals as lines of `group unit count quantity`. */
async function lines(tickets: TestTickets, by: readonly Grouping[], filter = {}): Promise<string[]> {
  const totals = await totalsOf(tickets.database, BRIDGES, filter, by);
  return totals.map(
    ({ group, unit, count, quantity }) => `${Object.values(group).join('/')} ${unit} ${count} ${quantity}`,
  );
}

describe('totals', () => {
  test('are the exact sums of the numbers as sent, however long, small or large', async () => {
    await using tickets = new TestTickets();
    let number = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(spelling, { minLength: 1, maxLength: 30 }), async (spellings) => {
        const product = `P${++number}`;
        const good = spellings.filter((one) => Number.isFinite(Number(one)));
        const texts = good.map((one, i) =>
          ticketOf(`${number}-${i}`, { product: { identifier: product } }).replace('"quantity":1', `"quantity":${one}`),
        );
        if (texts.length === 0) return;
        await tickets.add(...texts);
        const [total, ...more] = await totalsOf(tickets.database, BRIDGES, { product }, ['product']);
        assert.deepEqual([total!.count, more.length], [good.length, 0]);
        assert.match(total!.quantity, /^-?(0|[1-9]\d*)(\.\d+)?$/, 'all digits, without an exponent');
        assert.equal(sumOf([total!.quantity]), sumOf(good), good.join(' '));
      }),
      { numRuns: 40 },
    );
  });

  test('beyond the precision of doubles are carried over, positive and negative', async () => {
    await using tickets = new TestTickets();
    const many = (count: number, quantity: string, product: string): string[] =>
      Array.from({ length: count }, (_, i) =>
        ticketOf(`${product}${quantity}${i}`, { product: { name: product } }).replace(
          '"quantity":1',
          `"quantity":${quantity}`,
        ),
      );
    // 2^52 is 4.5e15, which the 451st of these exceeds.
    await tickets.add(...many(1000, '9999999999999', 'up'), ...many(1, '0.5', 'up'));
    await tickets.add(...many(1000, '-999999999999', 'down'), ...many(5, '-0.1', 'down'));
    await tickets.add(
      ...many(700, '9999999999999', 'both'),
      ...many(700, '-999999999999', 'both'),
      ...many(3, '1E0', 'both'),
    );
    assert.deepEqual(await lines(tickets, ['product']), [
      'both t 1403 6300000000000003',
      'down t 1005 -999999999999000.5',
      'up t 1001 9999999999999000.5',
    ]);
  });

  test('keep the decimals of the longest number, like a column of figures', async () => {
    await using tickets = new TestTickets();
    const quantities = {
      a: ['25.40', '0.6'],
      b: ['1.0', '-1.000'],
      c: ['1e2', '1E-1'],
      d: ['-0'],
      e: ['0.10', '0.20'],
    };
    for (const [product, spellings] of Object.entries(quantities))
      await tickets.add(
        ...spellings.map((one, i) =>
          ticketOf(`${product}${i}`, { product: { name: product } }).replace('"quantity":1', `"quantity":${one}`),
        ),
      );
    assert.deepEqual(await lines(tickets, ['product']), [
      'a t 2 26.00',
      'b t 2 0.000',
      'c t 2 100.1',
      'd t 1 0',
      'e t 2 0.30',
    ]);
  });

  test('combine units with the same meaning, and separate those that only look alike', async () => {
    await using tickets = new TestTickets();
    const units = [
      'kg',
      'KGM',
      'Kg',
      't',
      'TNE',
      'LBR',
      'lb',
      'STN',
      'ltn',
      'bags',
      'Bags',
      ' kg',
      'M3',
      '0',
      'quantity',
    ];
    await tickets.add(...units.map((unit, i) => ticketOf(String(i), { nettWeight: { quantity: 1, unit } })));
    const totals = await totalsOf(tickets.database, BRIDGES, {}, ['location']);
    assert.deepEqual(
      totals.map(({ unit, count }) => [unit, count]),
      [
        [' kg', 1],
        ['0', 1],
        ['Bags', 1],
        ['LTN', 1],
        ['M3', 1],
        ['STN', 1],
        ['bags', 1],
        ['kg', 3],
        ['lb', 2],
        ['quantity', 1],
        ['t', 2],
      ],
    );
  });

  test('have a line for each group, in order; a ticket without a value is in an empty group', async () => {
    await using tickets = new TestTickets();
    await tickets.add(
      ticketOf('1', {
        project: { identifier: 'J', description: 'x' },
        product: { name: 'sand' },
        customer: { reference: 'C', name: 'n' },
      }),
      ticketOf('2', {
        project: { description: 'J' },
        product: { identifier: 'sand', name: 'z' },
        customer: { name: 'C' },
      }),
      ticketOf('3', { project: null, product: {}, customer: { reference: '', name: null } }),
      ticketOf('4', { locationId: SOUTH, project: { identifier: 'é' } }),
    );
    assert.deepEqual(await lines(tickets, ['project']), [' t 1 1', 'J t 2 2', 'é t 1 1']);
    assert.deepEqual(await lines(tickets, ['product', 'customer']), ['/ t 2 2', 'sand/C t 2 2']);
    assert.deepEqual(await lines(tickets, ['location']), [`${NORTH} t 3 3`, `${SOUTH} t 1 1`]);
    assert.deepEqual(await lines(tickets, ['customer', 'location', 'project']), [
      `/${NORTH}/ t 1 1`,
      `/${SOUTH}/é t 1 1`,
      `C/${NORTH}/J t 2 2`,
    ]);
    assert.deepEqual(await lines(tickets, ['project'], { product: 'sand' }), ['J t 2 2']);
    assert.deepEqual(await lines(tickets, ['project'], { project: 'none' }), []);
  });

  test('count a ticket on the local day of its weigh bridge, also on days of 23 and 25 hours', async () => {
    await using tickets = new TestTickets();
    const at = (externalId: string, locationId: string, datetime: string | null): string =>
      ticketOf(externalId, { locationId, nettWeight: { quantity: 1, unit: 't', datetime } });
    const start = Date.UTC(2026, 2, 29);
    // Summer time starts in Berlin on 29 March 2026 (23 hours) and ends on 25 October (25 hours); in New York on 8
    // March and 1 November.
    const hours = Array.from({ length: 72 }, (_, i) => new Date(start - 24 * 3_600_000 + i * 3_600_000).toISOString());
    await tickets.add(
      ...hours.map((time, i) => at(`N${i}`, NORTH, time)),
      ...hours.map((time, i) => at(`S${i}`, SOUTH, time)),
    );
    const autumn = hours.map((time) => new Date(Date.parse(time) + 210 * 86_400_000).toISOString());
    await tickets.add(...autumn.map((time, i) => at(`A${i}`, NORTH, time)));
    const perDay = await lines(tickets, ['location', 'day']);
    assert.deepEqual(
      perDay.map((line) => line.replace(NORTH, 'N').replace(SOUTH, 'S').replace(/ \d+$/, '')),
      [
        ...['N/2026-03-28 t 23', 'N/2026-03-29 t 23', 'N/2026-03-30 t 24', 'N/2026-03-31 t 2'],
        ...['N/2026-10-24 t 22', 'N/2026-10-25 t 25', 'N/2026-10-26 t 24', 'N/2026-10-27 t 1'],
        ...['S/2026-03-27 t 4', 'S/2026-03-28 t 24', 'S/2026-03-29 t 24', 'S/2026-03-30 t 20'],
      ],
    );
    // Without a time of weighing the day of arrival counts: 1 January 2026, midnight UTC, still the old year in New
    // York.
    await tickets.add(at('without', NORTH, null), at('empty', SOUTH, ''));
    const arrived = (await lines(tickets, ['day', 'location'])).filter((line) => !/2026-(03|10)/.test(line));
    assert.deepEqual(arrived, [`2025-12-31/${SOUTH} t 1 1`, `2026-01-01/${NORTH} t 1 1`]);
  });

  test('follow corrections and deletions', async () => {
    await using tickets = new TestTickets();
    const [one, two] = await tickets.add(ticketOf('1'), ticketOf('2'), ticketOf('3'));
    await tickets.replace(one!.uuid, ticketOf('1', { nettWeight: { quantity: 0.25, unit: 'kg' } }));
    await tickets.remove(two!.uuid);
    assert.deepEqual(await lines(tickets, ['location']), [`${NORTH} kg 1 0.25`, `${NORTH} t 1 1`]);
  });

  test('of more than 50 000 lines are refused, of exactly 50 000 not', async () => {
    await using tickets = new TestTickets();
    const insert = (from: number, to: number): Promise<unknown> =>
      tickets.store.write((tx) =>
        tx.run(
          `WITH RECURSIVE n(i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n WHERE i < ?)
             INSERT INTO ticketVersions (uuid, version, change, current, organisationId, clientId, createdAt, modifiedAt, locationId,
               externalId, weighedAt, plate, project, product, productName, customer, customerName, unit, quantity, body)
             SELECT 'u' || i, 1, 'created', 1, 'o', 'c', 0, 0, ?, i, 0, '', '', 'P' || i, '', '', '', 'kg', '1', '{}' FROM n`,
          ...[from, to, NORTH],
        ),
      );
    await insert(1, 50_000);
    assert.equal((await totalsOf(tickets.database, BRIDGES, {}, ['product'])).length, 50_000);
    await insert(50_001, 50_001);
    await assert.rejects(totalsOf(tickets.database, BRIDGES, {}, ['product']), { code: 'too-many-groups' });
    assert.deepEqual(await lines(tickets, ['location']), [`${NORTH} kg 50001 50001`]);
  });

  test('whose names have too many characters are refused', async () => {
    await using tickets = new TestTickets();
    const name = 'x'.repeat(1000);
    const texts = Array.from({ length: Math.floor(MOST_CHARACTERS / 1010) }, (_, i) =>
      ticketOf(String(i), { project: { description: `${name}${10_000 + i}` } }),
    );
    await tickets.add(...texts);
    assert.equal((await totalsOf(tickets.database, BRIDGES, {}, ['project'])).length, texts.length);
    await assert.rejects(totalsOf(tickets.database, BRIDGES, {}, ['project', 'day']), { code: 'too-many-groups' });
  });
});
