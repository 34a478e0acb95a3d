import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { TestFolder } from '../../../formats/mjf/testing/files.ts';
import { PageFile } from './page-file.ts';
import { RecordBytes } from './record-bytes.ts';
import { TableLoad } from './table-load.ts';

const folder = new TestFolder();
after(() => folder[Symbol.dispose]());
let made = 0;

/** Writes one column of values into a table and has SQLite read and check it. */
function loaded(put: ((record: RecordBytes) => void)[], columnType = '', pageSize = 4096): unknown[] {
  const path = folder.file(`${made++}.db`);
  let db = new DatabaseSync(path);
  db.exec(
    `PRAGMA page_size = ${pageSize}; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; CREATE TABLE t (id INTEGER PRIMARY KEY, v ${columnType})`,
  );
  const root = Number(
    (db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 't'").get() as { rootpage: number }).rootpage,
  );
  db.close();
  const file = new PageFile(path);
  const load = new TableLoad(file, root);
  const record = new RecordBytes(2);
  put.forEach((one, i) => {
    record.begin();
    one(record);
    record.end(i + 1);
    load.add(i + 1, record);
  });
  load.finish();
  file.close(false);
  db = new DatabaseSync(path, { readOnly: true });
  try {
    assert.equal(db.prepare('PRAGMA integrity_check').get()?.['integrity_check'], 'ok');
    const statement = db.prepare('SELECT v FROM t ORDER BY id');
    statement.setReadBigInts(true);
    return statement.all().map(({ v }) => v);
  } finally {
    db.close();
    rmSync(path);
  }
}
/** The values as SQLite stores them when bound to a column of that type. */
function bound(values: readonly (number | bigint | string | null)[], columnType: string): unknown[] {
  using db = new DatabaseSync(':memory:');
  db.exec(`CREATE TABLE t (id INTEGER PRIMARY KEY, v ${columnType})`);
  const insert = db.prepare('INSERT INTO t(v) VALUES (?)');
  for (const value of values) insert.run(value);
  const statement = db.prepare('SELECT v FROM t ORDER BY id');
  statement.setReadBigInts(true);
  return statement.all().map(({ v }) => v);
}

describe('a written record', () => {
  const BORDERS = [
    0,
    1,
    2,
    127,
    128,
    32767,
    32768,
    8388607,
    8388608,
    2 ** 31 - 1,
    2 ** 31,
    2 ** 32,
    2 ** 47 - 1,
    2 ** 47,
    2 ** 53 - 1,
  ];
  const wholes = BORDERS.flatMap((value) => [value, -value, -value - 1]).filter(Number.isSafeInteger);

  it('holds integers of every length as SQLite stores them', () => {
    assert.deepEqual(
      loaded(wholes.map((value) => (record) => record.integer(1, value))),
      wholes.map((value) => BigInt(value)),
    );
    fc.assert(
      fc.property(fc.array(fc.maxSafeInteger(), { maxLength: 20 }), (values) => {
        assert.deepEqual(
          loaded(values.map((value) => (record) => record.integer(1, value))),
          values.map((value) => BigInt(value)),
        );
      }),
      { numRuns: 20 },
    );
  });

  it('holds reals as SQLite returns them from a REAL column: NaN is NULL, zero has no sign', () => {
    const reals = [
      ...wholes,
      0.5,
      -0,
      Number.NaN,
      Infinity,
      -Infinity,
      5e-324,
      1.7976931348623157e308,
      2 ** 60,
      -(2 ** 63),
      1e21,
      1 / 3,
    ];
    const sqlite = bound(reals, 'DOUBLE');
    const ours = loaded(
      reals.map((value) => (record) => record.real(1, value)),
      'DOUBLE',
    );
    assert.deepEqual(ours, sqlite);
    fc.assert(
      fc.property(fc.array(fc.double(), { maxLength: 20 }), (values) => {
        assert.deepEqual(
          loaded(
            values.map((value) => (record) => record.real(1, value)),
            'DOUBLE',
          ),
          bound(values, 'DOUBLE'),
        );
      }),
      { numRuns: 20 },
    );
  });

  describe('holds texts and bytes of any length, on one page or several, at every page size', () => {
    for (const pageSize of [512, 4096, 65536])
      it(String(pageSize), () => {
        const most = pageSize - 35;
        // Lengths at which a row starts to need overflow pages, and at which those are full.
        const lengths = [
          0,
          1,
          47,
          48,
          49,
          57,
          58,
          most - 8,
          most - 4,
          most - 3,
          most - 2,
          most,
          most + 1,
          pageSize,
          2 * pageSize - 8,
          3 * pageSize + 17,
        ];
        const texts = lengths.map((length) => 'ä'.repeat(length >> 1) + 'x'.repeat(length & 1));
        assert.deepEqual(
          loaded(
            texts.map((text) => (record) => record.string(1, text)),
            'TEXT',
            pageSize,
          ),
          texts,
        );
        const utf8 = texts.map((text) => Buffer.from(`##${text}#`));
        assert.deepEqual(
          loaded(
            utf8.map((bytes) => (record) => record.utf8(1, bytes, 2, bytes.length - 1)),
            'TEXT',
            pageSize,
          ),
          texts,
        );
        const blobs = lengths.map((length) => new Uint8Array(length).map((_, i) => i * 31));
        const found = loaded(
          blobs.map((blob) => (record) => {
            const from = record.used;
            record.add(blob);
            record.blob(1, from);
          }),
          'BLOB',
          pageSize,
        );
        assert.deepEqual(found, blobs);
      });
  });

  it('has NULL in columns without a value, also after a full row', () => {
    const found = loaded([(record) => record.string(1, 'x'), () => {}, (record) => record.real(1, Number.NaN)]);
    assert.deepEqual(found, ['x', null, null]);
  });

  it('must have a larger id than the records before it', () => {
    assert.throws(() => {
      const path = folder.file('order.db');
      const db = new DatabaseSync(path);
      db.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, v)');
      db.close();
      const file = new PageFile(path);
      try {
        const load = new TableLoad(file, 2);
        const record = new RecordBytes(2);
        for (const id of [5, 5]) {
          record.begin();
          record.end(id);
          load.add(id, record);
        }
      } finally {
        file.abandon();
      }
    }, /row 5 comes after row 5/);
  });
});
