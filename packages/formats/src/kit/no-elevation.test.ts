import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { meansNoElevation } from './no-elevation.ts';

for (const value of [
  ...[-9999, -99999, -999999, -9999.9, -9999.99, -9999.999, -99999.99, -999.99, -999.999],
  ...[99999, 999999, 99999.99, 99999.999, 1e20, -1e20, 1e30, 1.70141e38, -32768, -32767],
])
  test(`${value} means that there is no elevation`, () => {
    assert.ok(meansNoElevation(value));
  });

for (const value of [
  ...[0, -999, 999, 9999, 9999.99, 9999.999, -99.99, -9998, -9999.5, -10000, -10984, 8848.86, 29031.7, 100000, -999.9],
  ...[99999.5, 99998, -32766, Number.NaN, Infinity, -Infinity],
])
  test(`${value} is an elevation, or no number at all`, () => {
    assert.ok(!meansNoElevation(value));
  });

test('between the deepest sea and the highest mountain, in metres or feet, only nines do', () => {
  const height = fc.integer({ min: -36_200_000, max: 29_032_000 }).map((n) => n / 1000);
  fc.assert(
    fc.property(
      height,
      (value) =>
        meansNoElevation(value) === (/^-9{3,}(\.9+)?$/.test(String(value)) && value < -999.9) ||
        value === -32_768 ||
        value === -32_767,
    ),
  );
});
