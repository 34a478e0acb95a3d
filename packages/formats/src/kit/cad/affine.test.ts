import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { Affine } from './affine.ts';
import { setExtrusion } from './extrusion.ts';

// Affine maps, compared with products of plain 4 × 4 matrices.

const whole = fc.integer({ min: -20, max: 20 });
const factors = fc.array(whole, { minLength: 12, maxLength: 12 });
const place = fc.tuple(whole, whole, whole);
type Place = readonly [number, number, number];

const by = (map: Affine, [e, n, z]: Place): Place => [
  map.easting(e, n, z),
  map.northing(e, n, z),
  map.elevation(e, n, z),
];
/** Three rows of four times a position, written out. */
const rows = (f: readonly number[], [e, n, z]: Place): Place => [
  f[0]! * e + f[1]! * n + f[2]! * z + f[3]!,
  f[4]! * e + f[5]! * n + f[6]! * z + f[7]!,
  f[8]! * e + f[9]! * n + f[10]! * z + f[11]!,
];

test('a map is three rows of factors, each ending with its offset', () => {
  fc.assert(fc.property(factors, place, (f, at) => assert.deepEqual(by(new Affine().set(f), at), rows(f, at))));
});

test('composing maps is associative and equals applying them one after the other', () => {
  fc.assert(
    fc.property(factors, factors, factors, place, (f, g, h, at) => {
      const [a, b, c] = [f, g, h].map((all) => new Affine().set(all)) as [Affine, Affine, Affine];
      const expected = rows(f, rows(g, rows(h, at)));
      const left = new Affine().compose(new Affine().compose(a, b), c);
      const right = new Affine().compose(a, new Affine().compose(b, c));
      assert.deepEqual([by(left, at), by(right, at)], [expected, expected]);
    }),
  );
});

test('a rotation and a scale are set with the shift that follows them', () => {
  const [c, s] = [Math.cos(0.3), Math.sin(0.3)];
  const turn = new Affine().set(new Array(12).fill(9)).setTurn(c, s, 10, 20, 30);
  assert.deepEqual(by(turn, [1, 0, 5]), [10 + c, 20 + s, 35]);
  assert.deepEqual(by(turn, [0, 1, 0]), [10 - s, 20 + c, 30]);
  const scale = new Affine().set(new Array(12).fill(9)).setScale(2, -3, 4, 10, 20, 30);
  assert.deepEqual(by(scale, [1, 1, 1]), [12, 17, 34]);
  assert.deepEqual([turn.keepsArcs, turn.mirrors, scale.keepsArcs, scale.mirrors], [true, false, false, true]);
});

test('a copy is independent of its original, and a reset map does nothing', () => {
  const map = new Affine().set([0, -1, 0, 5, 1, 0, 0, 6, 0, 0, 1, 7]);
  const copy = new Affine().copy(map);
  map.reset();
  assert.deepEqual([by(map, [1, 2, 3]), map.isIdentity], [[1, 2, 3], true]);
  assert.deepEqual([by(copy, [1, 2, 3]), copy.isIdentity, copy.keepsNoElevation], [[3, 7, 10], false, false]);
});

/** The facts that a map keeps. */
const facts = ({ isIdentity, keepsArcs, mirrors, keepsNoElevation }: Affine): boolean[] => [
  isIdentity,
  keepsArcs,
  mirrors,
  keepsNoElevation,
];

test('facts of a map: identity, keeps arcs, mirrors, keeps missing elevations', () => {
  const T = true;
  const F = false;
  const cases: [string, number[], boolean[]][] = [
    ['nothing', [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], [T, T, F, T]],
    ['a shift in plan', [1, 0, 0, 5, 0, 1, 0, 6, 0, 0, 1, 0], [F, T, F, T]],
    ['a shift upward', [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 6], [F, T, F, F]],
    ['a half turn', [-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0], [F, T, F, T]],
    ['a mirror', [1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0], [F, T, T, T]],
    ['a view from below', [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0], [F, T, T, T]],
    ['only heights, three times as large', [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 3, 0], [F, T, F, T]],
    ['wider than high', [2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], [F, F, F, T]],
    ['a slope', [1, 0, 0, 0, 0, 1, 0, 0, 0.5, 0, 1, 0], [F, F, F, F]],
    ['a shear', [1, 0.5, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], [F, F, F, T]],
    ['flat on a wall', [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0], [F, F, F, F]],
  ];
  for (const [name, f, expected] of cases) assert.deepEqual(facts(new Affine().set(f)), expected, name);
});

test('rounding in a rotation does not make a circle an ellipse, a millimetre in a kilometre does', () => {
  for (let degrees = 1; degrees < 360; degrees += 7) {
    const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    const turn = new Affine().setTurn(c, s, 1e6, 1e6, 0);
    const often = new Affine();
    for (let i = 0; i < 20; i++) often.compose(turn, often);
    assert.deepEqual([often.keepsArcs, often.mirrors], [true, false], `${degrees}`);
  }
  assert.equal(new Affine().setScale(1, 1.000001, 1, 0, 0, 0).keepsArcs, false);
});

test('no length along an axis grows by more than the stretch; the scale in plan is that of a map that keeps circles', () => {
  fc.assert(
    fc.property(factors, fc.integer({ min: 0, max: 2 }), (f, axis) => {
      const map = new Affine().set(f);
      const along: Place = [axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0];
      const [from, to] = [by(map, [0, 0, 0]), by(map, along)];
      assert.ok(Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]) <= map.stretch + 1e-9);
    }),
  );
  assert.equal(new Affine().setScale(3, -3, 9, 0, 0, 0).scale, 3);
});

test('a map with a NaN or infinite factor at any place is not finite', () => {
  for (let i = 0; i < 12; i++)
    for (const value of [Number.NaN, Infinity, -Infinity]) {
      const map = new Affine();
      map.m[i] = value;
      assert.equal(map.classify().isFinite, false, `${i} ${value}`);
    }
  assert.equal(new Affine().set(new Array(12).fill(1e308)).isFinite, true);
});

test('axes of an extrusion, by hand: up, down, along the axes and on either side of the limit of 1/64', () => {
  const axes = (x: number, y: number, z: number): number[][] => {
    const map = new Affine();
    assert.equal(setExtrusion(map, x, y, z), true);
    return [0, 1, 2].map((k) =>
      [map.m[k]!, map.m[4 + k]!, map.m[8 + k]!].map((value) => Math.round(value * 1e6) / 1e6 + 0),
    );
  };
  assert.deepEqual(axes(0, 0, 1), [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ]);
  assert.deepEqual(axes(0, 0, 250), [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ]);
  assert.deepEqual(axes(0, 0, -1), [
    [-1, 0, 0],
    [0, 1, 0],
    [0, 0, -1],
  ]);
  assert.deepEqual(axes(1, 0, 0), [
    [0, 1, 0],
    [0, 0, 1],
    [1, 0, 0],
  ]);
  assert.deepEqual(axes(-1, 0, 0), [
    [0, -1, 0],
    [0, 0, 1],
    [-1, 0, 0],
  ]);
  assert.deepEqual(axes(0, 1, 0), [
    [-1, 0, 0],
    [0, 0, 1],
    [0, 1, 0],
  ]);
  assert.deepEqual(axes(0, -1, 0), [
    [1, 0, 0],
    [0, 0, 1],
    [0, -1, 0],
  ]);
  // Just inside 1/64 the X axis is Y × N, in the plane of X and Z; just outside it is Z × N, which is level.
  const [inside] = axes(0, 0.0156, 1);
  const [outside] = axes(0, 0.0157, 1);
  assert.deepEqual(inside, [1, 0, 0]);
  assert.deepEqual(outside, [-1, 0, 0]);
});

test('a direction of length 0 or NaN gives the identity', () => {
  for (const [x, y, z] of [
    [0, 0, 0],
    [Number.NaN, 0, 1],
    [Infinity, 0, 0],
    [-1.7e308, 1.7e308, 1.7e308],
  ] as const) {
    const map = new Affine().set(new Array(12).fill(5));
    assert.equal(setExtrusion(map, x, y, z), false, `${x} ${y} ${z}`);
    assert.equal(map.isIdentity, true);
  }
  const tiny = new Affine();
  assert.equal(setExtrusion(tiny, 0, 0, -1e-300), true);
  assert.equal(tiny.easting(1, 0, 0), -1);
});
