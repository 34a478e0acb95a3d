import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Feature, type FieldJob, JobBuilder } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { detect } from '../../convert/detect.ts';
import { MemorySource } from '../../core/byte-source.ts';
import type { FormatError } from '../../core/failure.ts';
import { inUnit } from '../../kit/crs/in-unit.ts';
import { tryRead, tryWrite } from '../points/testing/journey.ts';
import { gts7 } from './format.ts';

/** A field book of our own in the form written by TopSURV. */
const BOOK = `Some Station v1.00
JOB     Bridge,
INST    GTS-7000
UNITS   M,D
SCALE   1.000000,1.000000,0.000000
DATE    26/11/20,09:44:26
TEMP    20.0,1013.3
STN     S1,1.550,
XYZ     5000.250,1000.125,100.000
BKB     S2,90.00000,0.00000
XYZ     5100.000,1000.125,101.500
BS      S2,1.600
HV      0.00000,89.30150
SS      101,1.600,KERB,a
SD      45.30150,88.10200,25.5050
SS      102,1.600,TREE
XYZ     5010.000,1010.000,
NOTE    rain since ten, stopped
STN     S1,1.550,
XYZ     5000.250,1000.125,100.000
`;

test('stated coordinates become points, easting first; a repeated station is one point', async () => {
  const { job, issues } = await tryRead(BOOK, { format: gts7, name: 'bridge.gts7' });
  const { points } = job;
  const seen = Array.from({ length: points.length }, (_, i) => [
    points.name.get(i),
    points.easting(i),
    points.northing(i),
    points.elevation(i),
    points.code.get(i),
  ]);
  assert.deepEqual(seen, [
    ['S1', 5000.25, 1000.125, 100, ''],
    ['S2', 5100, 1000.125, 101.5, ''],
    ['102', 5010, 1010, Number.NaN, 'TREE'],
  ]);
  assert.equal(job.info.name, 'Bridge');
  assert.equal(job.info.unit, 'metre');
  assert.equal(points.list.get(0), 'bridge');
  assert.deepEqual(
    issues.summary().map(({ code, count, line, parameters }) => [code, count, line, parameters!['names']]),
    [['shot-without-coordinates', 1, 14, '101']],
    'nothing is computed, and the report says for which point',
  );
});

test('the order of XYZ is an option', async () => {
  const { job } = await tryRead(BOOK, { format: gts7, options: { order: 'NE' } });
  assert.deepEqual([job.points.easting(0), job.points.northing(0)], [1000.125, 5000.25]);
});

test('observations keep the measurements as written, with their station', async () => {
  const { job } = await tryRead(BOOK, { format: gts7 });
  const shot = job.observations.find(({ target }) => target === '101')!;
  assert.deepEqual([shot.kind, shot.station], ['SS', 'S1']);
  assert.deepEqual(shot.values, [
    'targetHeight',
    '1.600',
    'code',
    'KERB',
    'string',
    'a',
    'SD.horizontalAngle',
    '45.30150',
    'SD.verticalAngle',
    '88.10200',
    'SD.slopeDistance',
    '25.5050',
  ]);
  assert.equal(job.points.name.get(2), '102', 'no point is computed for the shot 101');
  assert.deepEqual(job.observations.find(({ kind }) => kind === 'NOTE')!.values, [
    '1',
    'rain since ten',
    '2',
    'stopped',
  ]);
});

describe('a written file is read back the same: points, observations, order', () => {
  for (const order of ['EN', 'NE']) {
    test(order, async () => {
      const { job } = await tryRead(BOOK, { format: gts7, name: 'b.txt' });
      const { bytes } = await tryWrite(job, gts7, { order });
      assert.equal(detect(new MemorySource(bytes, 'b.txt'))?.format, gts7);
      const again = (await tryRead(bytes, { format: gts7, name: 'b.txt', options: { order } })).job;
      const places = ({ points }: FieldJob) => Array.from(points.coordinates.view());
      assert.deepEqual(places(again), places(job));
      const measured = ({ observations }: FieldJob) =>
        observations
          .filter(({ kind }) => kind !== 'JOB' && kind !== 'UNITS')
          .map(({ kind, station, target, values }) => [
            kind,
            station,
            target,
            values.filter((_, i) => !values[i - (i % 2)]!.startsWith('XYZ.')),
          ]);
      assert.deepEqual(measured(again), measured(job));
    });
  }
});

test('any points survive the round trip within the written decimals', async () => {
  const text = fc.stringMatching(/^[A-Za-z0-9äß._-]{1,12}$/);
  const coordinate = fc.double({ min: -1e7, max: 1e7, noNaN: true });
  const point = fc.record({
    name: text,
    code: text,
    easting: coordinate,
    northing: coordinate,
    elevation: fc.oneof(coordinate, fc.constant(Number.NaN)),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(point, { selector: ({ name }) => name, maxLength: 8 }),
      fc.integer({ min: 0, max: 6 }),
      async (points, decimals) => {
        const builder = new JobBuilder();
        for (const { name, code, easting, northing, elevation } of points) {
          const feature = new Feature();
          feature.name = name;
          feature.code = code;
          builder.point(feature, easting, northing, elevation);
        }
        const { bytes } = await tryWrite(builder.job, gts7, { decimals });
        const { job } = await tryRead(bytes, { format: gts7 });
        assert.equal(job.points.length, points.length);
        points.forEach(({ name, code, easting, northing, elevation }, i) => {
          assert.deepEqual([job.points.name.get(i), job.points.code.get(i)], [name, code]);
          assert.equal(job.points.easting(i), Number(easting.toFixed(decimals)));
          assert.equal(job.points.northing(i), Number(northing.toFixed(decimals)));
          assert.ok(
            Object.is(
              job.points.elevation(i),
              Number.isNaN(elevation) ? Number.NaN : Number(elevation.toFixed(decimals)),
            ),
          );
        });
      },
    ),
    { numRuns: 40 },
  );
});

test('feet and gon are read; the kind of foot is reported as assumed', async () => {
  const { job, issues } = await tryRead('x\nUNITS F,G\nSTN 1,1.5\nXYZ 1.5,2.5,3.5\nSS 2,1\nHV 399.99990,100.0\n', {
    format: gts7,
  });
  assert.equal(job.info.unit, 'internationalFoot');
  assert.deepEqual(
    issues.summary().map(({ code }) => code),
    ['foot-assumed', 'shot-without-coordinates'],
  );
});

test('observations in feet are written in feet, with their coordinates, whatever the unit of the job', async () => {
  const book =
    'x\nUNITS F,D\nSTN 1,5.25\nXYZ 1000,2000,30\nSS 2,4.5\nXYZ 1100.5,2000.25,31\nSD 90.0000,89.3000,100.508\n';
  const { job } = await tryRead(book, { format: gts7 });
  for (const unit of ['metre', 'internationalFoot'] as const) {
    const converted = inUnit(job, unit);
    assert.equal(converted.info.unit, unit);
    const { bytes, issues } = await tryWrite(converted, gts7, {});
    const text = Buffer.from(bytes).toString();
    assert.match(text, /^UNITS +F,D\r$/m);
    assert.match(text, /^STN +1,5\.25\r\nXYZ +1000\.0000,2000\.0000,30\.0000\r$/m);
    assert.match(text, /^SD +90\.0000,89\.3000,100\.508\r\nXYZ +1100\.5000,2000\.2500,31\.0000\r$/m);
    assert.equal(issues.count('observation-units-mixed'), 0);
  }
});

test('texts that are not UTF-8, and control characters that are left out, are reported', async () => {
  const book = 'x\nUNITS M,D\nSTN S\u0001,1.5\nXYZ 1,2,3\nSS A\xe4,1\nXYZ 4,5,6\n';
  const { job, issues } = await tryRead(Buffer.from(book, 'latin1'), { format: gts7 });
  assert.deepEqual([job.points.name.get(0), job.points.name.get(1)], ['S', 'Aä']);
  const places = issues.places().map(({ code, line }) => `${line} ${code}`);
  assert.deepEqual(places.sort(), ['3 controls-removed', '5 mixed-encoding']);
});

test('the file of a job without points is recognised', async () => {
  for (const unit of ['metre', 'internationalFoot'] as const) {
    const builder = new JobBuilder();
    builder.describe({ name: 'Empty', unit });
    const { bytes } = await tryWrite(builder.job, gts7, {});
    assert.equal(detect(new MemorySource(bytes, 'job'))?.format, gts7);
    const { job } = await tryRead(bytes, { format: gts7 });
    assert.deepEqual([job.info.name, job.info.unit, job.points.length], ['Empty', unit, 0]);
  }
});

test('a job without observations is written in its own unit; observations of two units are reported', async () => {
  const builder = new JobBuilder();
  builder.describe({ unit: 'usSurveyFoot' });
  builder.point(new Feature(), 1.5, 2.5, 3.5);
  const { bytes, issues } = await tryWrite(builder.job, gts7, {});
  assert.match(Buffer.from(bytes).toString(), /UNITS +F,D\r\n.*XYZ +1\.5000,2\.5000,3\.5000/s);
  assert.equal(issues.count('foot-not-told-apart'), 1);
  for (const [one, other, mixed] of [
    ['M,D', 'F,D', 1],
    ['M,D', 'M,G', 1],
    ['M,G', 'M,G', 0],
  ] as const) {
    const { job } = await tryRead(`x\nUNITS ${one}\nSTN 1,1\nXYZ 1,2,3\nUNITS ${other}\nSTN 2,1\nXYZ 4,5,6\n`, {
      format: gts7,
    });
    assert.equal((await tryWrite(job, gts7, {})).issues.count('observation-units-mixed'), mixed, `${one} ${other}`);
  }
});

test('damaged records are issues with their line', async () => {
  const { job, issues } = await tryRead(
    'x\nSTN 1,1.5\nXYZ a,2.5,3.5\nNOTE x\nSD 1.0,2.0,3.0\nSS 2,1\nHV 10.75,20.3\nwhat is this\n',
    { format: gts7 },
  );
  assert.equal(job.points.length, 0);
  assert.deepEqual(
    issues.summary().map(({ code, line }) => [code, line]),
    [
      ['coordinate-unreadable', 3],
      ['record-without-point', 5],
      ['angle-unreadable', 7],
      ['record-unknown', 8],
      ['shot-without-coordinates', 6],
    ],
  );
  await assert.rejects(
    tryRead('nothing\nof the kind\n', { format: gts7 }),
    (error: FormatError) => error.code === 'no-records',
  );
});

test('detection recognises it by its records, whatever its name', () => {
  const format = (text: string, name: string) => detect(new MemorySource(Buffer.from(text), name))?.format.id;
  assert.equal(format(BOOK, 'book.txt'), 'gts7');
  assert.equal(format(BOOK, 'book'), 'gts7');
  assert.notEqual(format('STN notes\n1,2.5,3.5,4.5\n2,2.5,3.5,4.5\n', 'a.txt'), 'gts7');
});
