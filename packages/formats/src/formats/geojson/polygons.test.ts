import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Path } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { polygonsOf } from './polygons.ts';

type Position = readonly [easting: number, northing: number];

/** A square by its lower left corner and side, counter-clockwise by default. */
function square(e: number, n: number, side: number, clockwise = false): Position[] {
  const ring: Position[] = [
    [e, n],
    [e + side, n],
    [e + side, n + side],
    [e, n + side],
  ];
  return clockwise ? ring.reverse() : ring;
}

function areaOf(rings: readonly (readonly Position[])[]): Path {
  const path = new Path();
  for (const ring of rings) {
    path.ring();
    for (const [e, n] of ring) path.vertex(e, n, Number.NaN);
  }
  path.closed = true;
  return path;
}

/** Polygons as indices of their rings, outer first. */
function sorted(rings: readonly (readonly Position[])[]): number[][] {
  const path = areaOf(rings);
  const number = (from: number): number => path.rings.indexOf(from);
  return polygonsOf(path).map(({ outer, holes }) => [number(outer.from), ...holes.map(({ from }) => number(from))]);
}

describe('the rings of an area', () => {
  const CASES: Readonly<Record<string, readonly [rings: Position[][], polygons: number[][]]>> = {
    'one ring is a polygon': [[square(0, 0, 10)], [[0]]],
    'a ring inside is a hole in either direction': [
      [square(0, 0, 10), square(2, 2, 2), square(6, 6, 2, true)],
      [[0, 1, 2]],
    ],
    'a hole may precede its outer ring': [[square(2, 2, 2), square(0, 0, 10)], [[1, 0]]],
    'separate rings are polygons': [
      [square(0, 0, 10), square(20, 0, 10)],
      [[0], [1]],
    ],
    'an island in a hole is a separate polygon': [
      [square(0, 0, 10), square(1, 1, 8), square(2, 2, 6)],
      [[0, 1], [2]],
    ],
    'a hole in an island belongs to the island': [
      [square(0, 0, 10), square(1, 1, 8), square(2, 2, 6), square(3, 3, 4)],
      [
        [0, 1],
        [2, 3],
      ],
    ],
    'each hole belongs to its polygon': [
      [square(0, 0, 10), square(20, 0, 10), square(22, 2, 2), square(2, 2, 2)],
      [
        [0, 3],
        [1, 2],
      ],
    ],
    'a hole may touch the side of its ring': [[square(0, 0, 10), square(2, 0, 3)], [[0, 1]]],
    'rings of fewer than three vertices are left out': [[square(0, 0, 10), square(2, 2, 2).slice(0, 2)], [[0]]],
    'invalid rings leave nothing': [[square(0, 0, 10).slice(0, 2)], []],
    'the same ring twice is two parts, because neither is in the other': [
      [square(0, 0, 10), square(0, 0, 10)],
      [[0], [1]],
    ],
  };
  for (const [what, [rings, polygons]] of Object.entries(CASES))
    it(what, () => assert.deepEqual(sorted(rings), polygons));

  it('nested to any depth are polygons and holes alternately, in any order and direction', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.infiniteStream(fc.nat()), fc.boolean(), (depth, drawn, far) => {
        // Ring i is in ring i − 1. Full grid coordinates must work like small ones.
        const origin = far ? 5_812_345.678 : 0;
        const rings = Array.from({ length: depth }, (_, i) => ({
          depth: i,
          ring: square(origin + i, origin + i, 40 - 2 * i, drawn.next().value! % 2 === 1),
          place: drawn.next().value!,
        }));
        rings.sort((a, b) => a.place - b.place);
        const found = sorted(rings.map(({ ring }) => ring)).map((numbers) => numbers.map((i) => rings[i]!.depth));
        const expected = Array.from({ length: Math.ceil(depth / 2) }, (_, i) =>
          2 * i + 1 < depth ? [2 * i, 2 * i + 1] : [2 * i],
        );
        assert.deepEqual(
          found.sort((a, b) => a[0]! - b[0]!),
          expected,
        );
      }),
      { numRuns: 200 },
    );
  });

  describe('have a direction and an area, also far from the origin', () => {
    for (const origin of [0, 5_812_345.678, -4e7])
      describe(String(origin), () => {
        for (const clockwise of [false, true])
          it(clockwise ? 'clockwise' : 'anticlockwise', () => {
            const [polygon] = polygonsOf(areaOf([square(origin, origin, 2, clockwise)]));
            assert.ok(Math.abs(polygon!.outer.turn - (clockwise ? -8 : 8)) < 1e-6, String(polygon!.outer.turn));
          });
      });
  });

  it('beyond a thousand are separate parts, in linear time', () => {
    const rings = Array.from({ length: 1001 }, (_, i) => square(0, 0, 3000 - i));
    assert.equal(polygonsOf(areaOf(rings)).length, 1001);
    assert.equal(polygonsOf(areaOf(rings.slice(1))).length, 500);
    const many = Array.from({ length: 50_000 }, () => square(0, 0, 1));
    assert.equal(polygonsOf(areaOf(many)).length, 50_000);
  });
});
