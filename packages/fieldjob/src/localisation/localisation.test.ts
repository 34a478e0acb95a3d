import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
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

test("Ghilani's worked example gives the printed digits", () => {
  const { helmert, residuals } = fitHelmert(GHILANI);
  near(helmert.a, -4.51249, 5e-6);
  near(helmert.b, -0.25371, 5e-6);
  const { scale, rotation, shiftEasting, shiftNorthing } = helmertParameters(helmert);
  near(shiftEasting, 1_050_003.715, 5e-4);
  near(shiftNorthing, 50_542.131, 5e-4);
  near(scale, 4.51962, 5e-6);
  near(((rotation * 180) / Math.PI + 360) % 360, 183 + 13 / 60 + 5 / 3600, 1 / 3600);
  // The residuals follow from the printed parameters: computed minus given.
  near(-residuals[0]!.easting, 0.004, 6e-4);
  near(-residuals[1]!.easting, 0.101, 6e-4);
  near(-residuals[2]!.easting, -0.105, 6e-4);
});

test('least-squares residuals sum to zero and contain no scale or rotation', () => {
  // Whole metres: pairs a hair's breadth apart are refused, and that is not the subject here.
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

test('a similarity is recovered exactly, from two pairs or many', () => {
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

test('the standard deviation is that of the part no similarity can follow', () => {
  // A square stretched east and squeezed north: neither shift, rotation nor scale can follow that, so all of it is
  // residual.
  const corners = [
    [100, 100],
    [-100, 100],
    [-100, -100],
    [100, -100],
  ] as const;
  const stretch = 1e-4;
  const square = corners.map(([e, n]) => ({
    fromEasting: e + 7,
    fromNorthing: n - 3,
    toEasting: 450_000 + e + stretch * e,
    toNorthing: 5_400_000 + n - stretch * n,
  }));
  const { residuals, sigma } = fitHelmert(square);
  residuals.forEach(({ easting, northing }, i) => {
    near(easting, stretch * corners[i]![0], 1e-9);
    near(northing, -stretch * corners[i]![1], 1e-9);
  });
  // Eight residuals of 0.01; eight equations with four unknowns.
  near(sigma, Math.sqrt((8 * 0.01 ** 2) / 4), 1e-9);
  assert.ok(Number.isNaN(fitHelmert(square.slice(0, 2)).sigma), 'two pairs have no redundancy');
  const { residuals: three, sigma: ofThree } = fitHelmert(GHILANI);
  const sum = three.reduce((total, { easting, northing }) => total + easting ** 2 + northing ** 2, 0);
  near(ofThree, Math.sqrt(sum / 2), 1e-12);
});

test('pairs that do not determine a localisation are refused with a reason', () => {
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
  const { toEasting, toNorthing } = GHILANI[0]!;
  assert.equal(code(GHILANI.map((pair) => ({ ...pair, toEasting, toNorthing }))), 'pairs-coincide');
  // Coordinates with an inexact mean.
  const stack = GHILANI.map((pair) => ({ ...pair, fromEasting: 449_999.1, fromNorthing: 5_400_000.7 }));
  assert.equal(code(stack), 'pairs-coincide');
  const mirrored = [
    [0.1, 0.1],
    [0.1, 100.1],
    [100.1, 100.1],
    [100.1, 0.1],
  ].map(([e, n]) => ({ fromEasting: e!, fromNorthing: n!, toEasting: n!, toNorthing: e! }));
  assert.equal(code(mirrored), 'pairs-mirrored', 'easting and northing exchanged in one system');
  assert.equal(code([GHILANI[0]!, { ...GHILANI[1]!, toEasting: Number.NaN }]), 'not-finite');
});

test('heights: a shift from one or two pairs, a plane from three, an error for collinear pairs', () => {
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

test('a plane is recovered from scattered pairs, and the standard deviation shows the residuals', () => {
  const place = fc.tuple(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 0, max: 2000 }));
  const slope = fc.double({ min: -1e-3, max: 1e-3, noNaN: true });
  fc.assert(
    fc.property(fc.array(place, { minLength: 3, maxLength: 9 }), slope, slope, (places, east, north) => {
      const [a, b, c] = places;
      const area = (b![0] - a![0]) * (c![1] - a![1]) - (c![0] - a![0]) * (b![1] - a![1]);
      fc.pre(Math.abs(area) > 10_000);
      const difference = (e: number, n: number): number => -45 + east * e + north * n;
      const pairs = places.map(([easting, northing], i) => {
        const from = 100 + 7 * i;
        return { easting, northing, from, to: from + difference(easting, northing) };
      });
      const { plane, sigma, residuals } = fitHeightPlane(pairs);
      near(plane.slopeEasting, east, 1e-9);
      near(plane.slopeNorthing, north, 1e-9);
      near(heightDifference(plane, 1234, -567), difference(1234, -567), 1e-5);
      for (const residual of residuals) near(residual, 0, 1e-7);
      if (pairs.length === 3) assert.ok(Number.isNaN(sigma));
      else near(sigma, 0, 1e-6);
    }),
  );
});

test('heights: the residuals are divided by the redundancy', () => {
  const corners = [
    [0, 0, 0.01],
    [1000, 0, -0.01],
    [1000, 1000, 0.01],
    [0, 1000, -0.01],
  ] as const;
  // A saddle: no plane can follow it, and four pairs have a redundancy of one.
  const saddle = corners.map(([easting, northing, d]) => ({ easting, northing, from: 80, to: 40 + d }));
  const { plane, residuals, sigma } = fitHeightPlane(saddle);
  near(plane.shift, -40, 1e-12);
  assert.deepEqual([Math.abs(plane.slopeEasting) < 1e-15, Math.abs(plane.slopeNorthing) < 1e-15], [true, true]);
  residuals.forEach((residual, i) => {
    near(residual, corners[i]![2], 1e-12);
  });
  near(sigma, 0.02, 1e-12);
  near(fitHeightPlane(saddle.slice(0, 2)).sigma, Math.sqrt(2 * 0.01 ** 2), 1e-12);
  for (const exact of [1, 3]) assert.ok(Number.isNaN(fitHeightPlane(saddle.slice(0, exact)).sigma), `${exact}`);
});

test('pairs in a strip narrower than a ten-thousandth of its length are collinear; a broader strip defines a plane', () => {
  const strip = (breadth: number): number => {
    const pairs = [0, 1, 2, 3, 4].map((i) => {
      const [along, across] = [250 * (i - 2), (i % 2 === 0 ? 0.5 : -0.5) * breadth];
      const easting = 0.6 * along - 0.8 * across;
      const northing = 0.8 * along + 0.6 * across;
      return { easting, northing, from: 0, to: 1e-5 * easting + 2e-5 * northing };
    });
    return fitHeightPlane(pairs).plane.slopeNorthing;
  };
  near(strip(1), 2e-5, 1e-9);
  near(strip(1000), 2e-5, 1e-12);
  for (const breadth of [0, 0.01, 0.05])
    assert.throws(
      () => strip(breadth),
      (error: LocalisationError) => error.code === 'pairs-in-line',
    );
});

test('a fit without any heights is refused', () => {
  assert.throws(
    () => fitHeightPlane([]),
    (error: LocalisationError) => error.code === 'too-few-pairs',
  );
});

test('the local projection preserves angles: a small circle on the earth is one on the grid', () => {
  const eccentricity = (2 - 1 / 298.257223563) / 298.257223563;
  fc.assert(
    fc.property(fc.integer({ min: -80, max: 80 }), fc.integer({ min: -30, max: 30 }), (latitude, longitude) => {
      const centre = { latitude: 0, longitude: 0 };
      const at = (dLatitude: number, dLongitude: number) =>
        projectLocally(centre, latitude + dLatitude, longitude + dLongitude);
      const [step, sine] = [1e-4, Math.sin((latitude * Math.PI) / 180)];
      const w = 1 - eccentricity * sine * sine;
      // Metres of a degree north and east on the ellipsoid.
      const north = (6_378_137 * (1 - eccentricity)) / w ** 1.5;
      const east = (6_378_137 * Math.cos((latitude * Math.PI) / 180)) / Math.sqrt(w);
      const [up, down, right, left] = [at(step, 0), at(-step, 0), at(0, step), at(0, -step)];
      const n = [(up.easting - down.easting) / north, (up.northing - down.northing) / north] as const;
      const e = [(right.easting - left.easting) / east, (right.northing - left.northing) / east] as const;
      const size = Math.hypot(...n);
      near((n[1] - e[0]) / size, 0, 2e-8);
      near((n[0] + e[1]) / size, 0, 2e-8);
    }),
  );
});

test('the local projection accepts longitudes with any number of turns', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -2, max: 2 }),
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.double({ min: -5, max: 5, noNaN: true }),
      (turns, middle, offset) => {
        const straight = projectLocally({ latitude: 40, longitude: 0 }, 41, offset);
        const turned = projectLocally({ latitude: 40, longitude: middle }, 41, middle + offset + 360 * turns);
        near(turned.easting, straight.easting, 1e-6);
        near(turned.northing, straight.northing, 1e-6);
      },
    ),
  );
});

test('the local projection equals PROJ up to 30 degrees from its meridian', (t) => {
  const places = [-75, -30, 0, 5, 48, 60, 85].flatMap((latitude) =>
    [-29.5, -3, 0.001, 12, 30].map((longitude) => [latitude, longitude] as const),
  );
  const input = places.map(([latitude, longitude]) => `${longitude} ${latitude}`).join('\n');
  const args = ['-f', '%.9f', '+proj=tmerc', '+lat_0=0', '+lon_0=0', '+k=1', '+ellps=WGS84'];
  const { status, stdout, error } = spawnSync('proj', args, { input, encoding: 'utf8' });
  if (error !== undefined) return t.skip('proj-bin is not installed: the projection was not compared with PROJ');
  assert.equal(status, 0);
  const lines = stdout.trim().split('\n');
  assert.equal(lines.length, places.length);
  for (const [i, [latitude, longitude]] of places.entries()) {
    const [easting, northing] = lines[i]!.split('\t').map(Number);
    const found = projectLocally({ latitude: 0, longitude: 0 }, latitude, longitude);
    near(found.easting, easting!, 1e-5);
    near(found.northing, northing!, 1e-5);
  }
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

describe('a localisation maps positions on the earth to a site grid, also across the 180th meridian', () => {
  for (const middle of [13, 180, -180])
    test(`${middle}`, () => {
      const site = { latitude: 52, longitude: middle };
      // A grid turned by 30 degrees, with scale 0.9996, and heights 40 m lower and tilted.
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
    });
});

test('unused points have no residual, and heights may be missing altogether', () => {
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

test('each point has its own residuals, whether it is used in plan, in height or both', () => {
  const offset = (i: number): number => (i * 7919) % 13;
  const points = Array.from({ length: 12 }, (_, i) => ({
    ...control(
      `P${i}`,
      1000 + 68.6 * Math.floor(i / 4) + 0.001 * offset(i),
      2000 + 111.3 * (i % 4),
      30 + 0.001 * offset(i + 5),
      52 + 0.001 * (i % 4),
      13 + 0.001 * Math.floor(i / 4),
      70,
    ),
    useHorizontal: i % 3 !== 1,
    useVertical: i % 4 !== 2,
  }));
  const { localisation, points: adjusted } = localise(points, 'metre');
  for (const [i, { residualEasting, residualNorthing, residualElevation }] of adjusted.entries()) {
    const { latitude, longitude, ellipsoidHeight, easting, northing, elevation } = points[i]!;
    const place = applyLocalisation(localisation, latitude, longitude, ellipsoidHeight);
    const [across, upward] = [i % 3 !== 1, i % 4 !== 2];
    assert.equal(Number.isNaN(residualEasting), !across, `plan of ${i}`);
    assert.equal(Number.isNaN(residualElevation), !upward, `height of ${i}`);
    if (across) near(residualEasting, easting - place.easting, 1e-6);
    if (across) near(residualNorthing, northing - place.northing, 1e-6);
    // The plane is fitted at the given positions but applied at the computed ones.
    if (upward) near(residualElevation, elevation - place.elevation, 1e-4);
  }
  const [first] = points;
  const twice = localise([first!, first!, ...points.slice(1)], 'metre').points;
  assert.deepEqual(twice[0], twice[1], 'a repeated pair');
});

test('a grid in feet is localised in feet', () => {
  const foot = 0.3048;
  const site = { latitude: 40, longitude: -100 };
  const pairs = [
    [40.001, -100.002],
    [40.003, -99.998],
    [39.998, -100.001],
    [39.999, -99.997],
  ].map(([latitude, longitude], i) => {
    const { easting, northing } = projectLocally(site, latitude!, longitude!);
    const elevation = 900 + 3 * i;
    return control(`F${i}`, easting / foot, northing / foot, elevation, latitude!, longitude!, elevation + 70);
  });
  const { localisation } = localise(pairs, 'internationalFoot');
  near(helmertParameters(localisation.horizontal).scale, 1, 1e-6);
  const { easting, northing } = projectLocally(site, 40.002, -100);
  const found = applyLocalisation(localisation, 40.002, -100, 1000);
  near(found.easting, easting / foot, 1e-3);
  near(found.northing, northing / foot, 1e-3);
  near(found.elevation, 930, 1e-9);
  assert.ok(localisation.horizontalSigma < 1e-3 && localisation.verticalSigma < 1e-9);
});

test('a site is projected about the middle of its pairs, on whichever side of the 180th meridian they are written', () => {
  const longitudes = [179.98, -179.99, 179.995, -179.97];
  const pairs = longitudes.map((longitude, i) => {
    const { easting, northing } = projectLocally({ latitude: -17, longitude: 180 }, -17.01 + 0.01 * i, longitude);
    return control(`M${i}`, easting, northing, 5, -17.01 + 0.01 * i, longitude, 65);
  });
  for (const first of [0, 1, 2, 3]) {
    const turned = [...pairs.slice(first), ...pairs.slice(0, first)];
    const { localisation, points } = localise(turned, 'metre');
    near(((localisation.projection.longitude % 360) + 360) % 360, 180 + (-0.02 + 0.01 - 0.005 + 0.03) / 4, 1e-9);
    near(localisation.projection.latitude, -16.995, 1e-9);
    for (const { residualEasting, residualNorthing } of points)
      near(Math.hypot(residualEasting, residualNorthing), 0, 1e-3);
  }
});

test('one point with heights shifts them; a point for plan only has no height residual', () => {
  const pairs = [
    control('A', 1000, 2000, 10, 52, 13, 50),
    { ...control('B', 2000, 2000, 11, 52, 13.0145, 52), useVertical: false },
  ];
  const { localisation, points } = localise(pairs, 'metre');
  near(applyLocalisation(localisation, 52, 13.0145, 52).elevation, 12, 1e-12);
  near(points[0]!.residualElevation, 0, 1e-12);
  assert.ok(Number.isNaN(points[1]!.residualElevation));
  assert.ok(Number.isNaN(localisation.verticalSigma) && Number.isNaN(localisation.horizontalSigma));
  assert.throws(
    () => localise(pairs.slice(0, 1), 'metre'),
    (error: LocalisationError) => error.code === 'too-few-pairs' && error.name === 'LocalisationError',
  );
  assert.throws(() => localise([], 'metre'), LocalisationError);
});
