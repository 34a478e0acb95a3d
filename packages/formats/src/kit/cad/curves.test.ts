import assert from 'node:assert/strict';
import test from 'node:test';
import { Path } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { issueOf } from '../../core/issues/issue-of.ts';
import { appendArc, appendCircle, sweepOfDegrees } from './arc.ts';
import { minorAxis, parameterOfAngle, strokeEllipse } from './ellipse.ts';
import { evenKnots, MOST_DEGREE, type Spline, splineFault, strokeSpline } from './spline.ts';

const near = (actual: number, expected: number, slack = 1e-9): void =>
  assert.ok(Math.abs(actual - expected) <= slack * Math.max(1, Math.abs(expected)), `${actual} is not ${expected}`);
const verticesOf = ({ coordinates, count }: Path): number[][] =>
  Array.from({ length: count }, (_, i) => Array.from(coordinates.subarray(3 * i, 3 * i + 3)));

test('the sweep from one angle to another is counter-clockwise, above 0 and at most a full circle', () => {
  for (const [from, to, degrees] of [
    [0, 90, 90],
    [90, 0, 270],
    [350, 10, 20],
    [0, 360, 360],
    [0, 720, 360],
    [0, 0, 360],
    [-90, 90, 180],
    [720, 30, 30],
    [0, 360.00000000000006, 360],
    [10, 9.999999999999998, 360],
    [0, 359.9999, 359.9999],
    [0, 1e-6, 1e-6],
  ] as const)
    near(sweepOfDegrees(from, to), (degrees * Math.PI) / 180, 1e-12);
  fc.assert(
    fc.property(
      fc.double({ min: -1e4, max: 1e4, noNaN: true }),
      fc.double({ min: -1e4, max: 1e4, noNaN: true }),
      (from, to) => {
        const sweep = sweepOfDegrees(from, to);
        assert.ok(sweep > 0 && sweep <= 2 * Math.PI + 1e-12);
        near(Math.cos((from * Math.PI) / 180 + sweep), Math.cos((to * Math.PI) / 180), 1e-8);
      },
    ),
  );
});

test('an arc has its vertices on the circle and a bulge per piece, negative for a clockwise sweep', () => {
  const path = new Path();
  appendArc(path, 10, 20, 5, 2, Math.PI / 2, -Math.PI);
  assert.deepEqual(
    verticesOf(path).map((v) => v.map((value) => Math.round(value * 1e9) / 1e9)),
    [
      [10, 22, 5],
      [10, 18, 5],
    ],
  );
  near(path.bulges[0]!, -1);
  appendArc(path.clear(), 0, 0, Number.NaN, 1, 0, 1.5 * Math.PI);
  assert.equal(path.count, 3);
  near(path.bulges[1]!, Math.tan((3 * Math.PI) / 16));
  assert.equal(path.bulges[2], 0);
  appendCircle(path.clear(), 1, 2, 3, 4);
  assert.deepEqual(
    [verticesOf(path), Array.from(path.bulges.subarray(0, 2))],
    [
      [
        [5, 2, 3],
        [-3, 2, 3],
      ],
      [1, 1],
    ],
  );
});

test('the minor axis is at right angles to the major one and to a normal of any length; its length follows the ratio', () => {
  assert.deepEqual(minorAxis([4, 0, 0], [0, 0, 1], 0.5), [0, 2, 0]);
  assert.deepEqual(
    minorAxis([4, 0, 0], [0, 0, -7], 0.5).map((v) => v + 0),
    [0, -2, 0],
  );
  assert.deepEqual(minorAxis([0, 3, 0], [5, 0, 0], 1), [0, 0, 3]);
  assert.deepEqual(
    minorAxis([1, 2, 3], [0, 0, 0], 1).map((v) => v + 0),
    [0, 0, 0],
  );
});

test('an ellipse is stroked from start to end in either direction and can continue a path', () => {
  const ellipse = { centre: [1, 2, 3], major: [4, 0, 0], minor: [0, 2, 0], start: 0, end: Math.PI } as const;
  const path = new Path();
  strokeEllipse(ellipse, 0.01, path);
  const whole = verticesOf(path);
  assert.deepEqual(whole[0], [5, 2, 3]);
  near(whole.at(-1)![0]!, -3);
  strokeEllipse({ ...ellipse, start: Math.PI, end: 0 }, 0.01, path.clear());
  for (const [i, v] of verticesOf(path).toReversed().entries()) for (const k of [0, 1]) near(v[k]!, whole[i]![k]!);
  strokeEllipse(ellipse, 0.01, path.clear(), true);
  assert.deepEqual(verticesOf(path), whole.slice(1));
});

test('chords of an ellipse follow from its larger axis: at least four in a full turn', () => {
  const path = new Path();
  for (const tolerance of [10, 0.1, 0.001, 1e-9]) {
    strokeEllipse(
      { centre: [0, 0, 0], major: [100, 0, 0], minor: [0, 1, 0], start: 0, end: 2 * Math.PI },
      tolerance,
      path.clear(),
    );
    assert.ok(path.count >= 5 && path.count <= 4097, `${tolerance}: ${path.count}`);
  }
});

test('the parameter of an angle is where the ellipse is seen in that direction, also beyond a full turn', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -20, max: 20, noNaN: true }),
      fc.double({ min: 0.01, max: 3, noNaN: true }),
      (a, ratio) => {
        const t = parameterOfAngle(a, ratio);
        assert.ok(Math.abs(t - a) < Math.PI / 2);
        const [e, n] = [Math.cos(t), ratio * Math.sin(t)];
        near(Math.hypot(e, n) * Math.cos(a), e);
        near(Math.hypot(e, n) * Math.sin(a), n);
        near(parameterOfAngle(a + 2 * Math.PI, ratio), t + 2 * Math.PI);
      },
    ),
  );
  for (const quarter of [-2, -1, 0, 1, 2, 3, 4])
    near(parameterOfAngle((quarter * Math.PI) / 2, 0.2), (quarter * Math.PI) / 2, 1e-12);
  for (const none of [0, -1, Number.NaN]) assert.equal(parameterOfAngle(1, none), 1);
});

/** A point of a B-spline by its definition, the recursion of Cox and de Boor. */
function byDefinition({ degree, knots, controls, weights }: Spline, t: number): number[] {
  const count = controls.length / 3;
  const basis = (i: number, p: number): number => {
    if (p === 0)
      return (knots[i]! <= t && t < knots[i + 1]!) || (t === knots.at(-1) && t === knots[i + 1] && knots[i]! < t)
        ? 1
        : 0;
    const [a, b] = [knots[i + p]! - knots[i]!, knots[i + p + 1]! - knots[i + 1]!];
    return (
      (a > 0 ? ((t - knots[i]!) / a) * basis(i, p - 1) : 0) +
      (b > 0 ? ((knots[i + p + 1]! - t) / b) * basis(i + 1, p - 1) : 0)
    );
  };
  const shares = Array.from({ length: count }, (_, i) => basis(i, degree) * (weights[i] ?? 1));
  const sum = shares.reduce((all, share) => all + share, 0);
  return [0, 1, 2].map((k) => shares.reduce((all, share, i) => all + share * controls[3 * i + k]!, 0) / sum);
}

/** Increasing knots: with clamped ends and inner ones that may repeat, or all different. */
const knots = (count: number, degree: number): fc.Arbitrary<number[]> => {
  const rising = (steps: readonly number[]): number[] =>
    steps.map((_, i) => steps.slice(0, i + 1).reduce((sum, step) => sum + step, 0));
  const inner = fc.array(fc.integer({ min: 0, max: 2 }), {
    minLength: count - degree - 1,
    maxLength: count - degree - 1,
  });
  const clamped = inner
    .map((steps) => rising(steps).map((knot) => knot + 1))
    .filter((all) => all.every((knot) => all.filter((other) => other === knot).length <= degree))
    .map((all) => [
      ...new Array<number>(degree + 1).fill(0),
      ...all,
      ...new Array<number>(degree + 1).fill((all.at(-1) ?? 0) + 1),
    ]);
  const size = count + degree + 1;
  return fc.oneof(clamped, fc.array(fc.integer({ min: 1, max: 3 }), { minLength: size, maxLength: size }).map(rising));
};

const spline: fc.Arbitrary<Spline> = fc.integer({ min: 1, max: 5 }).chain((degree) =>
  fc.integer({ min: degree + 1, max: degree + 5 }).chain((count) =>
    fc.record({
      degree: fc.constant(degree),
      knots: knots(count, degree),
      controls: fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 3 * count, maxLength: 3 * count }),
      weights: fc.oneof(
        fc.constant([]),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: count, maxLength: count }),
      ),
    }),
  ),
);

test('a spline of any degree, knots and weights passes through positions of its definition, over its whole range', () => {
  fc.assert(
    fc.property(spline, (curve) => {
      assert.equal(splineFault(curve), undefined);
      const { degree, knots, controls } = curve;
      const count = controls.length / 3;
      const path = new Path();
      strokeSpline(curve, 1, path, 100_000);
      const vertices = verticesOf(path);
      const [from, to] = [knots[degree]!, knots[count]!];
      const inner = knots.slice(degree, count + 1);
      for (const [vertex, t] of [
        [vertices[0]!, from],
        [vertices.at(-1)!, to],
      ] as const)
        for (const k of [0, 1, 2]) near(vertex[k]!, byDefinition(curve, t)[k]!, 1e-7);
      for (const knot of inner) {
        const at = byDefinition(curve, knot);
        assert.ok(
          vertices.some((v) => Math.hypot(v[0]! - at[0]!, v[1]! - at[1]!, v[2]! - at[2]!) < 1e-6),
          `${knot}`,
        );
      }
    }),
    { numRuns: 200 },
  );
});

test('no part of a spline is farther from its chords than the tolerance', () => {
  fc.assert(
    fc.property(spline, fc.constantFrom(1, 0.05), (curve, tolerance) => {
      assert.equal(splineFault(curve), undefined);
      const path = new Path();
      strokeSpline(curve, tolerance, path, 100_000);
      const vertices = verticesOf(path);
      const [from, to] = [curve.knots[curve.degree]!, curve.knots[curve.controls.length / 3]!];
      for (let i = 0; i < 50; i++) {
        const p = byDefinition(curve, from + ((to - from) * i) / 50);
        const off = Math.min(...vertices.slice(1).map((v, k) => distance(p, vertices[k]!, v)));
        // Each span is checked at three positions, so between them the distance can be a little larger.
        assert.ok(off <= 1.5 * tolerance + 1e-6, `${off}`);
      }
    }),
    { numRuns: 60 },
  );
});

function distance(p: readonly number[], a: readonly number[], b: readonly number[]): number {
  const d = [0, 1, 2].map((k) => b[k]! - a[k]!);
  const w = [0, 1, 2].map((k) => p[k]! - a[k]!);
  const square = d.reduce((sum, v) => sum + v * v, 0);
  const t = square > 0 ? Math.min(1, Math.max(0, d.reduce((sum, v, k) => sum + v * w[k]!, 0) / square)) : 0;
  return Math.hypot(...[0, 1, 2].map((k) => w[k]! - t * d[k]!));
}

test('every fault of a spline is named, and a valid spline has no fault', () => {
  const good: Spline = { degree: 2, knots: [0, 0, 0, 1, 1, 1], controls: [0, 0, 0, 1, 1, 1, 2, 0, 0], weights: [] };
  assert.equal(splineFault(good), undefined);
  for (const [change, expected] of [
    [{ degree: 1.5 }, /degree is 1.5/],
    [{ degree: Number.NaN }, /degree is NaN/],
    [{ degree: MOST_DEGREE + 1 }, /degree is 33/],
    [{ degree: 3 }, /3 control points are too few for degree 3/],
    [{ knots: [0, 0, 0, 1, 1] }, /5 knots, .* need 6/],
    [{ knots: [0, 0, 0, Number.NaN, 1, 1] }, /knot 4/],
    [{ knots: [0, 0, 1, 0, 1, 1] }, /knot 4 is smaller/],
    [{ knots: [0, 0, 0, 0, 0, 1] }, /no range/],
    [{ weights: [1, 1] }, /2 weights for 3/],
    [{ weights: [1, -1, 1] }, /not above 0/],
    [{ weights: [1, Number.NaN, 1] }, /not above 0/],
    [{ controls: [0, 0, 0, 1, Infinity, 1, 2, 0, 0] }, /not a number/],
  ] as const)
    assert.match(issueOf('spline-repaired', splineFault({ ...good, ...change })!).text, expected);
  for (let degree = 1; degree < 6; degree++)
    for (let count = degree + 1; count < 9; count++) {
      const controls = Array.from({ length: 3 * count }, (_, i) => i);
      assert.equal(splineFault({ degree, knots: evenKnots(count, degree), controls, weights: [] }), undefined);
    }
});

test('a spline never exceeds its limit of vertices and still reaches its end', () => {
  const curve: Spline = {
    degree: 3,
    knots: [0, 0, 0, 0, 1, 1, 1, 1],
    controls: [0, 0, 0, 1e6, 1e6, 0, -1e6, 1e6, 0, 7, 8, 9],
    weights: [],
  };
  const path = new Path();
  strokeSpline(curve, 1e-9, path, 100);
  assert.ok(path.count <= 120, `${path.count}`);
  assert.deepEqual(verticesOf(path).at(-1), [7, 8, 9]);
});

test('a spline that jumps at a knot is drawn up to the jump and from there on', () => {
  // Degree 2 with a knot repeated three times: two pieces, with and without a gap.
  const pieces = (gap: number): Spline => ({
    degree: 2,
    knots: [0, 0, 0, 1, 1, 1, 2, 2, 2],
    controls: [0, 0, 0, 1, 2, 0, 2, 0, 0, 2, gap, 0, 3, 2 + gap, 0, 4, gap, 0],
    weights: [],
  });
  const path = new Path();
  strokeSpline(pieces(5), 0.01, path, 1000);
  const vertices = verticesOf(path);
  const end = vertices.findIndex((v) => v[0] === 2 && v[1] === 0);
  assert.deepEqual(vertices[end + 1], [2, 5, 0]);
  strokeSpline(pieces(0), 0.01, path.clear(), 1000);
  assert.equal(path.count, vertices.length - 1);
});
