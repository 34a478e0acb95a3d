import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { fitHeightPlane } from './height-plane.ts';
import { applyHelmert, fitHelmert, type Helmert, LocalisationError } from './helmert.ts';
import { projectLocally } from './transverse-mercator.ts';

const near = (actual: number, expected: number, tolerance: number): void =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not within ${tolerance} of ${expected}`);

test('no other scale, rotation or shift leaves smaller residuals than the fitted one', () => {
  const coordinate = fc.integer({ min: -100_000, max: 100_000 }).map((n) => n / 100);
  const pair = fc.record({
    fromEasting: coordinate,
    fromNorthing: coordinate,
    toEasting: coordinate,
    toNorthing: coordinate,
  });
  const nudge = fc.tuple(...Array.from({ length: 4 }, () => fc.constantFrom(-1, 0, 1)));
  fc.assert(
    fc.property(
      fc.array(pair, { minLength: 2, maxLength: 8 }),
      nudge,
      fc.constantFrom(1e-4, 1e-2, 0.3),
      (pairs, nudges, size) => {
        fc.pre(new Set(pairs.map(({ fromEasting }) => fromEasting)).size > 1);
        fc.pre(new Set(pairs.map(({ toNorthing }) => toNorthing)).size > 1);
        const left = (helmert: Helmert): number =>
          pairs.reduce((sum, one) => {
            const { easting, northing } = applyHelmert(helmert, one.fromEasting, one.fromNorthing);
            return sum + (one.toEasting - easting) ** 2 + (one.toNorthing - northing) ** 2;
          }, 0);
        const { helmert, residuals } = fitHelmert(pairs);
        const [a, b, e, n] = nudges.map((way) => way * size) as [number, number, number, number];
        const other = { ...helmert, a: helmert.a + a / 100, b: helmert.b + b / 100 };
        const found = left(helmert);
        assert.ok(
          left({ ...other, toEasting: helmert.toEasting + e, toNorthing: helmert.toNorthing + n }) >=
            found * (1 - 1e-12) - 1e-9,
        );
        near(
          residuals.reduce((sum, one) => sum + one.easting ** 2 + one.northing ** 2, 0),
          found,
          1e-6 * (1 + found),
        );
      },
    ),
    { numRuns: 300 },
  );
});

test('along its meridian the projection gives the length of the meridian, integrated step by step', () => {
  const [axis, flattening] = [6_378_137, 1 / 298.257223563];
  const square = flattening * (2 - flattening);
  /** Length of the meridian between two latitudes in degrees, by the midpoint rule. */
  const meridian = (from: number, to: number): number => {
    const step = ((to - from) * Math.PI) / 180 / 100_000;
    let sum = 0;
    for (let i = 0; i < 100_000; i++) {
      const latitude = (from * Math.PI) / 180 + (i + 0.5) * step;
      sum += ((axis * (1 - square)) / (1 - square * Math.sin(latitude) ** 2) ** 1.5) * step;
    }
    return sum;
  };
  for (const [from, to] of [
    [0, 45],
    [48.1, 48.2],
    [-33.9, 52.5],
    [52.5, -33.9],
    [0, 89.9],
  ] as const) {
    const { easting, northing } = projectLocally({ latitude: from, longitude: 13 }, to, 13);
    near(easting, 0, 1e-9);
    near(northing, meridian(from, to), 2e-5);
  }
});

test('the projection preserves angles, and scale grows with the square of the distance from the meridian', () => {
  const at = (latitude: number, longitude: number) =>
    projectLocally({ latitude: 50, longitude: 10 }, latitude, longitude);
  const step = 1e-5;
  for (const [latitude, longitude] of [
    [50, 10],
    [50, 10.5],
    [51, 8],
    [-20, 12],
  ] as const) {
    const [here, north, east] = [
      at(latitude, longitude),
      at(latitude + step, longitude),
      at(latitude, longitude + step),
    ];
    const up = { e: north.easting - here.easting, n: north.northing - here.northing };
    const right = { e: east.easting - here.easting, n: east.northing - here.northing };
    near((up.e * right.e + up.n * right.n) / (Math.hypot(up.e, up.n) * Math.hypot(right.e, right.n)), 0, 1e-6);
    const scaleOf = (place: { e: number; n: number }, radius: number): number =>
      Math.hypot(place.e, place.n) / (radius * step * (Math.PI / 180));
    const sine = Math.sin((latitude * Math.PI) / 180);
    const square = (1 / 298.257223563) * (2 - 1 / 298.257223563);
    const across = 6_378_137 / Math.sqrt(1 - square * sine * sine);
    const along = (6_378_137 * (1 - square)) / (1 - square * sine * sine) ** 1.5;
    const expected = 1 + here.easting ** 2 / (2 * across * along);
    near(scaleOf(up, along), expected, 3e-6);
    near(scaleOf(right, across * Math.cos((latitude * Math.PI) / 180)), expected, 3e-6);
  }
});

describe('a height that is not a number is refused with the reason', () => {
  for (const field of ['easting', 'northing', 'from', 'to'] as const)
    test(field, () => {
      const pair = { easting: 1, northing: 2, from: 3, to: 4, [field]: field === 'to' ? Infinity : Number.NaN };
      assert.throws(
        () => fitHeightPlane([pair, { easting: 5, northing: 6, from: 3, to: 4 }]),
        (error) => error instanceof LocalisationError && error.code === 'not-finite',
        field,
      );
    });
});
