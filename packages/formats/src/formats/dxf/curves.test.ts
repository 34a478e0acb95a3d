import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Groups } from './testing/groups.ts';
import { entitiesOf, type Read, readGroups } from './testing/reading.ts';
import { assertNear, entity, shape } from './testing/shapes.ts';

// Worked out by hand from the DXF reference: CIRCLE, ARC, ELLIPSE, SPLINE, HELIX.

const read = (...entities: readonly Groups[]): Promise<Read> => readGroups(entitiesOf(...entities));
const HALF = Math.SQRT1_2;
/** Bulge of an arc: the tangent of a quarter of its angle. */
const bulge = (degrees: number): number => Math.tan((degrees * Math.PI) / 720);

describe('arcs run counter-clockwise from start to end angle, across 0° and with angles beyond a full turn', () => {
  for (const [start, end, vertices, bulges] of [
    [
      0,
      90,
      [
        [12, 20, 3],
        [10, 22, 3],
      ],
      [bulge(90), 0],
    ],
    [
      90,
      0,
      [
        [10, 22, 3],
        [10 - 2 * HALF, 20 - 2 * HALF, 3],
        [12, 20, 3],
      ],
      [bulge(135), bulge(135), 0],
    ],
    [
      270,
      90,
      [
        [10, 18, 3],
        [10, 22, 3],
      ],
      [bulge(180), 0],
    ],
    [
      -90,
      450,
      [
        [10, 18, 3],
        [10, 22, 3],
      ],
      [bulge(180), 0],
    ],
    [
      350,
      10,
      [
        [10 + 2 * Math.cos(Math.PI / 18), 20 - 2 * Math.sin(Math.PI / 18), 3],
        [10 + 2 * Math.cos(Math.PI / 18), 20 + 2 * Math.sin(Math.PI / 18), 3],
      ],
      [bulge(20), 0],
    ],
    [
      0,
      360,
      [
        [12, 20, 3],
        [8, 20, 3],
        [12, 20, 3],
      ],
      [1, 1, 0],
    ],
    [
      45,
      45,
      [
        [10 + 2 * HALF, 20 + 2 * HALF, 3],
        [10 - 2 * HALF, 20 - 2 * HALF, 3],
        [10 + 2 * HALF, 20 + 2 * HALF, 3],
      ],
      [1, 1, 0],
    ],
  ] as const)
    test(`${start} to ${end}`, async () => {
      const arc = shape(await read(entity(`ARC 8 0 10 10 20 20 30 3 40 2 50 ${start} 51 ${end}`)));
      assert.equal(arc.closed, false);
      assertNear(arc.vertices, vertices, `${start} to ${end}`);
      assertNear(arc.bulges, bulges, `${start} to ${end}`);
    });
});

test('an arc without angles has the defaults of the reference; one without a radius is reported', async () => {
  const result = await read(
    entity('ARC 10 0 20 0 40 1 51 180'),
    entity('ARC 10 0 20 0 40 1'),
    entity('ARC 5 A1 10 0 20 0 50 0 51 90'),
    entity('CIRCLE 5 A2 10 0 20 0'),
    entity('CIRCLE 5 A3 20 0 40 1'),
  );
  assert.equal(result.job.lines.length, 2);
  assertNear(shape(result, 0).vertices, [
    [1, 0, Number.NaN],
    [-1, 0, Number.NaN],
  ]);
  assertNear(shape(result, 1).bulges, [1, 1, 0]);
  assert.deepEqual(
    result.issues
      .places()
      .map(({ code, handle }) => [code, handle])
      .filter(([, handle]) => handle !== undefined && handle !== ''),
    [
      ['bad-radius', 'A1'],
      ['bad-radius', 'A2'],
      ['bad-coordinate', 'A3'],
    ],
  );
});

/** Largest deviation of the vertices from x²/a² + y²/b² = 1 about a centre, as a share of 1. */
const offEllipse = (vertices: readonly number[][], [e, n]: readonly [number, number], a: number, b: number): number =>
  Math.max(...vertices.map((v) => Math.abs(((v[0]! - e) / a) ** 2 + ((v[1]! - n) / b) ** 2 - 1)));

describe('an ellipse is full, and closed, however its full turn is spelled', () => {
  for (const [start, end] of [
    ['0', '6.283185307179586'],
    ['0.0', '6.28318530717959'], // fifteen digits, a little more than a full turn
    ['0', '6.283185307'],
    ['0', '6.28318530718'],
    ['0', '6.283185308'],
    ['0', '6.28319'],
    ['0', '6.2832'],
    ['0', '6.28318'],
    ['6.28319', '0'],
    ['3.1416', '9.4248'],
    ['3.14159265358979', '9.42477796076938'],
    ['-3.14159265358979', '3.14159265358979'],
    ['1.5', '1.5'],
  ] as const)
    test(`${start} to ${end}`, async () => {
      const result = await read(entity(`ELLIPSE 10 5 20 6 30 7 11 4 21 0 31 0 40 0.5 41 ${start} 42 ${end}`));
      const { closed, vertices } = shape(result);
      assert.equal(closed, true, `${start} to ${end}`);
      assert.ok(vertices.length > 20, `${start} to ${end}: ${vertices.length}`);
      assert.notDeepEqual(vertices[0]!.map(Math.fround), vertices.at(-1)!.map(Math.fround));
      assert.ok(offEllipse(vertices, [5, 6], 4, 2) < 1e-9);
      assert.ok(vertices.every((v) => v[2] === 7));
      for (const [k, least, most] of [
        [0, 1, 9],
        [1, 4, 8],
      ] as const) {
        assertNear(Math.min(...vertices.map((v) => v[k]!)), least, `${start} to ${end}`, 1e-3);
        assertNear(Math.max(...vertices.map((v) => v[k]!)), most, `${start} to ${end}`, 1e-3);
      }
    });
});

test('an elliptic arc runs from start to end parameter, counter-clockwise seen against its normal', async () => {
  const ends = async (text: string): Promise<unknown> => {
    const { vertices, closed } = shape(await read(entity(`ELLIPSE 10 0 20 0 30 0 11 4 21 0 31 0 40 0.5 ${text}`)));
    assert.equal(closed, false, text);
    assert.ok(offEllipse(vertices, [0, 0], 4, 2) < 1e-9, text);
    return [vertices[0], vertices[Math.floor(vertices.length / 2)]!.map(Math.sign), vertices.at(-1)];
  };
  assertNear(await ends(`41 0 42 ${Math.PI / 2}`), [
    [4, 0, 0],
    [1, 1, 0],
    [0, 2, 0],
  ]);
  assertNear(await ends(`41 ${Math.PI} 42 ${Math.PI / 2}`), [
    [-4, 0, 0],
    [1, -1, 0],
    [0, 2, 0],
  ]);
  assertNear(await ends(`41 ${Math.PI / 2} 42 ${5 * Math.PI}`), [
    [0, 2, 0],
    [-1, 1, 0],
    [-4, 0, 0],
  ]);
  // Seen from below the minor axis points the other way: normal × major.
  assertNear(await ends(`41 0 42 ${Math.PI / 2} 210 0 220 0 230 -1`), [
    [4, 0, 0],
    [1, -1, 0],
    [0, -2, 0],
  ]);
});

test('a vertical ellipse rises with its minor axis', async () => {
  const result = await read(
    entity(`ELLIPSE 10 1 20 2 30 3 11 4 21 0 31 0 40 0.5 41 0 42 ${Math.PI / 2} 210 0 220 -1 230 0`),
  );
  const { vertices } = shape(result);
  // (0, −1, 0) × (4, 0, 0) = (0, 0, 4), half of it: 2 upward.
  assertNear(vertices[0], [5, 2, 3]);
  assertNear(vertices.at(-1), [1, 2, 5]);
  assert.ok(vertices.every((v) => Math.abs(v[1]! - 2) < 1e-12));
});

test('an ellipse without a major axis, or with invalid numbers, is reported with its handle', async () => {
  const result = await read(
    entity('ELLIPSE 5 B1 10 0 20 0 30 0 11 0 21 0 31 0 40 0.5'),
    entity('ELLIPSE 5 B2 10 x 20 0 30 0 11 1 21 0 31 0 40 0.5'),
    entity('ELLIPSE 5 B3 10 0 20 0 30 0 11 1 21 0 31 0 40 nan'),
    entity('ELLIPSE 5 B4 10 0 20 0 30 0 11 1 21 0 31 0 40 1 41 0 42 1e400'),
  );
  assert.equal(result.job.lines.length, 0);
  const reported = result.issues.places().filter(({ severity }) => severity === 'warning');
  assert.deepEqual(reported.map(({ code, handle }) => `${code} ${handle}`).sort(), [
    'bad-coordinate B2',
    'bad-coordinate B3',
    'bad-coordinate B4',
    'bad-radius B1',
  ]);
});

test('chords of an ellipse stay within the requested tolerance, and no option makes it a single line', async () => {
  const groups = entitiesOf(entity('ELLIPSE 10 0 20 0 30 0 11 100 21 0 31 0 40 0.25 41 0 42 6.283185307179586'));
  for (const tolerance of [1, 0.1, 0.001]) {
    const { vertices } = shape(await readGroups(groups, { tolerance, drawingUnit: 'm' }));
    for (const [i, v] of vertices.entries()) {
      const w = vertices[(i + 1) % vertices.length]!;
      const [x, y] = [(v[0]! + w[0]!) / 2, (v[1]! + w[1]!) / 2];
      // The distance of the chord's middle is at most the difference along the ray from the centre.
      const ratio = Math.hypot(x / 100, y / 25);
      assert.ok((1 / ratio - 1) * Math.hypot(x, y) <= tolerance * 1.001, `${tolerance}`);
    }
  }
  const coarse = shape(await readGroups(groups, { tolerance: 1000 }));
  assert.ok(coarse.vertices.length >= 4);
});

test('a spline of degree 1 is its polygon; one of degree 2 is the parabola through its middle', async () => {
  const polygon = await read(
    entity('SPLINE 70 8 71 1 72 5 73 3 40 0 40 0 40 1 40 2 40 2 10 0 20 0 30 1 10 4 20 0 30 1 10 4 20 3 30 1'),
  );
  assertNear(shape(polygon).vertices, [
    [0, 0, 1],
    [4, 0, 1],
    [4, 3, 1],
  ]);
  const parabola = await read(
    entity('SPLINE 70 8 71 2 40 0 40 0 40 0 40 1 40 1 40 1 10 0 20 0 30 0 10 2 20 4 30 2 10 4 20 0 30 4'),
  );
  const { vertices } = shape(parabola);
  assertNear(
    [vertices[0], vertices.at(-1)],
    [
      [0, 0, 0],
      [4, 0, 4],
    ],
  );
  // x = 4t, y = 8t(1 − t), z = 4t.
  for (const [x, y, z] of vertices) assertNear([y, z], [(8 * x!) / 4 - (8 * x! * x!) / 16, x], 'parabola');
  assert.ok(vertices.some((v) => Math.abs(v[0]! - 2) < 1e-9 && Math.abs(v[1]! - 2) < 1e-9));
});

test('equal weights change nothing, a larger one attracts the curve', async () => {
  const spline = (...weights: number[]): Groups => [
    ...entity('SPLINE 70 8 71 2 40 0 40 0 40 0 40 1 40 1 40 1'),
    ...weights.flatMap((weight) => [41, weight]),
    ...entity('X 10 0 20 0 30 0 10 2 20 4 30 0 10 4 20 0 30 0').slice(2),
  ];
  const top = async (...weights: number[]): Promise<number> =>
    Math.max(...shape(await read(spline(...weights))).vertices.map((v) => v[1]!));
  assertNear(await top(), 2);
  assertNear(await top(7, 7, 7), 2);
  // At the middle (w0·0 + 2·w1·4 + w2·0) / (w0 + 2·w1 + w2) = 24 / 8.
  assertNear(await top(1, 3, 1), 3);
});

test('a HELIX is drawn by the spline stored with it, not by its own groups', async () => {
  const result = await read([
    ...entity('HELIX 8 0 100 AcDbSpline 70 8 71 1 40 0 40 0 40 1 40 1 10 0 20 0 30 0 10 1 20 1 30 5'),
    ...entity(
      'X 100 AcDbHelix 90 29 91 63 10 99 20 99 30 99 11 98 21 98 31 98 12 0 22 0 32 1 40 2.5 41 3 42 1 290 1 280 1',
    ).slice(2),
  ]);
  assertNear(shape(result).vertices, [
    [0, 0, 0],
    [1, 1, 5],
  ]);
  assert.equal(result.issues.summary().filter(({ severity }) => severity === 'warning').length, 0);
});

test('a spline of fit points passes through each of them, a closed one returns to the first', async () => {
  const fits = [
    [0, 0, 1],
    [10, 5, 2],
    [20, 0, 3],
    [10, -5, 4],
  ] as const;
  const groups = (flags: number): Groups => [
    ...entity(`SPLINE 70 ${flags} 71 3 74 4`),
    ...fits.flatMap(([e, n, z]) => [11, e, 21, n, 31, z]),
  ];
  for (const [flags, count] of [
    [8, 4],
    [11, 5],
  ] as const) {
    const result = await read(groups(flags));
    const { vertices } = shape(result);
    for (const fit of fits)
      assert.ok(
        vertices.some((v) => v.every((value, k) => Math.abs(value - fit[k]!) < 1e-9)),
        `${fit}`,
      );
    assertNear([vertices[0], vertices.at(-1)], [fits[0], fits[(count - 1) % 4]]);
    assert.equal(result.issues.count('spline-approximated'), 1);
  }
});
