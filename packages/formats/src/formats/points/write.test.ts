import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Feature, type FieldJob, JobBuilder, layerOf, Path } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import type { FormatError } from '../../core/failure.ts';
import { meansNoElevation } from '../../kit/no-elevation.ts';
import { csv } from '../csv/format.ts';
import { formatsFor } from '../registry.ts';
import { points as format } from './format.ts';
import { TEMPLATES } from './templates.ts';
import { tryRead, tryWrite } from './testing/journey.ts';

interface Point {
  readonly name: string;
  readonly easting: number;
  readonly northing: number;
  readonly elevation: number;
  readonly code?: string;
  readonly description?: string;
  readonly layer?: string;
  readonly list?: string;
  readonly time?: number;
  readonly quality?: number;
  readonly attributes?: readonly string[];
}

function jobOf(points: readonly Point[]): FieldJob {
  const builder = new JobBuilder();
  const feature = new Feature();
  for (const { easting, northing, elevation, layer, ...rest } of points) {
    Object.assign(feature.reset(), rest);
    if (layer !== undefined && layer !== '') feature.layer = builder.layer(layerOf(layer));
    builder.point(feature, easting, northing, elevation);
  }
  return builder.job;
}

/** Everything that a points file holds of a job, for comparison. */
function contents({ points: p, layers }: FieldJob) {
  return Array.from({ length: p.length }, (_, i) => ({
    name: p.name.get(i),
    place: [p.easting(i), p.northing(i), p.elevation(i)],
    code: p.code.get(i),
    description: p.description.get(i),
    layer: layers.name(p.layer.get(i)),
    list: p.list.get(i),
    time: p.time.get(i),
    quality: p.quality.get(i),
    attributes: Object.fromEntries(pairs(p.attributes.get(i))),
  }));
}

function pairs(flat: readonly string[]): [string, string][] {
  return flat.flatMap((text, i) => (i % 2 === 0 ? [[text, flat[i + 1]!] as [string, string]] : []));
}

const SAMPLE: readonly Point[] = [
  { name: 'P1', easting: 1000.125, northing: 2000.25, elevation: 10.5, code: 'TREE', description: 'old, "dead" oak' },
  { name: 'P2', easting: 1001, northing: 2001.0001, elevation: Number.NaN, code: 'KERB 1' },
];

const write = async (job: FieldJob, options = {}): Promise<string> =>
  (await tryWrite(job, format, options)).bytes.toString('utf8');

test('the default is a table with a header, exact coordinates, and every column with values', async () => {
  assert.equal(
    await write(jobOf(SAMPLE)),
    'name,northing,easting,elevation,code,description\nP1,2000.25,1000.125,10.5,TREE,"old, ""dead"" oak"\nP2,2001.0001,1001,,KERB 1,\n',
  );
});

test('any template, column map, delimiter and decimal mark', async () => {
  const job = jobOf(SAMPLE);
  assert.equal(
    await write(job, { template: 'carlson' }),
    'P1,2000.2500,1000.1250,10.5000,"old, ""dead"" oak"\nP2,2001.0001,1001.0000,,\n',
  );
  assert.equal(await write(job, { template: 'enz-space', decimals: 2 }), '1000.13 2000.25 10.50\n1001.00 2001.00 ""\n');
  assert.equal(
    await write(job, { columns: 'code,name,E,N', delimiter: 'tab', header: false, lineEnd: 'crlf' }),
    'TREE\tP1\t1000.125\t2000.25\r\nKERB 1\tP2\t1001\t2001.0001\r\n',
  );
  assert.equal(
    await write(job, { columns: 'PENZ', decimal: 'comma', header: false }),
    'P1;1000,125;2000,25;10,5\nP2;1001;2001,0001;\n',
  );
  await assert.rejects(
    write(job, { decimal: 'comma', delimiter: 'comma' }),
    (e: FormatError) => e.code === 'option-invalid',
  );
});

test('every template writes a file that it reads back', async () => {
  assert.ok(TEMPLATES.length >= 30);
  assert.equal(new Set(TEMPLATES.map(({ id }) => id)).size, TEMPLATES.length);
  const job = jobOf(SAMPLE);
  job.info.crs = { kind: 'epsg', code: 25832 };
  for (const { id, columns, decimals } of TEMPLATES) {
    if (columns.includes('latitude')) continue;
    const { bytes } = await tryWrite(job, format, { template: id });
    const back = await tryRead(bytes, { options: { template: id }, format });
    const [first] = contents(back.job);
    const expected = SAMPLE[0]!;
    assert.deepEqual(
      first!.place,
      [expected.easting, expected.northing, columns.includes('elevation') ? expected.elevation : Number.NaN].map((v) =>
        Number(v.toFixed(decimals ?? 9)),
      ),
      id,
    );
    assert.equal(first!.name, columns.includes('name') ? 'P1' : '', id);
  }
});

test('geographic templates need a system, and are read back with it', async () => {
  const job = jobOf([{ name: 'A', easting: 391390.731, northing: 5817855.241, elevation: 30 }]);
  await assert.rejects(write(job, { template: 'geographic' }), (e: FormatError) => e.code === 'crs-local');
  job.info.crs = { kind: 'epsg', code: 25833 };
  for (const template of ['geographic', 'geographic-packed']) {
    const { bytes } = await tryWrite(job, format, { template });
    const back = await tryRead(bytes, { options: { template, crs: '25833' } });
    assert.ok(Math.abs(back.job.points.easting(0) - 391390.731) < 0.001, template);
    assert.ok(Math.abs(back.job.points.northing(0) - 5817855.241) < 0.001, template);
  }
});

test('positions without a place on the earth have no latitude and longitude, which is reported, as is their elevation', async () => {
  const job = jobOf([
    { name: 'A', easting: 500000, northing: 5800000, elevation: 30 },
    { name: 'B', easting: 1e9, northing: 5800000, elevation: 31 },
    { name: 'C', easting: 500000, northing: 0, elevation: Number.NaN },
  ]);
  job.info.crs = { kind: 'epsg', code: 25832 };
  for (const [template, rows] of [
    [
      'geographic',
      'name,latitude,longitude,height,code\nA,52.350293350,9.000000000,,\nB,,,,\nC,0.000000000,9.000000000,,\n',
    ],
    ['geographic-packed', 'A,52.210105606,9.000000000,,\nB,,,,\nC,0.000000000,9.000000000,,\n'],
  ] as const) {
    const { bytes, issues } = await tryWrite(job, format, { template });
    assert.equal(bytes.toString(), rows);
    assert.deepEqual(
      issues.summary().map(({ code, severity, count }) => `${code} ${severity} ${count}`),
      [
        'crs-operation note 1',
        'crs-outside-area warning 1',
        'position-not-on-earth warning 1',
        'elevation-left-out warning 2',
      ],
    );
  }
  const { bytes, issues } = await tryWrite(job, format, { columns: 'name,longitude', header: false });
  assert.deepEqual([bytes.toString().split('\n')[1], issues.count('position-not-on-earth')], ['B,', 1]);
});

const TEXT = fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) =>
  text
    .replace(/[\u0000-\u001f\u007f\ufeff\ufffd]/g, '')
    .normalize()
    .trim(),
);
/** Numbers like -9999 are read as unknown. */
const isElevation = (value: number): boolean => !meansNoElevation(value);
const COORDINATE = fc
  .oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.double({ min: -1e7, max: 1e7, noNaN: true }),
    fc.integer({ min: -1e9, max: 1e9 }).map((value) => value / 1000),
    // A coordinate of minus zero is written and read as zero.
  )
  .map((value) => value + 0);
const POINT = fc.record({
  name: TEXT,
  easting: COORDINATE,
  northing: COORDINATE,
  elevation: fc.oneof(COORDINATE.filter(isElevation), fc.constant(Number.NaN)),
  code: TEXT,
  description: fc.oneof(TEXT, fc.constantFrom('two\nlines', '"', ',', '#1', "it's; a | b", '1,5')),
  layer: TEXT,
  list: TEXT.filter((text) => text !== ''),
  time: fc.oneof(fc.constant(Number.NaN), fc.integer({ min: 0, max: 4e12 })),
  quality: fc.oneof(fc.constant(Number.NaN), fc.double({ min: 0, max: 10, noNaN: true })),
  attributes: fc
    .dictionary(
      fc.constantFrom('PDOP', 'code', 'x', 'Höhe', 'a,b', 'attribute:1', '"q"'),
      TEXT.filter((text) => text !== ''),
      { maxKeys: 3 },
    )
    .map((attributes) => Object.entries(attributes).flat()),
});

test('any points survive job → csv → job to the last bit, with all columns', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(POINT, { minLength: 1, maxLength: 6 }),
      fc.record({
        delimiter: fc.constantFrom('comma', 'semicolon', 'tab', 'bar', 'blanks'),
        decimal: fc.constantFrom('point', 'comma'),
        lineEnd: fc.constantFrom('lf', 'crlf'),
        bom: fc.boolean(),
        encoding: fc.constantFrom('utf-8', 'utf-16le'),
      }),
      async (points, options) => {
        fc.pre(!(options.delimiter === 'comma' && options.decimal === 'comma'));
        // Without a byte order mark UTF-16 can only be guessed, so the test states it.
        if (options.encoding === 'utf-16le') options.bom = true;
        const job = jobOf(points as Point[]);
        const { bytes } = await tryWrite(job, csv, options);
        const { delimiter, decimal } = options;
        const { job: back, issues } = await tryRead(bytes, {
          format: csv,
          name: 'a.csv',
          options: { delimiter, decimal, header: 'true' },
        });
        assert.deepEqual(contents(back), contents(job), `${bytes}\n${JSON.stringify(issues.summary())}`);
      },
    ),
    { numRuns: 150 },
  );
});

test('points with a few decimals survive job → txt → job with the default options', async () => {
  const decimal = fc.integer({ min: -1e9, max: 1e9 }).map((value) => value / 1000);
  const point = fc.record({
    name: fc.stringMatching(/^[A-Z][A-Z0-9]{0,5}$/),
    easting: decimal,
    northing: decimal,
    elevation: decimal.filter(isElevation),
    code: fc.stringMatching(/^[A-Z]{0,5}$/),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(point, { minLength: 1, maxLength: 10 }), async (points) => {
      const job = jobOf(points);
      const { bytes } = await tryWrite(job, format);
      const { job: back } = await tryRead(bytes, { name: 'a.txt' });
      assert.deepEqual(
        contents(back).map(({ list: _list, ...rest }) => rest),
        contents(job).map(({ list: _list, ...rest }) => rest),
        String(bytes),
      );
    }),
    { numRuns: 100 },
  );
});

test('stated decimals are correctly rounded, for any number', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.double({ min: -1e13, max: 1e13, noNaN: true }),
      fc.integer({ min: 0, max: 12 }),
      async (value, decimals) => {
        const text = await write(jobOf([{ name: 'a', easting: value, northing: 0, elevation: Number.NaN }]), {
          columns: 'E',
          header: false,
          decimals,
        });
        assert.equal(text.trim(), value.toFixed(decimals).replace(/^-(0\.?0*)$/, '$1'));
      },
    ),
    { numRuns: 300 },
  );
});

test('data that a points file cannot hold is counted in the report', async () => {
  const builder = new JobBuilder(jobOf([...SAMPLE, { name: 'lost', easting: Number.NaN, northing: 1, elevation: 1 }]));
  const path = new Path();
  path.vertex(0, 0, 0);
  path.vertex(1, 1, 1);
  builder.line(new Feature(), path);
  const { bytes, issues } = await tryWrite(builder.job, format);
  assert.equal(bytes.toString().split('\n').length, 4);
  assert.deepEqual(
    issues.summary().map(({ code }) => code),
    ['point-without-position', 'line-left-out'],
  );
});

test('feet are stated in the header and read back as feet', async () => {
  const job = jobOf(SAMPLE);
  job.info.unit = 'usSurveyFoot';
  const { bytes } = await tryWrite(job, csv);
  assert.match(bytes.toString(), /^name,northing \(usft\),easting \(usft\),elevation \(usft\),/);
  assert.equal((await tryRead(bytes, { name: 'a.csv' })).job.info.unit, 'usSurveyFoot');
});

test('windows-1252 reports how many characters it lacks', async () => {
  const { bytes, issues } = await tryWrite(
    jobOf([{ name: 'Größe €', easting: 1, northing: 2, elevation: 3, code: '点' }]),
    format,
    { encoding: 'windows-1252' },
  );
  assert.equal(new TextDecoder('windows-1252').decode(bytes).split('\n')[1], 'Größe €,2,1,3,?,');
  assert.equal(issues.count('character-not-in-encoding'), 1);
});

test('a single list can be written', async () => {
  const job = jobOf([
    { ...SAMPLE[0]!, list: 'a' },
    { ...SAMPLE[1]!, list: 'b' },
  ]);
  assert.equal(await write(job, { list: 'b', columns: 'P', header: false }), 'P2\n');
});

test('GDAL opens the CSV and reads the same points', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'a.csv');
  writeFileSync(path, (await tryWrite(jobOf(SAMPLE), csv)).bytes);
  const { status, stdout, error } = spawnSync(
    'ogrinfo',
    ['-al', '-oo', 'X_POSSIBLE_NAMES=easting', '-oo', 'Y_POSSIBLE_NAMES=northing', path],
    { encoding: 'utf8' },
  );
  if (error) return t.skip('gdal-bin is not installed: that GDAL opens the CSV was not checked');
  assert.equal(status, 0);
  assert.match(stdout, /Feature Count: 2/);
  assert.match(stdout, /POINT \(1000\.125 2000\.25\)/);
  assert.match(stdout, /old, "dead" oak/);
});

describe('each format name of the interface reads and writes', () => {
  for (const name of ['txt', 'csv', 'dat', 'points', 'gts7', 'geojson'])
    test(name, () => {
      const found = formatsFor(name);
      assert.equal(found.length, 1, name);
      assert.ok(found[0]!.loadReader !== undefined && found[0]!.loadWriter !== undefined, name);
    });
});
