import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Feature, JobBuilder } from '@fieldbridge/fieldjob';
import { inUnit } from './in-unit.ts';

test('lengths change with the unit, latitudes and longitudes do not', () => {
  for (const [crs, easting, northing] of [
    [{ kind: 'epsg', code: 2263 }, 3.048, 6.096],
    [{ kind: 'epsg', code: 4326 }, 10, 20],
  ] as const) {
    const builder = new JobBuilder();
    builder.describe({ unit: 'internationalFoot', crs });
    builder.point(new Feature(), 10, 20, 100);
    const { points, unit, info } = inUnit(builder.job, 'metre');
    assert.deepEqual([unit, info.crs], ['metre', crs]);
    // A foot is exactly 0.3048 m; products of doubles may differ in the last digit.
    for (const [found, expected] of [
      [points.easting(0), easting],
      [points.northing(0), northing],
      [points.elevation(0), 30.48],
    ] as const)
      assert.ok(Math.abs(found - expected) < 1e-12, `${found} not ${expected}`);
    assert.equal(builder.job.points.elevation(0), 100, 'it is a copy');
  }
});
