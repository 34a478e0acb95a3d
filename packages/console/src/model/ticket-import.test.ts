import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Refused, refusedCsv } from '@fieldbridge/ticket-file/refused-csv.ts';
import {
  guessColumns,
  guessDecimalComma,
  type ImportSettings,
  importTickets,
  lookAt,
  type Progress,
  ticketsOf,
} from './ticket-import.ts';

const BRIDGE = '0195b2a0-0000-7000-8000-000000000001';
const DUTCH: ImportSettings = {
  ...{ encoding: 'windows-1252', delimiter: '', decimalComma: true },
  ...{ dateFormat: 'dd-MM-yyyy HH:mm', timeZone: 'Europe/Amsterdam' },
  columns: {
    externalId: 'Bon',
    'nettWeight.quantity': 'Netto',
    'nettWeight.datetime': 'Datum',
    'customer.name': 'Klant',
  },
  constants: { locationId: BRIDGE, 'nettWeight.unit': 't' },
};
const HEADING = 'Bon;Netto;Datum;Klant;Rest\r\n';
/** As an old program writes it. */
const file = (text: string): Blob => new Blob([Buffer.from(text, 'latin1')]);
const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const one of items) all.push(one);
  return all;
};

describe('a file of tickets', () => {
  it('shows its columns and first rows as they are', async () => {
    const { heading, rows } = await lookAt(file(`${HEADING}1;25,40;04-05-2026 10:00;Müller;x\n2;1;2;3;4\n`), DUTCH, 1);
    assert.deepEqual(heading, ['Bon', 'Netto', 'Datum', 'Klant', 'Rest']);
    assert.deepEqual(rows, [['1', '25,40', '04-05-2026 10:00', 'Müller', 'x']]);
  });
  it('becomes tickets with the digits, the moment and the letters that it has', async () => {
    const [row] = await collect(ticketsOf(file(`${HEADING}1;25,40;04-05-2026 10:00;Müller;x\n`), DUTCH));
    assert.equal(
      row!.text,
      `{"locationId":"${BRIDGE}","externalId":"1","nettWeight":{"quantity":25.40,"unit":"t",` +
        '"datetime":"2026-05-04T10:00:00+02:00"},"customer":{"name":"Müller"}}',
    );
  });
  it('is refused with a sentence for a zone, a format or a column that cannot be', async () => {
    for (const [changes, sentence] of [
      [{ timeZone: 'Europe/Utrecht' }, /not a known time zone/],
      [{ dateFormat: 'dd' }, /has no year/],
      [{ columns: { externalId: 'Ticket' } }, /there is no column "Ticket"/],
    ] as const)
      await assert.rejects(
        async () => collect(ticketsOf(file(`${HEADING}1;2;3;4;5\n`), { ...DUTCH, ...changes })),
        sentence,
      );
  });
  it('has its columns guessed by their names in three languages', () => {
    assert.deepEqual(guessColumns(['Bon', 'Netto', 'Bruto', 'Tarra', 'Kenteken', 'Datum']), {
      ...{ externalId: 'Bon', 'nettWeight.quantity': 'Netto', 'grossWeight.quantity': 'Bruto' },
      ...{ 'tareWeight.quantity': 'Tarra', 'vehicle.licenseplate': 'Kenteken', 'nettWeight.datetime': 'Datum' },
    });
    assert.deepEqual(guessColumns(['locationId', 'externalId', 'nettWeight.unit']), {
      ...{ locationId: 'locationId', externalId: 'externalId', 'nettWeight.unit': 'nettWeight.unit' },
    });
    assert.deepEqual(guessColumns(['Kunde', 'Wiegeschein-Nr.', '']), {
      ...{ externalId: 'Wiegeschein-Nr.', 'customer.name': 'Kunde' },
    });
    assert.deepEqual(guessColumns(['', 'x']), {});
  });
});

describe('an import', () => {
  it('sends batches in order, counts each outcome and keeps the refused rows with their cells', async () => {
    const lines = Array.from({ length: 450 }, (_, i) => `${i + 1};${i === 7 ? 'x' : '1,5'};04-05-2026 10:00;K;r\n`);
    const batches: number[] = [];
    const seen: Refused[] = [];
    let last: Progress | undefined;
    await importTickets(
      ticketsOf(file(HEADING + lines.join('')), DUTCH),
      async (texts) => {
        batches.push(texts.length);
        return texts.map((text) => {
          const { externalId } = JSON.parse(text) as { externalId: string };
          if (externalId === '3') return { status: 409, problem: { code: 'ticket-exists', identical: true } };
          if (externalId === '4') return { status: 409, problem: { code: 'ticket-exists', detail: 'other data' } };
          return { status: 201, ticket: { uuid: externalId } };
        });
      },
      (progress, refused) => {
        last = progress;
        seen.push(...refused);
      },
    );
    assert.deepEqual(batches, [199, 200, 50]);
    assert.deepEqual(last, { rows: 450, created: 447, present: 1, refused: 2 });
    assert.deepEqual(
      seen.map(({ line, externalId }) => [line, externalId]),
      [
        [5, '4'],
        [9, '8'],
      ],
    );
    const text = refusedCsv(['Bon', 'Netto', 'Datum', 'Klant', 'Rest'], seen);
    const again = await lookAt(new Blob([text]), { ...DUTCH, encoding: 'utf-8' }, 10);
    assert.deepEqual(again.heading, ['Bon', 'Netto', 'Datum', 'Klant', 'Rest', 'refusedLine', 'refusedReason']);
    assert.deepEqual(again.rows[0], ['4', '1,5', '04-05-2026 10:00', 'K', 'r', '5', 'other data']);
    assert.match(again.rows[1]!.at(-1)!, /"x" is not a number/);
  });
});

describe('the decimal sign of a file', () => {
  for (const [numbers, expected] of [
    [['25,40', '12'], true],
    [['1.234,5'], true],
    [['25.40', '12'], false],
    [['12', '', 'twelve'], undefined],
    // A point before thousands looks the same.
    [['1.234', '25,40'], true],
  ] as const)
    it(`of ${numbers.join(' and ')} is ${expected === undefined ? 'not known' : expected ? 'a comma' : 'a point'}`, () => {
      const rows = numbers.map((one) => ['T', one]);
      assert.equal(guessDecimalComma(['Bon', 'Netto'], rows, { 'nettWeight.quantity': 'Netto' }), expected);
    });
});
