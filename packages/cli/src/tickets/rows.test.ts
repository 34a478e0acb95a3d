import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { csvRows, guessDelimiter } from '@fieldbridge/ticket-file/csv.ts';
import type { TicketRow } from '@fieldbridge/ticket-file/csv-tickets.ts';
import { MapFault } from '@fieldbridge/ticket-file/map-fault.ts';
import fc from 'fast-check';
import { UsageError } from '../command.ts';
import { readColumnMap } from './column-map.ts';
import { type RowOptions, ticketRows } from './rows.ts';

// How the lines of an old file are read before anything is sent: a misread weight is worse than a refused one.

let directory = '';
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'fieldbridge-rows-'));
});
after(() => rm(directory, { recursive: true, force: true }));

let files = 0;
interface Given extends Partial<Omit<RowOptions, 'map'>> {
  readonly columns?: string;
  readonly set?: readonly string[];
  readonly name?: string;
}

/** The rows of a file with that content. */
async function rowsOf(content: string | Uint8Array, { columns, set = [], name = 'old.csv', ...rest }: Given = {}) {
  const path = join(directory, `${files++}-${name}`);
  await writeFile(path, content);
  const map = await readColumnMap(columns, set);
  const rows: TicketRow[] = [];
  for await (const row of ticketRows(path, { map, decimalComma: false, ...rest })) rows.push(row);
  return rows;
}

/** Cells of a text, and the lines they begin in. */
async function cells(text: string, delimiter = ',') {
  async function* whole() {
    yield text;
  }
  const read: [number, ...string[]][] = [];
  for await (const row of csvRows(whole(), delimiter)) read.push([row.line, ...row.cells]);
  return read;
}

describe('a cell', () => {
  test('in quotes is what is between them; otherwise it is trimmed', async () => {
    const cases: [string, string[]][] = [
      ['a,b', ['a', 'b']],
      ['  a , b\t', ['a', 'b']],
      ['" a ","b\t"', [' a ', 'b\t']],
      ['"",""', ['', '']],
      ['" "', [' ']],
      ['"""",""""""', ['"', '""']],
      ['"a,b","c""d"', ['a,b', 'c"d']],
      ['a"b,c""d', ['a"b', 'c""d']],
      ['=1+2,"=cmd|x"', ['=1+2', '=cmd|x']],
      [',,', ['', '', '']],
      ['\u00a0a\u00a0,b', ['a', 'b']],
      ['"a" , "b,c"\t,  "d""e"', ['a', 'b,c', 'd"e']],
      ['"" ,a', ['', 'a']],
    ];
    for (const [text, expected] of cases) assert.deepEqual((await cells(text))[0]?.slice(1), expected, text);
  });

  test('may hold line breaks, and the following rows have the lines they begin in', async () => {
    const text = 'h1,h2\r\n\r\n"a\r\nb",1\n   \n"c\n\n",2\r\nlast,3';
    assert.deepEqual(await cells(text), [
      [1, 'h1', 'h2'],
      [3, 'a\r\nb', '1'],
      [6, 'c\n\n', '2'],
      [9, 'last', '3'],
    ]);
  });

  test('with text after its closing quote makes the row ambiguous', async () => {
    for (const row of ['"a"b,c', 'c,"a" "b"', '"a"" b"c,d', '""x,"y"', '"a" b']) {
      async function* whole() {
        yield `h,i\n${row}\r\n"good",1\n`;
      }
      const faults: [number, string | undefined][] = [];
      for await (const { line, fault } of csvRows(whole(), ',')) faults.push([line, fault?.text]);
      assert.deepEqual(
        [faults[0], faults[2]],
        [
          [1, undefined],
          [3, undefined],
        ],
        row,
      );
      assert.match(faults[1]![1]!, /^there is text after the closing quote of cell [12]/, row);
    }
    const [row] = await rowsOf('externalId,type\nA,"5" axle"\n');
    assert.match(row!.fault!, /closing quote of cell 2/);
    assert.deepEqual([row!.externalId, row!.text], ['A', undefined]);
    await assert.rejects(rowsOf('"external"Id\nA\n'), { message: /^the heading in line 1: there is text after/ });
  });

  test('ends with the line, whichever way lines end', async () => {
    const expected = [
      [1, 'h', 'i'],
      [2, 'a', 'b'],
      [4, 'c', 'd'],
    ];
    for (const end of ['\n', '\r\n', '\r'])
      assert.deepEqual(await cells(['h,i', 'a , b', '', 'c,d', ''].join(end)), expected, JSON.stringify(end));
    const [row] = await rowsOf('Bon;Netto\rA;5\r', { columns: 'externalId=Bon,nettWeight.quantity=Netto' });
    assert.equal(row!.text, '{"externalId":"A","nettWeight":{"quantity":5}}');
    async function* pieces() {
      yield 'h\r';
      yield '\na\r';
      yield 'b';
    }
    const lines: number[] = [];
    for await (const { line } of csvRows(pieces(), ',')) lines.push(line);
    assert.deepEqual(lines, [1, 2, 3]);
  });

  test('is separated by the character most frequent in the heading outside quotes', () => {
    const cases: [string, string][] = [
      ['a,b,c', ','],
      ['a;b', ';'],
      ['a\tb', '\t'],
      ['"Nr, intern, alt";Netto', ';'],
      ['"a;b;c",d', ','],
      ['"a\tb",c', ','],
      ['"say ""x, y, z""";b', ';'],
    ];
    for (const [heading, delimiter] of cases) assert.equal(guessDelimiter(heading), delimiter, heading);
  });
});

describe('a number', () => {
  const quantity = async (cell: string, decimalComma: boolean): Promise<string | undefined> => {
    const [row] = await rowsOf(`nettWeight.quantity;externalId\n${cell};A`, { decimalComma });
    assert.ok((row!.fault === undefined) !== (row!.text === undefined), 'text or fault');
    if (row!.fault !== undefined) assert.match(row!.fault, /^nettWeight\.quantity: ".*" is not a number$/);
    return row!.text === undefined ? undefined : /"quantity":([^,}]*)/.exec(row!.text)?.[1];
  };

  test('with a decimal comma keeps its digits, or is refused', async () => {
    const cases: [string, string | undefined][] = [
      ['25,40', '25.40'],
      ['-25,40', '-25.40'],
      ['1234', '1234'],
      ['1.234', '1234'],
      ['1.234,50', '1234.50'],
      ['-1.234.567,8', '-1234567.8'],
      ['0,5', '0.5'],
      ['1,5e3', '1.5e3'],
      ['" 25,40 "', '25.40'],
      // The point is not between thousands: without it the weight would change.
      ['25.40', undefined],
      ['25.4', undefined],
      ['0.025', undefined],
      ['1.23', undefined],
      ['1234.567', undefined],
      ['1.2345', undefined],
      ['1.234.56', undefined],
      ['1,234.56', undefined],
      ['1,234,567', undefined],
      ['.5', undefined],
      ['.234', undefined],
      ['012.345', undefined],
      [',5', undefined],
      ['5,', undefined],
      ['1 234,5', undefined],
      ['+5', undefined],
      ['0025', undefined],
      ['25,40 t', undefined],
      ['0x10', undefined],
      ['NaN', undefined],
    ];
    for (const [cell, expected] of cases) assert.equal(await quantity(cell, true), expected, cell);
  });

  test('with a decimal point is taken as spelled, with a comma it is refused', async () => {
    for (const cell of ['25.40', '-0', '1e2', '1E+2', '0.10', '100.000', '9007199254740993'])
      assert.equal(await quantity(cell, false), cell);
    for (const cell of ['25,40', '1.234,5', '1.234.567', '.5', '5.', '01', '--1', '1e', 'Infinity', '１'])
      assert.equal(await quantity(cell, false), undefined, cell);
  });

  test('that any program writes with a decimal comma comes back as the same number', async () => {
    const kilograms = fc.integer({ min: -99_999_999, max: 99_999_999 });
    const written = fc.tuple(
      kilograms,
      fc.integer({ min: 0, max: 3 }),
      fc.constantFrom(true, 'always' as const, false),
    );
    const many = fc.sample(written, 60).map(([value, decimals, useGrouping]) => ({
      text: new Intl.NumberFormat('de-DE', { minimumFractionDigits: decimals, useGrouping }).format(
        value / 10 ** decimals,
      ),
      value: value / 10 ** decimals,
    }));
    const lines = many.map(({ text }, i) => `${i};${text}`);
    const rows = await rowsOf(`externalId;nettWeight.quantity\n${lines.join('\n')}`, { decimalComma: true });
    for (const [i, { text }] of rows.entries())
      assert.equal(
        (JSON.parse(text!) as { nettWeight: { quantity: number } }).nettWeight.quantity,
        many[i]!.value,
        many[i]!.text,
      );
  });
});

describe('a row', () => {
  test('becomes a ticket in the order of the document, with empty cells left out and constants for missing values', async () => {
    const content =
      'Kenteken,externalId,nettWeight.quantity,vehicle.owner.city,product.temperature.value,Plaats\nAB,T1,25.40,,160,x\n,T2,1,Delft,,y\n';
    const [one, two] = await rowsOf(content, {
      columns: 'vehicle.licenseplate=Kenteken, vehicle.owner.city = vehicle.owner.city',
      set: ['nettWeight.unit=t', 'vehicle.owner.city=Gouda', 'locationId=L', 'tripNumber=7.0'],
    });
    assert.equal(
      one!.text,
      '{"locationId":"L","externalId":"T1","tripNumber":7.0,"nettWeight":{"quantity":25.40,"unit":"t"},"product":{"temperature":{"value":160}},"vehicle":{"licenseplate":"AB","owner":{"city":"Gouda"}}}',
    );
    assert.equal(
      two!.text,
      '{"locationId":"L","externalId":"T2","tripNumber":7.0,"nettWeight":{"quantity":1,"unit":"t"},"vehicle":{"owner":{"city":"Delft"}}}',
    );
  });

  test('keeps quoted text verbatim, and trims white space where it means nothing', async () => {
    const content =
      'externalId,type,nettWeight.datetime,locationId,customer.countryCode,nettWeight.quantity\n" A ","=1+1\r\n""x""","  2026-01-01T00:00:00Z "," L "," NL "," 5 "\n';
    const [row] = await rowsOf(content);
    assert.deepEqual(JSON.parse(row!.text!), {
      ...{ locationId: 'L', externalId: ' A ', type: '=1+1\r\n"x"' },
      ...{ nettWeight: { quantity: 5, datetime: '2026-01-01T00:00:00Z' }, customer: { countryCode: 'NL' } },
    });
  });

  test('with more cells than the heading is refused, because its cells have shifted; empty cells at its end do no harm', async () => {
    const rows = await rowsOf('externalId,customer.name,tripNumber\nA,Jansen, BV,5\nB,"Jansen, BV",5,,\nC,x\nD\n');
    assert.match(rows[0]!.fault!, /4 cells, the heading 3/);
    assert.deepEqual([rows[0]!.line, rows[0]!.externalId], [2, 'A']);
    assert.deepEqual(
      rows.slice(1).map(({ text }) => text),
      [
        '{"externalId":"B","tripNumber":5,"customer":{"name":"Jansen, BV"}}',
        '{"externalId":"C","customer":{"name":"x"}}',
        '{"externalId":"D"}',
      ],
    );
  });

  test('needs a heading that has all mapped columns, each once', async () => {
    for (const [heading, columns, sentence] of [
      ['externalId,tripNumber,externalId', undefined, /two columns "externalId"/],
      ['Bon,Netto,Bon', 'externalId=Bon', /two columns "Bon"/],
      ['Bon,Netto', 'externalId=Nummer', /no column "Nummer"; the columns are Bon, Netto/],
      ['bon,Netto', 'externalId=Bon', /no column "Bon"/],
    ] as const)
      await assert.rejects(rowsOf(`${heading}\nA,1,B`, { columns }), (error) => {
        assert.ok(error instanceof MapFault);
        assert.match(error.message, sentence);
        return true;
      });
    // Duplicate columns that are not used do not matter.
    assert.equal((await rowsOf('x,x,externalId\n1,2,A'))[0]!.text, '{"externalId":"A"}');
    assert.equal(
      (await rowsOf('\r\n\n"Bon; alt";Netto\r\nA;5', { columns: 'externalId=Bon; alt' }))[0]!.externalId,
      'A',
    );
  });
});

describe('the bytes of a file', () => {
  const UMLAUTS = 'externalId,customer.name\nA,Müller & Söhne é€\n';
  /** Windows-1252, which old programs write: one byte each. */
  const windows = Buffer.from(UMLAUTS.replace('€', '\x80'), 'latin1');

  test('that are not UTF-8 are an error with their position, never tickets that nobody wrote', async () => {
    const long = Buffer.concat([
      Buffer.from('externalId\n'),
      Buffer.from('A'.repeat(200_000)),
      Buffer.from([0xff, 0x0a]),
    ]);
    for (const [bytes, place] of [
      [windows, /^line 2 is not utf-8; .*--encoding windows-1252/],
      [Buffer.from([0x61, 0xc3]), /^line 1 is not utf-8/],
      [Buffer.from('\n\n\n\xc3\na', 'latin1'), /^line 4 is not utf-8/],
      [long, /^line 2 is not/],
    ] as const)
      for (const name of ['old.csv', 'old.ndjson'])
        await assert.rejects(rowsOf(bytes, { name }), { message: place }, name);
  });

  test('are read in their encoding, whether given or marked', async () => {
    const expected = '{"externalId":"A","customer":{"name":"Müller & Söhne é€"}}';
    const sixteen = Buffer.from(`\uFEFF${UMLAUTS}`, 'utf16le');
    const cases: [Buffer, string?][] = [
      [windows, 'windows-1252'],
      [windows, 'latin1'],
      [Buffer.from(UMLAUTS)],
      [Buffer.from(`\uFEFF${UMLAUTS}`), 'utf8'],
      [sixteen, 'utf-16le'],
    ];
    for (const [bytes, encoding] of cases) {
      const [row] = await rowsOf(bytes, { encoding });
      assert.equal(row!.text, expected, String(encoding));
    }
    const [line] = await rowsOf(Buffer.from('{"externalId":"\xfc"}', 'latin1'), {
      encoding: 'iso-8859-1',
      name: 'old.jsonl',
    });
    assert.equal(line!.externalId, 'ü');
  });

  test('may be cut between any two of them, and a multi-byte character comes through whole', async () => {
    const name = '🚚é'.repeat(40_000);
    const [row] = await rowsOf(`externalId,customer.name\nA,x${name}`);
    assert.equal((JSON.parse(row!.text!) as { customer: { name: string } }).customer.name, `x${name}`);
  });
});

test('of a map are refused if a ticket does not have the field, in every way of giving it', async () => {
  for (const columns of ['plate=X', 'nettWeight=X', 'externalId', '=X', '', 'externalId=A,,', 'uuid=X'])
    await assert.rejects(readColumnMap(columns, []), UsageError, columns);
  for (const set of ['plate=x', 'externalId', 'constructor=x', '__proto__=x'])
    await assert.rejects(readColumnMap(undefined, [set]), UsageError, set);
  const file = join(directory, 'map.json');
  for (const content of ['[]', 'null', '7', '{"externalId":7}', '{', '{"plate":"x"}', '']) {
    await writeFile(file, content);
    await assert.rejects(readColumnMap(`@${file}`, []), UsageError, content);
  }
  await writeFile(file, '{"externalId":"Nr, \\"alt\\" = neu"}');
  const { columns, constants } = await readColumnMap(`@${file}`, ['type= a = b ', 'type=last']);
  assert.deepEqual([...columns], [['externalId', 'Nr, "alt" = neu']]);
  assert.deepEqual([...constants], [['type', 'last']]);
});
