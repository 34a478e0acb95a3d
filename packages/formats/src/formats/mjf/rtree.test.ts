import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { PageFile } from '../../kit/io/sqlite/page-file.ts';
import { RtreeEntries } from './rtree.ts';
import { rtreeTriggers } from './rtree-triggers.ts';
import { TestFolder } from './testing/files.ts';

const folder = new TestFolder();
after(() => folder[Symbol.dispose]());
const path = folder.file('index.db');

/** id, least and greatest easting, least and greatest northing. */
type Box = readonly [id: number, minE: number, maxE: number, minN: number, maxN: number];

/** Packs boxes into the R-tree of a new database and opens it; `using` closes it. */
function packed(boxes: readonly Box[], pageSize = 4096): { db: DatabaseSync; entries: RtreeEntries } & Disposable {
  rmSync(path, { force: true });
  const made = new DatabaseSync(path);
  made.exec(`PRAGMA journal_mode = OFF; PRAGMA page_size = ${pageSize};
    CREATE VIRTUAL TABLE tree USING rtree(id, minx, maxx, miny, maxy)`);
  const roots = made.prepare("SELECT name, rootpage FROM sqlite_schema WHERE name LIKE 'tree_%'").all();
  const { size } = made.prepare('SELECT length(data) AS size FROM tree_node').get() as { size: number };
  made.close();
  const entries = new RtreeEntries();
  for (const box of boxes) entries.add(...box);
  const file = new PageFile(path);
  const rootOf = (name: string): number => roots.find((row) => row['name'] === name)!['rootpage'] as number;
  entries.pack(file, { node: rootOf('tree_node'), rowid: rootOf('tree_rowid'), parent: rootOf('tree_parent') }, size);
  file.close(false);
  const db = new DatabaseSync(path);
  return { db, entries, [Symbol.dispose]: () => db.close() };
}

/** The ids of all boxes that intersect a box, in order. */
function found(db: DatabaseSync, [, minE, maxE, minN, maxN]: Box): number[] {
  return db
    .prepare('SELECT id FROM tree WHERE maxx >= ? AND minx <= ? AND maxy >= ? AND miny <= ? ORDER BY id')
    .all(minE, maxE, minN, maxN)
    .map(({ id }) => id as number);
}

const check = (db: DatabaseSync): unknown => db.prepare("SELECT rtreecheck('tree') AS said").get()?.['said'];
const count = (db: DatabaseSync, table: string): unknown =>
  db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n'];

/** Boxes with ascending ids. */
const boxes = (coordinate: fc.Arbitrary<number>, most: number): fc.Arbitrary<Box[]> =>
  fc
    .array(fc.tuple(fc.integer({ min: 1, max: 1e9 }), coordinate, coordinate, coordinate, coordinate), {
      maxLength: most,
    })
    .map((all) => {
      let id = 0;
      return all.map(([gap, e1, e2, n1, n2]): Box => {
        id += gap;
        return [id, Math.min(e1, e2), Math.max(e1, e2), Math.min(n1, n2), Math.max(n1, n2)];
      });
    });

/** Points on a grid, in rows of 100. */
const grid = (size: number): Box[] =>
  Array.from({ length: size }, (_, i): Box => {
    const [easting, northing] = [500_000 + (i % 100), 5_000_000 + Math.floor(i / 100)];
    return [i + 1, easting, easting, northing, northing];
  });

describe('a packed R-tree', () => {
  it('is valid for SQLite, and a search finds every intersecting box', () => {
    const coordinate = fc.oneof(fc.integer({ min: -50, max: 50 }), fc.double({ min: -50, max: 50, noNaN: true }));
    fc.assert(
      fc.property(
        boxes(coordinate, 200),
        boxes(coordinate, 5),
        fc.constantFrom(512, 1024, 4096, 65536),
        (all, searches, pageSize) => {
          using tree = packed(all, pageSize);
          assert.equal(check(tree.db), 'ok');
          assert.equal(count(tree.db, 'tree'), all.length);
          for (const search of searches) {
            const expected = all.filter(
              ([, minE, maxE, minN, maxN]) =>
                maxE >= search[1] && minE <= search[2] && maxN >= search[3] && minN <= search[4],
            );
            const ids = new Set(found(tree.db, search));
            for (const [id] of expected) assert.ok(ids.has(id), `box ${id}`);
            // Boxes are rounded outwards to floats, so additional hits are no further away than that rounding.
            for (const [id, minE, maxE, minN, maxN] of all)
              if (ids.has(id)) {
                assert.ok(maxE >= search[1] - 1e-5 && minE <= search[2] + 1e-5, `box ${id}`);
                assert.ok(maxN >= search[3] - 1e-5 && minN <= search[4] + 1e-5, `box ${id}`);
              }
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('contains its boxes: floats are rounded outwards, by at most one step, on both sides of zero', () => {
    const wide = fc.oneof(
      fc.double({ min: -3e38, max: 3e38, noNaN: true }),
      fc.double({ min: -1e7, max: 1e7, noNaN: true }),
      fc.constantFrom(0, -0, 1e-320, -1e-320, 1e-45, -1e-45, 500_000.1, -500_000.1, 16_777_217, -16_777_217),
    );
    fc.assert(
      fc.property(boxes(wide, 20), (all) => {
        using tree = packed(all);
        const rows = tree.db.prepare('SELECT * FROM tree ORDER BY id').all() as Record<string, number>[];
        const finite = all.filter(([, a, b, c, d]) => Math.fround(b - a) < Infinity && Math.fround(d - c) < Infinity);
        assert.ok(rows.length >= finite.length && rows.length <= all.length);
        for (const { id, minx, maxx, miny, maxy } of rows) {
          const [, minE, maxE, minN, maxN] = all.find((box) => box[0] === id)!;
          assert.ok(minx! <= minE && maxx! >= maxE && miny! <= minN && maxy! >= maxN);
          for (const [stored, value] of [
            [minx!, minE],
            [maxx!, maxE],
            [miny!, minN],
            [maxy!, maxN],
          ] as const)
            assert.ok(
              Math.abs(stored - value) <= Math.max(Math.abs(value) * 2 ** -23, 2 ** -149),
              `${stored} ${value}`,
            );
        }
      }),
      { numRuns: 25 },
    );
  });

  it('leaves out features without a finite box', () => {
    const { NaN: none, POSITIVE_INFINITY: far } = Number;
    const all: Box[] = [
      [1, 0, 1, 0, 1],
      [2, none, none, none, none],
      [3, far, -far, far, -far],
      [4, 0, far, 0, 1],
      [5, 0, 1, none, none],
      [6, -1e300, 1, 0, 1],
      [7, 5, 6, 5, 6],
    ];
    using tree = packed(all);
    assert.equal(tree.entries.count, 2);
    assert.equal(check(tree.db), 'ok');
    assert.deepEqual(found(tree.db, [0, -9, 9, -9, 9]), [1, 7]);
  });

  it('without boxes is the empty tree of SQLite, and with one box a root with one cell', () => {
    using none = packed([]);
    assert.deepEqual([check(none.db), count(none.db, 'tree'), count(none.db, 'tree_node')], ['ok', 0, 1]);
    none.db.exec('INSERT INTO tree VALUES (1, 0, 0, 0, 0)');
    assert.deepEqual(found(none.db, [0, 0, 0, 0, 0]), [1]);
  });

  describe('grows by levels, with 46 boxes per node', () => {
    for (const [size, nodes] of [
      [1, 1],
      [46, 1],
      [47, 1 + 2],
      [46 * 46, 1 + 46],
      // 47 leaves need two nodes on the level above.
      [46 * 46 + 1, 1 + 2 + 47],
    ] as const)
      it(String(size), () => {
        using tree = packed(grid(size));
        assert.equal(check(tree.db), 'ok', `${size}`);
        assert.deepEqual(
          [count(tree.db, 'tree_node'), count(tree.db, 'tree_parent'), count(tree.db, 'tree_rowid')],
          [nodes, nodes - 1, size],
          `${size}`,
        );
      });
  });

  describe('fills the smaller nodes of small pages only to their size', () => {
    for (const [pageSize, cells] of [
      [512, 18],
      [1024, 39],
      [65536, 51],
    ] as const)
      it(String(pageSize), () => {
        using tree = packed(grid(2000), pageSize);
        const nodes = tree.db.prepare('SELECT length(data) AS size, data FROM tree_node').all();
        assert.equal(check(tree.db), 'ok', `${pageSize}`);
        assert.ok(nodes.every(({ size }) => size === nodes[0]!['size']));
        const most = Math.max(
          ...nodes.map(({ data }) => new DataView((data as Uint8Array).slice().buffer).getUint16(2)),
        );
        assert.equal(most, Math.ceil(cells * 0.9), `${pageSize}`);
      });
  });

  it('keeps near boxes together: a search of a hundredth of the area visits few nodes', () => {
    const all = grid(10_000);
    using tree = packed(all);
    const search: Box = [0, 500_020, 500_029, 5_000_030, 5_000_039];
    const ids = found(tree.db, search);
    assert.equal(ids.length, 100);
    const leaves = tree.db
      .prepare(`SELECT count(DISTINCT nodeno) AS n FROM tree_rowid WHERE rowid IN (${ids.join(',')})`)
      .get()?.['n'];
    // A hundred boxes fill three nodes; in row order they would be in ten or more.
    assert.ok(Number(leaves) <= 9, `${leaves} nodes`);
  });

  it('accepts ids beyond 32 bits, and boxes in a single place', () => {
    const all = Array.from({ length: 300 }, (_, i): Box => [2 ** 40 + 3 * i, 7, 7, 8, 8]);
    using tree = packed(all);
    assert.equal(check(tree.db), 'ok');
    assert.deepEqual(
      found(tree.db, [0, 7, 7, 8, 8]),
      all.map(([id]) => id),
    );
    assert.deepEqual(found(tree.db, [0, 6, 6.5, 8, 8]), []);
  });

  it('can be edited by SQLite: deletes until it is empty, inserts until nodes split', () => {
    using tree = packed(grid(3000));
    tree.db.exec('DELETE FROM tree WHERE id % 3 = 0');
    assert.equal(check(tree.db), 'ok');
    const insert = tree.db.prepare('INSERT INTO tree VALUES (?, ?, ?, ?, ?)');
    tree.db.exec('BEGIN');
    for (let i = 0; i < 2000; i++) insert.run(10_000 + i, 500_050 + i / 100, 500_051 + i / 100, 5_000_010, 5_000_011);
    tree.db.exec('COMMIT');
    assert.equal(check(tree.db), 'ok');
    assert.equal(count(tree.db, 'tree'), 4000);
    tree.db.exec('DELETE FROM tree');
    assert.deepEqual([check(tree.db), count(tree.db, 'tree')], ['ok', 0]);
  });
});

describe('the triggers of an index (OGC 12-128, annex F.3)', () => {
  /** A table with its index and triggers. A geometry is its box as a text here: `minx maxx miny maxy`, or `empty`. */
  function kept(): DatabaseSync {
    const db = new DatabaseSync(':memory:');
    const side = (at: number) => (geometry: unknown) => Number(String(geometry).split(' ')[at]);
    ['ST_MinX', 'ST_MaxX', 'ST_MinY', 'ST_MaxY'].forEach((name, at) => {
      db.function(name, { deterministic: true }, side(at));
    });
    db.function('ST_IsEmpty', { deterministic: true }, (geometry) => (geometry === 'empty' ? 1 : 0));
    db.exec(`CREATE TABLE "a table" (id INTEGER PRIMARY KEY NOT NULL, geom TEXT, other TEXT);
      CREATE VIRTUAL TABLE "rtree_a table_geom" USING rtree(id, minx, maxx, miny, maxy)`);
    db.exec(rtreeTriggers('a table', 'geom'));
    return db;
  }

  it('keep it equal to its table after inserts, changes, renumbering and deletes', () => {
    const id = fc.integer({ min: 1, max: 6 });
    const geometry = fc.oneof(
      fc.constantFrom(null, 'empty'),
      fc.tuple(fc.nat(9), fc.nat(9)).map(([e, n]) => `${e} ${e + 1} ${n} ${n + 2}`),
    );
    const edit = fc.oneof(
      fc.record({ what: fc.constant('insert' as const), id, geometry }),
      fc.record({ what: fc.constant('geometry' as const), id, geometry }),
      fc.record({ what: fc.constant('id' as const), id, to: id, geometry }),
      fc.record({ what: fc.constant('other' as const), id }),
      fc.record({ what: fc.constant('delete' as const), id }),
    );
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 30 }), (edits) => {
        const db = kept();
        const model = new Map<number, string | null>();
        for (const one of edits) {
          if (one.what === 'insert' && !model.has(one.id)) {
            db.prepare('INSERT INTO "a table" VALUES (?, ?, NULL)').run(one.id, one.geometry);
            model.set(one.id, one.geometry);
          } else if (!model.has(one.id)) continue;
          else if (one.what === 'geometry') {
            db.prepare('UPDATE "a table" SET geom = ? WHERE id = ?').run(one.geometry, one.id);
            model.set(one.id, one.geometry);
          } else if (one.what === 'id' && !model.has(one.to)) {
            db.prepare('UPDATE "a table" SET id = ?, geom = ? WHERE id = ?').run(one.to, one.geometry, one.id);
            model.delete(one.id);
            model.set(one.to, one.geometry);
          } else if (one.what === 'other') db.prepare(`UPDATE "a table" SET other = 'x' WHERE id = ?`).run(one.id);
          else if (one.what === 'delete') {
            db.prepare('DELETE FROM "a table" WHERE id = ?').run(one.id);
            model.delete(one.id);
          }
          const rows = db.prepare('SELECT * FROM "rtree_a table_geom" ORDER BY id').all();
          const expected = [...model]
            .filter(([, box]) => box !== null && box !== 'empty')
            .sort(([a], [b]) => a - b)
            .map(([key, box]) => [key, ...box!.split(' ').map(Number)]);
          assert.deepEqual(
            rows.map((row) => Object.values(row)),
            expected,
            JSON.stringify(one),
          );
        }
        db.close();
      }),
      { numRuns: 80 },
    );
  });
});
