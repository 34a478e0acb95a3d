import assert from 'node:assert/strict';
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { anyCharacter } from '@fieldbridge/fieldjob/testing/any-character.ts';
import fc from 'fast-check';
import { FileSource } from '../../../core/byte-source.ts';
import { PageFile } from './page-file.ts';
import { Pages } from './pages.ts';
import { RecordBytes } from './record-bytes.ts';
import { TableLoad } from './table-load.ts';
import { TableScan } from './table-scan.ts';

const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-load-'));
after(() => rmSync(folder, { recursive: true, force: true }));
let made = 0;

/** A database with two empty tables; `root` is the first page of `t`. */
function created(pageSize: number): { path: string; root: number } {
  const path = join(folder, `${++made}.db`);
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA page_size = ${pageSize}; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
    CREATE TABLE t (id INTEGER PRIMARY KEY NOT NULL, whole INTEGER, real DOUBLE, name TEXT, bytes BLOB);
    CREATE TABLE other (id INTEGER PRIMARY KEY, name TEXT UNIQUE)`);
  const { rootpage } = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 't'").get() as { rootpage: number };
  db.close();
  return { path, root: rootpage };
}

interface Values {
  readonly gap: number;
  readonly whole: number | null;
  readonly real: number;
  readonly name: string | null;
  readonly size: number | null;
}

/** Loads rows into `t`; returns the rows that must be read back. */
function loaded(path: string, root: number, rows: readonly Values[]): unknown[][] {
  const file = new PageFile(path);
  const load = new TableLoad(file, root);
  const record = new RecordBytes(5);
  let id = 0;
  const expected = rows.map(({ gap, whole, real, name, size }) => {
    id += gap;
    record.begin();
    if (whole !== null) record.integer(1, whole);
    record.real(2, real);
    if (name !== null) record.string(3, name);
    const bytes = size === null ? null : new Uint8Array(size).fill(size % 253);
    if (bytes !== null) {
      const from = record.used;
      record.add(bytes);
      record.blob(4, from);
    }
    record.end(id);
    load.add(id, record);
    // SQLite stores a negative zero as 0 and has no NaN.
    return [id, whole, Number.isNaN(real) ? null : real + 0, name?.toWellFormed() ?? null, bytes];
  });
  load.finish();
  file.close(false);
  return expected;
}

function contents(path: string): { rows: unknown[][]; check: string } {
  const db = new DatabaseSync(path);
  const statement = db.prepare('SELECT * FROM t ORDER BY id');
  statement.setReturnArrays(true);
  const rows = statement.all() as unknown as unknown[][];
  const { integrity_check: check } = db.prepare('PRAGMA integrity_check').get() as { integrity_check: string };
  db.close();
  return { rows, check };
}

const edges = [0, 1, -1, 127, 128, -128, -129, 32767, 32768, -32769, 2 ** 23, -(2 ** 23) - 1, 2 ** 31, -(2 ** 31) - 1];
const whole = fc.oneof(
  fc.constantFrom(null, ...edges, 2 ** 47 - 1, 2 ** 47, -(2 ** 47), -(2 ** 47) - 1, Number.MAX_SAFE_INTEGER),
  fc.maxSafeInteger(),
);
const values: fc.Arbitrary<Values> = fc.record({
  gap: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 2 ** 36 })),
  whole,
  real: fc.oneof(fc.double(), whole.map(Number)),
  name: fc.oneof(
    fc.constant(null),
    fc.string({ unit: anyCharacter, maxLength: 90 }),
    fc.constantFrom('', 'Straße', '\ud800'),
  ),
  size: fc.oneof(fc.constant(null), fc.nat(300), fc.nat(20_000)),
});

test('SQLite reads back the loaded rows and finds no fault: any values, row sizes and page sizes', () => {
  fc.assert(
    fc.property(fc.array(values, { maxLength: 120 }), fc.constantFrom(512, 4096, 65536), (rows, pageSize) => {
      const { path, root } = created(pageSize);
      const expected = loaded(path, root, rows);
      const found = contents(path);
      assert.deepEqual(found.rows, expected);
      assert.equal(found.check, 'ok');
      rmSync(path);
    }),
    { numRuns: 60 },
  );
});

test('ten thousands of rows make a tree of several levels, to which SQLite can add rows', () => {
  const { path, root } = created(512);
  const rows = Array.from({ length: 20_000 }, (_, i) => ({
    gap: 1,
    whole: i,
    real: i / 3,
    name: `row ${i}`,
    size: null,
  }));
  const expected = loaded(path, root, rows);
  const db = new DatabaseSync(path);
  db.exec("INSERT INTO t(name) VALUES ('last'); DELETE FROM t WHERE id = 77; INSERT INTO other(name) VALUES ('a')");
  assert.deepEqual({ ...db.prepare('SELECT name FROM t WHERE id = 12345').get() }, { name: 'row 12344' });
  assert.deepEqual({ ...db.prepare("SELECT id FROM t WHERE name = 'last'").get() }, { id: 20_001 });
  db.close();
  const found = contents(path);
  assert.equal(found.check, 'ok');
  assert.deepEqual(found.rows.slice(77, 20_000 - 1), expected.slice(78));
  const source = new FileSource(path);
  const scan = new TableScan(new Pages(source), root, [-1, 0, 1, 2, 3], 4);
  let count = 0;
  while (scan.next()) count++;
  source.close();
  assert.equal(count, 20_000);
});

test('rows out of order are refused', () => {
  const { path, root } = created(4096);
  const file = new PageFile(path);
  const load = new TableLoad(file, root);
  const record = new RecordBytes(5);
  record.begin();
  record.end(3);
  load.add(3, record);
  assert.throws(() => load.add(3, record), RangeError);
  file.abandon();
});

test('the page with the lock byte of SQLite stays unused', () => {
  const { path, root } = created(65536);
  // The file is almost a GiB long but sparse.
  const before = 2 ** 30 / 65536 - 2;
  const descriptor = openSync(path, 'r+');
  ftruncateSync(descriptor, before * 65536);
  const count = new Uint8Array(4);
  new DataView(count.buffer).setUint32(0, before);
  writeSync(descriptor, count, 0, 4, 28);
  closeSync(descriptor);
  const rows = Array.from({ length: 5 }, () => ({ gap: 1, whole: 1, real: 1, name: null, size: 60_000 }));
  const expected = loaded(path, root, rows);
  const source = new FileSource(path);
  const pages = new Pages(source);
  assert.equal(pages.count, before + 5 + 1);
  const locked = pages.load(2 ** 30 / 65536 + 1);
  assert.ok(pages.bytes.subarray(locked, locked + 65536).every((byte) => byte === 0));
  source.close();
  const db = new DatabaseSync(path);
  const statement = db.prepare('SELECT * FROM t');
  statement.setReturnArrays(true);
  assert.deepEqual(statement.all() as unknown, expected);
  db.close();
});
