import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Feature, type FieldJob, JobBuilder, layerOf } from '@fieldbridge/fieldjob';
import type { FormatError } from '../../core/failure.ts';
import { csv } from '../csv/format.ts';
import { points as format } from './format.ts';
import { tryRead, tryWrite } from './testing/journey.ts';
import { headingOf } from './write-plan.ts';

/** A job of points, each with a name, a position and optional properties. */
function jobOf(
  ...rows: readonly (readonly [
    name: string,
    easting: number,
    northing: number,
    elevation: number,
    own?: Partial<Feature>,
  ])[]
): FieldJob {
  const builder = new JobBuilder();
  for (const [name, easting, northing, elevation, own] of rows)
    builder.point(Object.assign(new Feature(), { name, ...own }), easting, northing, elevation);
  return builder.job;
}
const write = async (job: FieldJob, options = {}): Promise<string> =>
  (await tryWrite(job, format, options)).bytes.toString();
const rowOf = async (job: FieldJob, options = {}): Promise<string> =>
  (await write(job, { header: false, ...options })).trimEnd();

describe('coordinates are written as the shortest decimal that reads back the same', () => {
  for (const [value, text] of [
    [0, '0'],
    [-0, '0'],
    [0.1, '0.1'],
    [0.1 + 0.2, '0.30000000000000004'],
    [123456789.123456, '123456789.123456'],
    [-1.5, '-1.5'],
    [1e-7, '1e-7'],
    [1e21, '1e+21'],
    [5e-324, '5e-324'],
    [1 / 3, '0.3333333333333333'],
  ] as const)
    test(JSON.stringify(value), async () => {
      assert.equal(await rowOf(jobOf(['', value, 1, Number.NaN]), { columns: 'E' }), text);
      const { job } = await tryRead(await write(jobOf(['A', value, value, 1])), { format });
      assert.deepEqual([job.points.easting(0), job.points.northing(0)], [value + 0, value + 0], text);
    });
});

test('stated decimals are correctly rounded, without a negative zero', async () => {
  for (const [value, decimals, text] of [
    [1234.5678, 3, '1234.568'],
    [1234.5, 0, '1235'],
    [-0.0004, 3, '0.000'],
    [-0.0006, 3, '-0.001'],
    [0.05, 1, '0.1'],
    [1e-9, 12, '0.000000001000'],
    [9.9999, 2, '10.00'],
  ] as const)
    assert.equal(
      await rowOf(jobOf(['', value, 1, Number.NaN]), { columns: 'E', decimals }),
      text,
      `${value} to ${decimals}`,
    );
});

test('a missing value is an empty field, and a field with the delimiter, a quote or a line end is quoted', async () => {
  const texts = ['plain', 'a,b', 'say "oak"', 'two\nlines', ' padded ', '', "it's; a | b", '\ttab'];
  const job = jobOf(...texts.map((code, i) => [`${i}`, 1, 2, Number.NaN, { code }] as const));
  assert.equal(
    await write(job, { columns: 'PZC', header: false }),
    [
      '0,,plain',
      '1,,"a,b"',
      '2,,"say ""oak"""',
      '3,,"two\nlines"',
      '4,," padded "',
      '5,,',
      "6,,it's; a | b",
      '7,,"\ttab"',
      '',
    ].join('\n'),
  );
  const { job: back } = await tryRead(await write(job), { format });
  assert.deepEqual(
    texts.map((_, i) => back.points.code.get(i)),
    texts,
  );
});

test('a row never looks like a comment, a header or a row with other fields', async () => {
  const names = ['#1', '// x', '; y', '%', '!', 'name', '-', '"'];
  const job = jobOf(...names.map((name, i) => [name, i + 0.5, 2.5, 3.5] as const));
  for (const delimiter of ['comma', 'semicolon', 'tab', 'bar', 'blanks']) {
    const { bytes } = await tryWrite(job, format, { delimiter });
    const { job: back } = await tryRead(bytes, { options: { delimiter }, format });
    assert.deepEqual(
      names.map((_, i) => back.points.name.get(i)),
      names,
      `${delimiter}\n${bytes}`,
    );
  }
});

test('times are ISO 8601 in UTC; next to a date column there is only the time of day', async () => {
  const job = jobOf(['A', 1, 2, 3, { time: Date.UTC(2026, 10, 21, 20, 35, 1, 5) }], ['B', 1, 2, 3]);
  assert.equal(await write(job, { columns: 'name,time', header: false }), 'A,2026-11-21T20:35:01.005Z\nB,\n');
  assert.equal(await write(job, { columns: 'name,date,time', header: false }), 'A,2026-11-21,20:35:01.005Z\nB,,\n');
  assert.equal(await write(job, { columns: 'name,date', header: false }), 'A,2026-11-21\nB,\n');
  const { job: back } = await tryRead(await write(job, { columns: 'name,E,N,date,time' }), { format });
  assert.equal(back.points.time.get(0), job.points.time.get(0));
});

test('further columns are written if a point has values for them', async () => {
  const head = async (own: Partial<Feature>): Promise<string> =>
    (await write(jobOf(['A', 1, 2, 3, own]))).split('\n')[0]!;
  const usual = 'name,northing,easting,elevation,code,description';
  for (const [own, more] of [
    [{}, ''],
    [{ time: 0 }, ',time'],
    [{ quality: 0.01 }, ',quality'],
    [{ list: 'monday' }, ',list'],
    [{ attributes: ['PDOP', '1.8'] }, ',PDOP'],
    // An attribute with the name of a column would be read as that column.
    [{ attributes: ['Elevation', '5'] }, ',attribute:Elevation'],
    [{ attributes: ['lon', '5', 'attribute:x', '6'] }, ',attribute:lon,attribute:attribute:x'],
  ] as const)
    assert.equal(await head(own), usual + more, JSON.stringify(own));
  const builder = new JobBuilder();
  builder.point(Object.assign(new Feature(), { layer: builder.layer(layerOf('KERB')) }), 1, 2, 3);
  assert.equal((await write(builder.job)).split('\n')[0], `${usual},layer`);
});

test('attribute values without a column are counted one by one', async () => {
  const lost = async (job: FieldJob, options = {}): Promise<[number | undefined, number]> => {
    const { bytes, issues } = await tryWrite(job, format, options);
    const { job: back } = await tryRead(bytes, { format });
    return [issues.summary().find(({ code }) => code === 'attribute-left-out')?.count, back.points.attributes.size];
  };
  const point = (attributes: readonly string[], second: readonly string[] = []): FieldJob =>
    jobOf(['A', 1.5, 2.5, 3, { attributes }], ['B', 4.5, 5.5, 6, { attributes: second }]);
  assert.deepEqual(await lost(point(['TAG', 'x', 'B', '2'], ['TAG', 'y'])), [undefined, 3]);
  // A second value of a name, and a value without a name, have no column.
  assert.deepEqual(await lost(point(['TAG', 'x', 'TAG', 'y', 'B', '2'], ['', 'z', 'TAG', 'w'])), [2, 3]);
  const named = { columns: 'name,easting,northing,elevation,attribute:B', order: undefined };
  assert.deepEqual(await lost(point(['TAG', 'x', 'B', '2'], ['TAG', 'y']), named), [2, 1]);
  const many = Array.from({ length: 201 }, (_, i) => [`k${i}`, String(i)]).flat();
  assert.deepEqual(await lost(point(many)), [1, 200]);
  const heights = point(['ellipsoidHeight', '80.25', 'B', '1']);
  const { issues } = await tryWrite(heights, format, { columns: 'name,easting,northing,elevation,height' });
  assert.equal(issues.summary().find(({ code }) => code === 'attribute-left-out')?.count, 1);
});

test('an attribute name with line ends becomes a one-line heading, and all rows are read back', async () => {
  const job = jobOf(['A', 1.5, 2.5, 3, { attributes: ['wall\r\nheight', '7', 'x\u0000', '8'] }]);
  const text = await write(job);
  assert.equal(text.split('\n')[0], 'name,northing,easting,elevation,code,description,wall height,"attribute:x "');
  const { job: back, issues } = await tryRead(text, { format });
  assert.deepEqual(back.points.attributes.get(0), ['wall height', '7', 'x', '8']);
  assert.deepEqual(
    issues.summary().map(({ code }) => code),
    ['points-layout', 'headings-unknown'],
  );
});

test('headings state feet and are not mistaken for another column', () => {
  assert.deepEqual(
    (['northing', 'easting', 'elevation', 'name', 'quality'] as const).map((role) =>
      headingOf(role, 'internationalFoot', []),
    ),
    ['northing (ft)', 'easting (ft)', 'elevation (ft)', 'name', 'quality'],
  );
  assert.equal(headingOf('northing', 'usSurveyFoot', []), 'northing (usft)');
  assert.equal(headingOf('northing', 'metre', []), 'northing');
  for (const name of ['Höhe', 'x', '#1', '"q"', 'code', 'attribute:y'])
    assert.equal(headingOf(`attribute:${name}`, 'metre', ['code']), `attribute:${name}`);
  assert.equal(headingOf('attribute:PDOP', 'metre', []), 'PDOP');
});

test('encodings: UTF-8 without a mark, UTF-16 with one, windows-1252 with its characters', async () => {
  const job = jobOf(['Ä€', 1.5, 2.5, 3.5]);
  const bytes = async (options: object): Promise<Buffer> =>
    (await tryWrite(job, format, { columns: 'PN', header: false, ...options })).bytes;
  assert.deepEqual(await bytes({}), Buffer.from('Ä€,2.5\n'));
  assert.deepEqual(await bytes({ bom: true }), Buffer.from('\uFEFFÄ€,2.5\n'));
  assert.deepEqual(await bytes({ encoding: 'utf-16le' }), Buffer.from('\uFEFFÄ€,2.5\n', 'utf16le'));
  assert.deepEqual(await bytes({ encoding: 'utf-16le', bom: false }), Buffer.from('Ä€,2.5\n', 'utf16le'));
  assert.deepEqual(await bytes({ encoding: 'windows-1252' }), Buffer.from([0xc4, 0x80, 0x2c, 0x32, 0x2e, 0x35, 0x0a]));
  assert.deepEqual(await bytes({ lineEnd: 'crlf' }), Buffer.from('Ä€,2.5\r\n'));
});

test('a requested list is written alone, and a missing one gives an empty table', async () => {
  const job = jobOf(['A', 1, 2, 3, { list: 'monday' }], ['B', 1, 2, 3], ['C', 1, 2, 3, { list: 'monday' }]);
  assert.equal(await write(job, { columns: 'P', header: false, list: 'monday' }), 'A\nC\n');
  assert.equal(await write(job, { columns: 'P', list: 'sunday' }), 'name\n');
});

test('points without a position are counted, not written', async () => {
  const job = jobOf(['A', 1, 2, 3], ['B', Number.NaN, 2, 3], ['C', 1, Infinity, 3], ['D', 1, 2, Infinity]);
  const { bytes, issues } = await tryWrite(job, format, { columns: 'PENZ', header: false });
  assert.equal(bytes.toString(), 'A,1,2,3\nD,1,2,\n');
  assert.equal(issues.count('point-without-position'), 2);
});

test('a job without points gives only a header', async () => {
  assert.equal(await write(jobOf()), 'name,northing,easting,elevation,code,description\n');
  assert.equal(await write(jobOf(), { header: false }), '');
});

test('contradictory or invalid options are refused by name', async () => {
  const job = jobOf(['A', 1, 2, 3]);
  for (const [options, message] of [
    [{ delimiter: 'comma', decimal: 'comma' }, /delimiter/],
    [{ delimiter: 'x' }, /delimiter.*"x"/],
    [{ columns: 'name,wings' }, /columns.*"wings"/],
  ] as const)
    await assert.rejects(
      write(job, options),
      (error: FormatError) => error.code === 'option-invalid' && message.test(error.message),
    );
  assert.equal(
    await rowOf(job, { decimal: 'comma', columns: 'PEN', decimals: 1 }),
    'A;1,0;2,0',
    'a decimal comma implies the semicolon',
  );
});

test('thousands of points are written in order across buffers', async () => {
  const rows = Array.from(
    { length: 25_000 },
    (_, i) => [`P${i}`, i + 0.25, -i, i / 8, { code: 'x'.repeat(i % 50) }] as const,
  );
  const { bytes } = await tryWrite(jobOf(...rows), csv, {});
  const lines = bytes.toString().split('\n');
  assert.equal(lines.length, 25_002);
  for (const i of [0, 1, 777, 19_999, 20_000, 24_999])
    assert.equal(lines[i + 1], `P${i},${-i + 0},${i + 0.25},${i / 8},${'x'.repeat(i % 50)},`);
});

test('an abort between the rows soon ends the writing with its reason', async () => {
  const rows = Array.from({ length: 70_000 }, (_, i) => [`P${i}`, i, i, i] as const);
  const abort = new AbortController();
  const shown: number[] = [];
  const progress = (done: number): void => {
    shown.push(done);
    abort.abort(new Error('enough'));
  };
  const folder = mkdtempSync(join(tmpdir(), 'points-'));
  try {
    const writer = await format.loadWriter!();
    const context = { options: {}, signal: abort.signal, progress, report: () => undefined, workFolder: folder };
    await assert.rejects(writer(jobOf(...rows), join(folder, 'out'), context), /enough/);
    assert.deepEqual(shown, [20_000], 'of 70 000 rows');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('texts that a spreadsheet would run are marked if asked, and read back as they were either way', async () => {
  const texts = ['=HYPERLINK("x")', '@SUM(A1)', '+cmd|x', '-1+1|x', "'=1", "'s-Gravenhage", '-5', 'plain'];
  const job = jobOf(...texts.map((name, i) => [name, i, -i, 1, { code: name, description: name }] as const));
  const firstCells = async (formulas: string) =>
    (await write(job, { header: false, columns: 'D', formulas })).trimEnd().split('\n');
  assert.deepEqual(
    (await firstCells('escape')).map((cell) => cell.replaceAll('""', '"').replace(/^"(.*)"$/, '$1')[0]),
    ["'", "'", "'", "'", "'", "'", '-', 'p'],
  );
  assert.equal((await firstCells('keep'))[1], '@SUM(A1)');
  for (const formulas of ['keep', 'escape']) {
    const { job: back } = await tryRead(await write(job, { formulas }), { format });
    for (const [i, text] of texts.entries())
      assert.deepEqual(
        [back.points.name.get(i), back.points.code.get(i), back.points.description.get(i), back.points.northing(i)],
        [text, text, text, -i + 0],
        formulas,
      );
  }
});
