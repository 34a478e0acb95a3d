import assert from 'node:assert/strict';
import test from 'node:test';
import { Path } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { Affine } from './affine.ts';
import { appendArc, sweepOfDegrees } from './arc.ts';
import { BlockGraph } from './block-graph.ts';
import { minorAxis, strokeEllipse } from './ellipse.ts';
import { setExtrusion } from './extrusion.ts';
import { clipInfinite } from './infinite-lines.ts';
import { evenKnots, type Spline, splineFault, strokeSpline } from './spline.ts';
import { VertexIndex } from './vertex-index.ts';

const coordinate = fc.double({ min: -1000, max: 1000, noNaN: true });
const near = (a: number, b: number, slack = 1e-9): void => assert.ok(Math.abs(a - b) <= slack, `${a} is not ${b}`);

test('composing maps equals applying them one after the other, also in place', () => {
  const factors = fc.array(coordinate, { minLength: 12, maxLength: 12 });
  fc.assert(
    fc.property(factors, factors, coordinate, coordinate, coordinate, (f, g, e, n, z) => {
      const [outer, inner] = [new Affine().set(f), new Affine().set(g)];
      const both = new Affine().compose(outer, inner);
      const [e1, n1, z1] = [inner.easting(e, n, z), inner.northing(e, n, z), inner.elevation(e, n, z)];
      near(both.easting(e, n, z), outer.easting(e1, n1, z1), 1e-2);
      near(both.elevation(e, n, z), outer.elevation(e1, n1, z1), 1e-2);
      assert.deepEqual(new Affine().copy(outer).compose(new Affine().copy(outer), inner).m, both.m);
      inner.compose(outer, inner);
      assert.deepEqual(inner.m, both.m);
      outer.compose(outer, new Affine().set(g));
      assert.deepEqual(outer.m, both.m);
    }),
    { numRuns: 200 },
  );
});

test('a map classifies itself: keeps circles, mirrors, identity', () => {
  const turn = new Affine().set([0, -2, 0, 5, 2, 0, 0, 6, 0, 0, 1, 0]);
  assert.deepEqual([turn.keepsArcs, turn.mirrors, turn.scale, turn.isIdentity], [true, false, 2, false]);
  assert.deepEqual([new Affine().isIdentity, new Affine().keepsNoElevation], [true, true]);
  assert.equal(new Affine().set([-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]).mirrors, true);
  assert.equal(new Affine().set([3, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]).keepsArcs, false);
  assert.equal(new Affine().set([1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0]).keepsArcs, false);
  assert.equal(new Affine().set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 7]).keepsNoElevation, false);
});

test('extrusion axes are perpendicular, of length 1 and right-handed', () => {
  fc.assert(
    fc.property(coordinate, coordinate, coordinate, (x, y, z) => {
      fc.pre(Math.hypot(x, y, z) > 1e-3);
      const frame = new Affine();
      assert.ok(setExtrusion(frame, x, y, z));
      const { m } = frame;
      const axis = (k: number): number[] => [m[k]!, m[4 + k]!, m[8 + k]!];
      const dot = (a: number[], b: number[]): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
      for (const [i, j] of [
        [0, 1],
        [1, 2],
        [0, 2],
      ] as const)
        near(dot(axis(i), axis(j)), 0);
      for (const i of [0, 1, 2]) near(dot(axis(i), axis(i)), 1);
      const [a, b] = [axis(0), axis(1)];
      near(a[0]! * b[1]! - a[1]! * b[0]!, axis(2)[2]!);
    }),
  );
  const flipped = new Affine();
  setExtrusion(flipped, 0, 0, -1);
  assert.deepEqual([flipped.easting(3, 4, 5), flipped.northing(3, 4, 5), flipped.elevation(3, 4, 5)], [-3, 4, -5]);
  assert.equal(setExtrusion(flipped, 0, 0, 0), false);
  assert.equal(flipped.isIdentity, true);
});

test('an arc ends where its angle says and never has a bulge above 1', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 360, noNaN: true }),
      fc.double({ min: 0, max: 360, noNaN: true }),
      (from, to) => {
        const path = new Path();
        appendArc(path, 10, 20, 5, 2, (from / 180) * Math.PI, sweepOfDegrees(from, to));
        near(path.coordinates[3 * path.count - 3]!, 10 + 2 * Math.cos((to / 180) * Math.PI));
        near(path.coordinates[3 * path.count - 2]!, 20 + 2 * Math.sin((to / 180) * Math.PI));
        for (let i = 0; i < path.count; i++) assert.ok(path.bulges[i]! >= 0 && path.bulges[i]! <= 1 + 1e-12);
      },
    ),
  );
});

test('every chord of an ellipse stays within the tolerance', () => {
  const path = new Path();
  const major = [8, 3, 0] as const;
  const minor = minorAxis(major, [0, 0, 1], 0.3);
  strokeEllipse({ centre: [100, 200, 1], major, minor, start: 0.3, end: 5 }, 0.01, path);
  const [a, b] = [Math.hypot(...major), Math.hypot(...minor)];
  for (let i = 0; i + 1 < path.count; i++) {
    const { coordinates: c } = path;
    const [e, n] = [(c[3 * i]! + c[3 * i + 3]!) / 2 - 100, (c[3 * i + 1]! + c[3 * i + 4]!) / 2 - 200];
    const u = (e * major[0] + n * major[1]) / a;
    const v = (e * minor[0] + n * minor[1]) / b;
    // The middle of a chord is inside the circle; scaled up to the ellipse it moves by at most the tolerance.
    const ratio = Math.hypot(u / a, v / b);
    assert.ok(ratio <= 1 + 1e-12 && (1 / ratio - 1) * Math.hypot(u, v) <= 0.01);
  }
});

test('a rational spline draws a circle, a polygon stays a polygon, and faults are named', () => {
  const w = Math.SQRT1_2;
  const circle: Spline = {
    degree: 2,
    knots: [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4],
    controls: [1, 0, 0, 1, 1, 0, 0, 1, 0, -1, 1, 0, -1, 0, 0, -1, -1, 0, 0, -1, 0, 1, -1, 0, 1, 0, 0],
    weights: [1, w, 1, w, 1, w, 1, w, 1],
  };
  assert.equal(splineFault(circle), undefined);
  const path = new Path();
  strokeSpline(circle, 1e-4, path, 10_000);
  assert.ok(path.count > 30 && path.count < 2000);
  for (let i = 0; i < path.count; i++)
    near(Math.hypot(path.coordinates[3 * i]!, path.coordinates[3 * i + 1]!), 1, 1e-12);
  const polygon: Spline = { degree: 1, knots: [0, 0, 1, 2, 2], controls: [0, 0, 0, 1, 0, 0, 1, 1, 0], weights: [] };
  strokeSpline(polygon, 1e-4, path.clear(), 100);
  assert.equal(path.count, 3);
  assert.deepEqual(splineFault({ ...polygon, knots: [0, 0, 2, 1, 2] }), { fault: 'knots-descend', knot: 4 });
  assert.equal(splineFault({ ...polygon, knots: [0, 0, 0, 0, 0] })?.fault, 'knots-alike');
  assert.equal(splineFault({ ...polygon, knots: [0, 1] })?.fault, 'knot-count');
  assert.equal(splineFault({ ...polygon, weights: [1, 0, 1] })?.fault, 'weight-not-positive');
  assert.deepEqual(splineFault({ ...polygon, degree: 0 }), { fault: 'degree', degree: 0 });
  assert.equal(
    splineFault({ ...polygon, controls: [0, 0, Number.NaN, 1, 0, 0, 1, 1, 0] })?.fault,
    'control-not-finite',
  );
  assert.equal(splineFault({ ...polygon, knots: evenKnots(3, 1) }), undefined);
});

test('infinite lines are cut at the box grown by a tenth', () => {
  const box = { minEasting: 0, minNorthing: 0, maxEasting: 100, maxNorthing: 50 };
  assert.deepEqual(clipInfinite([50, 25], [1, 0], false, box), [-60, 60]);
  assert.deepEqual(clipInfinite([50, 25], [0, 2], true, box), [0, 17.5]);
  assert.equal(clipInfinite([50, 500], [1, 0], false, box), undefined);
  assert.equal(clipInfinite([500, 25], [1, 0], true, box), undefined);
  assert.deepEqual(clipInfinite([7, 7], [1, 0], false, null), [-1000, 1000]);
  // A drawing without any size gets one unit on either side.
  const dot = { minEasting: 5, minNorthing: 5, maxEasting: 5, maxNorthing: 5 };
  assert.deepEqual(clipInfinite([5, 5], [1, 0], false, dot), [-1, 1]);
});

test('equal positions share a number, in any order and any number', () => {
  const index = new VertexIndex();
  const at = (i: number): [number, number, number] => [4468000 + (i % 50) / 7, 5334000 + Math.floor(i / 50) / 7, i % 3];
  const ids = Array.from({ length: 5000 }, (_, i) => index.add(...at(i)));
  assert.deepEqual(
    Array.from({ length: 5000 }, (_, i) => index.add(...at(i))),
    ids,
  );
  assert.equal(new Set(ids).size, 5000);
  assert.equal(index.length, 5000);
  assert.equal(index.add(0, 0, 0), index.add(-0, 0, -0));
});

test('block references: weights multiply, circular ones are found, long chains do not overflow', () => {
  const graph = new BlockGraph(
    [2, 1, 5, 1, 0],
    [
      [],
      [
        { to: 0, times: 10 },
        { to: 2, times: 3 },
      ],
      [{ to: 3, times: 1 }],
      [{ to: 2, times: 1 }],
      [{ to: 1, times: 4 }],
    ],
  );
  assert.deepEqual(Array.from(graph.weights), [2, 36, 5, 1, 144]);
  assert.deepEqual([graph.isCircular(2, 3), graph.isCircular(1, 0), graph.isCircular(0, 0)], [true, false, true]);
  assert.deepEqual(Array.from(graph.depths), [1, 2, 1, 1, 3]);
  const size = 200_000;
  const chain = new BlockGraph(
    new Array(size).fill(1),
    Array.from({ length: size }, (_, i) => (i === 0 ? [] : [{ to: i - 1, times: 1 }])),
  );
  assert.equal(chain.weights[size - 1], size);
});
