import assert from 'node:assert/strict';
import { it } from 'node:test';
import { JobBuilder } from '../builder.ts';
import { Feature } from '../feature.ts';
import type { FieldJob } from '../job.ts';
import { layerOf } from '../layer.ts';
import { comparedJob } from './compared-job.ts';

type PointRow = readonly [name: string, easting: number, code: string];

function jobOf(...points: readonly PointRow[]): FieldJob {
  const builder = new JobBuilder();
  const layer = builder.layer(layerOf('Trees', { colour: 0x00ff00 }));
  for (const [name, easting, code] of points)
    builder.point(Object.assign(new Feature(), { name, code, layer, attributes: ['by', 'me'] }), easting, 0, 0);
  return builder.job;
}

it('puts every thing on the layer of its outcome, once if it is the same, and states the changes', () => {
  const a = jobOf(['same', 1, 'T'], ['near', 2, 'T'], ['moved', 3, 'T'], ['code', 4, 'T'], ['gone', 5, 'T']);
  const b = jobOf(['new', 9, 'T'], ['code', 4, 'OAK'], ['moved', 3.5, 'T'], ['near', 2.004, 'T'], ['same', 1, 'T']);
  const { job, diff } = comparedJob(a, b, 0.005);
  const feature = new Feature();
  const rows = Array.from({ length: job.points.length }, (_, row) => {
    const { name, layer, colour } = job.points.load(row, feature);
    assert.equal(colour, -1);
    return [name, job.points.easting(row), job.layers.name(layer)];
  });
  assert.deepEqual(rows, [
    ['same', 1, 'same'],
    ['near', 2, 'same'],
    ['moved', 3, 'changed, as in A'],
    ['moved', 3.5, 'changed, as in B'],
    ['code', 4, 'changed, as in A'],
    ['code', 4, 'changed, as in B'],
    ['gone', 5, 'only in A'],
    ['new', 9, 'only in B'],
  ]);
  assert.deepEqual(diff.counts.point, { same: 2, moved: 1, changed: 1, onlyA: 1, onlyB: 1 });
  assert.deepEqual(job.points.load(4, feature).attributes, [
    ...['by', 'me', 'layer before', 'Trees'],
    ...['changed: code', 'T → OAK'],
  ]);
});

it('refuses a tolerance that is not a length', () =>
  assert.throws(() => comparedJob(jobOf(), jobOf(), Number.NaN), RangeError));
