import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Feature, JobBuilder, neighboursOf } from '../src/index.ts';
import { arbitraryJob, copyOf } from '../testing/arbitrary-job.ts';
import { assertSameJob } from '../testing/same-job.ts';

test('emitting a job into a builder gives the same job', () => {
  fc.assert(
    fc.property(arbitraryJob(), (job) => assertSameJob(copyOf(job), job)),
    { numRuns: 60 },
  );
});

test('generated jobs are valid: layers, sources and triangles refer to existing items', () => {
  fc.assert(
    fc.property(arbitraryJob(), (job) => {
      for (const table of [job.points, job.lines, job.areas, job.texts]) {
        for (let row = 0; row < table.length; row++) {
          assert.ok(table.layer.get(row) < job.layers.length);
          assert.ok(table.source.get(row) < job.sources.length);
        }
      }
      for (const surface of job.surfaces) {
        for (const vertex of surface.triangles) assert.ok(vertex < surface.vertices.length / 3);
        if (surface.neighbours !== null) {
          assert.deepEqual(surface.neighbours, neighboursOf(surface.triangles, surface.vertices.length / 3));
        }
      }
    }),
    { numRuns: 60 },
  );
});

test('jobs that differ in the last bit of one coordinate are distinguished', () => {
  const job = new JobBuilder();
  job.point(new Feature(), 4000000.25, 2, 3);
  const moved = copyOf(job.job);
  assertSameJob(moved, job.job);
  moved.points.coordinates.set(0, 4000000.25 + 2 ** -30);
  assert.throws(() => assertSameJob(moved, job.job));
  moved.points.coordinates.set(0, 4000000.25);
  moved.points.coordinates.set(2, Number.NaN);
  assert.throws(() => assertSameJob(moved, job.job));
});
