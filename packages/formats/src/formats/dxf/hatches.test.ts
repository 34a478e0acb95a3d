import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Groups } from './testing/groups.ts';
import { entitiesOf, type Read, readGroups } from './testing/reading.ts';
import { assertNear, entity, shape, shapes } from './testing/shapes.ts';

// Boundaries of HATCH and MPOLYGON, edge by edge, worked out by hand from the DXF reference.

const read = (...entities: readonly Groups[]): Promise<Read> => readGroups(entitiesOf(...entities));
const words = (text: string): Groups => entity(`X ${text}`).slice(2);
/** A hatch with the given paths. */
const hatch = (paths: readonly string[], more = '10 0 20 0 30 0 210 0 220 0 230 1', type = 'HATCH'): Groups => [
  ...entity(`${type} 8 0 100 AcDbHatch ${more} 2 SOLID 70 1 71 0 91 ${paths.length}`),
  ...paths.flatMap(words),
  ...words('75 0 76 1 98 1 10 99 20 99'),
];
const edges = (...all: string[]): string => `92 1 93 ${all.length} ${all.join(' ')} 97 0`;
const line = (a: string, b: string): string => `72 1 10 ${a.replace(' ', ' 20 ')} 11 ${b.replace(' ', ' 21 ')}`;
/** Area of a ring by its vertices and bulges: the shoelace formula plus a circular segment per arc. */
function areaOf({ vertices, bulges }: { vertices: readonly number[][]; bulges: readonly number[] }): number {
  return vertices.reduce((sum, [e, n], i) => {
    const [e2, n2] = vertices[(i + 1) % vertices.length]!;
    const b = bulges[i]!;
    const sweep = 4 * Math.atan(b);
    const radius = b === 0 ? 0 : (Math.hypot(e2! - e!, n2! - n!) * (1 + b * b)) / (4 * Math.abs(b));
    return (
      sum +
      (e! * n2! - e2! * n!) / 2 +
      (Math.sign(b) * radius * radius * (Math.abs(sweep) - Math.sin(Math.abs(sweep)))) / 2
    );
  }, 0);
}

test('a path of lines and an arc is joined end to end, arcs as bulges, in either direction', async () => {
  const half = (ccw: number, from: number, to: number): string => `72 2 10 2 20 0 40 2 50 ${from} 51 ${to} 73 ${ccw}`;
  const up = await read(hatch([edges(line('0 0', '4 0'), half(1, 0, 180))]));
  assertNear(
    shape(up, 0, 'areas')
      .vertices.map((v) => v.slice(0, 2))
      .slice(0, 2),
    [
      [0, 0],
      [4, 0],
    ],
  );
  assertNear(areaOf(shape(up, 0, 'areas')), (Math.PI * 4) / 2);
  // Clockwise arcs state mirrored angles: from 0 to -180, the lower half.
  const down = await read(hatch([edges(line('0 0', '4 0'), half(0, 0, 180))]));
  assertNear(areaOf(shape(down, 0, 'areas')), (-Math.PI * 4) / 2);
  // From 90 to 180 clockwise: with mirrored angles that is from below to the left.
  const quarter = await read(hatch([edges('72 2 10 0 20 0 40 2 50 90 51 180 73 0', line('-2 0', '0 -2'))]));
  assertNear(
    shape(quarter, 0, 'areas').vertices.map((v) => v.slice(0, 2)),
    [
      [0, -2],
      [-2, 0],
    ],
  );
});

describe('a full circle or ellipse is an edge by itself', () => {
  for (const ccw of [0, 1])
    test(`${ccw}`, async () => {
      const circle = shape(await read(hatch([edges(`72 2 10 5 20 6 40 3 50 0 51 360 73 ${ccw}`)])), 0, 'areas');
      assertNear(Math.abs(areaOf(circle)), 9 * Math.PI, `${ccw}`);
      const ellipse = shape(
        await read(hatch([edges(`72 3 10 5 20 6 11 0 21 4 40 0.5 50 0 51 360 73 ${ccw}`)])),
        0,
        'areas',
      );
      assertNear(Math.abs(areaOf(ellipse)), 8 * Math.PI, `${ccw}`, 1e-3);
      assertNear(Math.max(...ellipse.vertices.map((v) => v[1]!)), 10, '', 1e-3);
    });
});

test('half an ellipse ends at its parameters, also clockwise', async () => {
  const right = shape(
    await read(
      hatch([
        edges(
          line('0 -2', '0 2').replace(/.*/, line('0 2', '0 -2')),
          '72 3 10 0 20 0 11 4 21 0 40 0.5 50 -90 51 90 73 1',
        ),
      ]),
    ),
    0,
    'areas',
  );
  assertNear(areaOf(right), 4 * Math.PI, '', 1e-3);
  assert.ok(right.vertices.every((v) => v[0]! > -1e-9));
  const mirrored = shape(
    await read(hatch([edges(line('0 -2', '0 2'), '72 3 10 0 20 0 11 4 21 0 40 0.5 50 -90 51 90 73 0')])),
    0,
    'areas',
  );
  assertNear(areaOf(mirrored), -4 * Math.PI, '', 1e-3);
});

test('a spline edge follows its knots, control points and weights, not its fit points', async () => {
  const spline = '72 4 94 2 73 0 74 0 95 6 96 3 40 0 40 0 40 0 40 1 40 1 40 1 10 0 20 0 10 2 20 4 10 4 20 0';
  const plain = shape(await read(hatch([edges(spline, line('4 0', '0 0'))])), 0, 'areas');
  // A parabola over 4 with its top at 2: two thirds of 4 × 2, clockwise.
  assertNear(areaOf(plain), (-2 / 3) * 8, '', 1e-3);
  const fits = shape(
    await read(hatch([edges(`${spline} 97 3 11 0 21 0 11 2 21 2 11 4 21 0 12 1 22 0 13 1 23 0`, line('4 0', '0 0'))])),
    0,
    'areas',
  );
  assertNear(fits.vertices, plain.vertices);
  const rational = spline
    .replace('10 0 20 0 10 2 20 4 10 4 20 0', '10 0 20 0 42 1 10 2 20 4 42 3 10 4 20 0 42 1')
    .replace('73 0', '73 1');
  const heavy = shape(await read(hatch([edges(rational, line('4 0', '0 0'))])), 0, 'areas');
  assertNear(Math.max(...heavy.vertices.map((v) => v[1]!)), 3, '', 1e-3);
});

test('a spline edge of fit points alone is the curve through them, with its tangents if stated', async () => {
  const spline = (more: string): string => `72 4 94 3 73 0 74 0 95 0 96 0 97 3 11 0 21 0 11 2 21 2 11 4 21 0 ${more}`;
  const drawn = async (more: string): Promise<Read> => read(hatch([edges(spline(more), line('4 0', '0 0'))]));
  const free = await drawn('');
  assert.deepEqual(
    free.issues.summary().map(({ code }) => code),
    ['spline-approximated'],
  );
  const { vertices } = shape(free, 0, 'areas');
  assert.ok(vertices.some(([e, n]) => Math.hypot(e! - 2, n! - 2) < 1e-9));
  // A natural cubic spline of equal steps: between 0, 2 and 0 it covers (3 t - t³) of the height, 5/8 of the box on
  // each side.
  assertNear(areaOf(shape(free, 0, 'areas')), -5, '', 1e-3);
  const upright = shape(await drawn('12 0 22 1 13 0 23 -1'), 0, 'areas');
  assert.ok(Math.min(...upright.vertices.map(([e]) => e!)) >= -1 && areaOf(upright) < -5.5);
  const nothing = await read(
    hatch([edges('72 4 94 3 73 0 74 0 95 0 96 0 97 0', line('4 0', '0 0'), line('0 0', '4 4'))]),
  );
  assert.ok(nothing.issues.summary().some(({ code }) => code === 'bad-spline'));
});

test('edges in any order form one ring; gaps are reported', async () => {
  const sides = [line('0 0', '10 0'), line('10 10', '0 10'), line('10 0', '10 10'), line('0 10', '0 0')];
  const square = await read(hatch([edges(...sides)]));
  assertNear(shape(square, 0, 'areas').vertices, [
    [0, 0, Number.NaN],
    [10, 0, Number.NaN],
    [10, 10, Number.NaN],
    [0, 10, Number.NaN],
  ]);
  assert.deepEqual(square.issues.summary(), []);
  const open = await read(hatch([edges(line('0 0', '10 0'), line('10 1', '10 10'), line('10 10', '0 0'))]));
  assert.deepEqual(
    open.issues.summary().map(({ code }) => code),
    ['hatch-boundary-open'],
  );
});

test('paths are rings: outer ones first, otherwise in order, polylines with bulges among paths of edges', async () => {
  const square = (at: number, size: number, flags: number): string =>
    `92 ${flags} 72 1 73 1 93 4 10 ${at} 20 ${at} 42 0 10 ${at + size} 20 ${at} 42 0.5 10 ${at + size} 20 ${at + size} 42 0 10 ${at} 20 ${at + size} 42 0 97 0`;
  const inner = edges(line('4 4', '5 4'), line('5 4', '5 5'), line('5 5', '4 4')).replace('92 1', '92 0');
  const result = shape(await read(hatch([square(2, 1, 2), inner, square(0, 9, 3), square(20, 9, 18)])), 0, 'areas');
  assert.deepEqual(result.rings, [0, 4, 8, 12]);
  assertNear(
    result.rings.map((at) => result.vertices[at]!.slice(0, 2)),
    [
      [0, 0],
      [20, 20],
      [2, 2],
      [4, 4],
    ],
  );
  assert.deepEqual(result.bulges.slice(0, 4), [0, 0.5, 0, 0]);
});

test('an elevation of 0 counts as unknown; any other is that of all vertices, in the plane of the hatch', async () => {
  const path = edges(line('0 0', '4 0'), line('4 0', '4 3'), line('4 3', '0 0'));
  const elevations = async (more: string): Promise<number[]> =>
    shape(await read(hatch([path], more)), 0, 'areas').vertices.map((v) => v[2]!);
  assertNear(await elevations('10 0 20 0 30 0'), [Number.NaN, Number.NaN, Number.NaN]);
  assertNear(await elevations('10 0 20 0 30 7.5'), [7.5, 7.5, 7.5]);
  const below = shape(await read(hatch([path], '10 0 20 0 30 2 210 0 220 0 230 -1')), 0, 'areas');
  assertNear(below.vertices, [
    [0, 0, -2],
    [-4, 0, -2],
    [-4, 3, -2],
  ]);
});

test('an MPOLYGON is read like a hatch', async () => {
  const path = '92 7 73 1 72 0 93 3 10 0 20 0 10 4 20 0 10 4 20 3 97 0';
  assertNear(areaOf(shape(await read(hatch([path], '10 0 20 0 30 0', 'MPOLYGON')), 0, 'areas')), 6);
});

test('unknown kinds of edges, invalid numbers, missing ends: the rest of the boundary is drawn, or all is reported', async () => {
  const good = [line('0 0', '4 0'), line('4 0', '4 3')];
  const unknown = await read(hatch([edges(...good, '72 9 10 1 20 1', line('4 3', '0 0'))]));
  assertNear(areaOf(shape(unknown, 0, 'areas')), 6);
  const spline = await read(hatch([edges(...good, '72 4 94 3 73 0 74 0 95 0 96 0', line('4 3', '0 0'))]));
  assertNear(areaOf(shape(spline, 0, 'areas')), 6);
  assert.equal(spline.issues.count('bad-spline'), 1);
  const bad = await read(
    hatch([edges(...good, '72 2 10 nan 20 0 40 1 50 0 51 90 73 1')]),
    hatch([edges('72 1 10 0 20 0')]),
    hatch([]),
    hatch([edges()]),
  );
  assert.equal(bad.job.areas.length, 0);
  const reported = bad.issues.places().filter(({ code }) => /bad-coordinate|hatch-without/.test(code));
  assert.deepEqual(reported.map(({ code }) => code).sort(), [
    'bad-coordinate',
    'bad-coordinate',
    'hatch-without-boundary',
    'hatch-without-boundary',
  ]);
});

test('ten thousand paths of a hatch are ten thousand rings', async () => {
  const paths = Array.from(
    { length: 10_000 },
    (_, i) => `92 2 72 0 73 1 93 3 10 ${i} 20 0 10 ${i} 20 1 10 ${i + 1} 20 0 97 0`,
  );
  const result = await read(hatch(paths));
  assert.deepEqual([shapes(result, 'areas')[0]!.rings.length, result.job.areas.length], [10_000, 1]);
});

test('a boundary far from the origin keeps its small corners, and a ring does not repeat its first vertex', async () => {
  const at = (e: number, n: number): string => `${4468000 + e} ${5334000 + n}`;
  const small = hatch([
    edges(line(at(0, 0), at(0.4, 0)), line(at(0.4, 0), at(0.4, 0.3)), line(at(0.4, 0.3), at(0, 0))),
  ]);
  // The second edge begins 0.1 beside the end of the first one.
  const gap = hatch([edges(line(at(0, 0), at(4, 0)), line(at(4.1, 0), at(4, 3)), line(at(4, 3), at(0, 0)))]);
  const polyline = hatch([
    `92 3 72 0 73 1 93 4 ${['0 0', '0.3 0', '0.3 0.2', '0 0.2'].map((v) => `10 ${4468000 + Number(v.split(' ')[0])} 20 ${5334000 + Number(v.split(' ')[1])}`).join(' ')} 97 0`,
  ]);
  const closed = hatch(['92 3 72 0 73 1 93 4 10 0 20 0 10 4 20 0 10 4 20 3 10 0 20 0 97 0']);
  const result = await read(small, gap, polyline, closed);
  assert.deepEqual(
    shapes(result, 'areas').map(({ vertices }) => vertices.length),
    [3, 4, 4, 3],
  );
});

test('edges stated from their end, and further rings in one path, do not change the filled area', async () => {
  const half = (ccw: number): string => `72 2 10 2 20 0 40 2 50 ${ccw === 1 ? '0 51 180' : '-180 51 0'} 73 ${ccw}`;
  const spline = '72 4 94 2 73 0 74 0 95 6 96 3 40 0 40 0 40 0 40 1 40 1 40 1 10 0 20 0 10 2 20 4 10 4 20 0';
  for (const arc of [half(1), half(0)])
    for (const side of [line('0 0', '4 0'), line('4 0', '0 0')]) {
      const disc = shape(await read(hatch([edges(arc, side)])), 0, 'areas');
      assertNear(Math.abs(areaOf(disc)), 2 * Math.PI, `${arc} ${side}`);
      assert.equal(disc.vertices.length, 2);
    }
  const plain = areaOf(shape(await read(hatch([edges(spline, line('4 0', '0 0'))])), 0, 'areas'));
  assertNear(areaOf(shape(await read(hatch([edges(spline, line('0 0', '4 0'))])), 0, 'areas')), plain);
  const circles = '72 2 10 0 20 0 40 2 50 0 51 360 73 1 72 2 10 50 20 0 40 3 50 0 51 360 73 1';
  const two = shape(await read(hatch([edges(circles), edges(line('80 0', '84 0'), half(1))])), 0, 'areas');
  assert.equal(two.rings.length, 3);
  assertNear(areaOf({ vertices: two.vertices.slice(0, two.rings[1]), bulges: two.bulges }), 4 * Math.PI);
});

test('the ends of an elliptic edge are directions from the centre, in either sense', async () => {
  // Half axes 4 and 2: at 45° from the centre the ellipse is at 4/√5 in both coordinates.
  const at = 4 / Math.sqrt(5);
  for (const [angles, ccw, place] of [
    ['50 0 51 45', 1, [at, at]],
    ['50 0 51 45', 0, [at, -at]],
    ['50 0 51 135', 1, [-at, at]],
    ['50 0 51 225', 1, [-at, -at]],
    ['50 0 51 405', 1, [at, at]],
    ['50 -360 51 -45', 1, [at, -at]],
  ] as const) {
    const edge = `72 3 10 0 20 0 11 4 21 0 40 0.5 ${angles} 73 ${ccw}`;
    const { vertices } = shape(await read(hatch([edges(edge)])), 0, 'areas');
    assertNear(
      [vertices[0], vertices.at(-1)].map((v) => v!.slice(0, 2)),
      [[4, 0], place],
      `${angles} ${ccw}`,
    );
  }
});
