import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { LimitError } from '../../core/failure.ts';
import { tryRead } from './testing/journey.ts';

/** Codes of the issues with their lines, without those about the layout, sorted by line. */
async function places(text: string | Uint8Array, options = {}): Promise<string[]> {
  const { issues } = await tryRead(text, { options });
  return issues
    .places()
    .filter(({ code }) => !['points-layout', 'coordinate-order-assumed', 'header-assumed'].includes(code))
    .sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
    .map(({ code, line }) => `${line} ${code}`);
}
const HEAD = 'name,northing,easting,elevation,description\n';
const names = async (text: string | Uint8Array, options = {}): Promise<string[]> => {
  const { job } = await tryRead(text, { options });
  return Array.from({ length: job.points.length }, (_, i) => job.points.name.get(i));
};

test('an issue has the line number that an editor shows: preamble, comments, blank lines and quoted line ends are counted', async () => {
  const lines = [
    'Survey of the bridge', // 1
    '', // 2
    'name,northing,easting,elevation,description', // 3
    '# measured in the rain', // 4
    'A,1.5,2.5,3.5,plain', // 5
    '', // 6
    'B,oops,2.5,3.5,first bad row', // 7
    'C,1.5,2.5,3.5,"quoted', // 8
    'over', // 9
    'three lines"', // 10
    'D,1.5,,3.5,a coordinate is missing', // 11
    '// another comment', // 12
    'E,1.5,2.5,high,elevation is a word', // 13
    'F,1.5,2.5,3.5,x,y,z', // 14
  ];
  const expected = [
    '1 preamble-skipped',
    '4 comment-skipped',
    '7 row-unreadable',
    '11 coordinate-missing',
    '12 comment-skipped',
    '13 elevation-unreadable',
  ];
  for (const end of ['\n', '\r\n']) assert.deepEqual(await places(lines.join(end)), expected, JSON.stringify(end));
  // Without any line feed a carriage return ends a line.
  assert.deepEqual(await places(lines.join('\r')), expected);
  assert.deepEqual(await names(lines.join('\r\n')), ['A', 'C', 'E', 'F']);
  const { job } = await tryRead(lines.join('\r\n'));
  assert.deepEqual(
    [1, 3].map((row) => job.points.description.get(row)),
    ['quoted\nover\nthree lines', 'x,y,z'],
  );
});

test('control characters that are left out of texts are reported, line ends and tabs are kept', async () => {
  const text = `${HEAD}a\u0001b,1.5,2.5,3.5,bell\u0007\nc,1.5,2.5,3.5,"tab\there\nand on"\n`;
  assert.deepEqual(await places(text), ['2 controls-removed']);
  assert.deepEqual(await names(text), ['ab', 'c']);
});

test('the same in UTF-16, with a byte order mark and in a code page', async () => {
  const text = `${HEAD}Ä,1.5,2.5,3.5,ok\nÖ,bad,2.5,3.5,not ok\nÜ,1.5,,3.5,nor this\n`;
  for (const bytes of [
    Buffer.from(text),
    Buffer.from(`\uFEFF${text}`),
    Buffer.from(`\uFEFF${text}`, 'utf16le'),
    Buffer.from(text, 'utf16le'),
    Buffer.from(text, 'latin1'),
  ]) {
    assert.deepEqual(await places(bytes), ['3 row-unreadable', '4 coordinate-missing']);
    assert.deepEqual(await names(bytes), ['Ä']);
  }
});

test('an issue shows its row, shortened if it is long', async () => {
  const { issues } = await tryRead(`${HEAD}A,bad,2.5,3.5,${'x'.repeat(500)}\nB,1.5,2.5,3.5,\n`);
  const { parameters } = issues.places().find(({ code }) => code === 'row-unreadable')!;
  assert.match(String(parameters!['row']), /^A,bad,2\.5,3\.5,x{20,100}$/);
});

test('a point may lack name, code and elevation, but not a coordinate', async () => {
  const text = 'name,northing,easting,elevation,code\n,1.5,2.5,,\nB,1.5,2.5\nC,1.5\nD\n,,,,\nE,1.5,2.5,3.5,X\n';
  const { job, issues, tally } = await tryRead(text);
  assert.deepEqual(await names(text), ['', 'B', 'E']);
  assert.ok(Number.isNaN(job.points.elevation(0)) && Number.isNaN(job.points.elevation(1)));
  assert.equal(issues.count('coordinate-missing'), 3);
  const { found, read, skipped } = tally.of('row');
  assert.deepEqual([found, read, skipped], [6, 3, 3]);
});

test('every notation of "no elevation" is accepted silently; other words are reported', async () => {
  const none = ['', '-', '--', '*', '****', '?', 'NaN', 'nan', 'N/A', 'null', 'NONE', 'nil'];
  const { job, issues } = await tryRead(`n,e,z\n${none.map((word) => `1.5,2.5,${word}\n`).join('')}`);
  assert.equal(job.points.length, none.length);
  for (let row = 0; row < none.length; row++) assert.ok(Number.isNaN(job.points.elevation(row)), none[row]);
  assert.equal(issues.count('elevation-unreadable'), 0);
  for (const word of ['0', '-0.0', '+12.5', '1e2', '.5', '5.']) {
    const { job: one } = await tryRead(`n,e,z\n1.5,2.5,${word}\n`);
    assert.equal(one.points.elevation(0), Number(word), word);
  }
  for (const word of ['12.5m', 'approx 5', '1,5', '0x10', 'Infinity', '1e400', '--5', '1 2']) {
    const { job: one, issues: said } = await tryRead(`n;e;z;c\n1.5;2.5;${word};C\n2.5;3.5;1.5;C\n`);
    assert.ok(Number.isNaN(one.points.elevation(0)), word);
    assert.equal(said.count('elevation-unreadable'), 1, word);
  }
});

test('the same name twice, at the same place or another, is two points: nothing is discarded', async () => {
  const { job, issues } = await tryRead(`${HEAD}A,1.5,2.5,3.5,\nA,1.5,2.5,3.5,\nA,9.5,2.5,3.5,\n`);
  assert.equal(job.points.length, 3);
  assert.ok(!issues.has('warning'));
});

test('names stay as written: leading zeros, dots, words, any script', async () => {
  const written = ['001', '1.10', '+7', '1e5', 'A-1/2', '点一', '  padded  ', '"q"', "O'Neill", '#5', '-'];
  const rows = written.map((name) => `"${name.replaceAll('"', '""')}",1.5,2.5,3.5,\n`);
  assert.deepEqual(await names(HEAD + rows.join('')), written);
});

test('delimiters at the end of rows are ignored; a surplus field is reported', async () => {
  assert.deepEqual(await places('A,1.5,2.5,3.5,,,\nB,1.5,2.5,3.5,,,\n', { columns: 'PNEZ' }), []);
  assert.deepEqual(await places('A,1.5,2.5,3.5,,\nB,1.5,2.5,3.5,,x\n', { columns: 'PNEZ' }), ['2 row-has-more-fields']);
  assert.deepEqual(await places(`name,northing,easting,\nA,1.5,2.5,\n`), []);
});

test('the rest of a row belongs to a description in the last column, with its delimiters and quotes', async () => {
  const description = async (text: string, options = {}): Promise<string> =>
    (await tryRead(text, { options })).job.points.description.get(0);
  assert.equal(await description(`${HEAD}A,1.5,2.5,3.5,oak, dead, "old"\n`), 'oak, dead, "old"');
  assert.equal(await description('A 1.5 2.5 3.5 an  old   oak \n', { columns: 'PNEZD' }), 'an  old   oak');
  assert.equal(await description('A;1,5;2,5;3,5;oak;dead;;\n', { columns: 'PNEZD' }), 'oak;dead;;');
  const { job } = await tryRead('A,1.5,2.5,3.5,KERB,left\n', { options: { columns: 'PNEZC' } });
  assert.equal(job.points.code.get(0), 'KERB,left', 'the same applies to a code if there is no description');
});

test('comments begin with a mark at the start of a line, and nowhere else', async () => {
  for (const mark of ['#', '//', '%', '!', ';', '  #', '\t//']) {
    assert.deepEqual(await names(`${HEAD}${mark} B,1.5,2.5,3.5,\nA,1.5,2.5,3.5,# no comment\n`), ['A'], mark);
  }
  assert.deepEqual(
    await names('name;northing;easting\n;1,5;2,5\nA;1,5;2,5\n'),
    ['', 'A'],
    'not if the semicolon is the delimiter',
  );
  assert.deepEqual(await names(`${HEAD}/5,1.5,2.5,3.5,\n-1,1.5,2.5,3.5,\n`), ['/5', '-1']);
});

test('quotes that are never closed affect only their own rows', async () => {
  const rows = Array.from({ length: 300 }, (_, i) => `P${i},1.5,2.5,3.5,${i === 5 ? '"never closed' : 'x'}\n`);
  const { job, issues } = await tryRead(HEAD + rows.join(''));
  assert.equal(job.points.length, 300);
  assert.equal(job.points.description.get(5), '"never closed');
  assert.deepEqual(issues.places().find(({ code }) => code === 'quote-not-closed')?.line, 7);
  const inches = await tryRead(`${HEAD}A,1.5,2.5,3.5,pipe 8" wide\nB,1.5,2.5,3.5,6"\n`);
  assert.deepEqual(
    [0, 1].map((row) => inches.job.points.description.get(row)),
    ['pipe 8" wide', '6"'],
  );
  assert.equal(inches.issues.count('quote-not-closed'), 0);
});

test('a field with more lines than allowed is read line by line', async () => {
  const field = (lines: number): string => `A,1.5,2.5,3.5,"${'x\n'.repeat(lines)}end"\nB,1.5,2.5,3.5,\n`;
  const short = await tryRead(HEAD + field(90));
  assert.deepEqual([short.job.points.length, short.job.points.description.get(0).split('\n').length], [2, 91]);
  const long = await tryRead(HEAD + field(200));
  assert.deepEqual([long.job.points.name.get(0), long.job.points.name.get(long.job.points.length - 1)], ['A', 'B']);
  assert.ok(long.issues.count('quote-not-closed') > 0);
});

test('hundreds of columns become attributes, in order', async () => {
  const extra = Array.from({ length: 500 }, (_, i) => `field ${i}`);
  const text = `name,northing,easting,${extra.join(',')}\nA,1.5,2.5,${extra.map((_, i) => (i % 2 ? i : '')).join(',')}\n`;
  const { job } = await tryRead(text);
  const pairs = job.points.attributes.get(0);
  assert.equal(pairs.length, 500, 'empty ones are left out');
  assert.deepEqual(pairs.slice(0, 4), ['field 1', '1', 'field 3', '3']);
  const wide = `name,northing,easting\nA,1.5,2.5${',x'.repeat(100_000)}\nB,1.5,2.5\n`;
  assert.deepEqual(await names(wide), ['A', 'B']);
});

test('limits on the number and length of rows are named', async () => {
  const rows = `${HEAD}${'A,1.5,2.5,3.5,\n'.repeat(50)}`;
  await assert.rejects(
    tryRead(rows, { limits: { features: 49 } }),
    (error: LimitError) => error.limit === 'features' && error.value === 49,
  );
  assert.equal((await tryRead(rows, { limits: { features: 50 } })).job.points.length, 50);
  const long = `${HEAD}A,1.5,2.5,3.5,${'x'.repeat(300)}\nB,1.5,2.5,3.5,\n`;
  const { job, issues } = await tryRead(long, { limits: { recordBytes: 200 } });
  assert.deepEqual([job.points.length, issues.places().find(({ code }) => code === 'row-too-long')?.line], [1, 2]);
});

test('separate columns of dates and clocks are combined to a time; anything else stays as written', async () => {
  const read = async (row: string): Promise<[number, readonly string[]]> => {
    const { job } = await tryRead(`name,n,e,z,date,time\nA,1.5,2.5,3.5,${row}\n`);
    return [job.points.time.get(0), job.points.attributes.get(0)];
  };
  for (const [row, time, attributes] of [
    ['2026-11-21,19:30:15', Date.UTC(2026, 10, 21, 19, 30, 15), []],
    ['2026-11-21,', Date.UTC(2026, 10, 21), []],
    ['21.11.2026,7:05', Date.UTC(2026, 10, 21, 7, 5), []],
    [',2026-11-21T19:30:15.250Z', Date.UTC(2026, 10, 21, 19, 30, 15, 250), []],
    [',2026-11-21T19:30:15+10:00', Date.UTC(2026, 10, 21, 9, 30, 15), []],
    [',', Number.NaN, []],
    [',19:30:15', Number.NaN, ['time', '19:30:15']],
    ['11/21/2026,19:30', Number.NaN, ['time', '11/21/2026 19:30']],
    ['2026-02-30,12:00', Number.NaN, ['time', '2026-02-30 12:00']],
  ] as const)
    assert.deepEqual(await read(row), [time, attributes], row);
});

test('a quality is a number of at least zero; anything else stays as written', async () => {
  for (const [text, quality, attributes] of [
    ['0.012', 0.012, []],
    ['0', 0, []],
    ['', Number.NaN, []],
    ['-1', Number.NaN, ['quality', '-1']],
    ['fixed', Number.NaN, ['quality', 'fixed']],
    ['Infinity', Number.NaN, ['quality', 'Infinity']],
  ] as const) {
    const { job } = await tryRead(`name,n,e,z,quality\nA,1.5,2.5,3.5,${text}\n`);
    assert.deepEqual([job.points.quality.get(0), job.points.attributes.get(0)], [quality, attributes], text);
  }
});

test('rows are read the same with any line end, padding and quoting', async () => {
  const field = fc.stringMatching(/^[A-Za-z0-9 ]{1,8}$/).map((text) => text.trim() || 'x');
  const number = fc.integer({ min: -1e9, max: 1e9 }).map((value) => (value / 1000).toFixed(3));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(field, number, number, number, field), { minLength: 1, maxLength: 8 }),
      async (rows) => {
        const head = ['name', 'northing', 'easting', 'elevation', 'code'];
        const table = [head, ...rows];
        const plain = table.map((row) => row.join(',')).join('\n');
        const spellings = [
          `${table.map((row) => row.join(',')).join('\r\n')}\r\n\x1a`,
          table.map((row) => row.map((text) => `"${text}"`).join(';')).join('\n\n'),
          table.map((row) => row.join('\t')).join('\n'),
          table.map((row) => row.map((text) => ` ${text} `).join('|')).join('\n'),
        ];
        const { job: expected } = await tryRead(plain);
        for (const text of spellings) {
          const { job } = await tryRead(text);
          assert.deepEqual(job.points.coordinates.view(), expected.points.coordinates.view(), text);
          for (let row = 0; row < rows.length; row++) {
            assert.deepEqual(
              [job.points.name.get(row), job.points.code.get(row)],
              [rows[row]![0], rows[row]![4]],
              text,
            );
            assert.equal(job.points.northing(row), Number(rows[row]![1]));
          }
        }
      },
    ),
    { numRuns: 40 },
  );
});
