import assert from 'node:assert/strict';
import test from 'node:test';
import { JobBuilder, Path } from '@fieldbridge/fieldjob';
import { surfaceOf } from '@fieldbridge/fieldjob/surface.ts';
import { readWith, writeWith } from '../../../testing/run-format.ts';
import { dxf } from './format.ts';
import { block, drawing, type Groups, insert } from './testing/groups.ts';
import { entitiesOf, type Read, readGroups } from './testing/reading.ts';

const read = (...entities: readonly Groups[]): Promise<Read> => readGroups(entitiesOf(...entities));
const path = ({ job }: Read, table: 'lines' | 'areas' = 'lines', row = 0): Path => job[table].loadPath(row, new Path());
const round = (values: ArrayLike<number>, count: number): number[] =>
  Array.from(values)
    .slice(0, count)
    .map((value) => Math.round(value * 1e6) / 1e6 + 0);
const vertex = (x: number, y: number, z: number, flags = 0): Groups => [0, 'VERTEX', 10, x, 20, y, 30, z, 70, flags];

test('faces that share edges are one surface of their layer, others areas, unless the caller decides', async () => {
  const faces: Groups[] = [
    [0, '3DFACE', 8, 'DGM', 10, 0, 20, 0, 30, 1, 11, 10, 21, 0, 31, 2, 12, 10, 22, 10, 32, 3, 13, 10, 23, 10, 33, 3],
    [0, '3DFACE', 8, 'DGM', 10, 0, 20, 0, 30, 1, 11, 0, 21, 10, 31, 4, 12, 10, 22, 10, 32, 3, 13, 10, 23, 10, 33, 3],
    [0, '3DFACE', 8, 'other', 10, 0, 20, 0, 30, 1, 11, 10, 21, 0, 31, 2, 12, 10, 22, 10, 32, 3, 13, 0, 23, 10, 33, 3],
  ];
  const found = await read(...faces);
  assert.deepEqual(
    found.job.surfaces.map(({ name, triangles }) => [name, Array.from(triangles)]),
    [['DGM', [0, 1, 2, 0, 2, 3]]],
  );
  assert.deepEqual([found.job.areas.length, found.issues.count('faces-as-areas')], [1, 1]);
  assert.deepEqual(
    found.tally.rows().map(({ type, found, read }) => [type, found, read]),
    [['3DFACE', 3, 3]],
  );
  const areas = await readGroups(entitiesOf(...faces), { surfaces: 'false' });
  assert.deepEqual([areas.job.areas.length, path(areas, 'areas').count, path(areas, 'areas', 2).count], [3, 3, 4]);
  const { job } = await readGroups(entitiesOf(...faces), { surfaces: true });
  assert.deepEqual(
    job.surfaces.map(({ name, vertices, triangles }) => [name, vertices.length / 3, Array.from(triangles)]),
    [
      ['DGM', 4, [0, 1, 2, 0, 2, 3]],
      ['other', 4, [0, 1, 2, 0, 2, 3]],
    ],
  );
});

type Corner = readonly [easting: number, northing: number, elevation: number];
const face = (...corners: readonly Corner[]): Groups => [
  0,
  '3DFACE',
  8,
  'DGM',
  ...corners.flatMap(([e, n, z], i) => [10 + i, e, 20 + i, n, 30 + i, z]),
];
const [A, B, C] = [[0, 0, 1] as const, [10, 0, 2] as const, [10, 10, 3] as const];

test('a face of two different corners is a line, one of a single corner is reported and omitted', async () => {
  for (const corners of [
    [A, B, B, B],
    [A, A, B, B],
    [A, B, A, B],
    [A, B, B, A],
    [A, A, A, B],
    [A, A, B],
    [A, B, [10 + 2e-15, 0, 2], B],
    [A, B, [10, 1e-13, 2 + 4e-16], A],
  ] as const) {
    const result = await read(face(...corners));
    assert.deepEqual([result.job.areas.length, result.job.lines.length], [0, 1], JSON.stringify(corners));
    assert.deepEqual(round(path(result).coordinates, 6), [0, 0, 1, 10, 0, 2]);
    assert.equal(result.issues.count('face-is-line'), 1);
  }
  const dot = await read(face(A, A, A, A), face(A, B, C, C), face(A, B, C, A));
  assert.deepEqual([dot.job.areas.length, dot.job.lines.length], [2, 0]);
  assert.equal(dot.issues.count('face-without-area'), 1);
  assert.deepEqual(
    dot.tally.rows().map(({ found, read, skipped }) => [found, read, skipped]),
    [[3, 2, 1]],
  );
  const flat: Groups = [0, 'SOLID', 10, 0, 20, 0, 30, 0, 11, 1, 21, 0, 31, 0, 12, 0, 22, 0, 32, 0, 13, 1, 23, 0, 33, 0];
  const solid = await read(flat);
  assert.deepEqual([solid.job.areas.length, round(path(solid).coordinates, 6)], [0, Array(6).fill(0).with(3, 1)]);
});

test('a written surface with coincident vertices is read back as triangles, edges and nothing', async () => {
  const vertices = Float64Array.of(...A, ...B, ...C, ...A, ...A);
  const builder = new JobBuilder();
  builder.surface(surfaceOf('DGM', vertices, Int32Array.of(0, 1, 2, 0, 3, 1, 0, 3, 4)));
  const { result } = await writeWith(dxf, builder.job);
  const areas = await readWith(dxf, result);
  assert.deepEqual([areas.job.areas.length, areas.job.lines.length], [1, 1]);
  assert.deepEqual(
    ['face-is-line', 'face-without-area'].map((code) => areas.issues.count(code)),
    [1, 1],
  );
  const { job, issues } = await readWith(dxf, result, { options: { surfaces: true } });
  assert.deepEqual(Array.from(job.surfaces[0]!.triangles), [0, 1, 2]);
  assert.deepEqual([job.lines.length, issues.count('face-without-area')], [0, 2]);
});

test('a block with a large mesh is checked against the limit before it is drawn', async () => {
  const corners = [0, 1, 2, 3].flatMap((i) => [10, i % 2, 20, i >> 1, 30, 0]);
  const faces = Array.from({ length: 50 }, () => [90, 3, 90, 0, 90, 1, 90, 2]).flat();
  const mesh: Groups = [0, 'MESH', 8, 'DGM', 91, 0, 92, 4, ...corners, 93, 200, ...faces, 94, 0];
  const file = drawing([block('M', mesh)], [insert('M', 70, 10), insert('M')]);
  const whole = await readGroups(file, {}, { expanded: 600 });
  assert.deepEqual([whole.job.areas.length, whole.issues.count('expansion-limit')], [550, 0]);
  const cut = await readGroups(file, {}, { expanded: 499 });
  assert.deepEqual([cut.job.areas.length, cut.issues.count('expansion-limit')], [50, 1]);
});

test('solids swap their last corners, meshes draw their faces, bad indices are reported', async () => {
  const polyface: Groups = [
    0,
    'POLYLINE',
    66,
    1,
    70,
    64,
    ...vertex(0, 0, 0, 192),
    ...vertex(1, 0, 0, 192),
    ...vertex(1, 1, 0, 192),
    0,
    'VERTEX',
    70,
    128,
    71,
    1,
    72,
    -2,
    73,
    3,
    0,
    'VERTEX',
    70,
    128,
    71,
    1,
    72,
    2,
    73,
    9,
    0,
    'SEQEND',
  ];
  const grid: Groups = [
    0,
    'POLYLINE',
    66,
    1,
    70,
    16,
    71,
    2,
    72,
    3,
    ...[0, 1, 2, 3, 4, 5].flatMap((i) => vertex(i % 3, Math.floor(i / 3), 0, 64)),
    0,
    'SEQEND',
  ];
  const mesh: Groups = [
    0,
    'MESH',
    91,
    0,
    92,
    4,
    10,
    0,
    20,
    0,
    30,
    0,
    10,
    1,
    20,
    0,
    30,
    0,
    10,
    1,
    20,
    1,
    30,
    0,
    10,
    0,
    20,
    1,
    30,
    0,
    93,
    5,
    90,
    4,
    90,
    0,
    90,
    1,
    90,
    2,
    90,
    3,
    94,
    0,
  ];
  const result = await read(
    [0, 'SOLID', 10, 0, 20, 0, 11, 1, 21, 0, 12, 0, 22, 1, 13, 1, 23, 1],
    polyface,
    grid,
    mesh,
    [0, 'MESH', 92, 0, 93, 3, 90, 1e9, 90, 0, 90, 1, 94, 0],
  );
  const corners = path(result, 'areas').coordinates;
  assert.deepEqual([corners[0], corners[3], corners[6], corners[7], corners[9]], [0, 1, 1, 1, 0]);
  assert.equal(result.job.areas.length, 1 + 1 + 2 + 1);
  // A SOLID, as the head of an arrow, is filled; faces are not.
  assert.deepEqual(
    [0, 1].map((row) => result.job.areas.attributes.get(row)),
    [['pattern', 'SOLID'], []],
  );
  assert.equal(result.issues.count('mesh-faces-left-out'), 2);
});

test('hatches: polyline rings with bulges, and edges joined end to end, outer ring first', async () => {
  const inner: Groups = [92, 2, 72, 1, 73, 1, 93, 2, 10, 4, 20, 5, 42, 1, 10, 6, 20, 5, 42, 1, 97, 0];
  const outer: Groups = [
    92, 1, 93, 3, 72, 1, 10, 0, 20, 0, 11, 10, 21, 0, 72, 2, 10, 10, 20, 5, 40, 5, 50, 270, 51, 90, 73, 1, 72, 1, 10,
    10, 20, 10, 11, 0, 21, 0, 97, 0,
  ];
  const result = await read([
    0,
    'HATCH',
    10,
    0,
    20,
    0,
    30,
    0,
    2,
    'ANSI31',
    70,
    0,
    71,
    0,
    91,
    2,
    ...inner,
    ...outer,
    75,
    0,
    76,
    1,
    98,
    1,
    10,
    1,
    20,
    1,
  ]);
  const area = path(result, 'areas');
  // The outer one ends where it begins; a ring does not repeat its first vertex.
  assert.deepEqual(area.rings, [0, 3]);
  assert.deepEqual(round(area.bulges, 5), [0, 1, 0, 1, 1]);
  assert.deepEqual(
    round(
      area.coordinates.filter((_, i) => i % 3 !== 2),
      6,
    ),
    [0, 0, 10, 0, 10, 10],
  );
  assert.ok(Number.isNaN(area.coordinates[2]));
  assert.deepEqual(result.job.areas.attributes.get(0), ['pattern', 'ANSI31']);
});

test('fill of a hatch: a pattern, a colour, a gradient', async () => {
  const ring: Groups = [91, 1, 92, 2, 72, 0, 73, 1, 93, 3, 10, 0, 20, 0, 10, 6, 20, 0, 10, 6, 20, 5, 97, 0, 75, 0];
  const { job } = await read(
    [0, 'HATCH', 2, '_USER', 70, 1, ...ring],
    [0, 'HATCH', 2, 'SOLID', 70, 1, ...ring, 450, 1, 451, 0, 470, 'LINEAR'],
    [0, 'HATCH', 2, 'EARTH', 70, 0, ...ring],
  );
  assert.deepEqual(
    [0, 1, 2].map((row) => job.areas.attributes.get(row)),
    [
      ['pattern', 'SOLID'],
      ['pattern', 'SOLID', 'gradient', 'LINEAR'],
      ['pattern', 'EARTH'],
    ],
  );
});
