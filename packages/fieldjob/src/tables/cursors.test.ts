import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arbitraryJob } from '@fieldbridge/fieldjob/testing/arbitrary-job.ts';
import fc from 'fast-check';
import { float64Column } from '../columns/number-column.ts';
import { Extent } from '../extent.ts';
import { Feature } from '../feature.ts';
import { Path } from '../geometry/path.ts';
import { FeatureCursor } from './feature-cursor.ts';
import { LabelCursor } from './label-cursor.ts';
import { PathCursor } from './path-cursor.ts';

/** The meaningful part of a path: its vertices, not its spare room. */
const shape = ({ coordinates, bulges, count, rings, closed, hasBulges }: Path): unknown => [
  Array.from(coordinates.subarray(0, 3 * count)),
  Array.from(bulges.subarray(0, count)),
  [...rings],
  [closed, hasBulges],
];

test('cursors return what the tables load, row by row and in any order', () => {
  fc.assert(
    fc.property(arbitraryJob(), fc.boolean(), (job, backwards) => {
      for (const table of [job.points, job.lines, job.areas, job.texts]) {
        const cursor = new FeatureCursor(table);
        const reused = new Feature();
        for (let i = 0; i < table.length; i++) {
          const row = backwards ? table.length - 1 - i : i;
          assert.deepEqual(cursor.load(row, reused), table.load(row, new Feature()));
        }
      }
      const labels = new LabelCursor(job.texts);
      for (let i = 0; i < job.texts.length; i++) {
        const row = backwards ? job.texts.length - 1 - i : i;
        assert.deepEqual(labels.load(row), job.texts.label(row));
      }
      for (const table of [job.lines, job.areas]) {
        const cursor = new PathCursor(table);
        const reused = new Path();
        for (let i = 0; i < table.length; i++) {
          const row = backwards ? table.length - 1 - i : i;
          assert.deepEqual(shape(cursor.load(row, reused)), shape(table.loadPath(row, new Path())));
        }
      }
    }),
    { numRuns: 100 },
  );
});

test('bulges that end before the last vertex, and long lines', () => {
  const { lines } = fc.sample(arbitraryJob(), 1)[0]!;
  const path = new Path();
  path.vertex(0, 0, 0, 0.5);
  path.vertex(1, 1, 1);
  lines.add(new Feature(), path);
  path.clear();
  for (let i = 0; i < 100; i++) path.vertex(i, 2 * i, Number.NaN);
  const row = lines.add(new Feature(), path);
  const cursor = new PathCursor(lines);
  assert.deepEqual(shape(cursor.load(row, new Path())), shape(path));
  assert.equal(cursor.load(row - 1, new Path()).bulges[0], 0.5);
});

test('the extent of a column is that of its positions, for any number of them', () => {
  const position = fc.tuple(fc.double(), fc.double(), fc.double());
  fc.assert(
    fc.property(fc.array(position, { maxLength: 60 }), fc.constantFrom(1, 80), (positions, times) => {
      const [whole, one] = [new Extent(), new Extent()];
      const column = float64Column();
      for (let i = 0; i < times; i++)
        for (const [e, n, z] of positions) {
          column.pushTriple(e, n, z);
          one.add(e, n, z);
        }
      whole.addColumn(column);
      assert.deepEqual(whole, one);
    }),
    { numRuns: 50 },
  );
});
