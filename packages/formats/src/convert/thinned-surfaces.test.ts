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

const numbers = {
  triangles: 4,
  trianglesLeft: 2,
  points: 5,
  pointsLeft: 4,
  deviation: 0.03,
  unit: 'internationalFoot',
};
const unthinned = { ...numbers, trianglesLeft: 4, pointsLeft: 5, deviation: 0 };

test('an export thins within its tolerance in the unit of the job, and states what became of each surface', async () => {
  const format = formatById('landxml')!;
  for (const [thin, ground] of [
    ['0.03', numbers],
    ['0.029', unthinned],
  ] as const) {
    const { values } = parseExportOptions(format, { thin, unit: 'm' });
    const job = twoSurfaces();
    const { result, issues } = await writeWith(format, job, { options: values });
    const { job: back } = await readWith(format, result);
    assert.deepEqual(
      back.surfaces.map(({ triangles }) => triangles.length / 3),
      [ground.trianglesLeft, ground.trianglesLeft + 1],
    );
    const reported = issues.summary().filter(({ code }) => code.startsWith('surface-'));
    assert.deepEqual(
      reported.map(({ code, parameters }) => [code, parameters]),
      [
        ['surface-thinned', { name: 'ground', ...ground }],
        [
          'surface-thinned',
          {
            name: 'wall',
            ...ground,
            triangles: 5,
            points: 6,
            trianglesLeft: ground.trianglesLeft + 1,
            pointsLeft: ground.pointsLeft + 1,
          },
        ],
        ['surface-damage-kept', { count: 1, name: 'wall' }],
      ],
    );
    assert.equal(job.surfaces[0]!.triangles.length / 3, 4, 'the job keeps all of it');
  }
});

test('where a format takes one surface, only that is thinned', async () => {
  const options = { thin: 1, surface: 'wall', experimental: true };
  const { issues } = await writeWith(formatById('tn3')!, twoSurfaces(), { options });
  const thinned = issues.summary().filter(({ code }) => code === 'surface-thinned');
  assert.deepEqual(
    thinned.map(({ parameters }) => parameters?.['name']),
    ['wall'],
  );
});

test('formats without surfaces have no such option', () => {
  assert.ok('thin' in exportOptionTable(formatById('dxf')!));
  assert.ok(!('thin' in exportOptionTable(formatById('csv')!)));
});
