import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { block, drawing, type Groups, insert } from './testing/groups.ts';
import { entitiesOf, type Read, readGroups } from './testing/reading.ts';
import { assertNear, entity, shapes } from './testing/shapes.ts';

// Polygon meshes, polyface meshes and MESH: their faces as areas, or as one surface per layer. DXF reference, POLYLINE
// and MESH.

const read = (entities: readonly Groups[], options = {}): Promise<Read> =>
  readGroups(entitiesOf(...entities), { surfaces: 'false', ...options });
const SEQEND = entity('SEQEND 8 0');
/** Easting, northing and elevation of a vertex of a grid: all different. */
const at = (row: number, column: number): number[] => [10 * column, 20 * row, row + column / 10];
const place = ([e, n, z]: readonly number[], flags: number): Groups =>
  entity(`VERTEX 8 DGM 10 ${e} 20 ${n} 30 ${z} 70 ${flags}`);

function grid(rows: number, columns: number, flags = 16, more = ''): Groups[] {
  const vertices = Array.from({ length: rows * columns }, (_, i) =>
    place(at(Math.floor(i / columns), i % columns), 64),
  );
  return [entity(`POLYLINE 5 A1 8 DGM 66 1 70 ${flags} 71 ${rows} 72 ${columns} ${more}`), ...vertices, SEQEND];
}
const cornersOf = (result: Read): number[][][] => shapes(result, 'areas').map(({ vertices }) => vertices);

test('a polygon mesh has a face between every four neighbours and is joined where it is closed', async () => {
  for (const [flags, faces] of [
    [16, 2 * 3],
    [17, 3 * 3],
    [48, 2 * 4],
    [49, 3 * 4],
  ] as const) {
    const result = await read(grid(3, 4, flags));
    assert.equal(result.job.areas.length, faces, `${flags}`);
    assert.equal(result.tally.rows().find(({ type }) => type === 'POLYLINE')?.expanded, faces - 1);
  }
  assertNear(cornersOf(await read(grid(2, 2))), [[at(0, 0), at(0, 1), at(1, 1), at(1, 0)]]);
  // Closed along the rows: the last row is joined to the first one.
  const closed = cornersOf(await read(grid(3, 2, 17)));
  assertNear(closed.at(-1), [at(2, 0), at(2, 1), at(0, 1), at(0, 0)]);
});

test('a smoothed mesh is drawn by its surface, not by its control frame', async () => {
  const frame = Array.from({ length: 4 }, (_, i) => place([99, 99, i], 16 + 64));
  const [head, ...rest] = grid(2, 3, 20, '73 2 74 3 75 6');
  const result = await read([head!, ...frame, ...rest]);
  assert.equal(result.job.areas.length, 2);
  assert.ok(
    cornersOf(result)
      .flat()
      .every(([e]) => e! < 99),
  );
});

test('a mesh with fewer vertices than stated is reported with its handle and both numbers', async () => {
  for (const [rows, columns] of [
    [1, 4],
    [4, 1],
    [0, 0],
    [3, 5],
    [32767, 32767],
  ]) {
    const [head, ...rest] = grid(2, 2);
    const wrong = head!.map((value, i) => (head![i - 1] === '71' ? rows! : head![i - 1] === '72' ? columns! : value));
    const result = await read([wrong, ...rest]);
    const [issue] = result.issues.places().filter(({ code }) => code === 'mesh-incomplete');
    assert.deepEqual([result.job.areas.length, issue?.handle, issue?.line], [0, 'A1', 5], `${rows} ${columns}`);
    assert.deepEqual(issue!.parameters, { rows, columns, vertices: 4 });
  }
});

const CORNERS = [at(0, 0), at(0, 1), at(1, 1), at(1, 0)];
function polyface(...faces: readonly (readonly number[])[]): Groups[] {
  const face = (numbers: readonly number[]): Groups =>
    entity(`VERTEX 8 DGM 10 0 20 0 30 0 70 128 ${numbers.map((number, i) => `${71 + i} ${number}`).join(' ')}`);
  return [
    entity('POLYLINE 5 B1 8 DGM 66 1 70 64 71 4 72 1'),
    ...CORNERS.map((corner) => place(corner, 192)),
    ...faces.map(face),
    SEQEND,
  ];
}

test('faces of a polyface mesh number vertices from 1; hidden edges (negative) make no difference', async () => {
  const result = await read(polyface([1, 2, 3, 4], [1, -2, 3], [-4, -3, -1, 0]));
  assertNear(cornersOf(result), [CORNERS, [CORNERS[0], CORNERS[1], CORNERS[2]], [CORNERS[3], CORNERS[2], CORNERS[0]]]);
});

test('points and edges of a polyface mesh are not areas; faces of missing vertices are reported, the others drawn', async () => {
  const result = await read(polyface([1, 0, 0, 0], [1, 2], [1, 2, 5], [1, 2, 3], [1, 2, 30000]));
  assert.deepEqual([result.job.areas.length, result.issues.count('mesh-faces-left-out')], [1, 1]);
  assert.deepEqual(result.issues.places().find(({ code }) => code === 'mesh-faces-left-out')!.parameters, { faces: 2 });
  const none = await read(polyface());
  assert.deepEqual([none.job.areas.length, none.issues.count('mesh-without-faces')], [0, 1]);
});

function mesh(
  level: number,
  list: readonly (readonly number[])[],
  corners: readonly (readonly number[])[] = CORNERS,
): Groups {
  const size = list.reduce((sum, face) => sum + face.length + 1, 0);
  return [
    ...entity(`MESH 5 C1 8 DGM 100 AcDbSubDMesh 71 2 72 1 91 ${level} 92 ${corners.length}`),
    ...corners.flatMap(([e, n, z]): Groups => [10, e!, 20, n!, 30, z!]),
    93,
    size,
    ...list.flatMap((face): Groups => [90, face.length, ...face.flatMap((index): Groups => [90, index])]),
    ...[94, 1, 90, 0, 90, 1, 95, 1, 140, 0, 90, 0],
  ];
}

test('faces of a MESH have any number of corners, its edges and creases are ignored, smoothing is reported', async () => {
  const result = await read([
    mesh(0, [
      [0, 1, 2, 3],
      [2, 1, 0],
    ]),
  ]);
  assertNear(cornersOf(result), [CORNERS, [CORNERS[2], CORNERS[1], CORNERS[0]]]);
  assert.equal(result.issues.count('mesh-not-smoothed'), 0);
  assert.equal((await read([mesh(2, [[0, 1, 2]])])).issues.count('mesh-not-smoothed'), 1);
});

test('a MESH with arbitrary numbers draws what it can and reports the rest', async () => {
  const number = fc.constantFrom(0, 1, 2, 3, 3, 2, 4, -1, 2e9);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(number, { minLength: 3, maxLength: 5 }), { minLength: 1, maxLength: 5 }),
      async (list) => {
        const result = await read([mesh(0, list)]);
        const good = list.filter((face) => face.every((index) => index >= 0 && index < 4));
        const areas = good.filter((face) => new Set(face).size >= 3);
        assert.equal(result.job.areas.length, areas.length);
        assertNear(
          cornersOf(result),
          areas.map((face) => face.map((index) => CORNERS[index])),
        );
        assert.equal(result.issues.count('mesh-faces-left-out'), good.length < list.length ? 1 : 0);
      },
    ),
    { numRuns: 80 },
  );
});

test('all meshes of a layer, also in blocks, become one surface with shared vertices', async () => {
  const all = [
    ...grid(2, 3),
    ...polyface([1, 2, 3, 4]),
    mesh(0, [[0, 1, 2]]),
    entity('3DFACE 8 Other 10 0 20 0 30 1 11 1 21 0 31 1 12 1 22 1 32 1'),
  ];
  const { job } = await read(all, { surfaces: true });
  assert.deepEqual(
    job.surfaces.map(({ name, vertices, triangles }) => [name, vertices.length / 3, triangles.length / 3]),
    [
      // The polyface has the first square of the grid once more, and the MESH a half of that.
      ['DGM', 6, 2 * 2],
      ['Other', 3, 1],
    ],
  );
  const moved = await readGroups(
    drawing([block('M', ...grid(2, 2))], [insert('M'), insert('M', 41, 2, 42, 2, 43, 2)]),
    { surfaces: true },
  );
  const [surface] = moved.job.surfaces;
  // Both have a corner at the origin, which is one vertex.
  assert.deepEqual([surface!.vertices.length / 3, surface!.triangles.length / 3, moved.job.areas.length], [7, 4, 0]);
  assertNear(Math.max(...surface!.vertices.filter((_, i) => i % 3 === 0)), 20);
});
