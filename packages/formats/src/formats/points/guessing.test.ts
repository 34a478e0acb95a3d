import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { detect } from '../../convert/detect.ts';
import { MemorySource } from '../../core/byte-source.ts';
import { csv } from '../csv/format.ts';
import { delimiterName, parseDelimiter } from './delimiter.ts';
import { points as format } from './format.ts';
import { guessLayout } from './guess-layout.ts';
import { tryRead } from './testing/journey.ts';

/** The report about the layout. */
async function said(text: string | Uint8Array, options = {}): Promise<string> {
  const { issues } = await tryRead(text, { options, format });
  return issues.places().find(({ code }) => code === 'points-layout')!.text;
}
const columnsOf = async (text: string, options = {}): Promise<string> =>
  /^columns (.*?);/.exec(await said(text, options))![1]!;

/** Grids with the easting and northing of their rows, and whether the sizes determine the order. */
const GRIDS: readonly (readonly [grid: string, easting: number, northing: number, sure: boolean])[] = [
  ['UTM zone 33 in the middle of Sweden', 556_123.45, 6_678_123.45, true],
  ['UTM without a zone, south', 504_951.1, 6_959_121.4, true],
  ['UTM with the zone before the easting', 32_456_123.45, 5_678_123.45, true],
  ['Gauss-Krüger, zone 3', 3_456_123.45, 5_678_123.45, true],
  ['Gauss-Krüger, zone 4', 4_456_123.45, 5_378_123.45, true],
  ['LV95 in Switzerland, where the easting is the larger', 2_600_123.45, 1_200_123.45, true],
  ['a local grid', 1000.25, 5000.5, false],
  ['a local grid with large numbers', 250_000.5, 250_000.25, false],
  ['UTM in the Gulf, as large as feet in Ohio', 326_123.45, 2_783_456.12, false],
  ['state plane feet in Ohio', 2_123_456.12, 712_345.67, false],
  ['state plane feet in Houston', 3_120_456.12, 13_840_345.67, false],
  ['state plane feet in Reno', 2_280_456.12, 14_860_345.67, false],
  ['state plane feet in New Orleans', 3_680_456.12, 530_345.67, false],
];

for (const [grid, easting, northing, sure] of GRIDS) {
  test(`${grid}: ${sure ? 'the sizes distinguish northing and easting' : 'northing is assumed to come first'}`, async () => {
    const row = (first: number, second: number): string =>
      [0, 1, 2].map((i) => `${i + 1},${(first + i).toFixed(2)},${(second + 2 * i).toFixed(2)},${100 + i}.5\n`).join('');
    const eastFirst = await tryRead(row(easting, northing), { format });
    const northFirst = await tryRead(row(northing, easting), { format });
    assert.deepEqual([northFirst.job.points.easting(0), northFirst.job.points.northing(0)], [easting, northing]);
    const expected = sure ? [easting, northing] : [northing, easting];
    assert.deepEqual([eastFirst.job.points.easting(0), eastFirst.job.points.northing(0)], expected);
    assert.equal(eastFirst.issues.count('coordinate-order-assumed'), sure ? 0 : 1);
    const stated = await tryRead(row(easting, northing), { options: { order: 'EN' }, format });
    assert.deepEqual(
      [stated.job.points.easting(0), stated.job.points.northing(0)],
      [easting, northing],
      'a stated order counts',
    );
    assert.equal(stated.issues.count('coordinate-order-assumed'), 0);
    const against = await tryRead(row(northing, easting), { options: { order: 'EN' }, format });
    assert.equal(against.job.points.easting(0), northing, 'even if it looks wrong');
  });
}

describe('coordinates that look like degrees', () => {
  const HEAD = 'name,northing,easting\n';
  for (const [what, text, options, doubts] of [
    ['under northing and easting', `${HEAD}A,52.1234567,5.1234567\nB,52.1235567,5.1244567\n`, {}, 1],
    ['south and west', `${HEAD}A,-33.85678,-70.65432\n`, {}, 1],
    ['without a header', 'A,52.1234567,5.1234567\nB,52.1235567,5.1244567\n', {}, 1],
    ['with commas', 'name;northing;easting\nA;52,1234567;5,1234567\n', {}, 1],
    ['in a stated unit', `${HEAD}A,52.1234567,5.1234567\n`, { unit: 'm' }, 0],
    ['in a unit of the header', 'name,northing (m),easting (m)\nA,52.1234567,5.1234567\n', {}, 0],
    ['with the decimals of lengths', `${HEAD}A,52.1234,5.1234\n`, {}, 0],
    ['on a site wider than two metres', `${HEAD}A,52.1234567,5.1234567\nB,55.1234567,8.1234567\n`, {}, 0],
    ['beyond a pole', `${HEAD}A,90.1234567,5.1234567\n`, {}, 0],
    ['as latitude and longitude', 'name,latitude,longitude\nA,52.1234567,5.1234567\n', {}, 0],
  ] as const)
    test(`${what}: ${doubts === 0 ? 'no doubt' : 'read as lengths, with a warning'}`, async () => {
      const { issues, job } = await tryRead(text, { options, format });
      assert.equal(issues.count('coordinates-may-be-degrees'), doubts);
      if (doubts > 0) assert.equal(job.points.northing(0), Number(/-?\d\d[.,]\d+/.exec(text)![0].replace(',', '.')));
    });
});

test('numbers known to be feet are not compared with grids in metres', async () => {
  // Portland, Oregon: northing 683 000 ft, easting 7 640 000 ft, which in metres would be UTM with the easting first.
  const row = '1,683000.5,7640000.5,100\n';
  for (const [text, options] of [
    [row, { unit: 'usft' }],
    [`a,b [ft],c [ft],d\n${row}`, { unit: 'ft' }],
  ] as const) {
    const { job, issues } = await tryRead(text, { options, format });
    assert.deepEqual([job.points.northing(0), job.points.easting(0)], [683_000.5, 7_640_000.5]);
    assert.equal(issues.count('coordinate-order-assumed'), 1);
  }
  const { job } = await tryRead('id,x [ft],y [ft],z [ft]\n1,683000.5,7640000.5,100\n', { format });
  assert.deepEqual([job.unit, job.points.easting(0)], ['internationalFoot', 683_000.5]);
  assert.equal((await tryRead(row, { format })).job.points.easting(0), 683_000.5, 'without a unit it could be UTM');
});

// Corners of Oregon's two zones in international feet (EPSG 2269, 2270), which are UTM in metres elsewhere, and
// unambiguous UTM.
for (const [place, small, large, isDoubtful] of [
  ['Portland, and UTM in Brazil', 683_000.5, 7_640_000.5, true],
  ['Ontario in the east of Oregon, and UTM in Peru', 150_000.5, 9_200_000.5, true],
  ['Medford, and UTM in Andalusia', 240_000.5, 4_300_000.5, true],
  ['Klamath Falls, and UTM in Italy', 180_000.5, 4_650_000.5, true],
  ['the east of southern Oregon, and UTM in Germany', 456_123.45, 5_678_123.45, true],
  ['UTM in Scotland', 456_123.45, 6_178_123.45, false],
  ['UTM in Queensland', 504_951.1, 6_959_121.4, false],
  ['UTM near the equator, south of it', 504_951.1, 9_759_121.4, false],
] as const)
  test(`${place}: both candidates are ${isDoubtful ? 'named' : 'not named'}, whichever column is first and whether x and y head them`, async () => {
    for (const [first, second] of [
      [small, large],
      [large, small],
    ] as const)
      for (const heading of ['', 'id,x,y,z\n']) {
        const { job, issues } = await tryRead(`${heading}1,${first},${second},100\n`, { format });
        assert.deepEqual([job.points.easting(0), job.points.northing(0)], [small, large], 'metres are preferred');
        const reason = issues.places().find(({ code }) => code === 'coordinate-order-assumed')?.text ?? '';
        const [taken, other] = first === small ? ['easting', 'northing, easting'] : ['northing', 'easting, northing'];
        if (isDoubtful)
          assert.match(
            reason,
            new RegExp(
              `^${taken} was taken to come first \\(70 %: .* in metres of UTM .* ${other} in feet of Oregon's state plane; if they are feet, state unit=ft\\)`,
            ),
          );
        else assert.equal(reason, '');
        const feet = await tryRead(`${heading}1,${first},${second},100\n`, { options: { unit: 'ft' }, format });
        if (heading === '') assert.equal(feet.job.points.northing(0), first, 'in feet the sizes show nothing');
        else assert.equal(feet.job.points.easting(0), first, 'in feet x is the easting');
      }
  });

test('an assumption is reported with the option that overrides it', async () => {
  const { issues } = await tryRead('1,10.5,20.5,3\n', { format });
  assert.match(
    issues.places().find(({ code }) => code === 'coordinate-order-assumed')!.text,
    /^northing .* \(50 %: .* order=EN if/,
  );
});

describe('without a header the columns are guessed from their contents', () => {
  const table = (rows: readonly string[]): string => rows.join('\n');
  for (const [rows, columns] of [
    [['P1,10.5,20.5,3.5', 'P2,11.5,21.5,3.6'], 'name, northing, easting, elevation'],
    [['10.5,20.5,3.5', '11.5,21.5,3.6'], 'northing, easting, elevation'],
    [['10.5,20.5', '11.5,21.5'], 'northing, easting'],
    [
      ['1,10.5,20.5,3.5,TREE,big', '2,11.5,21.5,3.6,TREE,small'],
      'name, northing, easting, elevation, code, description',
    ],
    [['P1,TREE,10.5,20.5,3.5', 'P2,KERB,11.5,21.5,3.6'], 'name, code, northing, easting, elevation'],
    // Whole numbers: the first column is the name if it counts up before two coordinates and an elevation.
    [['1,1000,2000,30', '2,1005,2010,31', '3,1010,1900,32'], 'name, northing, easting, elevation'],
    [['1000,2000', '1005,2010'], 'northing, easting'],
    [['1,10.5,20.5,3.5,2026-11-20', '2,11.5,21.5,3.6,2026-11-21'], 'name, northing, easting, elevation, date'],
    [
      ['1,10.5,20.5,3.5,TREE,big,0.012', '2,11.5,21.5,3.6,TREE,big,0.013'],
      'name, northing, easting, elevation, code, description, attribute:column 7',
    ],
    [['1,10.5,20.5,3.5,,', '2,11.5,21.5,3.6,,'], 'name, northing, easting, elevation, skip, skip'],
  ] as const)
    test(JSON.stringify(rows), async () => {
      assert.equal(await columnsOf(table(rows)), columns, rows[0]);
    });
});

test('a description that contains the delimiter in a few rows is complete', async () => {
  const rows = Array.from({ length: 20 }, (_, i) => `${i},10.5,20.5,3.5,TREE${i === 7 ? ',with, commas' : ''}`);
  const { job } = await tryRead(rows.join('\n'), { format });
  assert.deepEqual([job.points.code.get(7), job.points.code.get(8)], ['TREE,with, commas', 'TREE']);
});

test('headings above columns guessed from their contents name the attributes', async () => {
  const text = 'aa,bb,cc,dd,ee,ff,gg\n1,10.5,20.5,3.5,TREE,big,1.8\n2,11.5,21.5,3.6,KERB,small,1.9\n';
  const { job, issues } = await tryRead(text, { format });
  assert.deepEqual(job.points.attributes.get(1), ['gg', '1.9']);
  assert.deepEqual([job.points.code.get(1), job.points.description.get(1)], ['KERB', 'small']);
  assert.equal(issues.places().find(({ code }) => code === 'header-assumed')?.line, 1);
});

test('a header is found after lines about the survey and after a comment mark', async () => {
  for (const lead of [
    'Project: Bridge, north side\nSurveyor: A. Miller\n\n',
    'sep=,\n',
    '# 1.5, 2.5 is where we began\n',
    `${'// words\n'.repeat(20)}`,
    '\uFEFF\n\n',
  ]) {
    for (const mark of ['', '#', '# ', '%']) {
      const { job } = await tryRead(`${lead}${mark}name,easting,northing,z\nA,1.5,2.5,3.5\n`, { format });
      assert.deepEqual([job.points.length, job.points.easting(0)], [1, 1.5], JSON.stringify(lead + mark));
    }
  }
});

test('rows of a file whose delimiter changes later are reported, row by row', async () => {
  const { job, issues } = await tryRead(`${'A,1.5,2.5,3.5\n'.repeat(5)}${'B;1.5;2.5;3.5\n'.repeat(2)}`, { format });
  assert.deepEqual([job.points.length, issues.count('coordinate-missing') + issues.count('row-unreadable')], [5, 2]);
});

test('the layout of the first bytes applies to the whole file', async () => {
  const early = Array.from(
    { length: 9000 },
    (_, i) => `P${i};${(1000 + i / 8).toFixed(3)};${(2000 - i / 8).toFixed(3)};10,5;KERB with a long name`,
  );
  const text = early.join('\n').replaceAll('.', ',');
  assert.ok(text.length > 300 * 1024, 'longer than the sample');
  const { job, issues } = await tryRead(text, { options: { order: 'EN' }, format });
  assert.equal(job.points.length, 9000);
  assert.deepEqual(
    [job.points.easting(8999), job.points.northing(8999)],
    [Number((1000 + 8999 / 8).toFixed(3)), Number((2000 - 8999 / 8).toFixed(3))],
  );
  assert.ok(!issues.has('warning'));
});

test('a sample that ends within a row ignores the incomplete row', () => {
  const whole = Buffer.from(`${'1,10.5,20.5,3.5,TREE\n'.repeat(30)}`);
  const cut = guessLayout(whole.subarray(0, whole.length - 12), false)!;
  assert.deepEqual([cut.rows, cut.numericShare], [29, 1]);
  assert.deepEqual(guessLayout(Buffer.from(''), true)?.rows, 0);
  assert.equal(guessLayout(Buffer.alloc(100, 1), true), undefined);
});

test('delimiters can be given by name or as characters, except letters, digits, signs and quotes', () => {
  for (const [text, delimiter] of [
    ['comma', ','],
    ['SEMICOLON', ';'],
    ['tab', '\t'],
    ['\\t', '\t'],
    ['bar', '|'],
    ['pipe', '|'],
    ['blanks', ' '],
    ['space', ' '],
    ['colon', ':'],
    ['/', '/'],
    ['\t', '\t'],
    ['a', undefined],
    ['5', undefined],
    ['.', undefined],
    ['-', undefined],
    ['+', undefined],
    ['"', undefined],
    ['', undefined],
    [',,', undefined],
    ['ü', undefined],
    ['\n', undefined],
  ] as const)
    assert.equal(parseDelimiter(text), delimiter, JSON.stringify(text));
  assert.deepEqual([',', ';', '\t', '|', ' ', ':'].map(delimiterName), [
    'comma',
    'semicolon',
    'tab',
    'bar',
    'blanks',
    ':',
  ]);
});

describe('a delimiter that no program uses is accepted if stated', () => {
  for (const delimiter of [':', '/', '~', '&', 'colon'])
    test(delimiter, async () => {
      const mark = parseDelimiter(delimiter)!;
      const { job } = await tryRead(`A${mark}1.5${mark}2.5${mark}3.5\n`, {
        options: { delimiter, order: 'EN' },
        format,
      });
      assert.deepEqual([job.points.easting(0), job.points.elevation(0)], [1.5, 3.5], delimiter);
    });
});

test('the decimal mark is guessed from the numbers, and can be stated', async () => {
  assert.match(await said('A;1,5;2,5;3,5\n'), /decimal comma/);
  assert.match(await said('A;1.5;2.5;3.5\n'), /decimal point/);
  assert.match(await said('A;1;2;3\n', { decimal: 'comma' }), /decimal comma/);
  const { job } = await tryRead('A 1,5 2,5 3,5\n', {
    options: { decimal: 'comma', delimiter: 'blanks', order: 'EN' },
    format,
  });
  assert.deepEqual([job.points.easting(0), job.points.northing(0), job.points.elevation(0)], [1.5, 2.5, 3.5]);
});

test('both formats recognise their extensions; with other names only rows of coordinates count', () => {
  const sniff = (text: string, extension: string): number =>
    format.sniff(Buffer.from(text), text.length, extension).confidence;
  assert.ok(sniff('A,1.5,2.5,3.5\n', 'txt') > sniff('A,1.5,2.5,3.5\n', ''));
  assert.ok(sniff('Dear Sir\n', 'txt') > 0, 'a text with this extension is tried');
  assert.equal(sniff('Dear Sir\n', 'doc'), 0);
  for (const other of [
    '<?xml version="1.0"?>\n<a>1.5,2.5</a>',
    '{"type":"FeatureCollection"}',
    '%PDF-1.7',
    '  0\nSECTION\n',
    '[1.5,2.5]',
  ])
    assert.equal(sniff(other, 'txt'), 0, other);
  assert.ok(
    csv.sniff(Buffer.from('A,1.5,2.5\n'), 10, 'csv').confidence >
      format.sniff(Buffer.from('A,1.5,2.5\n'), 10, '').confidence,
  );
  for (const extension of ['txt', 'dat', 'asc', 'pts', 'xyz', 'pnezd'])
    assert.equal(
      detect(new MemorySource(Buffer.from('A,1.5,2.5,3.5\n'), `a.${extension}`))?.format.id,
      'points',
      extension,
    );
});

test('detection distinguishes points from prose, markup and other formats', () => {
  const formatOf = (text: string, name: string): string | undefined =>
    detect(new MemorySource(Buffer.from(text), name))?.format.id;
  assert.equal(formatOf('1,1.5,2.5,3.5\n', 'a.txt'), 'points');
  assert.equal(formatOf('1,1.5,2.5,3.5\n', 'a.csv'), 'csv');
  assert.equal(formatOf('1,1.5,2.5,3.5\n2,1.5,2.5,3.5\n', 'a'), 'points');
  assert.equal(formatOf('Dear sir,\nwe have received your letter.\n', 'letter'), undefined);
});
