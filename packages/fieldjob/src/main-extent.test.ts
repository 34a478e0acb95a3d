import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isInside, MainExtent } from './index.ts';

type Place = readonly [number, number];
const grid = (count: number, east = 500_000, north = 5_600_000, size = 100): Place[] =>
  Array.from({ length: count }, (_, i) => [east + ((i * 37) % size), north + ((i * 61) % size)]);

/** Positions, and the box of the main part: west, south, east, north; null for an empty one. */
const CASES: readonly (readonly [string, readonly Place[], readonly number[] | null])[] = [
  ['nothing', [], null],
  ['one point', [[5, 6]], [5, 6, 5, 6]],
  [
    'two far apart: neither is known to be right',
    [
      [0, 0],
      [5e5, 56e5],
    ],
    [0, 0, 5e5, 56e5],
  ],
  ['a site', grid(100), [500_000, 5_600_000, 500_099, 5_600_099]],
  ['a site and a point at 0, 0', [...grid(100), [0, 0]], [500_000, 5_600_000, 500_099, 5_600_099]],
  [
    'three points and one at 0, 0',
    [
      [0, 0],
      [5e5, 56e5],
      [5e5 + 9, 56e5],
      [5e5, 56e5 + 9],
    ],
    [5e5, 56e5, 5e5 + 9, 56e5 + 9],
  ],
  ['a site and five stray points', [...grid(200), ...grid(5, 0, 0)], [500_000, 5_600_000, 500_099, 5_600_099]],
  ['two sites of equal size', [...grid(100), ...grid(100, 0, 0)], [0, 0, 500_099, 5_600_099]],
  [
    'an outlier within twenty times the reach',
    [...grid(100), [500_900, 5_600_000]],
    [500_000, 5_600_000, 500_900, 5_600_099],
  ],
  ['a long road', grid(1000, 0, 0, 1).map(([, y], i) => [i * 100, y]), [0, 0, 99_900, 0]],
  ['the same place many times, and another', [...Array(50).fill([1, 1]), [9, 9]], [1, 1, 9, 9]],
  [
    'positions that are not numbers',
    [
      [Number.NaN, 1],
      [1, Infinity],
      [2, 3],
    ],
    [2, 3, 2, 3],
  ],
];

describe('the main part of', () => {
  for (const [name, places, expected] of CASES)
    it(`${name} is ${expected === null ? 'empty' : expected.join(', ')}`, () => {
      const extent = new MainExtent();
      for (const [easting, northing] of places) extent.add(easting, northing);
      const { main, near } = extent.result();
      const found = main.isEmpty ? null : [main.minEasting, main.minNorthing, main.maxEasting, main.maxNorthing];
      assert.deepEqual(found, expected);
      for (const [easting, northing] of places)
        if (Number.isFinite(easting + northing))
          assert.equal(
            isInside(near, easting, northing),
            main.touches({ minEasting: easting, maxEasting: easting, minNorthing: northing, maxNorthing: northing }),
          );
    });

  it('a million positions with strays at the end is found from a sample', () => {
    const extent = new MainExtent();
    for (let i = 0; i < 1_000_000; i++) extent.add(7e5 + ((i * 7919) % 1000), 1e6 + ((i * 104_729) % 1000));
    for (let i = 0; i < 1000; i++) extent.add(-i, i);
    const { main } = extent.result();
    assert.ok(main.minEasting >= 7e5 && main.maxEasting < 701_000 && main.maxEasting - main.minEasting > 990);
    assert.equal(extent.whole.minEasting, -999);
    assert.ok(extent.sample(100).length <= 200 && extent.sample(100).length > 100);
  });
});
