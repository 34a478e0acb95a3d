import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { anyCharacter } from '@fieldbridge/fieldjob/testing/any-character.ts';
import fc from 'fast-check';
import { type ByteSource, FileSource, MemorySource } from '../../../core/byte-source.ts';
import type { Cells } from './cells.ts';
import { ValueCells } from './cells.ts';
import { PageFault } from './page-fault.ts';
import { Pages } from './pages.ts';
import { Span } from './span.ts';
import { TableScan } from './table-scan.ts';

const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-sqlite-'));
after(() => rmSync(folder, { recursive: true, force: true }));

type Value = null | number | bigint | string | Uint8Array;
const span = new Span();

/** Everything that the cells of a row return. */
function seen(cells: Cells, columns: number): unknown[] {
  const all: unknown[] = [cells.id];
  for (let i = 0; i < columns; i++) {
    const bytes = cells.span(i, span)
      ? Buffer.from(span.bytes.subarray(span.from, span.to)).toString('hex')
      : undefined;
    all.push([
      cells.isNull(i),
      cells.isEmpty(i, i + 1),
      cells.isEmpty(0, columns),
      cells.isText(i),
      cells.text(i),
      cells.number(i),
      bytes,
    ]);
  }
  return all;
}

function rootOf(db: DatabaseSync, table: string): number {
  return (db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table) as { rootpage: number }).rootpage;
}

function scanned(bytes: Uint8Array, root: number, columns: readonly number[]): unknown[][] {
  const scan = new TableScan(new Pages(new MemorySource(bytes)), root, columns, 3);
  const rows: unknown[][] = [];
  while (scan.next()) rows.push(seen(scan, 3));
  return rows;
}

const value: fc.Arbitrary<Value> = fc.oneof(
  fc.constant(null),
  fc.integer(),
  fc.constantFrom(0, 1, -1, 127, -128, 32767, -32768, 8388607, -8388608, 2 ** 31, -(2 ** 47), 2 ** 47, 2 ** 52),
  fc.bigInt({ min: -(2n ** 53n) + 1n, max: 2n ** 53n - 1n }),
  fc.double({ noNaN: true }),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.string({ unit: 'grapheme', minLength: 100, maxLength: 3000 }),
  fc.constantFrom('', '\uFEFFmark', 'a\0b', 'STREET', 'STREET', 'KERB'),
  fc.uint8Array({ maxLength: 20 }),
  fc.integer({ min: 400, max: 9000 }).map((length) => new Uint8Array(length).fill(length % 251)),
);

test('a scan returns the rows that SQLite returns: any values, page sizes, gaps and columns added later', () => {
  const rows = fc.array(
    fc.tuple(fc.oneof(fc.integer({ min: -5, max: 2 ** 40 }), fc.maxSafeInteger()), value, value, value),
    { maxLength: 60 },
  );
  let made = 0;
  fc.assert(
    fc.property(rows, fc.constantFrom(512, 1024, 4096, 65536), fc.boolean(), (all, pageSize, later) => {
      const path = join(folder, `${made++}.db`);
      const db = new DatabaseSync(path);
      db.exec(`PRAGMA page_size = ${pageSize}; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
        CREATE TABLE other (id INTEGER PRIMARY KEY, b TEXT);
        CREATE TABLE t (a, id INTEGER PRIMARY KEY NOT NULL, b DOUBLE, unasked TEXT${later ? '' : ', c BLOB'})`);
      for (const [id, a, b, c] of all)
        db.prepare(`INSERT OR REPLACE INTO t(id, a, b${later ? '' : ', c'}) VALUES (?, ?, ?${later ? '' : ', ?'})`).run(
          ...([id, a, b, ...(later ? [] : [c])] as (Exclude<Value, Uint8Array> | NodeJS.ArrayBufferView)[]),
        );
      db.exec('DELETE FROM t WHERE id % 7 = 3');
      if (later) db.exec('ALTER TABLE t ADD COLUMN c BLOB');
      const statement = db.prepare('SELECT id, a, b, c FROM t WHERE id < 9007199254740991 ORDER BY id');
      statement.setReturnArrays(true);
      const expected = (statement.all() as unknown as unknown[][]).map((row) => seen(new ValueCells().take(row), 3));
      const root = rootOf(db, 't');
      db.close();
      assert.deepEqual(scanned(readFileSync(path), root, [0, -1, 1, -1, 2]), expected);
      rmSync(path);
    }),
    { numRuns: 60 },
  );
});

/** A database with a table of many rows, some of which are longer than a page. */
function example(): { bytes: Uint8Array; root: number } {
  const path = join(folder, 'example.db');
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA page_size = 1024; CREATE TABLE t (id INTEGER PRIMARY KEY NOT NULL, a TEXT, b BLOB, c DOUBLE);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900)
    INSERT INTO t SELECT i, 'name ' || i, zeroblob(CASE WHEN i % 50 = 0 THEN 3000 ELSE 20 END), i / 3.0 FROM n`);
  const root = rootOf(db, 't');
  db.close();
  const bytes = new Uint8Array(readFileSync(path));
  rmSync(path);
  return { bytes, root };
}

test('damaged pages give rows or a PageFault, never another error or an endless loop', () => {
  const { bytes, root } = example();
  assert.equal(scanned(bytes, root, [-1, 0, 1, 2]).length, 900);
  let faults = 0;
  const change = fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 0, max: 255 }));
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 30 }), (changes) => {
      const damaged = Uint8Array.from(bytes);
      for (const [at, byte] of changes) damaged[at] = byte;
      try {
        assert.ok(scanned(damaged, root, [-1, 0, 1, 2]).length <= 2000);
      } catch (error) {
        if (!(error instanceof PageFault)) throw error;
        faults++;
      }
    }),
    { numRuns: 400 },
  );
  assert.ok(faults > 0);
});

test('a large table gives the rows that SQLite gives, wherever its overflow pages are, and reads each block once', () => {
  const path = join(folder, 'large.db');
  const db = new DatabaseSync(path);
  // Long rows are added last: their overflow pages and the interior pages come after all others.
  db.exec(`PRAGMA page_size = 4096; CREATE TABLE t (id INTEGER PRIMARY KEY NOT NULL, a TEXT, b BLOB, c DOUBLE);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    INSERT INTO t SELECT i, 'name ' || i, randomblob(250), i / 3.0 FROM n;
    UPDATE t SET b = randomblob(6000) WHERE id % 97 = 0`);
  const statement = db.prepare('SELECT id, a, b, c FROM t ORDER BY id');
  statement.setReturnArrays(true);
  const expected = (statement.all() as unknown as unknown[][]).map((row) => seen(new ValueCells().take(row), 3));
  const root = rootOf(db, 't');
  db.close();
  const source = new FileSource(path);
  const large: number[] = [];
  const watched: ByteSource = {
    ...{ name: '', size: source.size, close: () => {} },
    readInto: (target, at, length, position) => {
      if (length > 65536) large.push(position);
      return source.readInto(target, at, length, position);
    },
  };
  const scan = new TableScan(new Pages(watched), root, [-1, 0, 1, 2], 3);
  let row = 0;
  for (; scan.next(); row++) assert.deepEqual(seen(scan, 3), expected[row]);
  assert.equal(row, expected.length);
  assert.ok(large.length > 10);
  // The first leaves of those that were split may be needed long before the rest of their block.
  assert.ok(large.length - new Set(large).size <= 1, `${large.length} reads`);
  source.close();
});

test('pages in a circle, pages that are missing and rows that claim too many bytes are refused', () => {
  const { bytes, root } = example();
  const of = (change: (page: DataView) => void): (() => void) => {
    const changed = Uint8Array.from(bytes);
    change(new DataView(changed.buffer, (root - 1) * 1024, 1024));
    return () => void scanned(changed, root, [-1, 0, 1, 2]);
  };
  const first = new DataView(bytes.buffer, (root - 1) * 1024).getUint16(12);
  assert.throws(
    of((page) => page.setUint32(first, root)),
    /PageFault|circle|not a table page/,
  );
  assert.throws(
    of((page) => page.setUint32(first, 2 ** 31)),
    /page 2147483648 is needed, but the file has/,
  );
  assert.throws(
    of((page) => page.setUint16(12, 1023)),
    /points beyond itself/,
  );
  assert.throws(
    of((page) => page.setUint8(0, 2)),
    /not a table page/,
  );
  assert.throws(
    of((page) => page.setUint16(3, 60_000)),
    /not a table page/,
  );
  const second = new DataView(bytes.buffer, (root - 1) * 1024).getUint32(first);
  const leaf = new DataView(bytes.buffer, (second - 1) * 1024, 1024);
  const cell = leaf.getUint16(8);
  leaf.setUint8(cell, 255);
  assert.throws(() => scanned(bytes, root, [-1, 0, 1, 2]), PageFault);
});

test('a file that does not consist of whole pages is refused', () => {
  const { bytes } = example();
  const of = (change: (head: DataView) => void, size = bytes.length): (() => Pages) => {
    const changed = bytes.slice(0, size);
    change(new DataView(changed.buffer));
    return () => new Pages(new MemorySource(changed));
  };
  assert.throws(
    of(() => {}, 40),
    /shorter than its header/,
  );
  assert.throws(
    of((head) => head.setUint16(16, 1000)),
    /pages of 1000 bytes/,
  );
  assert.throws(
    of((head) => {
      head.setUint16(16, 512);
      head.setUint8(20, 200);
    }),
    /of which 312 are used/,
  );
  // The stated page count is limited by the size of the file.
  assert.equal(of((head) => head.setUint32(28, 1_000_000))().count, bytes.length / 1024);
});
