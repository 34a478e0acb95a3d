import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { type FieldJob, Path } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { type ReadResult, readWith } from '../../../testing/run-format.ts';
import { FileSource } from '../../core/byte-source.ts';
import { FormatError } from '../../core/failure.ts';
import { strokeAkima } from './akima.ts';
import { dgn } from './format.ts';
import { int32, putInt32, putVaxDouble, vaxDouble } from './v7/numbers.ts';
import { radix50 } from './v7/radix50.ts';

const CORPUS = join(process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../../shared/corpus'), 'dgn');
const V8 = join(CORPUS, 'v8/test_dgnv8.dgn');

const read = (file: string | Uint8Array): Promise<ReadResult> =>
  readWith(dgn, typeof file === 'string' ? new FileSource(file) : file);

const pathOf = (job: FieldJob, table: 'lines' | 'areas', row: number): number[][] => {
  const path = job[table].loadPath(row, new Path());
  return Array.from({ length: path.count }, (_, i) => Array.from(path.coordinates.subarray(3 * i, 3 * i + 3)));
};

test('VAX doubles and middle-endian integers survive a round trip', () => {
  const bytes = new Uint8Array(8);
  putVaxDouble(bytes, 0, 1);
  assert.deepEqual(Array.from(bytes), [0x80, 0x40, 0, 0, 0, 0, 0, 0], '1.0 as in the VAX architecture manual');
  fc.assert(
    fc.property(fc.double({ min: -1e37, max: 1e37, noNaN: true }), (value) => {
      fc.pre(Math.abs(value) > 1e-37 || value === 0);
      putVaxDouble(bytes, 0, value);
      assert.equal(vaxDouble(bytes, 0), value === 0 ? 0 : value);
    }),
  );
  fc.assert(
    fc.property(fc.integer(), (value) => {
      putInt32(bytes, 0, value);
      assert.equal(int32(bytes, 0), value);
    }),
  );
  assert.throws(() => putVaxDouble(bytes, 0, 1e39), RangeError);
});

test('cell names are read from Radix-50', () => {
  assert.equal(radix50(4 * 1600 + 9 * 40 + 22, 9 * 1600 + 15 * 40 + 6), 'DIVIOF');
  assert.equal(radix50(1600, 0), 'A');
});

test('a curve element passes through all its points except two at each end', () => {
  const path = new Path();
  strokeAkima([0, 0, 5, 1, 0, 5, 2, 1, 5, 3, 0, 5, 4, 1, 5, 5, 0, 5, 6, 1, 5], path);
  const at = (i: number): number[] => Array.from(path.coordinates.subarray(3 * i, 3 * i + 3));
  assert.deepEqual(at(0), [2, 1, 5]);
  assert.deepEqual(at(path.count - 1), [4, 1, 5]);
  assert.deepEqual(at((path.count - 1) / 2), [3, 0, 5]);
});

describe('every corpus file is recognised, and its elements are found = read + skipped', () => {
  for (const name of [
    'v7/seed_2d.dgn',
    'v7/seed_3d.dgn',
    'v7/smalltest.dgn',
    'v7/testDGN7.dgn',
    'v7/knot_oob.dgn',
    'v8/test_dgnv8.dgn',
  ])
    test(JSON.stringify(name), async () => {
      const bytes = readFileSync(join(CORPUS, name));
      const sniffed = dgn.sniff(bytes.subarray(0, 65536), bytes.length, 'dgn');
      assert.equal(sniffed.confidence, 1, name);
      const { tally, version } = await read(join(CORPUS, name));
      assert.ok(version.startsWith(sniffed.version), name);
      for (const row of tally.rows()) assert.equal(row.found, row.read + row.skipped, `${name} ${row.type}`);
    });
});

test('V7: every line, text and shape is at the same place as in GDAL (oracle: ogrinfo)', async (t) => {
  if (spawnSync('ogrinfo', ['--version']).error !== undefined) {
    t.skip('gdal-bin is not installed: V7 coordinates are not compared with GDAL');
    return;
  }
  const file = join(CORPUS, 'v7/testDGN7.dgn');
  const { stdout } = spawnSync('ogrinfo', ['-ro', '-al', file], { encoding: 'utf8', maxBuffer: 1 << 26 });
  const theirs = Array.from(
    stdout.matchAll(/(LINESTRING|POINT) \(([^)]*)\)/g),
    ([, kind, text]) => `${kind} ${text!.split(',').map((pair) => pair.split(' ').map(Number).join(' '))}`,
  ).sort();
  const { job } = await read(file);
  const ours: string[] = [];
  const flat = (value: number): number => Number(value.toPrecision(15));
  for (let row = 0; row < job.lines.length; row++)
    ours.push(`LINESTRING ${pathOf(job, 'lines', row).map(([e, n]) => `${flat(e!)} ${flat(n!)}`)}`);
  // A line of length 0 is a point here and a line in GDAL.
  for (let row = 0; row < job.points.length; row++) {
    const place = `${flat(job.points.easting(row))} ${flat(job.points.northing(row))}`;
    ours.push(`LINESTRING ${place},${place}`);
  }
  for (let row = 0; row < job.texts.length; row++) {
    const label = job.texts.label(row);
    ours.push(`POINT ${flat(label.easting)} ${flat(label.northing)}`);
  }
  assert.equal(theirs.length, 244);
  assert.deepEqual(ours.sort(), theirs);
});

test('V7: colours are from the file’s table; cell names and texts are read', async () => {
  const { job, issues } = await read(join(CORPUS, 'v7/testDGN7.dgn'));
  assert.equal(job.lines.block.get(0), 'DIVIOF');
  assert.ok(job.points.colour.get(0) >= 0);
  const words = Array.from({ length: job.texts.length }, (_, row) => job.texts.text.get(row));
  assert.ok(words.includes('PORT ANGELES') && words.includes('AREA 3 HQ'));
  assert.equal(job.info.unit, 'internationalFoot');
  assert.equal(issues.count('dgn-layout-unknown'), 1, 'the one element of type 56');
});

test('V7: without a colour table, colours are those of GDAL’s default table (oracle: ogrinfo)', async (t) => {
  if (spawnSync('ogrinfo', ['--version']).error !== undefined) {
    t.skip('gdal-bin is not installed: the default colours are not compared with GDAL');
    return;
  }
  const sample = readFileSync(join(CORPUS, 'v7/smalltest.dgn'));
  const lineAt = sample.findIndex((_, at) => at > 10_000 && sample[at + 1] === 3 && sample.readUInt16LE(at + 2) === 24);
  // One line of each colour after the elements that begin the file.
  const lines = Array.from({ length: 256 }, (_, colour) => {
    const line = Buffer.from(sample.subarray(lineAt, lineAt + 52));
    line[35] = colour;
    return line;
  });
  const file = Buffer.concat([sample.subarray(0, lineAt), ...lines, Buffer.of(0xff, 0xff)]);
  const { job } = await read(file);
  const path = join(mkdtempSync(join(tmpdir(), 'fieldbridge-dgn-')), 'colours.dgn');
  writeFileSync(path, file);
  const { stdout } = spawnSync('ogrinfo', ['-ro', '-al', '-where', 'Type=3', path], { encoding: 'utf8' });
  rmSync(dirname(path), { recursive: true });
  const theirs = [...stdout.matchAll(/PEN\([^)]*c:#([0-9a-f]{6})/g)].map(([, colour]) => Number.parseInt(colour!, 16));
  assert.equal(theirs.length, 256);
  assert.deepEqual(
    theirs.map((_, row) => job.lines.colour.get(row)),
    theirs,
  );
});

test('V7: the ellipse of the small sample is an area of true arcs or chords inside GDAL’s extent', async () => {
  const { job } = await read(join(CORPUS, 'v7/smalltest.dgn'));
  assert.deepEqual([job.lines.length, job.areas.length, job.texts.length], [1, 2, 1]);
  for (const [e, n] of [0, 1].flatMap((row) => pathOf(job, 'areas', row))) {
    assert.ok(e! >= 0.3285 - 1e-5 && e! <= 9.6878 + 1e-5 && n! >= -0.0961 - 1e-5 && n! <= 9.2631 + 1e-5, `${e} ${n}`);
  }
});

test('V8: the features of the sample equal the reference list, except for unknown layouts (NOTES.md)', async () => {
  const csv = readFileSync(join(CORPUS, 'v8/test_dgnv8_ref.csv'), 'utf8').trim().split('\n').slice(1);
  const types = new Map<string, number>();
  for (const line of csv) {
    const type = /^"[^"]*","(\d+)"/.exec(line)![1]!;
    types.set(type, (types.get(type) ?? 0) + 1);
  }
  const { job, tally, issues } = await read(V8);
  const found = (type: string): number => tally.rows().find((row) => row.type.startsWith(`${type} `))?.read ?? 0;
  for (const type of ['4', '11', '12', '14', '15', '22', '27', '35', '2'])
    assert.equal(found(type), types.get(type), `type ${type}`);
  assert.equal(found('3') - 13, types.get('3'), 'separate lines: 13 are parts of chains and shapes');
  assert.equal(csv.length, 34);
  assert.deepEqual([job.points.length, job.lines.length, job.areas.length, job.texts.length], [6, 14, 11, 4]);
  assert.deepEqual(
    [issues.count('dgn-no-vertex'), issues.count('dgn-tag-left-out')],
    [1, 1],
    'a multi-line with one vertex, and the tag',
  );
});

test('V8: coordinates, text, arcs and splines agree with the reference list', async () => {
  const { job } = await read(V8);
  assert.deepEqual(pathOf(job, 'lines', 0), [
    [0, 1, 2],
    [3, 4, 5],
  ]);
  assert.deepEqual(pathOf(job, 'lines', 1), [
    [0, 1, Number.NaN],
    [2, 3, Number.NaN],
  ]);
  assert.equal(job.texts.text.get(0), 'myTéxt');
  assert.ok(Math.abs(job.texts.rotation.get(0) + Math.PI / 4) < 1e-12);
  assert.ok(Math.abs(job.texts.height.get(0) - 1) < 1e-6);
  assert.deepEqual(
    Array.from({ length: 4 }, (_, row) => job.texts.text.get(row)),
    ['myTéxt', 'x', 'z', 'z'],
  );
  const ends = (row: number): number[][] => [pathOf(job, 'lines', row)[0]!, pathOf(job, 'lines', row).at(-1)!];
  const near = (a: readonly number[], b: readonly number[]): void =>
    assert.ok(
      b.every((value, i) => Math.abs(a[i]! - value) < 1e-9),
      `${a} ${b}`,
    );
  const rows = Array.from({ length: job.lines.length }, (_, row) => ends(row));
  // Arc of the reference: start, end.
  assert.ok(
    rows.some(
      ([from, to]) =>
        Math.hypot(from![0]! - 0.573576436351046, from![1]! - 1.81915204428899) < 1e-9 &&
        Math.hypot(to![0]! + 0.573576436351046, to![1]! - 0.180847955711008) < 1e-9,
    ),
  );
  const splines = rows.filter(([from]) => Math.abs(from![0]! + 7 / 6) < 1e-9);
  assert.equal(splines.length, 2);
  for (const [from, to] of splines) near(to!.slice(0, 2), from!.slice(0, 2));
});

describe('a truncated file gives what precedes the cut, or an error with a code; it never hangs or crashes', () => {
  for (const name of ['v7/smalltest.dgn', 'v8/test_dgnv8.dgn'])
    test(JSON.stringify(name), async () => {
      const bytes = readFileSync(join(CORPUS, name));
      for (let size = 0; size < bytes.length; size += 97) {
        try {
          const { tally } = await read(bytes.subarray(0, size));
          for (const row of tally.rows()) assert.equal(row.found, row.read + row.skipped);
        } catch (error) {
          assert.ok(error instanceof FormatError, `${name} cut at ${size}: ${error}`);
        }
      }
    });
});

test('damaged bytes give issues or an error with a code', async () => {
  const samples = ['v7/smalltest.dgn', 'v7/testDGN7.dgn', 'v8/test_dgnv8.dgn'].map((name) =>
    readFileSync(join(CORPUS, name)),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...samples),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 }),
      async (sample, changes) => {
        const bytes = Uint8Array.from(sample);
        for (const [place, value] of changes) bytes[place % bytes.length] = value;
        try {
          const { job } = await read(bytes);
          for (const value of job.lines.coordinates.view()) assert.ok(Math.abs(value) !== Infinity);
        } catch (error) {
          assert.ok(error instanceof FormatError, String(error));
        }
      },
    ),
    { numRuns: 200 },
  );
});

test('a compound file whose chain of sectors loops is bounded', async () => {
  const bytes = Uint8Array.from(readFileSync(V8));
  const view = new DataView(bytes.buffer);
  const table = (view.getUint32(76, true) + 1) * 512;
  for (let i = 0; i < 128; i++) view.setUint32(table + 4 * i, 1, true);
  await assert.rejects(read(bytes), FormatError);
});
