import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dashesByName } from '@fieldbridge/fieldjob';
import { NO_HEIGHT, PATH_FLAGS, type PathChunk } from '@fieldbridge/view-wire';
import { fillRings } from './fill.ts';
import { crossing } from './pick.ts';
import { strokeChunk } from './stroke.ts';

/** A chunk of closed rings; rings after the first are of the same area. */
function rings(...shapes: readonly (readonly number[])[]): PathChunk {
  let end = 0;
  const count = shapes.length;
  return {
    ...{ kind: 'paths', head: { kind: 0, easting: 0, northing: 0, elevation: 0, step: 1 }, height: null },
    plan: Int32Array.from(shapes.flat()),
    ends: Uint32Array.from(shapes, (shape) => (end += shape.length / 2)),
    flags: Uint8Array.from(shapes, (_, i) => PATH_FLAGS.closed | PATH_FLAGS.area | (i > 0 ? PATH_FLAGS.inner : 0)),
    ...{ table: new Uint8Array(count), row: new Uint32Array(count), pen: new Uint16Array(count) },
    ...{ arcs: new Uint32Array(0), bulges: new Float32Array(0) },
  };
}

/** Total area of the triangles that fill a chunk of one area. */
function filled(chunk: PathChunk): number {
  const strokes = strokeChunk(chunk, 1);
  const triangles = fillRings(chunk, strokes, [0]);
  const { plan } = strokes;
  let area = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = triangles.slice(i, i + 3).map((v) => [plan[2 * v]!, plan[2 * v + 1]!]) as [
      number[],
      number[],
      number[],
    ];
    const twice = (b[0]! - a[0]!) * (c[1]! - a[1]!) - (b[1]! - a[1]!) * (c[0]! - a[0]!);
    assert.ok(twice > 0, 'counter-clockwise');
    area += twice / 2;
  }
  return area;
}

const square = (x: number, y: number, size: number) => [x, y, x + size, y, x + size, y + size, x, y + size];
const FILLED: readonly (readonly [string, readonly (readonly number[])[], number])[] = [
  ['a square', [square(0, 0, 10)], 100],
  ['a square clockwise', [[0, 0, 0, 10, 10, 10, 10, 0]], 100],
  ['an L', [[0, 0, 20, 0, 20, 10, 10, 10, 10, 20, 0, 20]], 300],
  ['a square with a hole', [square(0, 0, 100), square(40, 40, 10)], 9900],
  ['a square with three holes', [square(0, 0, 100), square(10, 10, 10), square(70, 20, 10), square(40, 60, 10)], 9700],
  ['two parts', [square(0, 0, 10), square(50, 0, 20)], 500],
  ['an island in a hole', [square(0, 0, 100), square(20, 20, 60), square(40, 40, 10)], 6500],
  ['a line without width', [[0, 0, 10, 0, 20, 0]], 0],
  ['two corners', [[0, 0, 5, 5]], 0],
  ['corners twice', [[0, 0, 0, 0, 10, 0, 10, 0, 10, 10, 0, 10]], 100],
];

describe('filled areas', () => {
  for (const [name, shapes, area] of FILLED)
    it(`${name}: ${area}`, () => {
      assert.equal(filled(rings(...shapes)), area);
    });

  it('of very many corners are not filled', () => {
    const ring = Array.from({ length: 3000 }, (_, i) => [
      Math.round(1e6 * Math.cos((i * Math.PI) / 1500)),
      Math.round(1e6 * Math.sin((i * Math.PI) / 1500)),
    ]);
    assert.equal(filled(rings(ring.flat())), 0);
  });
});

describe('stroked chunks', () => {
  const half = { arcs: Uint32Array.of(0), bulges: Float32Array.of(1), flags: Uint8Array.of(0) };

  describe('stay within the tolerance of their arcs', () => {
    for (const bulge of [1, -1, 0.4, 3])
      it(`${bulge}`, () => {
        const chunk = { ...rings([0, 0, 2_000_000, 0]), ...half, bulges: Float32Array.of(bulge) };
        const { plan, ends } = strokeChunk(chunk, 100);
        assert.equal(ends[0]! * 2, plan.length);
        // Through the ends and the top, half a chord times the bulge to the right of the chord for a positive one.
        const top = -bulge * 1_000_000;
        const centre = (top * top - 1e12) / (2 * top);
        const radius = Math.hypot(1_000_000, centre);
        for (let v = 0; v < plan.length / 2; v++)
          assert.ok(Math.abs(Math.hypot(plan[2 * v]! - 1_000_000, plan[2 * v + 1]! - centre) - radius) < 2);
        for (let v = 1; v < plan.length / 2; v++) {
          const [x, y] = [(plan[2 * v]! + plan[2 * v - 2]!) / 2, (plan[2 * v + 1]! + plan[2 * v - 1]!) / 2];
          assert.ok(radius - Math.hypot(x - 1_000_000, y - centre) < 102);
        }
      });
  });

  it('of closed paths end where they begin, arcs there included, and know their heights', () => {
    const chunk = {
      ...rings([0, 0, 100, 0, 100, 100]),
      ...{ arcs: Uint32Array.of(2), bulges: Float32Array.of(0.5), height: Int32Array.of(0, 10, NO_HEIGHT) },
    };
    const { plan, height } = strokeChunk(chunk, 1);
    assert.deepEqual([...plan.slice(-2)], [0, 0]);
    assert.ok(plan.length > 8 && height!.length === plan.length / 2);
    assert.deepEqual([height![0], height![1], height![3]], [0, 10, NO_HEIGHT]);
  });

  it('without arcs that are open are not copied', () => {
    const chunk = { ...rings([0, 0, 5, 5]), flags: Uint8Array.of(0) };
    assert.equal(strokeChunk(chunk, 1), chunk);
  });
});

describe('crossings', () => {
  it('are found far from the origin, and only within both segments', () => {
    const [e, n] = [504_700, 6_959_000];
    assert.deepEqual(crossing([e, n], [e + 10, n + 10], [e, n + 10], [e + 10, n]), [e + 5, n + 5]);
    assert.equal(crossing([e, n], [e + 4, n + 4], [e, n + 10], [e + 10, n]), undefined);
    assert.equal(crossing([e, n], [e + 4, n], [e, n + 1], [e + 4, n + 1]), undefined);
  });
});

describe('line types', () => {
  for (const [name, dashes] of [
    ['', 0],
    ['CONTINUOUS', 0],
    ['DASHED', 2],
    ['ACAD_ISO10W100 DASHDOT', 4],
    ['Center2', 4],
    ['HIDDEN', 2],
  ] as const)
    it(`"${name}" have ${dashes} dashes and gaps`, () => assert.equal(dashesByName(name).length, dashes));
});
