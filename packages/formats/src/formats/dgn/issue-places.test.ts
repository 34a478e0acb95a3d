import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readWith } from '../../../testing/run-format.ts';
import { dgn } from './format.ts';
import { putInt32 } from './v7/numbers.ts';
import { element, line, ORIGIN, read, UOR } from './v7/testing/elements.ts';

const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../../shared/corpus');

test('issues of elements of V8 are within features that GDAL has', async () => {
  const folder = join(CORPUS, 'dgn/v8');
  const boxes = [...readFileSync(join(folder, 'test_dgnv8_ref.csv'), 'utf8').matchAll(/"[A-Z]+(?: Z)? \(([^()]+)\)"/g)]
    .map(([, list]) => list!.split(',').map((one) => one.split(' ').map(Number)))
    .map((vertices) =>
      [0, 1].map((axis) => {
        const values = vertices.map((vertex) => vertex[axis]!);
        return [Math.min(...values), Math.max(...values)] as const;
      }),
    );
  const { issues } = await readWith(dgn, readFileSync(join(folder, 'test_dgnv8.dgn')));
  const placed = issues.placed().filter(({ code }) => code === 'dgn-curve-stroked');
  assert.equal(placed.length, 4);
  for (const { place, offset } of placed) {
    const at = [place.easting, place.northing];
    const isWithin = boxes.some((sides) => sides.every(([low, high], axis) => low <= at[axis]! && at[axis]! <= high));
    assert.ok(isWithin, `at ${offset}: ${at.join(' / ')}`);
  }
});

for (const [what, range, expected] of [
  ['is in the middle of its box', [1, 2, 5, 10], [3, 6]],
  ['of a level box is there, too', [-4, 2, -2, 2], [-3, 2]],
  ['without a box has no place', [1, 2, 1, 2], undefined],
] as const)
  test(`an issue of an element of V7 ${what}`, async () => {
    const bytes = element(line([1, 2], [5, 10], { isDeleted: true }));
    const at = [4, 8, 16, 20];
    for (const [i, value] of range.entries())
      putInt32(bytes, at[i]!, (value * UOR + ORIGIN[(i % 2) as 0 | 1] + 2 ** 31) | 0);
    const { issues } = await read(bytes);
    const [found] = issues.places().filter(({ code }) => code === 'dgn-deleted');
    assert.deepEqual(found!.place && [found!.place.easting, found!.place.northing], expected);
  });
