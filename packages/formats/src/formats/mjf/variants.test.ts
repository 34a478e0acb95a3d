import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { Feature, type FieldJob, JobBuilder, layerOf, Path, surfaceOf } from '@fieldbridge/fieldjob';
import { assertSameJob } from '@fieldbridge/fieldjob/testing/same-job.ts';
import { MemorySource } from '../../core/byte-source.ts';
import { FormatError } from '../../core/failure.ts';
import { readMjf } from './read.ts';
import { readContext, readJob, TestFolder, writeJob } from './testing/files.ts';
import { mjfWriter } from './write.ts';

const folder = new TestFolder();
after(() => folder[Symbol.dispose]());
const ours = folder.file('ours.mjf');
let job: FieldJob;

/** A job whose tables need interior pages and whose rows need overflow pages at every page size. */
function largeEnough(): FieldJob {
  const builder = new JobBuilder();
  builder.describe({ name: 'Größe', description: '道路', unit: 'metre', properties: { author: 'ä' } });
  builder.describe({ lineDashes: { rail: [2, -0.5, 0, -0.5] } });
  const feature = new Feature();
  const layers = ['Kerb', 'Bäume'].map((name) => builder.layer(layerOf(name, { colour: 0x00ff00 })));
  const path = new Path();
  for (let i = 0; i < 400; i++) {
    feature.reset();
    Object.assign(feature, { name: `P${i}`, code: i % 3 === 0 ? 'TREE' : '', layer: layers[i % 2], page: i % 5 });
    if (i % 7 === 0) feature.attributes = ['note', 'ü'.repeat(i)];
    builder.point(feature, 500_000 + i / 8, 5_000_000 - i / 3, i % 4 === 0 ? Number.NaN : i);
  }
  for (let i = 0; i < 20; i++) {
    path.clear();
    for (let k = 0; k < 30 * i; k++) path.vertex(k, i, 1, k % 3 === 0 ? 0.25 : 0);
    builder.line(feature.reset(), path);
  }
  const vertices = Float64Array.from({ length: 3000 }, (_, i) => Math.sin(i));
  builder.surface(
    surfaceOf(
      'Ground',
      vertices,
      Int32Array.from({ length: 2994 }, (_, i) => i % 1000),
    ),
  );
  return builder.job;
}

before(async () => {
  job = largeEnough();
  await writeJob(mjfWriter({ profile: 'job' }), job, ours, folder.path);
});

const read = (path: string): Promise<FieldJob> => readJob(readMjf, path, readContext(folder.path));
/** A copy of our file, changed by SQLite. The triggers of the R-trees need functions that SQLite lacks. */
function changed(name: string, ...statements: string[]): string {
  const path = folder.file(name);
  rmSync(path, { force: true });
  copyFileSync(ours, path);
  const db = new DatabaseSync(path, { defensive: false, enableForeignKeyConstraints: false });
  for (const name of ['ST_IsEmpty', 'ST_MinX', 'ST_MaxX', 'ST_MinY', 'ST_MaxY'])
    db.function(name, { varargs: true }, () => 0);
  for (const statement of statements) db.exec(statement);
  db.close();
  return path;
}

describe('the same job in a file rebuilt by another program', () => {
  for (const size of [512, 1024, 2048, 8192, 16384, 32768, 65536]) {
    it(`is read from pages of ${size} bytes`, async () => {
      const path = changed(`pages-${size}.mjf`, `PRAGMA page_size = ${size}`, 'VACUUM');
      const stated = readFileSync(path).readUInt16BE(16);
      assert.equal(stated, size === 65536 ? 1 : size);
      assertSameJob(await read(path), job);
    });
  }

  for (const mode of [1, 2]) {
    it(`is read from a file with pointer pages (auto_vacuum ${mode})`, async () => {
      const path = changed(`auto-${mode}.mjf`, `PRAGMA auto_vacuum = ${mode}`, 'VACUUM');
      assert.notEqual(readFileSync(path).readUInt32BE(52), 0);
      assertSameJob(await read(path), job);
    });
  }

  for (const encoding of ['UTF-16le', 'UTF-16be']) {
    it(`is read with texts in ${encoding}`, async () => {
      const path = folder.file(`${encoding}.mjf`);
      rmSync(path, { force: true });
      const from = new DatabaseSync(ours, { readOnly: true });
      const db = new DatabaseSync(path, { defensive: false, enableForeignKeyConstraints: false });
      db.exec(
        `PRAGMA encoding = '${encoding}'; PRAGMA application_id = ${0x47504b47}; PRAGMA synchronous = OFF; BEGIN`,
      );
      const tables = from
        .prepare(
          "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'rtree%' AND name NOT LIKE 'sqlite%'",
        )
        .all() as unknown as { name: string; sql: string }[];
      for (const { name, sql } of tables) {
        db.exec(sql);
        for (const row of from.prepare(`SELECT * FROM "${name}"`).all())
          db.prepare(
            `INSERT INTO "${name}" VALUES (${Object.keys(row)
              .map(() => '?')
              .join(', ')})`,
          ).run(...Object.values(row));
      }
      db.exec('COMMIT');
      from.close();
      db.close();
      assertSameJob(await read(path), job);
    });
  }

  it('is read after rows were deleted and inserted again, from half-empty pages in any order', async () => {
    const path = changed(
      'fragments.mjf',
      'DROP TRIGGER rtree_points_geom_insert',
      'CREATE TEMP TABLE kept AS SELECT * FROM points',
      'DELETE FROM points WHERE id % 3 <> 0',
      'CREATE TABLE other AS SELECT zeroblob(300) AS b FROM kept',
      'INSERT INTO points SELECT * FROM kept WHERE id % 3 <> 0 ORDER BY id DESC',
      'DROP TABLE other',
    );
    const freed = readFileSync(path).readUInt32BE(36);
    assert.ok(freed > 0, 'there are free pages');
    assertSameJob(await read(path), job);
  });

  describe('is read in the order of its ids, with gaps, negative ids and ids of eight bytes', () => {
    for (const ids of ['id * 1000', 'id - 1000', 'id + 4503599627370496', '-5000000000 + id'])
      it(JSON.stringify(ids), async () => {
        const path = changed(
          'ids.mjf',
          'DROP TRIGGER IF EXISTS rtree_points_geom_update6',
          `UPDATE points SET id = -1000000 - id; UPDATE points SET id = ${ids.replaceAll('id', '(-1000000 - id)')}`,
          `UPDATE layers SET id = ${ids}`,
        );
        const found = await read(path);
        assertSameJob(found, job);
      });
  });

  it('is read from memory as from a file', async () => {
    assertSameJob(await readJob(readMjf, new MemorySource(readFileSync(ours), 'a.mjf'), readContext(folder.path)), job);
  });

  it('is read with additional tables, indexes, triggers and views', async () => {
    const path = changed(
      'beside.mjf',
      'CREATE TABLE notes (id INTEGER PRIMARY KEY, note TEXT); INSERT INTO notes(note) VALUES (1)',
      'CREATE INDEX by_name ON points(name); CREATE INDEX by_upper ON points(upper(code))',
      'CREATE TRIGGER nosy AFTER INSERT ON points BEGIN DELETE FROM points; END',
      'CREATE VIEW seen AS SELECT * FROM points',
      'CREATE VIRTUAL TABLE words USING fts5(text)',
    );
    assertSameJob(await read(path), job);
  });
});

describe('a damaged page', () => {
  /** The kind of a page by its number and content: SQLite file format §1.6, §1.5. */
  function kindOf(page: Buffer, number: number): string {
    if (number === 1) return 'first';
    return (
      { 2: 'interior of an index', 5: 'interior of a table', 10: 'leaf of an index', 13: 'leaf of a table' }[
        page[0]!
      ] ?? 'overflow or free'
    );
  }

  it('of any kind gives a job without it or an error with a code, within bounded time', async () => {
    const path = changed(
      'kinds.mjf',
      'PRAGMA page_size = 512',
      'VACUUM',
      'DELETE FROM points WHERE id > 380; CREATE INDEX i ON points(name)',
    );
    const whole = readFileSync(path);
    const kinds = new Map<string, number[]>();
    for (let at = 0; at < whole.length; at += 512) {
      const kind = kindOf(whole.subarray(at, at + 512), at / 512 + 1);
      kinds.set(kind, [...(kinds.get(kind) ?? []), at]);
    }
    assert.ok(kinds.size >= 5, [...kinds.keys()].join(', '));
    const target = folder.file('damaged.mjf');
    let refused = 0;
    for (const [kind, pages] of kinds) {
      for (const at of [pages[0]!, pages[pages.length >> 1]!, pages.at(-1)!]) {
        for (const damage of ['zeros', 'ones', 'child', 'count', 'self'] as const) {
          const bytes = Buffer.from(whole);
          const page = bytes.subarray(at, at + 512);
          const from = at === 0 ? 100 : 0;
          if (damage === 'zeros') page.fill(0, from);
          else if (damage === 'ones') page.fill(255, from);
          else if (damage === 'child') page.writeUInt32BE(0x7fffffff, from + 8);
          else if (damage === 'count') page.writeUInt16BE(0xffff, from + 3);
          // A page that is its own child or its own overflow page.
          else page.writeUInt32BE(at / 512 + 1, page[from] === 5 ? from + 8 : from);
          writeFileSync(target, bytes);
          try {
            await read(target);
          } catch (error) {
            assert.ok(error instanceof FormatError, `${damage} in a page (${kind}): ${error}`);
            refused++;
          }
        }
      }
    }
    assert.ok(refused >= 20, `${refused} were refused`);
  });

  it('in the header of the file is reported as such', async () => {
    const whole = readFileSync(ours);
    const target = folder.file('head.mjf');
    const withHead = async (change: (head: Buffer) => void): Promise<unknown> => {
      const bytes = Buffer.from(whole);
      change(bytes);
      writeFileSync(target, bytes);
      return read(target).then(
        () => 'read',
        (error: FormatError) => error.code,
      );
    };
    assert.equal(await withHead((head) => void head.write('SQLite format 4\0')), 'not-ours');
    assert.equal(await withHead((head) => void head.writeUInt32BE(0, 68)), 'not-ours');
    for (const size of [0, 2, 3, 256, 1000, 4097])
      assert.equal(await withHead((head) => void head.writeUInt16BE(size, 16)), 'database-damaged', `pages of ${size}`);
    assert.equal(await withHead((head) => void head.writeUInt32BE(head.readUInt32BE(28) + 1, 28)), 'unexpected-end');
    // Fields that other programs may write and no reader uses.
    assert.equal(await withHead((head) => void head.writeUInt32BE(12345, 40)), 'read');
    assert.equal(await withHead((head) => void head.writeUInt32BE(10200, 60)), 'read');
    // GeoPackage 1.0 and 1.1 have their version in the application id.
    for (const application of ['GP10', 'GP11'])
      assert.equal(await withHead((head) => void head.write(application, 68)), 'read', application);
    // An encrypted database begins with random bytes.
    assert.equal(await withHead((head) => void head.fill(0x5a, 0, 16)), 'not-ours');
    // A file format version newer than SQLite.
    assert.equal(await withHead((head) => void head.fill(9, 18, 20)), 'database-damaged');
    assert.equal(statSync(target).size, whole.length);
  });
});
