import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { EditedFile, type Reading } from './testing/edited-file.ts';
import { TestFolder } from './testing/files.ts';

const folder = new TestFolder();
after(() => folder[Symbol.dispose]());
const file = new EditedFile(folder);
const afterwards = (...statements: string[]): Promise<Reading> => file.after(...statements);
before(() => file.write());

describe('the data of a surface', () => {
  for (const [what, statement] of [
    ['fewer vertices than it states', 'UPDATE surfaces SET vertices = vertices + 1'],
    ['a negative number of them', 'UPDATE surfaces SET vertices = -1'],
    [
      'a triangle with a missing vertex',
      "UPDATE parts SET data = x'000000000100000003000000' WHERE kind = 'triangles'",
    ],
    [
      'a triangle with a negative vertex',
      "UPDATE parts SET data = x'0000000001000000ffffffff' WHERE kind = 'triangles'",
    ],
    ['half a number', "UPDATE parts SET data = x'0000000001000000' WHERE kind = 'triangles'"],
    ['a text instead of bytes', "UPDATE parts SET data = 'triangles' WHERE kind = 'vertices'"],
    ['no description of its lines', 'UPDATE surfaces SET lines = NULL'],
    [
      'missing lines',
      'UPDATE surfaces SET lines = \'{"neighbours":false,"edges":0,"breaklines":[["a","hard",5]],"boundaries":[]}\'',
    ],
    [
      'a line with a negative number of vertices',
      'UPDATE surfaces SET lines = \'{"neighbours":false,"edges":0,"breaklines":[["a","hard",-5]],"boundaries":[]}\'',
    ],
    ['missing edges', 'UPDATE surfaces SET lines = \'{"neighbours":false,"edges":3,"breaklines":[],"boundaries":[]}\''],
    ['parts elsewhere', 'UPDATE surfaces SET first_part = 1000'],
    ['two billion parts', 'UPDATE surfaces SET first_part = -5, parts = 2147483647'],
  ] as const)
    it(`with ${what} leaves out only that surface and reports it`, async () => {
      const { job, issues, handles } = await afterwards(statement);
      assert.ok(job.surfaces.length === 0 || what === 'two billion parts', what);
      assert.ok(issues.length === 0 || handles[0] === 'surfaces 1', `${handles}`);
      assert.deepEqual([job.points.length, job.alignments.length], [1, 1]);
    });

  it('that many surfaces share is refused before it fills the memory', async () => {
    const copies = Array.from(
      { length: 30 },
      (_, i) =>
        `INSERT INTO surfaces(id, vertices, triangles, lines, first_part, parts) SELECT ${i + 10}, vertices, triangles, lines, first_part, parts FROM surfaces WHERE id = 1`,
    );
    const large =
      "UPDATE parts SET data = zeroblob(240000) WHERE kind = 'vertices'; UPDATE surfaces SET vertices = 10000";
    assert.equal((await afterwards(large)).job.surfaces[0]!.vertices.length, 30_000);
    await assert.rejects(afterwards(large, 'DROP TRIGGER rtree_surfaces_geom_insert', ...copies), {
      code: 'database-damaged',
    });
  });
});

describe('a drawing', () => {
  describe('with a damaged placement is placed as it is, with its readable data', () => {
    for (const [set, expected] of [
      ["placement = 'sideways'", { kind: 'none', from: [[1, 2]], to: [[3, 4]] }],
      ['placement_from = \'[[1,"2"],[5,6],[7]]\'', { kind: 'point', from: [[5, 6]], to: [[3, 4]] }],
      ["placement_to = 'x'", { kind: 'point', from: [[1, 2]], to: [] }],
      ["placement_to = '{}'", { kind: 'point', from: [[1, 2]], to: [] }],
    ] as const)
      it(JSON.stringify(set), async () => {
        const { placement } = (await afterwards(`UPDATE drawings SET ${set}`)).job.drawings[0]!;
        assert.deepEqual({ kind: placement.kind, from: placement.from, to: placement.to }, expected, set);
      });
  });

  it('has the scene of its own prefix and no other table', async () => {
    assert.equal((await afterwards()).job.drawings[0]!.scene.points.length, 1);
    for (const scene of [
      "''",
      "'points'",
      "'drawing1'",
      "'drawing1_x'",
      "'../'",
      'NULL',
      "'drawing9999999_'",
      "'mjf_'",
    ])
      assert.equal(
        (await afterwards(`UPDATE drawings SET scene = ${scene}`)).job.drawings[0]!.scene.points.length,
        0,
        scene,
      );
  });

  it('returns its file as long as the package stays in its place', async () => {
    const { job } = await afterwards();
    assert.deepEqual([...job.drawings[0]!.read!()], [1, 2, 3]);
    rmSync(file.path);
    assert.throws(() => job.drawings[0]!.read!(), { code: 'database-damaged' });
  });
});
