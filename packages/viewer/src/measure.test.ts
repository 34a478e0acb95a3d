import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { measure, roundLength } from './measure.ts';

const at = (easting: number, northing: number, elevation: number | null = null) => ({ easting, northing, elevation });

describe('measures', () => {
  it('are exact far from the origin', () => {
    const [e, n] = [504_700.125, 6_959_000.25];
    const square = [at(e, n, 1), at(e + 3, n, 1), at(e + 3, n + 4, 13), at(e, n + 4, 13)];
    const { length, slopeLength, rise, area, perimeter, azimuth } = measure(square);
    assert.deepEqual([length, area, perimeter, rise], [10, 12, 14, 12]);
    assert.ok(Math.abs(slopeLength! - (3 + Math.hypot(4, 12) + 3)) < 1e-12);
    assert.equal(azimuth, 1.5 * Math.PI);
  });

  it('without elevations have no slope', () => {
    const { slopeLength, rise, length } = measure([at(0, 0, 1), at(3, 4)]);
    assert.deepEqual([slopeLength, rise, length], [null, null, 5]);
  });

  describe('of nothing and of one place are zero', () => {
    for (const places of [[], [at(1, 2)]])
      it(`${places.length}`, () => {
        const { length, area, perimeter, azimuth } = measure(places);
        assert.deepEqual([length, area, perimeter, azimuth], [0, 0, 0, Number.NaN]);
      });
  });

  it('show scale bars of round lengths', () => {
    for (const [longest, length] of [
      [1, 1],
      [4.9, 2],
      [0.06, 0.05],
      [1999, 1000],
    ] as const)
      assert.equal(Number(roundLength(longest).toPrecision(3)), length);
  });
});
