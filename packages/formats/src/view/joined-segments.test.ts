import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emitJob, Feature, type FieldJob, JobBuilder, layerOf } from '@fieldbridge/fieldjob';
import { joinSegmentViews, type SegmentPart } from './joined-segments.ts';
import { ViewSink } from './view-sink.ts';

function points(count: number, easting: number, layer = 'Points', colour = 0): FieldJob {
  const builder = new JobBuilder();
  builder.describe({ unit: 'metre' });
  const feature = Object.assign(new Feature(), { layer: builder.layer(layerOf(layer, { colour })) });
  for (let i = 0; i < count; i++) builder.point(feature, easting + (i % 100), 5_540_000 + Math.floor(i / 100), 0);
  return builder.job;
}

function part(job: FieldJob, id: string): SegmentPart {
  const sink = new ViewSink(job);
  emitJob(job, sink);
  return sink.finish(id);
}

test('a segment far from the others consists of strays and is not in the first view', () => {
  const [near, far] = joinSegmentViews([part(points(5000, 440_000), 'r1'), part(points(3, 0), 'r2')]);
  assert.deepEqual([near!.main, near!.strayCount], [[440_000, 5_540_000, 440_099, 5_540_049], 0]);
  assert.deepEqual([far!.main, far!.strayCount], [null, 3]);
  assert.deepEqual(far!.strays[2], { table: 'points', row: 2, easting: 2, northing: 5_540_000 });
  assert.deepEqual(far!.whole, [0, 5_540_000, 2, 5_540_000]);
});

test('segments of equal size in two places are both shown', () => {
  const both = joinSegmentViews([part(points(2000, 440_000), 'r1'), part(points(2000, 400_000), 'r2')]);
  assert.deepEqual(
    both.map(({ main }) => main![0]),
    [440_000, 400_000],
  );
});

test('segments of a few points have no strays', () => {
  const both = joinSegmentViews([part(points(1, 0), 'r1'), part(points(1, 440_000), 'r2')]);
  assert.deepEqual(
    both.map(({ main, strayCount }) => [main![0], strayCount]),
    [
      [0, 0],
      [440_000, 0],
    ],
  );
});

test('a layer is that of the first segment that has it, in any case', () => {
  const both = joinSegmentViews([
    part(points(1, 0, 'Kerb', 0xff0000), 'r1'),
    part(points(1, 0, 'KERB', 0x00ff00), 'r2'),
  ]);
  assert.deepEqual(both[1]!.layers, both[0]!.layers);
});
