import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { Path } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { type FitCurve, type FitSpacing, splineThrough, strokeThrough } from './fit-spline.ts';
import { type Spline, splineFault, strokeSpline } from './spline.ts';

const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../../shared/corpus');

type Triple = [number, number, number];
const triple = (at: readonly number[], i: number): Triple => [at[3 * i]!, at[3 * i + 1]!, at[3 * i + 2]!];
const near = (actual: number, expected: number, slack: number, what = ''): void =>
  assert.ok(Math.abs(actual - expected) <= slack, `${what}: ${actual} is not ${expected}`);

/** The growth of the parameter in each piece. */
function stepsOf(fits: readonly number[], spacing: FitSpacing): number[] {
  return Array.from({ length: fits.length / 3 - 1 }, (_, i) => {
    const [a, b] = [triple(fits, i), triple(fits, i + 1)];
    const chord = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
    return spacing === 'chord' ? chord : spacing === 'root' ? Math.sqrt(chord) : 1;
  });
}

/**
 * First and second derivatives at both ends of piece `i` (a Bézier curve) with respect to its parameter of length
 * `step`.
 */
function derivatives({ controls }: Spline, i: number, step: number, k: number): number[] {
  const [p0, p1, p2, p3] = [0, 1, 2, 3].map((j) => controls[3 * (3 * i + j) + k]!) as [number, number, number, number];
  return [3 * (p1 - p0), 6 * (p2 - 2 * p1 + p0), 3 * (p3 - p2), 6 * (p3 - 2 * p2 + p1)].map((value, order) =>
    order % 2 === 0 ? value / step : value / step / step,
  );
}

const position = fc.tuple(
  fc.integer({ min: -90, max: 90 }),
  fc.integer({ min: -90, max: 90 }),
  fc.integer({ min: -9, max: 9 }),
);
/** Positions, each different from the one before it; the last differs from the first. */
const positions = (least: number): fc.Arbitrary<number[]> =>
  fc.uniqueArray(position, { minLength: least, maxLength: 9, selector: String }).map((all) => all.flat());
const spacings = fc.constantFrom<FitSpacing>('chord', 'root', 'even');

test("the curve through AutoCAD's fit points equals the control points that AutoCAD stored with them", () => {
  const lines = readFileSync(join(CORPUS, 'dxf/uncommon.dxf'), 'latin1').split(/\r?\n/);
  const start = lines.findIndex((line, i) => i % 2 === 1 && line === 'SPLINE' && lines[i + 2] === '251');
  const own: [number, number][] = [];
  for (let i = start + 1; Number(lines[i]) !== 0; i += 2) own.push([Number(lines[i]), Number(lines[i + 1])]);
  const all = (code: number): number[] => own.filter(([found]) => found === code).map(([, value]) => value);
  const join3 = (code: number): number[] =>
    all(code).flatMap((value, i) => [value, all(code + 10)[i]!, all(code + 20)[i]!]);
  const stored: Spline = { degree: 3, knots: all(40), controls: join3(10), weights: [] };
  assert.equal(splineFault(stored), undefined);
  const ours = splineThrough({ fits: join3(11) })!;
  assert.equal(join3(11).length, 36);
  // Both are cubic from knot to knot, so four positions in each piece decide.
  const [path, theirs] = [new Path(), new Path()];
  strokeSpline(ours, 1e-3, path, 10_000);
  strokeSpline(stored, 1e-3, theirs, 10_000);
  assert.equal(path.count, theirs.count);
  for (let i = 0; i < 3 * path.count; i++) near(path.coordinates[i]!, theirs.coordinates[i]!, 1e-9, String(i));
});

test('two evenly spaced fit points with the derivatives that AutoCAD stored give its control points', () => {
  // SPLINE 434 of sample_AC1027: fit points and tangents from the DWG, control points from the DXF.
  const { controls } = splineThrough({
    fits: [250.45879078322412, 17.426024184844767, 0, 259.2245511100041, 27.28750455247221, 0],
    spacing: 'even',
    start: [12.764940978905884, 32.4868715404406, 0],
    end: [-0.4902389308192596, 29.35314911115819, 0],
  })!;
  const expected = [250.45879, 17.42602, 0, 254.71377, 28.25498, 0, 259.38796, 17.50312, 0, 259.22455, 27.2875, 0];
  for (const [i, value] of expected.entries()) near(controls[i]!, value, 1e-5, String(i));
});

test('an open curve meets its positions with continuous slope and curvature, and no curvature at its ends', () => {
  fc.assert(
    fc.property(positions(2), spacings, (fits, spacing) => {
      const curve = splineThrough({ fits, spacing })!;
      assert.equal(splineFault(curve), undefined);
      const steps = stepsOf(fits, spacing);
      for (let i = 0; i <= steps.length; i++) assert.deepEqual(triple(curve.controls, 3 * i), triple(fits, i));
      for (const k of [0, 1, 2]) {
        for (let i = 1; i < steps.length; i++) {
          const [, , slope, bend] = derivatives(curve, i - 1, steps[i - 1]!, k);
          const [nextSlope, nextBend] = derivatives(curve, i, steps[i]!, k);
          near(nextSlope!, slope!, 1e-6, 'slope');
          near(nextBend!, bend!, 1e-6, 'curvature');
        }
        near(derivatives(curve, 0, steps[0]!, k)[1]!, 0, 1e-6, 'curvature at the start');
        near(derivatives(curve, steps.length - 1, steps.at(-1)!, k)[3]!, 0, 1e-6, 'curvature at the end');
      }
    }),
  );
});

test('ends keep a stated derivative: its direction where the parameter is a length, the whole vector elsewhere', () => {
  fc.assert(
    fc.property(positions(2), spacings, fc.boolean(), (fits, spacing, both) => {
      const [start, end] = [[3, -4, 0] as const, [0, 0, 2] as const];
      const curve = splineThrough({ fits, spacing, start, ...(both ? { end } : {}) })!;
      const steps = stepsOf(fits, spacing);
      const last = steps.length - 1;
      for (const k of [0, 1, 2]) {
        near(derivatives(curve, 0, steps[0]!, k)[0]!, start[k]! / (spacing === 'chord' ? 5 : 1), 1e-6, 'start');
        const [, , slope, bend] = derivatives(curve, last, steps[last]!, k);
        if (both) near(slope!, end[k]! / (spacing === 'chord' ? 2 : 1), 1e-6, 'end');
        else near(bend!, 0, 1e-6, 'free end');
      }
    }),
  );
});

test('a closed curve has no step anywhere, not even where it starts', () => {
  fc.assert(
    fc.property(positions(3), spacings, fc.boolean(), (fits, spacing, repeats) => {
      const round = [...fits, ...fits.slice(0, 3)];
      const curve = splineThrough({ fits: repeats ? round : fits, spacing, closed: true })!;
      const steps = stepsOf(round, spacing);
      assert.equal(curve.controls.length, 3 * (3 * steps.length + 1));
      for (let i = 0; i < steps.length; i++)
        for (const k of [0, 1, 2]) {
          const next = (i + 1) % steps.length;
          const [, , slope, bend] = derivatives(curve, i, steps[i]!, k);
          const [nextSlope, nextBend] = derivatives(curve, next, steps[next]!, k);
          near(nextSlope!, slope!, 1e-6, 'slope');
          near(nextBend!, bend!, 1e-6, 'curvature');
        }
    }),
  );
});

test('repeated positions make no difference; a single place gives no curve; there and back is straight', () => {
  const fits = [0, 0, 0, 4, 3, 0, 9, 0, 1];
  const again = [0, 0, 0, 0, 0, 0, 4, 3, 0, 4, 3, 0, 4, 3, 0, 9, 0, 1, 9, 0, 1];
  assert.deepEqual(splineThrough({ fits: again }), splineThrough({ fits }));
  for (const none of [[], [1, 2, 3], [1, 2, 3, 1, 2, 3], [1, 2]])
    for (const closed of [false, true]) {
      const path = new Path();
      assert.equal(strokeThrough({ fits: none, closed }, 0.001, path, 100), false);
      assert.equal(path.count, 0);
    }
  const path = new Path();
  assert.ok(strokeThrough({ fits: [0, 0, 0, 8, 6, 0], closed: true }, 0.001, path, 100));
  for (let i = 0; i < path.count; i++) near(path.coordinates[3 * i]! * 6, path.coordinates[3 * i + 1]! * 8, 1e-12);
  assert.deepEqual(Array.from(path.coordinates.subarray(3 * path.count - 3, 3 * path.count)), [0, 0, 0]);
  assert.equal(Math.max(...path.coordinates.subarray(0, 3 * path.count)), 8);
});

test('any positions give finite numbers or a named fault; an end with a zero direction is free', () => {
  const wild = fc.array(fc.double(), { minLength: 3, maxLength: 18 });
  fc.assert(
    fc.property(wild, fc.boolean(), spacings, (fits, closed, spacing) => {
      const path = new Path();
      strokeThrough({ fits, closed, spacing }, 0.001, path, 1000);
      assert.ok(path.count <= 1000 + 8 * fits.length);
    }),
  );
  const free = splineThrough({ fits: [0, 0, 0, 4, 3, 0, 9, 0, 1] });
  for (const start of [
    [0, 0, 0],
    [Number.NaN, 1, 0],
    [Infinity, 0, 0],
  ] as const) {
    const curve: FitCurve = { fits: [0, 0, 0, 4, 3, 0, 9, 0, 1], start, end: start };
    assert.deepEqual(splineThrough(curve), free);
  }
});

test('a thousand positions on a circle give a circle', () => {
  const fits = Array.from({ length: 1000 }, (_, i) => {
    const turn = (2 * Math.PI * i) / 1000;
    return [100 * Math.cos(turn), 100 * Math.sin(turn), 7];
  }).flat();
  const path = new Path();
  assert.ok(strokeThrough({ fits, closed: true }, 1e-4, path, 100_000));
  for (let i = 0; i < path.count; i++)
    near(Math.hypot(path.coordinates[3 * i]!, path.coordinates[3 * i + 1]!), 100, 1e-8);
});
