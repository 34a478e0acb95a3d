import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { leafFields, TICKET_FIELDS } from '@fieldbridge/contract';
import fc from 'fast-check';
import { CSV_HEAD, csvRow, ndjsonRow } from './export.ts';
import { NORTH } from './testing/store.ts';
import { returnedTicket } from './ticket.ts';
import type { TicketVersion } from './version.ts';

const UUID = '01a1fd1d-2392-74ff-816d-98aae4679299';
const version = (body: string, modifiedAt = 0): TicketVersion => ({
  ...{ seq: 1, uuid: UUID, version: 1, change: 'created', organisationId: 'o', clientId: 'c' },
  ...{ createdAt: 0, modifiedAt, locationId: NORTH, externalId: 'x', body, findings: null },
});

/** RFC 4180 by its grammar, without our code: records end in CRLF; a cell is quoted as a whole or has no quotes. */
function records(text: string): string[][] {
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  const rows: string[][] = [[]];
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const found = cell.exec(text);
    assert.ok(found, `no cell at ${at}: ${JSON.stringify(text.slice(at, at + 40))}`);
    const [, quoted, bare, end] = found;
    rows.at(-1)!.push(quoted === undefined ? bare! : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  assert.deepEqual(rows.pop(), [], 'the last record is terminated, too');
  return rows;
}

const [HEAD] = records(CSV_HEAD) as [string[]];
/** A line of CSV by column name, without empty cells. */
function cellsOf(body: string, modifiedAt = 0): Record<string, string> {
  const [row, ...more] = records(csvRow(version(body, modifiedAt)));
  assert.deepEqual([more.length, row!.length], [0, HEAD.length]);
  return Object.fromEntries(HEAD.map((name, i) => [name, row![i]!] as const).filter(([, value]) => value !== ''));
}
const service = { uuid: UUID, createdAt: '1970-01-01T00:00:00.000Z', modifiedAt: '1970-01-01T00:00:00.000Z' };

describe('a line of CSV', () => {
  test('has the columns of the reference, each field with its path, then the service’s own fields', () => {
    const ways = leafFields(TICKET_FIELDS).map(({ path }) => path.join('.'));
    assert.deepEqual(HEAD, [...ways, 'uuid', 'createdAt', 'modifiedAt']);
    assert.equal(HEAD.length, 50);
    assert.deepEqual(
      [HEAD[0], HEAD[1], HEAD[4], HEAD[28], HEAD[46]],
      ['locationId', 'externalId', 'nettWeight.quantity', 'product.identifier', 'vehicle.owner.email'],
    );
  });

  test('has each field in its column, in any order of sending, with numbers as sent', () => {
    const body = `{ "vehicle":{"owner":{"email":"e@x","name":"O"},"licenseplate":"AB"},"tripNumber":1e1,
      "nettWeight" : {"unit":"t","quantity":25.40,"serialNumber":-0},"externalId":"T","locationId":"${NORTH}",
      "customer":{"email":"c@x"},"cumulativeWeight":{"quantity":9007199254740993} }`;
    assert.deepEqual(cellsOf(body, 60_000), {
      ...{
        locationId: NORTH,
        externalId: 'T',
        tripNumber: '1e1',
        'nettWeight.quantity': '25.40',
        'nettWeight.unit': 't',
      },
      ...{ 'nettWeight.serialNumber': '-0', 'cumulativeWeight.quantity': '9007199254740993', 'customer.email': 'c@x' },
      ...{ 'vehicle.licenseplate': 'AB', 'vehicle.owner.name': 'O', 'vehicle.owner.email': 'e@x' },
      ...{ ...service, modifiedAt: '1970-01-01T00:01:00.000Z' },
    });
  });

  test('leaves null, empty texts and empty objects empty', () => {
    const body = `{"locationId":"${NORTH}","externalId":"T","type":null,"customer":{},"product":null,"project":{"identifier":""},"vehicle":{"owner":null},"nettWeight":{"quantity":0,"unit":"","datetime":null}}`;
    assert.deepEqual(cellsOf(body), { locationId: NORTH, externalId: 'T', 'nettWeight.quantity': '0', ...service });
  });

  test('quotes cells as required by RFC 4180, and those with white space at the ends, but no others', () => {
    const quoted = ['a,b', 'a"b', '"', 'a\nb', 'a\rb', ' a', 'a ', '\ta', 'a\u00a0', '\uFEFFa', '\r\n'];
    const bare = ['a', 'a b', 'a;b', "a'b", '=1+1', '@a', '-1', 'é🚚', 'a\tb', '\\'];
    for (const [texts, isQuoted] of [
      [quoted, true],
      [bare, false],
    ] as const)
      for (const text of texts) {
        const line = csvRow(version(`{"externalId":${JSON.stringify(text)}}`));
        const cell = isQuoted ? `"${text.replaceAll('"', '""')}"` : text;
        assert.ok(line.startsWith(`,${cell},,`), JSON.stringify(line));
      }
  });

  test('is read back by the grammar to the same texts, whatever their contents', () => {
    const text = fc.string({
      unit: fc.constantFrom('"', ',', ';', '\r', '\n', ' ', '\t', '=', 'é', '🚚', 'a', '\u2028'),
      maxLength: 9,
    });
    const drawn = fc.record({ externalId: text, type: text, customer: fc.record({ name: text, city: text }) });
    fc.assert(
      fc.property(drawn, (ticket) => {
        const {
          externalId = '',
          type = '',
          'customer.name': name = '',
          'customer.city': city = '',
        } = cellsOf(JSON.stringify(ticket));
        assert.deepEqual(
          [externalId, type, name, city],
          [ticket.externalId, ticket.type, ticket.customer.name, ticket.customer.city],
        );
      }),
      { numRuns: 200 },
    );
  });
});

describe('a line of NDJSON', () => {
  test('is the returned ticket on one line, whatever white space it was sent with', () => {
    const space = fc.constantFrom('', ' ', '\n', '\r\n\r\n', '\t', ' \r ');
    fc.assert(
      fc.property(fc.array(space, { minLength: 4, maxLength: 4 }), fc.json({ maxDepth: 2 }), ([a, b, c, d], json) => {
        const body = `{${a}"type"${b}:${c}${json}${d}}`;
        const line = ndjsonRow(version(body));
        assert.ok(line.endsWith('\n') && !/[\r\n]/.test(line.slice(0, -1)), JSON.stringify(line));
        assert.deepEqual(JSON.parse(line), JSON.parse(returnedTicket(body, UUID, 0, 0)));
        assert.equal(line.replace(/\s/g, ''), returnedTicket(body, UUID, 0, 0).replace(/\s/g, ''));
      }),
      { numRuns: 60 },
    );
  });

  test('keeps line ends inside strings, which are escapes there', () => {
    const line = ndjsonRow(version('{"type":"a\\r\\nb","nettWeight":{"quantity":1.0}}'));
    assert.ok(line.startsWith('{"type":"a\\r\\nb","nettWeight":{"quantity":1.0},"uuid":"'));
  });
});

describe('a returned ticket ends with the service’s own fields, once, in ISO 8601 with milliseconds', () => {
  for (const [body, start] of [
    ['{"a":1}', '{"a":1,'],
    ['{"a":"}"}', '{"a":"}",'],
    ['{"a":{"b":{}}\n\t}', '{"a":{"b":{}},'],
    ['{ "a" : "\\"}" }', '{ "a" : "\\"}",'],
  ] as const)
    test(JSON.stringify(body), () => {
      assert.equal(
        returnedTicket(body, UUID, 1, 86_400_000),
        `${start}"uuid":"${UUID}","createdAt":"1970-01-01T00:00:00.001Z","modifiedAt":"1970-01-02T00:00:00.000Z"}`,
        body,
      );
    });
});

test('texts that a spreadsheet would run are marked if asked; numbers never', () => {
  const body = '{"externalId":"=1+1|x","customer":{"name":"@SUM(A1)","telephone":"+31 6 1234"},"tripNumber":-5}';
  const [plain] = records(csvRow(version(body)));
  const [safe] = records(csvRow(version(body), true));
  assert.ok(plain!.includes('=1+1|x') && plain!.includes('@SUM(A1)'));
  for (const cell of ["'=1+1|x", "'@SUM(A1)", '+31 6 1234', '-5']) assert.ok(safe!.includes(cell), cell);
});
