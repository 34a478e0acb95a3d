import assert from 'node:assert/strict';
import test from 'node:test';
import { Path } from '@fieldbridge/fieldjob';
import type { Groups } from './testing/groups.ts';
import { entitiesOf, type Read, readGroups } from './testing/reading.ts';

const read = (...entities: readonly Groups[]): Promise<Read> => readGroups(entitiesOf(...entities));
const path = ({ job }: Read, table: 'lines' | 'areas' = 'lines', row = 0): Path => job[table].loadPath(row, new Path());
const round = (values: ArrayLike<number>, count: number): number[] =>
  Array.from(values)
    .slice(0, count)
    .map((value) => Math.round(value * 1e6) / 1e6 + 0);
const vertex = (x: number, y: number, z: number, flags = 0): Groups => [0, 'VERTEX', 10, x, 20, y, 30, z, 70, flags];

test('circles and arcs stay round, also in mirrored planes', async () => {
  const result = await read(
    [0, 'CIRCLE', 10, 5, 20, 6, 30, 7, 40, 2],
    [0, 'ARC', 10, 0, 20, 0, 40, 1, 50, 270, 51, 90, 210, 0, 220, 0, 230, -1],
  );
  const circle = path(result);
  assert.deepEqual(
    [circle.closed, round(circle.coordinates, 6), round(circle.bulges, 2)],
    [true, [7, 6, 7, 3, 6, 7], [1, 1]],
  );
  const arc = path(result, 'lines', 1);
  assert.deepEqual([round(arc.coordinates, 2), round(arc.bulges, 1)], [[0, -1], [-1]]);
});

test('polylines: bulges, width, elevation, closing; control positions of fitted curves are omitted', async () => {
  const result = await read(
    [0, 'LWPOLYLINE', 90, 3, 70, 1, 43, 0.25, 38, 9, 10, 0, 20, 0, 42, 1, 10, 2, 20, 0, 10, 2, 20, 2],
    [
      0,
      'POLYLINE',
      66,
      1,
      30,
      4,
      70,
      4,
      ...vertex(0, 0, 4, 16),
      ...vertex(1, 1, 4, 8),
      ...vertex(2, 0, 4, 8),
      0,
      'SEQEND',
    ],
    [0, 'POLYLINE', 66, 1, 70, 9, ...vertex(0, 0, 1, 32), ...vertex(1, 1, 2, 32), 0, 'SEQEND'],
    [0, 'LWPOLYLINE', 90, 1, 70, 0, 10, 0, 20, 0],
  );
  const light = path(result);
  assert.deepEqual([light.closed, round(light.bulges, 3), light.coordinates[2]], [true, [1, 0, 0], 9]);
  assert.deepEqual(result.job.lines.attributes.get(0), ['width', '0.25']);
  assert.deepEqual(round(path(result, 'lines', 1).coordinates, 6), [1, 1, 4, 2, 0, 4]);
  assert.deepEqual(
    [path(result, 'lines', 2).closed, round(path(result, 'lines', 2).coordinates, 6)],
    [true, [0, 0, 1, 1, 1, 2]],
  );
  assert.equal(result.issues.count('too-few-vertices'), 1);
});

test('an extrusion in plan turns a polyline into its vertical plane', async () => {
  const result = await read([
    0,
    'LWPOLYLINE',
    90,
    2,
    70,
    0,
    38,
    3,
    210,
    0,
    220,
    -1,
    230,
    0,
    10,
    1,
    20,
    2,
    10,
    4,
    20,
    5,
  ]);
  assert.deepEqual(round(path(result).coordinates, 6), [1, -3, 2, 4, -3, 5]);
});

test('splines with bad knots are repaired and reported, those without points are skipped', async () => {
  const controls: Groups = [10, 0, 20, 0, 10, 1, 20, 2, 10, 2, 20, 0];
  const knots = (...values: number[]): Groups => values.flatMap((value) => [40, value]);
  const result = await read(
    [0, 'SPLINE', 70, 8, 71, 2, ...knots(0, 0, 0, 1, 1, 1), ...controls],
    [0, 'SPLINE', 70, 8, 71, 2, ...knots(0, 5, 3, Number.NaN), ...controls],
    [0, 'SPLINE', 70, 8, 71, 3, 11, 0, 21, 0, 11, 1, 21, 1, 11, 2, 21, 0],
    [0, 'SPLINE', 70, 8, 71, 40, ...controls],
    [0, 'SPLINE', 70, 8, 71, 3],
  );
  assert.equal(result.job.lines.length, 3);
  assert.deepEqual(path(result).coordinates.slice(0, 30), path(result, 'lines', 1).coordinates.slice(0, 30));
  assert.deepEqual(
    [
      result.issues.count('spline-repaired'),
      result.issues.count('spline-approximated'),
      result.issues.count('bad-spline'),
    ],
    [1, 1, 2],
  );
});

test('texts: place, justification, rotation, format codes; MTEXT in pieces', async () => {
  const { job } = await read(
    [0, 'TEXT', 10, 1, 20, 2, 40, 3, 1, 'a%%db', 50, 90, 72, 1, 11, 5, 21, 6, 73, 2],
    [0, 'MTEXT', 10, 1, 20, 2, 40, 2, 71, 5, 3, '{\\fArial;first} ', 1, 'second\\Pthird', 11, 0, 21, 1, 31, 0],
    [0, 'TEXT', 10, 0, 20, 0, 11, 3, 21, 3, 72, 5, 40, 1, 1, 'fit'],
  );
  const [text, mtext, fit] = [job.texts.label(0), job.texts.label(1), job.texts.label(2)];
  assert.deepEqual(
    [text.text, text.easting, text.northing, text.height, text.justification, text.verticalJustification],
    ['a°b', 5, 6, 3, 'centre', 'middle'],
  );
  assert.ok(Math.abs(text.rotation - Math.PI / 2) < 1e-12);
  assert.deepEqual(
    [mtext.text, mtext.justification, mtext.verticalJustification],
    ['first second\nthird', 'centre', 'middle'],
  );
  assert.ok(Math.abs(mtext.rotation - Math.PI / 2) < 1e-12);
  assert.ok(Math.abs(fit.rotation - Math.PI / 4) < 1e-12);
});

test('mirror writing becomes readable in place: backwards, upside down, mirrored, from below', async () => {
  const text = (...more: Groups): Groups => [0, 'TEXT', 10, 1, 20, 2, 40, 1, 1, 'x', ...more];
  const { job } = await read(
    text(71, 2),
    text(71, 4),
    text(71, 6),
    text(210, 0, 220, 0, 230, -1),
    [0, 'MTEXT', 10, 1, 20, 2, 40, 1, 71, 1, 1, 'x', 210, 0, 220, 0, 230, -1, 11, 1, 21, 0, 31, 0],
    [0, 'MTEXT', 10, 1, 20, 2, 40, 1, 71, 1, 1, 'x', 210, 0, 220, 0, 230, -1, 50, 0],
    [0, 'MTEXT', 10, 1, 20, 2, 40, 1, 71, 1, 1, 'x', 210, 0, 220, 0, 230, -1],
  );
  const placed = Array.from({ length: 7 }, (_, row) => {
    const { easting, rotation, justification, verticalJustification } = job.texts.label(row);
    return [easting, Math.round((rotation / Math.PI) * 180) + 0, justification, verticalJustification];
  });
  assert.deepEqual(placed, [
    [1, 0, 'right', 'baseline'],
    [1, 0, 'left', 'top'],
    [1, 180, 'left', 'baseline'],
    [-1, 0, 'right', 'baseline'],
    [1, 0, 'left', 'bottom'],
    [1, 0, 'right', 'top'],
    [1, 0, 'left', 'bottom'],
  ]);
});

test('multilines, leaders, infinite lines and ellipses', async () => {
  const mlineVertex = (x: number, a: number, b: number): Groups => [
    11,
    x,
    21,
    0,
    31,
    0,
    12,
    1,
    22,
    0,
    32,
    0,
    13,
    0,
    23,
    1,
    33,
    0,
    74,
    2,
    41,
    a,
    41,
    0,
    75,
    0,
    74,
    2,
    41,
    b,
    41,
    0,
    75,
    0,
  ];
  const result = await read(
    [0, 'XLINE', 10, 0, 20, 5, 11, 1, 21, 0],
    [0, 'RAY', 10, 0, 20, 5, 11, -1, 21, 0],
    [0, 'MLINE', 71, 1, 72, 2, 73, 2, ...mlineVertex(0, 0.5, -0.5), ...mlineVertex(10, 0.5, -0.5)],
    [0, 'LEADER', 10, 0, 20, 0, 30, 0, 10, 5, 20, 5, 30, 0, 210, 0, 220, 0, 230, 1],
    [0, 'ELLIPSE', 10, 0, 20, 0, 30, 0, 11, 2, 21, 0, 31, 0, 40, 0.5, 41, 0, 42, 2 * Math.PI],
    [0, 'ELLIPSE', 10, 0, 20, 0, 30, 0, 11, 0, 21, 0, 31, 0, 40, 0.5],
  );
  assert.equal(path(result, 'lines', 1).closed, true);
  // The style of a multiline follows the entities, so the multiline is drawn after them.
  assert.deepEqual(round(path(result, 'lines', 2).coordinates, 6), [0, 0.5, 0, 10, 0.5, 0]);
  assert.deepEqual(round(path(result, 'lines', 3).coordinates, 6), [0, -0.5, 0, 10, -0.5, 0]);
  // Drawn last, across everything else: from -2 to 10, enlarged by a tenth of 12.
  assert.deepEqual(round(path(result, 'lines', 4).coordinates, 6), [-3.2, 5, 0, 11.2, 5, 0]);
  assert.deepEqual(round(path(result, 'lines', 5).coordinates, 6), [0, 5, 0, -3.2, 5, 0]);
  assert.equal(result.issues.count('bad-radius'), 1);
  const row = result.tally.rows().find(({ type }) => type === 'MLINE');
  assert.deepEqual([row?.read, row?.expanded], [1, 1]);
});

test('colours, line weights and line types: by layer, stated, true colour', async () => {
  const line: Groups = [10, 0, 20, 0, 11, 1, 21, 1];
  const { job } = await read(
    [0, 'LINE', ...line],
    [0, 'LINE', 62, 5, 370, 35, 6, 'DASHED', ...line],
    [0, 'LINE', 62, 5, 420, 0x010203, 6, 'ByLayer', ...line],
    [0, 'LINE', 62, 0, ...line],
  );
  assert.deepEqual(
    [0, 1, 2, 3].map((row) => job.lines.colour.get(row)),
    [-1, 0x0000ff, 0x010203, 0xffffff],
  );
  assert.deepEqual([job.lines.lineWeight.get(0), job.lines.lineWeight.get(1)], [-1, 35]);
  assert.deepEqual(
    [0, 1, 2].map((row) => job.lines.lineType.get(row)),
    ['', 'DASHED', ''],
  );
});

test('the style of vertices is ignored; a stray vertex is reported with its handle and sheet', async () => {
  const dressed: Groups = [
    6,
    'DASHED',
    8,
    'OTHER',
    62,
    3,
    370,
    25,
    102,
    '{ACAD',
    70,
    64,
    102,
    '}',
    1001,
    'APP',
    1040,
    99,
  ];
  const result = await readGroups(
    entitiesOf(
      [0, 'VERTEX', 5, 'A1', 10, 1, 20, 1],
      [0, 'VERTEX', 5, 'A2', 67, 1, 10, 1, 20, 1],
      [0, 'POLYLINE', 8, 'OWN', 62, 1, 66, 1, 70, 8],
      [...vertex(1, 2, 3), ...dressed],
      [0, 'VERTEX', ...dressed.slice(0, 8), ...vertex(4, 5, 6).slice(2)],
      [0, 'SEQEND', 5, 'A3', 60, 1, 8, 'OTHER'],
    ),
    { extendedData: true },
  );
  const { job, issues, tally } = result;
  assert.deepEqual(round(path(result).coordinates, 6), [1, 2, 3, 4, 5, 6]);
  assert.deepEqual([job.layers.name(job.lines.layer.get(0)), job.lines.colour.get(0)], ['OWN', 0xff0000]);
  assert.deepEqual(
    issues
      .places()
      .filter(({ code }) => code === 'stray-part')
      .map(({ handle, line }) => [handle, line]),
    [
      ['A1', 5],
      ['A2', 13],
    ],
  );
  const found = tally.rows().map(({ type, space, found: count }) => [type, space, count]);
  assert.deepEqual(found, [
    ['VERTEX', 'model', 1],
    ['VERTEX', 'paper', 1],
    ['POLYLINE', 'model', 1],
  ]);
});
