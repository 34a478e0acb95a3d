import assert from 'node:assert/strict';
import test from 'node:test';
import { block, drawing, type Groups, insert } from './testing/groups.ts';
import { entitiesOf, readGroups } from './testing/reading.ts';
import { assertNear, entity, shape } from './testing/shapes.ts';

// Different spellings of versions before R11. DXF reference of R10: "Entities section".

test('an elevation stated once applies to the whole entity, except where it states another', async () => {
  const elevations = async (...entities: Groups[]): Promise<number[]> =>
    shape(await readGroups(entitiesOf(...entities))).vertices.map(([, , z]) => z!);
  assertNear(await elevations(entity('LINE 8 0 38 5 10 0 20 0 11 1 21 0')), [5, 5]);
  assertNear(await elevations(entity('LINE 8 0 38 5 10 0 20 0 30 2 11 1 21 0')), [2, 5]);
  assertNear(await elevations(entity('CIRCLE 8 0 38 5 10 0 20 0 40 1')), [5, 5]);
  assertNear(await elevations(entity('ARC 8 0 38 5 10 0 20 0 40 1 50 0 51 90')), [5, 5]);
  const contour = ['POLYLINE 8 0 66 1 38 101.5', 'VERTEX 8 0 10 0 20 0', 'VERTEX 8 0 10 1 20 1', 'SEQEND 8 0'];
  assertNear(await elevations(...contour.map((text) => entity(text))), [101.5, 101.5]);
  // Nor does it apply to the next entity.
  const next = await readGroups(
    entitiesOf(entity('LINE 8 0 38 5 10 0 20 0 11 1 21 0'), entity('LINE 8 0 10 0 20 0 11 1 21 0')),
  );
  assertNear(
    shape(next, 1).vertices.map(([, , z]) => z),
    [Number.NaN, Number.NaN],
  );
});

test('it applies to points, texts and references, and is transformed by block references', async () => {
  const read = await readGroups(
    drawing(
      [block('B', entity('POINT 8 0 38 5 10 0 20 0'), entity('TEXT 8 0 38 6 10 0 20 0 40 1 1 x'))],
      [entity('POINT 8 0 38 7 10 0 20 0'), insert('B', 43, 2, 38, 100), insert('B', 43, 2, 30, 50, 38, 100)],
    ),
  );
  const { points, texts } = read.job;
  assert.deepEqual(
    [0, 1, 2].map((row) => points.elevation(row)),
    [7, 110, 60],
  );
  assert.deepEqual(
    [0, 1].map((row) => texts.label(row).elevation),
    [112, 62],
  );
});

test('a fitted curve without its fitted vertices is drawn by its control frame, which is reported', async () => {
  const control = (east: number, north: number): Groups => entity(`VERTEX 8 0 10 ${east} 20 ${north} 30 7 70 16`);
  const polyline = (flags: number, ...vertices: Groups[]): Groups[] => [
    entity(`POLYLINE 5 A 8 0 66 1 10 0 20 0 30 5 70 ${flags}`),
    ...vertices,
    entity('SEQEND 8 0'),
  ];
  const framed = await readGroups(
    entitiesOf(
      ...polyline(4, control(0, 0), control(1, 1), control(2, 0)),
      ...polyline(12, control(0, 0), control(1, 1)),
      ...polyline(4, control(0, 0)),
      ...polyline(4, control(9, 9), entity('VERTEX 10 0 20 0 70 8'), entity('VERTEX 10 3 20 0 70 8')),
    ),
  );
  assertNear(shape(framed, 0).vertices, [
    [0, 0, 5],
    [1, 1, 5],
    [2, 0, 5],
  ]);
  assertNear(shape(framed, 1).vertices, [
    [0, 0, 7],
    [1, 1, 7],
  ]);
  assertNear(shape(framed, 2).vertices, [
    [0, 0, 5],
    [3, 0, 5],
  ]);
  assert.deepEqual([framed.issues.count('polyline-by-frame'), framed.issues.count('too-few-vertices')], [2, 1]);
});
