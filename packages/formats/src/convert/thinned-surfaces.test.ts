import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FieldJob, JobBuilder, surfaceOf } from '@fieldbridge/fieldjob';
import { readWith, writeWith } from '../../testing/run-format.ts';
import { formatById } from '../formats/registry.ts';
import { exportOptionTable, parseExportOptions } from './import-options.ts';

/** Two surfaces of four triangles in feet, whose middle is 0.03 above the plane of the others; one has a wall. */
function twoSurfaces(): FieldJob {
  const builder = new JobBuilder();
  builder.describe({ unit: 'internationalFoot', name: 'two' });
  const square = [0, 0, 1, 10, 0, 1, 10, 10, 1, 0, 10, 1, 5, 5, 1.03];
  const triangles = [4, 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0];
  builder.surface(surfaceOf('ground', Float64Array.from(square), Int32Array.from(triangles)));
  const wall = surfaceOf('wall', Float64Array.from([...square, 5, 0, 9]), Int32Array.from([...triangles, 0, 1, 5]));
  builder.surface(wall);
  return builder.job;
}

test('an export thins within its tolerance in the unit of the job, and reports the outcome for each surface', async () => {
  const format = formatById('landxml')!;
  const unit = 'internationalFoot';
  for (const [thin, left, code, rest] of [
    [
      '0.03',
      2,
      'surface-thinned',
      (points: number) => ({ trianglesLeft: points - 2, pointsLeft: points, deviation: 0.03 }),
    ],
    ['0.029', 4, 'surface-not-thinned', () => ({ tolerance: 0.029 })],
  ] as const) {
    const { values } = parseExportOptions(format, { thin, unit: 'm' });
    const job = twoSurfaces();
    const { result, issues } = await writeWith(format, job, { options: values });
    const { job: back } = await readWith(format, result);
    assert.deepEqual(
      back.surfaces.map(({ triangles }) => triangles.length / 3),
      [left, left + 1],
    );
    const reported = issues.summary().filter((one) => one.code.startsWith('surface-'));
    assert.deepEqual(
      reported.map((one) => [one.code, one.parameters]),
      [
        [code, { name: 'ground', triangles: 4, points: 5, unit, ...rest(4) }],
        [code, { name: 'wall', triangles: 5, points: 6, unit, ...rest(5) }],
        ['surface-damage-kept', { count: 1, name: 'wall' }],
      ],
    );
    assert.equal(job.surfaces[0]!.triangles.length / 3, 4, 'the job keeps all of it');
  }
});

test('a point with more triangles than are examined is reported, instead of "no point can be removed"', async () => {
  const ring = Array.from({ length: 33 }, (_, k) => (2 * Math.PI * k) / 33);
  const places = [...ring.flatMap((angle) => [9 * Math.cos(angle), 9 * Math.sin(angle), 3]), 0, 0, 3];
  const triangles = ring.flatMap((_, k) => [33, k, (k + 1) % 33]);
  const builder = new JobBuilder();
  builder.surface(surfaceOf('fan', Float64Array.from(places), Int32Array.from(triangles)));
  const { issues } = await writeWith(formatById('landxml')!, builder.job, { options: { thin: 1 } });
  assert.deepEqual(
    issues.summary().flatMap(({ code, parameters }) => (code.startsWith('surface-') ? [[code, parameters]] : [])),
    [['surface-crowding-kept', { count: 1, name: 'fan', most: 32 }]],
  );
});

test('where a format takes one surface, only that is thinned and reported', async () => {
  for (const [surface, name, left] of [
    ['wall', 'wall', 3],
    [undefined, 'ground', 2],
  ] as const) {
    const options = { thin: 1, experimental: true, ...(surface === undefined ? {} : { surface }) };
    const format = formatById('tn3')!;
    const { result, issues } = await writeWith(format, twoSurfaces(), { options });
    const thinning = issues
      .summary()
      .filter(({ code }) => code !== 'surface-not-chosen' && code.startsWith('surface-'));
    assert.deepEqual(new Set(thinning.map(({ parameters }) => parameters?.['name'])), new Set([name]));
    assert.ok(thinning.some(({ code }) => code === 'surface-thinned'));
    const { job: back } = await readWith(format, result);
    assert.deepEqual(
      back.surfaces.map(({ triangles }) => triangles.length / 3),
      [left],
    );
  }
});

test('of surfaces with the same name, a format for one surface takes the first, and only that is thinned', async () => {
  const builder = new JobBuilder();
  for (const { vertices, triangles } of twoSurfaces().surfaces) builder.surface(surfaceOf('same', vertices, triangles));
  const options = { thin: 1, surface: 'same', experimental: true };
  const { issues } = await writeWith(formatById('tn3')!, builder.job, { options });
  const thinned = issues.summary().filter(({ code }) => code === 'surface-thinned');
  assert.deepEqual(
    thinned.map(({ count, parameters }) => [count, parameters?.['triangles']]),
    [[1, 4]],
  );
});

test('formats without surfaces have no such option', () => {
  assert.ok('thin' in exportOptionTable(formatById('dxf')!));
  assert.ok(!('thin' in exportOptionTable(formatById('csv')!)));
});
