import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Feature, type FieldJob, JobBuilder } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { FormatError, LimitError } from '../../core/failure.ts';
import { tryRead, tryWrite } from '../points/testing/journey.ts';
import { gts7 } from './format.ts';
import { parseRecord } from './records.ts';

const read = (text: string | Uint8Array, options = {}, limits = {}) => tryRead(text, { format: gts7, options, limits });
const codes = async (text: string): Promise<string[]> =>
  (await read(text)).issues.places().map(({ code, line }) => `${line ?? '-'} ${code}`);
const written = async (job: FieldJob, options = {}): Promise<string[]> =>
  (await tryWrite(job, gts7, options)).bytes.toString().split('\r\n');

/**
 * Records as the table of NOTES.md has them (a field without a name is numbered among those behind the point), and the
 * observation that each becomes: kind, station, target, values.
 */
const RECORDS: readonly (readonly [record: string, target: string, values: readonly string[]])[] = [
  ['STN A,1.55,TBM', 'A', ['instrumentHeight', '1.55', 'code', 'TBM']],
  ['STN A,1.55,TBM,text', 'A', ['instrumentHeight', '1.55', 'code', 'TBM', 'string', 'text']],
  ['BKB B,90.00000,0.00000', 'B', ['azimuth', '90.00000', 'angle', '0.00000']],
  ['BS B,1.600,C,s', 'B', ['targetHeight', '1.600', 'code', 'C', 'string', 's']],
  ['FS C,1.600', 'C', ['targetHeight', '1.600']],
  ['SS 101,1.600,KERB,a', '101', ['targetHeight', '1.600', 'code', 'KERB', 'string', 'a']],
  ['SS 101,1.600,KERB,a,more', '101', ['targetHeight', '1.600', 'code', 'KERB', 'string', 'a', '4', 'more']],
  ['CTL K1,TBM,bolt', 'K1', ['code', 'TBM', 'string', 'bolt']],
  ['INST GTS-7000,', '', ['1', 'GTS-7000']],
  ['TEMP 20.0,1013.3', '', ['1', '20.0', '2', '1013.3']],
  ['SCALE 1.000000,1.000000,0.000000', '', ['1', '1.000000', '2', '1.000000', '3', '0.000000']],
  ['DATE 26/11/20,09:44:26', '', ['1', '26/11/20', '2', '09:44:26']],
  ['NOTE', '', []],
  ['MLM 1,2', '', ['1', '1', '2', '2']],
  ['RES_OBS x', '', ['1', 'x']],
];

for (const [record, target, values] of RECORDS) {
  test(`${record}`, async () => {
    const { job, issues } = await read(`program\nSTN S,1.5\n${record}\n`);
    const [, observation] = job.observations;
    const keyword = record.split(' ')[0]!;
    assert.deepEqual([observation!.kind, observation!.target, observation!.values], [keyword, target, values]);
    assert.equal(observation!.station, keyword === 'STN' ? 'A' : 'S');
    assert.deepEqual([issues.summary(), job.points.length], [[], 0]);
  });
}

/** Details of a point record, as the same table has them. */
const DETAILS: readonly (readonly [record: string, values: readonly string[]])[] = [
  ['XYZ 5000.250,1000.125,100.000', ['XYZ.first', '5000.250', 'XYZ.second', '1000.125', 'XYZ.elevation', '100.000']],
  ['HV 45.30150,88.10200', ['HV.horizontalAngle', '45.30150', 'HV.verticalAngle', '88.10200']],
  [
    'SD 45.30150,88.10200,25.5050',
    ['SD.horizontalAngle', '45.30150', 'SD.verticalAngle', '88.10200', 'SD.slopeDistance', '25.5050'],
  ],
  [
    'HD 45.30150,25.4921,0.8',
    ['HD.horizontalAngle', '45.30150', 'HD.horizontalDistance', '25.4921', 'HD.verticalDistance', '0.8'],
  ],
  ['OFFSET 1.0,L', ['OFFSET.1', '1.0', 'OFFSET.2', 'L']],
  ['PTL_OFF 1.0,2.0', ['PTL_OFF.1', '1.0', 'PTL_OFF.2', '2.0']],
];

for (const [record, values] of DETAILS) {
  test(`${record} belongs to the previous point, and is read back unchanged`, async () => {
    const book = `program\nSTN S,1.5\nSS 7,1.600\n${record}\nNOTE end\n`;
    const { job, issues } = await read(book);
    assert.deepEqual(job.observations[1]!.values, ['targetHeight', '1.600', ...values]);
    const reported = issues.summary().map(({ code, line }) => `${line} ${code}`);
    assert.deepEqual(reported, record.startsWith('XYZ') ? [] : ['3 shot-without-coordinates']);
    const again = (await read((await written(job, { decimals: 3 })).join('\n'))).job;
    const shot = again.observations.find(({ target }) => target === '7')!;
    assert.deepEqual(shot.values, job.observations[1]!.values);
    assert.equal((await codes(`program\nNOTE x\n${record}\n`))[0], '3 record-without-point');
  });
}

test('two faces and repeated shots of one point are kept separately and in order', async () => {
  const book =
    'program\nSTN S,1.5\nSS 7,1.6,C\nSD 45.3015,88.1020,25.505\nSD 225.3017,271.4940,25.506\nHV 45.3016,88.1021\n';
  const { job } = await read(book);
  const shots = (await written(job)).filter((line) => /^(SD|HV)/.test(line));
  assert.deepEqual(shots, [
    'SD      45.3015,88.1020,25.505',
    'SD      225.3017,271.4940,25.506',
    'HV      45.3016,88.1021',
  ]);
  assert.equal(job.points.length, 0, 'no point is computed from two faces');
});

test('the station of an observation is the last one set up', async () => {
  const { job } = await read('x\nSS 1,1\nSTN A,1\nSS 2,1\nSTN B,1\nSS 3,1\nNOTE x\n');
  assert.deepEqual(
    job.observations.map(({ kind, station, target }) => `${kind} ${station} ${target}`),
    ['SS  1', 'STN A A', 'SS A 2', 'STN B B', 'SS B 3', 'NOTE B '],
  );
});

test('angles in DDD.MMSS have minutes and seconds below sixty; not so in gon', async () => {
  const angle = async (units: string, text: string): Promise<number> =>
    (await read(`x\nUNITS M,${units}\nSTN A,1\nSS 1,1\nHV ${text},0.0\n`)).issues.count('angle-unreadable');
  for (const [text, degrees, gon] of [
    ['359.59599', 0, 0],
    ['0.0000', 0, 0],
    ['45.30', 0, 0],
    ['45.6000', 1, 0],
    ['45.5960', 1, 0],
    ['399.9999', 1, 0],
    ['north', 1, 1],
    ['1e999', 1, 1],
    ['', 0, 0],
  ] as const)
    assert.deepEqual([await angle('D', text), await angle('G', text)], [degrees, gon], text);
});

test('UNITS states metres or feet, and the unit of angles; other units are reported', async () => {
  for (const [units, unit, said] of [
    ['M,D', 'metre', []],
    ['M,G', 'metre', []],
    ['F,D', 'internationalFoot', ['foot-assumed']],
    ['I,D', 'metre', ['units-unknown']],
    ['M,X', 'metre', ['units-unknown']],
    ['', 'metre', ['units-unknown']],
  ] as const) {
    const { job, issues } = await read(`x\nUNITS ${units}\nSTN A,1\nXYZ 1,2,3\n`);
    assert.equal(job.unit, unit, units);
    assert.deepEqual(
      issues.summary().map(({ code }) => code),
      said,
      units,
    );
  }
  const { job, issues: none } = await read('x\nUNITS F,D\nSTN A,1\nXYZ 1,2,3\n', { unit: 'usft' });
  assert.deepEqual(none.summary(), [], 'nothing is assumed');
  assert.equal(job.unit, 'usSurveyFoot', 'the caller states the kind of foot');
});

describe('XYZ has at least two coordinates; an elevation may be missing', () => {
  for (const [fields, place] of [
    ['1.5,2.5,3.5', [1.5, 2.5, 3.5]],
    ['1.5,2.5', [1.5, 2.5, Number.NaN]],
    ['1.5,2.5,', [1.5, 2.5, Number.NaN]],
    ['-1.5,+2.5,1e2', [-1.5, 2.5, 100]],
    ['1.5,2.5,high', [1.5, 2.5, Number.NaN]],
    ['1.5', undefined],
    [',2.5,3.5', undefined],
    ['1e999,2.5,3.5', undefined],
  ] as const)
    test(JSON.stringify(fields), async () => {
      const { job, issues, tally } = await read(`x\nSTN A,1\nXYZ ${fields}\n`);
      const found =
        job.points.length === 0 ? undefined : [job.points.easting(0), job.points.northing(0), job.points.elevation(0)];
      assert.deepEqual(found, place, fields);
      assert.equal(issues.count('coordinate-unreadable'), place === undefined ? 1 : 0);
      assert.equal(tally.of('XYZ').skipped, place === undefined ? 1 : 0);
    });
});

test('a name at another position is another point; at the same position it is the same point, with every observation kept', async () => {
  const { job } = await read(
    'x\nSTN A,1\nXYZ 1,2,3\nSTN A,1\nXYZ 1,2,3\nSTN A,1\nXYZ 1,2,4\nSS ,1\nXYZ 9,9,9\nSS ,1\nXYZ 9,9,9\n',
  );
  assert.deepEqual([job.points.length, job.observations.length], [4, 5], 'points without a name are always different');
});

test('lines are split at commas; a trailing comma has no meaning', () => {
  for (const [line, keyword, fields] of [
    ['SS      7,1.6,C', 'SS', ['7', '1.6', 'C']],
    ['  SS\t7 , 1.6 ,C,', 'SS', ['7', '1.6', 'C']],
    ['SS 7,,', 'SS', ['7', '']],
    ['NOTE', 'NOTE', []],
    ['NOTE   ', 'NOTE', []],
    ['NOTE ,', 'NOTE', []],
    ['PTL_OFF 1', 'PTL_OFF', ['1']],
  ] as const)
    assert.deepEqual(parseRecord(line), { keyword, fields }, line);
  for (const line of ['', 'ss 7', '7,1,2', 'Stn 1', 'S 1', 'ABCDEFGHIJK 1', '__PROTO__ 1'])
    assert.equal(parseRecord(line), undefined, line);
});

test('the first line names the program; a record there is read', async () => {
  const named = await read('TopSURV 8.2\nSTN A,1\nXYZ 1,2,3\n');
  assert.equal((await gts7.loadReader!()) !== undefined && named.job.points.length, 1);
  assert.equal((await read('STN A,1\nXYZ 1,2,3\n')).job.points.length, 1);
  assert.deepEqual(await codes('one\ntwo\nSTN A,1\nthree\n'), ['2 record-unknown', '4 record-unknown']);
});

test('texts in a code page, in UTF-16 and with a byte order mark are read', async () => {
  const book = 'Brücke\nJOB Brücke,\nSTN Süd,1.5,Höhe\nXYZ 1,2,3\n';
  for (const bytes of [
    Buffer.from(book),
    Buffer.from(`\uFEFF${book}`),
    Buffer.from(book, 'latin1'),
    Buffer.from(`\uFEFF${book}`, 'utf16le'),
  ]) {
    const { job } = await read(bytes);
    assert.deepEqual([job.info.name, job.points.name.get(0), job.points.code.get(0)], ['Brücke', 'Süd', 'Höhe']);
  }
  await assert.rejects(read(Buffer.alloc(300, 1)), { code: 'binary-content' });
});

test('characters not allowed in a field are replaced and counted', async () => {
  const builder = new JobBuilder();
  builder.point(Object.assign(new Feature(), { name: 'A,1', code: 'two\nlines' }), 1, 2, 3);
  builder.point(Object.assign(new Feature(), { name: 'B', description: 'plain' }), 1, 2, 3);
  const { bytes, issues } = await tryWrite(builder.job, gts7, {});
  assert.match(bytes.toString(), /SS {6}A 1,0\.000,two lines,\r\n/);
  const said = issues.places().find(({ code }) => code === 'character-replaced');
  assert.deepEqual(
    [said?.severity, issues.summary().find(({ code }) => code === 'character-replaced')?.count],
    ['warning', 2],
  );
  const plain = new JobBuilder();
  plain.point(Object.assign(new Feature(), { name: 'B' }), 1, 2, 3);
  assert.equal((await tryWrite(plain.job, gts7, {})).issues.count('character-replaced'), 0);
});

describe('characters that end a line elsewhere are ordinary in a field: no record is lost', () => {
  for (const mark of ['\u2028', '\u2029', '\u0085'])
    test(JSON.stringify(mark), async () => {
      const builder = new JobBuilder();
      builder.point(Object.assign(new Feature(), { name: 'A', code: `a${mark}b`, description: 'plain' }), 1, 2, 3);
      const { bytes, issues } = await tryWrite(builder.job, gts7, {});
      assert.equal(issues.count('character-replaced'), 0);
      const { job, issues: read } = await tryRead(bytes, { format: gts7 });
      assert.deepEqual([job.points.length, job.points.code.get(0), job.points.easting(0)], [1, `a${mark}b`, 1]);
      assert.equal(read.count('record-unknown'), 0);
    });
});

test('blanks at the ends of fields are reported, because readers ignore them', async () => {
  const builder = new JobBuilder();
  builder.point(Object.assign(new Feature(), { name: ' A ', code: ' ', description: 'two words' }), 1, 2, 3);
  builder.point(Object.assign(new Feature(), { name: 'B', description: '\uFEFFmark' }), 1, 2, 3);
  const { bytes, issues } = await tryWrite(builder.job, gts7, {});
  const reported = issues.summary().find(({ code }) => code === 'blanks-left-out');
  assert.deepEqual([reported?.severity, reported?.count], ['note', 3]);
  const { job } = await tryRead(bytes, { format: gts7 });
  assert.deepEqual(
    [job.points.name.get(0), job.points.code.get(0), job.points.description.get(0)],
    ['A', '', 'two words'],
  );
});

test('points without an observation are written as side shots, in order, with the requested decimals', async () => {
  const builder = new JobBuilder();
  builder.describe({ name: 'Bridge' });
  builder.point(
    Object.assign(new Feature(), { name: 'A', code: 'TREE', description: 'oak' }),
    1000.12345,
    2000.5,
    Number.NaN,
  );
  builder.point(Object.assign(new Feature(), { name: 'B' }), Number.NaN, 2000.5, 3);
  for (const [decimals, easting, northing] of [
    [0, '1000', '2001'],
    [2, '1000.12', '2000.50'],
    [4, '1000.1235', '2000.5000'],
    [10, '1000.1234500000', '2000.5000000000'],
  ] as const) {
    const lines = await written(builder.job, { decimals });
    assert.deepEqual(lines.slice(1), [
      'JOB     Bridge,',
      'UNITS   M,D',
      'SS      A,0.000,TREE,oak',
      `XYZ     ${easting},${northing},`,
      '',
    ]);
  }
  assert.ok((await written(builder.job, { order: 'NE' })).includes('XYZ     2000.5000,1000.1235,'));
  assert.equal((await tryWrite(builder.job, gts7, {})).issues.count('point-without-position'), 1);
});

test('hostile books: endless lines, endless details, limits, names with a meaning', async () => {
  const long = await read(`x\nSTN A,1\nXYZ 1,2,3\nNOTE ${'x'.repeat(200_000)}\nSS 2,1\nXYZ 4,5,6\n`);
  assert.equal(long.job.points.length, 2);
  const many = await read(`x\nSS 1,1\n${'HV 1.0,2.0\n'.repeat(2000)}`);
  assert.ok(many.issues.count('too-many-details') > 0 && many.job.observations[0]!.values.length < 3000);
  await assert.rejects(
    read('x\nSTN A,1\nXYZ 1,2,3\n', {}, { features: 1 }),
    (error: unknown) => error instanceof LimitError,
  );
  const odd = await read('x\nSTN __proto__,1\nXYZ 1,2,3\nSTN constructor,1\nXYZ 4,5,6\n');
  assert.deepEqual(
    [0, 1].map((row) => odd.job.points.name.get(row)),
    ['__proto__', 'constructor'],
  );
});

test('any bytes in a book give a job or a refusal with a code, and every record is counted', async () => {
  const book = Buffer.from('x\nUNITS M,D\nSTN A,1.5\nXYZ 1,2,3\nSS 7,1.6,C\nSD 45.3015,88.1020,25.505\nNOTE end\n');
  const change = fc.tuple(fc.nat(book.length - 1), fc.constantFrom(0, 10, 13, 32, 44, 65, 255));
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), fc.nat(book.length), async (changes, length) => {
      const bytes = Buffer.from(book);
      for (const [at, byte] of changes) bytes[at] = byte;
      try {
        const { tally } = await read(bytes.subarray(0, length));
        for (const row of tally.rows()) assert.equal(row.found, row.read + row.skipped);
      } catch (error) {
        assert.ok(error instanceof FormatError, String(error));
      }
    }),
    { numRuns: 200 },
  );
});

test('an elevation that is not a number is reported, an empty one is unknown', async () => {
  const { job, issues } = await read(
    'program\nSS A,1\nXYZ 1,2,x\nSS B,1\nXYZ 3,4,\nSS C,1\nXYZ 5,6,1e999\nSS D,1\nXYZ 7,8',
  );
  assert.deepEqual(
    Array.from(job.points.coordinates.view()).filter((_, i) => i % 3 === 2),
    [Number.NaN, Number.NaN, Number.NaN, Number.NaN],
  );
  assert.deepEqual(
    issues.places().map(({ code, line }) => `${line} ${code}`),
    ['3 elevation-unreadable', '7 elevation-unreadable'],
  );
});

test('coordinates after an unknown record do not move the previous point', async () => {
  const { job, issues } = await read(
    'program\nSS A,1\nXYZ 1,2,3\nXYZ 1,2,3\nFOO B\nXYZ 4,5,6\nFOO C\nSS D,1\nFOO\nXYZ 7,8,9',
  );
  assert.deepEqual(Array.from(job.points.coordinates.view()), [1, 2, 3, 7, 8, 9]);
  assert.deepEqual(
    issues
      .places()
      .map(({ code, line }) => `${line} ${code}`)
      .sort(),
    ['5 record-unknown', '6 coordinates-doubled', '7 record-unknown', '9 record-unknown'],
  );
  // The record stays as written.
  assert.ok(job.observations.some(({ values }) => values.includes('4')));
});

test('measured points without coordinates anywhere are counted and named, with the line of the first', async () => {
  const shots =
    'SS 101,1.6\nSD 1,2,3\nSS 102,1.6\nHV 1,2\nSS 102,1.6\nHV 1,2\nSS 103,1.6\nXYZ 1,2,3\nSD 1,2,3\nBS B,1.6\nHV 1,2\n';
  const { issues, job } = await read(`program\nSTN A,1.5\nXYZ 1,2,3\n${shots}STN B,1.5\nXYZ 4,5,6\n`);
  assert.equal(job.points.length, 3);
  const [issue] = issues.summary();
  assert.deepEqual(
    [issue!.code, issue!.count, issue!.line, issues.summary().length],
    ['shot-without-coordinates', 2, 4, 1],
  );
  assert.equal(
    issue!.text,
    '2 measured points have no coordinates in the file: 101, 102; compute them in the office program of the instrument and export them',
  );
});
