import assert from 'node:assert/strict';
import test from 'node:test';
import type { Groups } from './testing/groups.ts';
import { entitiesOf, type Read, readGroups } from './testing/reading.ts';
import { assertNear, entity, shape, shapes } from './testing/shapes.ts';

// Worked out by hand from the DXF reference.

const read = (...entities: readonly Groups[]): Promise<Read> => readGroups(entitiesOf(...entities));

test('points and lines: an elevation stated at one end only is unknown at the other', async () => {
  const result = await read(
    entity('LINE 10 1 20 2 30 3 11 4 21 5'),
    entity('POINT 10 7 20 8'),
    entity('POINT 10 7 20 8 30 -0.0'),
  );
  assertNear(shape(result).vertices, [
    [1, 2, 3],
    [4, 5, Number.NaN],
  ]);
  assertNear([result.job.points.elevation(0), result.job.points.elevation(1)], [Number.NaN, 0]);
});

test('rays and construction lines end at the box of the drawing enlarged by a tenth, at their elevation there', async () => {
  const box = [entity('POINT 10 0 20 0 30 0'), entity('POINT 10 100 20 50 30 0')];
  // Along (1, 1, 1) from (10, 10, 0): west at −10 − (−10 enlarged by 10) = t −20, north at 60 enlarged: t 50.
  const result = await read(
    ...box,
    entity('XLINE 10 10 20 10 30 0 11 1 21 1 31 1'),
    entity('RAY 10 10 20 10 30 0 11 1 21 1 31 1'),
  );
  assertNear(shape(result, 0).vertices, [
    [-10, -10, -20],
    [60, 60, 50],
  ]);
  assertNear(shape(result, 1).vertices, [
    [10, 10, 0],
    [60, 60, 50],
  ]);
  const outside = await read(
    ...box,
    entity('RAY 5 C1 10 500 20 500 30 0 11 1 21 0 31 0'),
    entity('XLINE 5 C2 10 0 20 0 30 0 11 0 21 0 31 1'),
  );
  assert.deepEqual(
    [outside.job.lines.length, outside.issues.count('outside-extent'), outside.issues.count('bad-coordinate')],
    [0, 1, 1],
  );
});

const mline = (
  flags: number,
  offsets: readonly (readonly number[])[],
  vertices: readonly (readonly number[])[],
): Groups => [
  ...entity(`MLINE 8 0 2 STANDARD 40 1 70 0 71 ${flags} 72 ${vertices.length} 73 ${offsets.length} 10 99 20 99 30 99`),
  ...vertices.flatMap(([e, n, across, up]) => [
    ...entity(`X 11 ${e} 21 ${n} 31 5 12 1 22 0 32 0 13 ${across} 23 ${up} 33 0`).slice(2),
    ...offsets.flatMap((own) => [74, own.length, ...own.flatMap((value) => [41, value]), 75, 0]),
  ]),
];

test('a multiline has a line per element, offset from its vertices along the mitre, closed if stated', async () => {
  const corners = [
    [0, 0, -1, 1],
    [10, 0, -1, -1],
    [10, 10, 1, -1],
  ];
  const open = await read(mline(1, [[0.5, 0], [0, 0], []], corners));
  assertNear(
    shapes(open).map(({ vertices }) => vertices),
    [
      [
        [-0.5, 0.5, 5],
        [9.5, -0.5, 5],
        [10.5, 9.5, 5],
      ],
      [
        [0, 0, 5],
        [10, 0, 5],
        [10, 10, 5],
      ],
      [
        [0, 0, 5],
        [10, 0, 5],
        [10, 10, 5],
      ],
    ],
  );
  assert.deepEqual(
    shapes(open).map(({ closed }) => closed),
    [false, false, false],
  );
  const closed = await read(mline(3, [[0.5]], corners));
  assertNear([shape(closed).closed, shape(closed).vertices[0]], [true, [-0.5, 0.5, 5]]);
  const none = await read(mline(1, [], corners), mline(1, [[1]], [[0, 0, 0, 1]]));
  assert.equal(none.issues.count('too-few-vertices'), 2);
});

test('a leader is drawn through its vertices, or as a curve through them', async () => {
  const straight = await read(
    entity(
      'LEADER 8 0 3 STANDARD 71 1 72 0 73 3 74 1 75 0 40 1 41 1 76 3 10 0 20 0 30 1 10 5 20 5 30 1 10 9 20 5 30 1',
    ),
  );
  assertNear(shape(straight).vertices, [
    [0, 0, 1],
    [5, 5, 1],
    [9, 5, 1],
  ]);
  const curved = await read(entity('LEADER 8 0 72 1 76 3 10 0 20 0 30 0 10 5 20 5 30 0 10 9 20 5 30 0'));
  const { vertices } = shape(curved);
  assert.ok(vertices.length > 10 && vertices.some((v) => v[0] === 5 && v[1] === 5));
  const tiny = await read(entity('LEADER 8 0 72 1 76 3 10 0 20 0 30 0 10 .005 20 .005 30 0 10 .009 20 .005 30 0'));
  assert.ok(shape(tiny).vertices.length > 10, 'as fine in a drawing a thousand times smaller');
  const short = await read(entity('LEADER 5 D1 8 0 10 0 20 0'));
  assert.deepEqual([short.job.lines.length, short.issues.places()[0]?.handle], [0, 'D1']);
});

const light = (text: string): Groups => entity(`LWPOLYLINE 8 0 100 AcDbPolyline ${text}`);
const vertex = (text: string): Groups => entity(`VERTEX 8 0 ${text}`);
const SEQEND = entity('SEQEND 8 0');
const widths = ({ job }: Read): unknown[] =>
  Array.from({ length: job.lines.length }, (_, row) => job.lines.attributes.get(row));

test('a light polyline: closing, elevation, bulges of the segments, with other groups among its vertices', async () => {
  const result = await read(
    light('90 3 70 1 38 9.5 39 2 10 0 20 0 91 7 42 1 10 4 20 0 40 0 41 0 42 -0.5 10 4 20 4'),
    light('90 2 70 128 10 1 20 1 10 2 20 2'),
    light('90 9 70 0 10 1 20 1 10 2 20 2'),
    light('90 2 70 0 20 5 42 9 10 1 20 1 10 2 20 2'),
  );
  const [first, plinegen, count, early] = shapes(result);
  assertNear(
    [first!.closed, first!.vertices, first!.bulges],
    [
      true,
      [
        [0, 0, 9.5],
        [4, 0, 9.5],
        [4, 4, 9.5],
      ],
      [1, -0.5, 0],
    ],
  );
  for (const { closed, vertices, bulges } of [plinegen!, count!, early!])
    assertNear(
      [closed, vertices, bulges],
      [
        false,
        [
          [1, 1, Number.NaN],
          [2, 2, Number.NaN],
        ],
        [0, 0],
      ],
    );
});

test('the width of a polyline: the first that its vertices state, else a constant one, else no attribute', async () => {
  const result = await read(
    light('90 2 43 0.25 10 0 20 0 10 1 20 0'),
    light('90 2 43 0 10 0 20 0 40 0.5 41 0.5 10 1 20 0 40 0.5 41 0.5'),
    light('90 2 10 0 20 0 40 0 41 0.75 10 1 20 0 40 0.75 41 0'),
    light('90 2 43 2 10 0 20 0 40 0.5 41 0.5 10 1 20 0 40 0.5 41 0.5'),
    light('90 2 43 -1 10 0 20 0 10 1 20 0'),
    light('90 2 43 nan 10 0 20 0 10 1 20 0'),
    entity('POLYLINE 66 1 10 0 20 0 30 0 40 0.3 41 0.3'),
    vertex('10 0 20 0'),
    vertex('10 1 20 0'),
    SEQEND,
    entity('POLYLINE 66 1 10 0 20 0 30 0'),
    vertex('10 0 20 0 40 0.2'),
    vertex('10 1 20 0 40 0.6'),
    SEQEND,
  );
  assert.deepEqual(widths(result), [
    ['width', '0.25'],
    ['width', '0.5'],
    [],
    ['width', '0.5'],
    [],
    [],
    ['width', '0.3'],
    ['width', '0.2'],
  ]);
  const feet = await readGroups(entitiesOf(light('90 2 43 12 10 0 20 0 10 1 20 0')), { drawingUnit: 'in' });
  assert.deepEqual(widths(feet), [['width', '1']]);
});

test('an old 2D polyline has one elevation, the vertices of a 3D polyline have their own', async () => {
  const result = await read(
    entity('POLYLINE 66 1 10 0 20 0 30 7 70 1'),
    vertex('10 0 20 0 30 1 42 0.5'),
    vertex('10 1 20 0 30 2'),
    SEQEND,
    entity('POLYLINE 66 1 10 0 20 0 30 7 70 8'),
    vertex('10 0 20 0 30 1 42 0.5 70 32'),
    vertex('10 1 20 0 30 2 70 32'),
    SEQEND,
    entity('POLYLINE 66 1 70 9'),
    vertex('10 0 20 0 70 32'),
    vertex('10 1 20 0 30 2 70 32'),
    SEQEND,
  );
  const [flat, space, closed] = shapes(result);
  assertNear(
    [flat!.closed, flat!.vertices, flat!.bulges],
    [
      true,
      [
        [0, 0, 7],
        [1, 0, 7],
      ],
      [0.5, 0],
    ],
  );
  assertNear(
    [space!.closed, space!.vertices, space!.bulges],
    [
      false,
      [
        [0, 0, 1],
        [1, 0, 2],
      ],
      [0, 0],
    ],
  );
  assertNear(
    [closed!.closed, closed!.vertices],
    [
      true,
      [
        [0, 0, Number.NaN],
        [1, 0, 2],
      ],
    ],
  );
});

test('a fitted curve is drawn by its vertices, not by its control frame', async () => {
  const frame = vertex('10 5 20 50 70 16');
  const curve = [vertex('10 0 20 0 70 8'), vertex('10 1 20 1 70 8'), vertex('10 2 20 0 70 8')];
  const result = await read(
    // Spline-fitted in 2D and 3D, and fitted by arcs, where extra vertices (1) belong to the line.
    entity('POLYLINE 66 1 70 4 75 6'),
    frame,
    ...curve,
    SEQEND,
    entity('POLYLINE 66 1 70 12 75 5'),
    vertex('10 5 20 50 30 1 70 48'),
    vertex('10 0 20 0 30 1 70 40'),
    vertex('10 1 20 0 30 1 70 40'),
    SEQEND,
    entity('POLYLINE 66 1 70 2'),
    vertex('10 0 20 0 42 0.2 70 0'),
    vertex('10 1 20 1 42 0.2 70 1'),
    vertex('10 2 20 0 70 0'),
    SEQEND,
  );
  assert.deepEqual(
    shapes(result).map(({ vertices }) => vertices.map((v) => v[0])),
    [
      [0, 1, 2],
      [0, 1],
      [0, 1, 2],
    ],
  );
  assertNear(shape(result, 2).bulges, [0.2, 0.2, 0]);
});

test('a polyline without SEQEND is drawn at the next entity or section or the end of the file', async () => {
  const open = [entity('POLYLINE 5 E1 66 1 70 0'), vertex('10 0 20 0'), vertex('10 1 20 0')];
  const next = await read(...open, entity('LINE 10 0 20 0 11 1 21 1'));
  assert.deepEqual(
    shapes(next).map(({ vertices }) => vertices.length),
    [2, 2],
  );
  assert.equal((await read(...open)).job.lines.length, 1);
});

test('polylines of no or one vertex are reported with their handle and take no vertex of the next one', async () => {
  const result = await read(
    entity('POLYLINE 5 F1 66 1 70 0'),
    SEQEND,
    entity('POLYLINE 5 F2 66 1 70 0'),
    vertex('10 9 20 9'),
    SEQEND,
    light('5 F3 90 1 10 0 20 0'),
    light('5 F4 90 0'),
    entity('POLYLINE 5 F5 66 1 70 0'),
    vertex('10 0 20 0'),
    vertex('10 1 20 0'),
    SEQEND,
  );
  assert.equal(shape(result).vertices.length, 2);
  const reported = result.issues.places().filter(({ code }) => code === 'too-few-vertices');
  assert.deepEqual(
    reported.map(({ handle }) => handle),
    ['F1', 'F2', 'F3', 'F4'],
  );
});
