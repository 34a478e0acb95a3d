import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { csvRows, guessDelimiter } from '@fieldbridge/ticket-file/csv.ts';
import fc from 'fast-check';
import { runWords } from '../../testing/run-words.ts';
import { startWeighing, stopWeighing, type WeighingServer } from './testing/weighing-server.ts';

let { directory, server, weighing } = {} as WeighingServer;
before(async () => {
  ({ directory, server, weighing } = await startWeighing());
});
after(() => stopWeighing({ directory, server }));

const at = (name: string): string => join(directory, name);

/** Runs `fieldbridge tickets …` against the server. */
async function run(words: readonly string[], env: Record<string, string> = {}) {
  const { clientId, clientSecret } = weighing;
  return runWords(['tickets', ...words], {
    env: { FIELDBRIDGE_CLIENT_ID: clientId, FIELDBRIDGE_CLIENT_SECRET: clientSecret, ...env },
  });
}

const address = () => `${server.url}/weighing-sandbox/v2`;

async function stored(externalId: string): Promise<string> {
  const { clientId, clientSecret } = weighing;
  const answer = await fetch(`${address()}/weighing?externalId=${externalId}`, {
    headers: { accept: 'application/x-ndjson', 'x-clientid': clientId, 'x-clientsecret': clientSecret },
  });
  return answer.text();
}

const DUTCH = `Bon;Netto;Klant;Datum;Kenteken
A1;25,40;"Jansen; ""Wegen"" BV";2019-05-04T10:15:30+02:00;AB-12-CD
A2;1.234,5;Jansen;2019-05-04T10:20:00+02:00;
A3;zwaar;Jansen;2019-05-04T10:25:00+02:00;X
A4;3;"Two
lines";2019-02-30T10:25:00Z;X
`;

function words(...more: string[]): string[] {
  return [
    ...['import', at('old.csv'), '--server', address(), '--decimal-comma', '--force', '--results', at('results.csv')],
    ...[
      '--columns',
      'externalId=Bon,nettWeight.quantity=Netto,customer.name=Klant,nettWeight.datetime=Datum,vehicle.licenseplate=Kenteken',
    ],
    ...['--set', `locationId=${weighing.locationIds[0]}`, '--set', 'nettWeight.unit=t', ...more],
  ];
}

test('a CSV with its own columns is imported; each row has its result; a repeat duplicates nothing', async () => {
  await writeFile(at('old.csv'), DUTCH);
  const first = await run(words('--json'));
  assert.equal(first.code, 3, first.err);
  const summary = JSON.parse(first.out) as Record<string, number>;
  assert.deepEqual([summary['rows'], summary['created'], summary['present'], summary['refused']], [4, 2, 0, 2]);
  const sent = await stored('A1');
  assert.ok(sent.includes('"nettWeight":{"quantity":25.40,"unit":"t","datetime":"2019-05-04T10:15:30+02:00"}'), sent);
  assert.ok(sent.includes('"customer":{"name":"Jansen; \\"Wegen\\" BV"}'));
  assert.match(await stored('A2'), /"quantity":1234\.5,/);
  const lines = (await readFile(at('results.csv'), 'utf8')).trimEnd().split('\r\n');
  assert.equal(lines.length, 5);
  const byNumber = (number: string) => lines.find((line) => line.includes(`,${number},`))!;
  assert.match(byNumber('A1'), /^2,A1,created,[0-9a-f-]{36},$/);
  assert.match(byNumber('A3'), /^4,A3,refused,,.*is not a number/);
  assert.match(byNumber('A4'), /^5,A4,refused,,.*existing day/);
  const again = JSON.parse((await run(words('--json', '--batch', '1'))).out) as Record<string, number>;
  assert.deepEqual([again['created'], again['present'], again['refused']], [0, 2, 2]);
  assert.equal((await stored('A1')).split('\n').length, 2);
});

test('a ticket already stored with other data is refused, with the reason', async () => {
  await writeFile(at('old.csv'), DUTCH.replace('25,40', '26,40').split('\n').slice(0, 2).join('\n'));
  const { code, err } = await run(words());
  assert.equal(code, 3);
  assert.match(err, /line 2, ticket A1: .*already/);
});

test('a dry run maps everything, shows the first ticket and sends nothing', async () => {
  await writeFile(at('old.csv'), DUTCH.replaceAll('A', 'D'));
  const { code, out, err } = await run(words('--dry-run'));
  assert.equal(code, 3, 'the rows with an invalid number and an invalid day are reported');
  assert.equal((JSON.parse(out) as { externalId: string }).externalId, 'D1');
  assert.match(err, /4 rows: nothing sent, 2 refused/);
  assert.doesNotMatch(err, /unused columns/);
  assert.equal(await stored('D1'), '');
});

test('unused columns are reported, because a mistyped name would lose them silently', async () => {
  await writeFile(at('more.csv'), 'externalId;Tara;nettWeight.quantity;vehicle.licencePlate;;uuid\nC1;7;5;AB;x;y\n');
  const given = ['import', at('more.csv'), '--server', address(), '--dry-run'];
  assert.match((await run(given)).err, /^ {2}unused columns: Tara, vehicle\.licencePlate$/m);
  const { leftOut } = JSON.parse((await run([...given, '--json'])).out) as { leftOut: string[] };
  assert.deepEqual(leftOut, ['Tara', 'vehicle.licencePlate']);
});

test('NDJSON is sent verbatim', async () => {
  const line = (number: string) => `{"externalId":"${number}", "nettWeight":{"unit":"kg","quantity":1.50e3}}`;
  await writeFile(at('old.ndjson'), `\uFEFF${line('N1')}\r\n\n${line('N2')}\n{"externalId":\n`);
  const { code, err } = await run([
    'import',
    at('old.ndjson'),
    '--server',
    address(),
    '--set',
    `locationId=${weighing.locationIds[1]}`,
  ]);
  assert.equal(code, 3);
  assert.match(err, /3 rows: 2 stored, 0 stored before, 1 refused\n {2}line 4/);
  assert.ok((await stored('N1')).includes('"externalId":"N1", "nettWeight":{"unit":"kg","quantity":1.50e3}'));
});

test('an export of the server can be imported', async () => {
  const { clientId, clientSecret } = weighing;
  const headers = { accept: 'text/csv', 'x-clientid': clientId, 'x-clientsecret': clientSecret };
  await writeFile(at('export.csv'), await (await fetch(`${address()}/weighing`, { headers })).text());
  const { code, err } = await run(['import', at('export.csv'), '--server', address()]);
  assert.equal(code, 0, err);
  assert.match(err, /4 rows: 0 stored, 4 stored before, 0 refused/);
});

test('wrong usage, wrong credentials and a missing server are each reported', async () => {
  await writeFile(at('old.csv'), DUTCH);
  const cases: [string[], number, RegExp, Record<string, string>?][] = [
    [['export'], 2, /tickets import FILE/],
    [['import', at('old.csv')], 2, /--server/],
    [['import', at('old.csv'), '--server', address(), '--batch', '0'], 2, /--batch/],
    [['import', at('old.csv'), '--server', address(), '--set', 'plate=x'], 2, /no field "plate"/],
    [
      ['import', at('old.csv'), '--server', address(), '--columns', 'externalId=Nummer'],
      2,
      /no column "Nummer"; the columns are Bon/,
    ],
    [['import', at('old.pdf'), '--server', address()], 2, /\.csv or \.ndjson/],
    [['import', at('absent.csv'), '--server', address()], 1, /ENOENT/],
    [words(), 1, /401/, { FIELDBRIDGE_CLIENT_SECRET: 'wrong' }],
  ];
  for (const [given, code, message, env] of cases) {
    const result = await run(given, env);
    assert.equal(result.code, code, `${given.join(' ')}: ${result.err}`);
    assert.match(result.err, message);
  }
});

test('CSV: what is written comes back, however it is cut into pieces', async () => {
  const cells = fc.array(
    fc.array(fc.string({ unit: fc.constantFrom(...'a",;\n é🚚') }), { minLength: 2, maxLength: 4 }),
    { minLength: 1, maxLength: 5 },
  );
  await fc.assert(
    fc.asyncProperty(cells, fc.integer({ min: 1, max: 9 }), async (rows, size) => {
      const text = rows.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(';')).join('\r\n');
      const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
        [...text].slice(i * size, (i + 1) * size).join(''),
      );
      async function* chunks() {
        yield* pieces;
      }
      const read: (readonly string[])[] = [];
      for await (const row of csvRows(chunks(), ';')) read.push(row.cells);
      assert.deepEqual(read, rows);
    }),
  );
});

test('CSV: an unclosed quote is an error, and the file is not read whole', async () => {
  async function* chunks() {
    for (let i = 0; i < 40; i++) yield `"${'x'.repeat(i === 0 ? 10 : 60_000)}`.replaceAll('"', i === 0 ? '"' : '');
  }
  await assert.rejects(async () => {
    for await (const row of csvRows(chunks(), ',')) assert.fail(`${row.line}`);
  }, /is a closing quote missing/);
  assert.equal(guessDelimiter('a;b,c;d'), ';');
  assert.equal(guessDelimiter('a\tb'), '\t');
});

test('a dry run refuses what the real run refuses', async () => {
  const row = (number: string, date: string, unit = 'kg') => `${number};5;${unit};${date};${weighing.locationIds[0]}`;
  const lines = [
    'externalId;nettWeight.quantity;nettWeight.unit;nettWeight.datetime;locationId',
    row('R1', '04.05.2026 10:00'),
    row('R2', '2026-05-04T10:00:00Z'),
    row('R2', '2026-05-04T12:00:00Z', ''),
    row('R3', '2026-05-04T10:00:00Z'),
    row('R3', '2026-05-04T10:00:00Z'),
    row('R3', '2026-05-04T11:00:00Z'),
  ];
  await writeFile(at('rehearsed.csv'), lines.join('\n'));
  const given = ['import', at('rehearsed.csv'), '--server', address(), '--json'];
  const dry = await run([...given, '--dry-run']);
  const real = await run(given);
  const figures = (out: string) => {
    const { present, refused, reasons } = JSON.parse(out) as { present: number; refused: number; reasons: string[] };
    return { present, refused, places: reasons.map((reason) => reason.split(':')[0]), first: reasons[0] };
  };
  assert.deepEqual([dry.code, real.code], [3, 3]);
  assert.deepEqual(figures(dry.out), figures(real.out));
  assert.equal(figures(dry.out).refused, 3);
  assert.match(figures(dry.out).first!, /line 2, ticket R1: .*ISO 8601/);
});

test('times of an old file are sent with the offset of their zone', async () => {
  const text = `externalId;nettWeight.quantity;nettWeight.unit;nettWeight.datetime;locationId\nZ1;5;t;04.05.2026 10:00;${weighing.locationIds[0]}\n`;
  await writeFile(at('dated.csv'), text);
  const given = ['import', at('dated.csv'), '--server', address()];
  const { code, err } = await run([...given, '--date-format', 'dd.MM.yyyy HH:mm', '--time-zone', 'Europe/Amsterdam']);
  assert.equal(code, 0, err);
  assert.match(await stored('Z1'), /"datetime":"2026-05-04T10:00:00\+02:00"/);
});
