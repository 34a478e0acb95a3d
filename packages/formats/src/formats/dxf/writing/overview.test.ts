import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPath, Extent, Feature, JobBuilder, layerOf, Path } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { extentOf, handleBound, lineTypesOf } from './overview.ts';

test('the box, the line types and the highest handle of a job', () => {
  const builder = new JobBuilder();
  builder.layer(layerOf('L', { lineType: 'Dashed' }));
  const feature = Object.assign(new Feature(), { lineType: 'DASHED' });
  builder.point(feature, 1, 2, Number.NaN);
  const path = new Path();
  for (const [e, n, z] of [
    [-5, 7, 3],
    [9, 0, 4],
  ] as const)
    path.vertex(e, n, z);
  builder.line(Object.assign(feature, { lineType: 'ByLayer' }), path);
  builder.line(Object.assign(feature, { lineType: 'CONTINUOUS' }), path);
  builder.line(Object.assign(feature, { lineType: 'Dot' }), path);
  const { job } = builder;
  assert.deepEqual(extentOf(job), {
    minEasting: -5,
    minNorthing: 0,
    maxEasting: 9,
    maxNorthing: 7,
    minElevation: 3,
    maxElevation: 4,
  });
  assert.deepEqual(
    lineTypesOf(job)
      .map((name) => name.toLowerCase())
      .sort(),
    ['dashed', 'dot'],
  );
  assert.equal(extentOf(new JobBuilder().job), null);
  assert.ok(handleBound(job, 2, 0.001) > 0x100 + 4 && handleBound(new JobBuilder().job, 0, 0.001) > 0x100);
});

test('the box includes the bulge of every arc, also of those skipped because they cannot reach outside', () => {
  // The centre of flatter arcs is so far away that rounding hides how far they reach.
  const coordinate = fc.integer({ min: -72, max: 72 }).map((eighths) => eighths / 8);
  const bulge = fc.oneof(
    fc.constantFrom(0, 1, -1, 40),
    fc.integer({ min: -48, max: 48 }).map((part) => part / 16),
  );
  const vertex = fc.tuple(coordinate, coordinate, bulge);
  const rings = fc.array(fc.array(vertex, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 });
  const shape = fc.record({ rings, area: fc.boolean(), closed: fc.boolean() });
  // Surroundings of the arcs: none, or far corners, so that only some arcs reach beyond.
  const corner = fc.constantFrom(0, 8, 12, 20, 1000);
  fc.assert(
    fc.property(fc.array(shape, { maxLength: 5 }), corner, (shapes, size) => {
      const builder = new JobBuilder();
      const expected = new Extent();
      for (const at of [-size, size]) {
        builder.point(new Feature(), at, at, 1);
        expected.add(at, at, 1);
      }
      for (const { rings: all, area, closed } of shapes) {
        const path = new Path();
        path.closed = closed;
        for (const ring of area ? all : all.slice(0, 1)) {
          path.ring();
          for (const [e, n, b] of ring) path.vertex(e, n, 0, b);
        }
        if (area) builder.area(new Feature(), path);
        else builder.line(new Feature(), path);
        addPath(expected, path, area);
      }
      const [found, box] = [extentOf(builder.job)!, expected.box()!];
      for (const side of ['minEasting', 'maxEasting', 'minNorthing', 'maxNorthing'] as const)
        assert.ok(Math.abs(found[side] - box[side]) < 1e-9, `${side}: ${found[side]}, not ${box[side]}`);
    }),
    { numRuns: 300 },
  );
});

test('the box includes the arc that closes a ring at its own start, not at that of the previous ring', () => {
  const builder = new JobBuilder();
  const path = new Path();
  for (const [e, n] of [
    [0, 0],
    [1, 0],
    [0, 1],
  ] as const)
    path.vertex(e, n, 0);
  path.ring();
  path.vertex(-8, 0, 0);
  path.vertex(-8, -0.5, 0);
  path.vertex(0, 0, 0, -1);
  builder.area(new Feature(), path);
  const { minNorthing, maxNorthing } = extentOf(builder.job)!;
  assert.ok(Math.abs(Math.max(-minNorthing, maxNorthing) - 4) < 1e-9, `${minNorthing} ${maxNorthing}`);
});
