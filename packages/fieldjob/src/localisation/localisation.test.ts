import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { ControlPoint } from '../records.ts';
import { fitHeightPlane, heightDifference } from './height-plane.ts';
import { applyHelmert, fitHelmert, helmertParameters, LocalisationError, type PlanePair } from './helmert.ts';
import { applyLocalisation, localise } from './localisation.ts';
import { projectLocally } from './transverse-mercator.ts';

/** C. D. Ghilani, Adjustment Computations (6th ed., Wiley 2017), example 18.1: stations A, B, C. */
const GHILANI: readonly PlanePair[] = [
  { fromEasting: 121.622, fromNorthing: -128.066, toEasting: 1_049_422.4, toNorthing: 51_089.2 },
  { fromEasting: 141.228, fromNorthing: 187.718, toEasting: 1_049_413.95, toNorthing: 49_659.3 },
  { fromEasting: 175.802, fromNorthing: 135.728, toEasting: 1_049_244.95, toNorthing: 49_884.95 },
];

const near = (actual: number, expected: number, tolerance: number): void =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not within ${tolerance} of ${expected}`);

test('the worked example of Ghilani comes out to the digits printed there', () => {
  const { helmert, residuals } = fitHelmert(GHILANI);
  near(helmert.a, -4.51249, 5e-6);
  near(helmert.b, -0.25371, 5e-6);
  const { scale, rotation, shiftEasting, shiftNorthing } = helmertParameters(helmert);
  near(shiftEasting, 1_050_003.715, 5e-4);
  near(shiftNorthing, 50_542.131, 5e-4);
  near(scale, 4.51962, 5e-6);
  near(((rotation * 180) / Math.PI + 360) % 360, 183 + 13 / 60 + 5 / 3600, 1 / 3600);
  // The residuals follow from the parameters printed: computed minus given.
  near(-residuals[0]!.easting, 0.004, 6e-4);
  near(-residuals[1]!.easting, 0.101, 6e-4);
  near(-residuals[2]!.easting, -0.105, 6e-4);
});

test('residuals of a least squares fit sum to nothing and have no scale or rotation left in them', () => {
  // Whole metres: pairs a hair's breadth apart are refused, which is not what is looked at here.
  const coordinate = fc.integer({ min: -1_000_000, max: 1_000_000 });
  const pair = fc.record({
    fromEasting: coordinate,
    fromNorthing: coordinate,
    toEasting: coordinate,
    toNorthing: coordinate,
  });
  fc.assert(
    fc.property(fc.array(pair, { minLength: 3, maxLength: 20 }), (pairs) => {
      fc.pre(
        new Set(pairs.map(({ fromEasting }) => fromEasting)).size > 1 &&
          new Set(pairs.map(({ toEasting }) => toEasting)).size > 1,
      );
      const { helmert, residuals } = fitHelmert(pairs);
      let [e, n, along, across] = [0, 0, 0, 0];
      residuals.forEach(({ easting, northing }, i) => {
        const x = pairs[i]!.fromEasting - helmert.fromEasting;
        const y = pairs[i]!.fromNorthing - helmert.fromNorthing;
        e += easting;
        n += northing;
        along += x * easting + y * northing;
        across += x * northing - y * easting;
      });
      near(e, 0, 1e-5);
      near(n, 0, 1e-5);
      near(along, 0, 1);
      near(across, 0, 1);
    }),
    { numRuns: 200 },
  );
});

test('a similarity is found again exactly, from two pairs or many', () => {
  const small = fc.double({ min: -5000, max: 5000, noNaN: true });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(small, small), { minLength: 2, maxLength: 12 }),
      fc.double({ min: -3, max: 3, noNaN: true }),
      fc.double({ min: 0.9, max: 1.1, noNaN: true }),
      (places, angle, scale) => {
        const [first] = places;
        fc.pre(places.some(([e, n]) => Math.hypot(e - first![0], n - first![1]) > 10));
        const pairs = places.map(([e, n]) => ({
          fromEasting: e,
          fromNorthing: n,
          toEasting: 450_000 + scale * (e * Math.cos(angle) - n * Math.sin(angle)),
          toNorthing: 5_400_000 + scale * (e * Math.sin(angle) + n * Math.cos(angle)),
        }));
        const { helmert, residuals } = fitHelmert(pairs);
        near(helmertParameters(helmert).scale, scale, 1e-7);
        for (const { easting, northing } of residuals) near(Math.hypot(easting, northing), 0, 1e-6);
        const back = applyHelmert(helmert, pairs[0]!.fromEasting, pairs[0]!.fromNorthing);
        near(back.easting, pairs[0]!.toEasting, 1e-6);
      },
    ),
    { numRuns: 200 },
  );
});

test('pairs that determine nothing are refused with a reason', () => {
  const code = (pairs: readonly PlanePair[]): string => {
    try {
      fitHelmert(pairs);
    } catch (error) {
      assert.ok(error instanceof LocalisationError);
      return error.code;
    }
    return 'none';
  };
  assert.equal(code([]), 'too-few-pairs');
  assert.equal(code(GHILANI.slice(0, 1)), 'too-few-pairs');
  assert.equal(code([GHILANI[0]!, GHILANI[0]!]), 'pairs-coincide');
  assert.equal(code([GHILANI[0]!, { ...GHILANI[1]!, toEasting: Number.NaN }]), 'not-finite');
});

test('heights: a shift from one or two pairs, a plane from three, none from pairs in a line', () => {
  const pair = (easting: number, northing: number, difference: number) => ({
    easting,
    northing,
    from: 50,
    to: 50 + difference,
  });
  assert.deepEqual(fitHeightPlane([pair(0, 0, -45)]).plane.shift, -45);
  const two = fitHeightPlane([pair(0, 0, -45), pair(10, 0, -45.02)]);
  near(two.plane.shift, -45.01, 1e-12);
  near(two.residuals[0]!, 0.01, 1e-12);
  const slope = (e: number, n: number): number => -45 + 2e-5 * e - 3e-5 * n;
  const places = [
    [0, 0],
    [1000, 0],
    [0, 1000],
    [1000, 1000],
  ] as const;
  const four = fitHeightPlane(places.map(([e, n]) => pair(e, n, slope(e, n))));
  near(four.plane.slopeEasting, 2e-5, 1e-12);
  near(heightDifference(four.plane, 300, 700), slope(300, 700), 1e-9);
  near(four.sigma, 0, 1e-9);
  assert.throws(
    () => fitHeightPlane([0, 1, 2].map((i) => pair(100 * i, 200 * i, -45))),
    (error: LocalisationError) => error.code === 'pairs-in-line',
  );
});

test('the local projection equals PROJ: +proj=tmerc +lat_0=52 +lon_0=13 +k=1 +ellps=WGS84', () => {
  // echo "13.4 52.5" | proj -f %.7f +proj=tmerc +lat_0=52 +lon_0=13 +k=1 +ellps=WGS84 (PROJ 9)
  const { easting, northing } = projectLocally({ latitude: 52, longitude: 13 }, 52.5, 13.4);
  near(easting, 27164.0364611, 1e-6);
  near(northing, 55711.2748834, 1e-6);
});

function control(
  name: string,
  easting: number,
  northing: number,
  elevation: number,
  latitude: number,
  longitude: number,
  height: number,
): ControlPoint {
  return {
    name,
    code: '',
    description: '',
    easting,
    northing,
    elevation,
    latitude,
    longitude,
    ellipsoidHeight: height,
    useHorizontal: true,
    useVertical: true,
    residualEasting: Number.NaN,
    residualNorthing: Number.NaN,
    residualElevation: Number.NaN,
    source: -1,
  };
}

test('a localisation takes positions on the earth to a site grid, also across the 180th meridian', () => {
  for (const middle of [13, 180, -180]) {
    const site = { latitude: 52, longitude: middle };
    // A grid turned by 30 degrees, of scale 0.9996, with heights 40 m lower and tilted.
    const grid = (latitude: number, longitude: number, height: number) => {
      const { easting: e, northing: n } = projectLocally(site, latitude, longitude);
      const [cos, sin] = [0.9996 * Math.cos(Math.PI / 6), 0.9996 * Math.sin(Math.PI / 6)];
      const easting = 1000 + cos * e - sin * n;
      const northing = 2000 + sin * e + cos * n;
      return { easting, northing, elevation: height - 40 + 1e-5 * (easting - 1000) };
    };
    const earth = [
      [51.995, -0.008],
      [51.996, 0.007],
      [52.004, -0.006],
      [52.006, 0.009],
    ] as const;
    const pairs = earth.map(([latitude, offset], i) => {
      const { easting, northing, elevation } = grid(latitude, middle + offset, 80 + i);
      const longitude = middle + offset > 180 ? middle + offset - 360 : middle + offset;
      return control(`C${i}`, easting, northing, elevation, latitude, longitude, 80 + i);
    });
    const { localisation, points } = localise(pairs, 'metre');
    for (const point of points)
      near(Math.hypot(point.residualEasting, point.residualNorthing, point.residualElevation), 0, 2e-4);
    const expected = grid(52.001, middle + 0.002, 85);
    const found = applyLocalisation(localisation, 52.001, middle + 0.002, 85);
    near(found.easting, expected.easting, 2e-4);
    near(found.northing, expected.northing, 2e-4);
    near(found.elevation, expected.elevation, 2e-4);
  }
});

test('points that take no part have no residual, and heights may be missing altogether', () => {
  const pairs = [
    control('A', 1000, 2000, Number.NaN, 52, 13, Number.NaN),
    control('B', 2000, 2000, Number.NaN, 52, 13.0145, Number.NaN),
    { ...control('C', 0, 0, 5, 52.01, 13, 5), useHorizontal: false, useVertical: false },
  ];
  const { localisation, points } = localise(pairs, 'metre');
  assert.ok(Number.isNaN(points[2]!.residualEasting));
  assert.equal(localisation.vertical, undefined);
  assert.ok(Number.isNaN(applyLocalisation(localisation, 52, 13, 50).elevation));
});
