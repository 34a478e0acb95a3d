import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import { readWith } from '../../../testing/run-format.ts';
import { FileSource } from '../../core/byte-source.ts';
import type { FormatError } from '../../core/failure.ts';
import { imodel } from './format.ts';
import { CORPUS } from './testing/geometry.ts';

// A database is a program: views, generated columns, statistics and pages can make a plain SELECT run without end.

const folder = mkdtempSync(join(tmpdir(), 'imodel-hostile-'));
after(() => rmSync(folder, { recursive: true }));

const ENDLESS = 'WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r)';

/** The corpus's smaller model, changed by statements. */
function changed(name: string, sql: string): string {
  const path = join(folder, name);
  copyFileSync(join(CORPUS, 'test.bim'), path);
  const database = new DatabaseSync(path, { defensive: false });
  database.exec(`PRAGMA foreign_keys = OFF; PRAGMA writable_schema = ON; ${sql}`);
  database.close();
  return path;
}

/** Replaces a table by a view of the same columns, of endless rows that fit no condition. */
const endlessView = (table: string, columns: string): string =>
  `ALTER TABLE ${table} RENAME TO was_${table}; CREATE VIEW ${table} AS ${ENDLESS} SELECT ${columns} FROM r`;

async function refusal(path: string): Promise<FormatError> {
  const began = performance.now();
  const error = await readWith(imodel, new FileSource(path), { workFolder: folder }).then(
    () => assert.fail('it was read'),
    (failure: FormatError) => failure,
  );
  assert.equal(error.code, 'sqlite-damaged', String(error.stack));
  assert.ok(performance.now() - began < 20_000);
  return error;
}

describe('a model whose tables compute', () => {
  for (const [name, sql, sentence] of [
    [
      'property-map-view',
      endlessView('ec_PropertyMap', '-i Id, -i ClassId, -i PropertyPathId, -i ColumnId'),
      /ec_PropertyMap is not a table/,
    ],
    ['element-view', endlessView('bis_Element', '-i Id, -i ECClassId, NULL UserLabel'), /bis_Element is not a table/],
    [
      'no-key',
      'ALTER TABLE ec_Class RENAME TO was; CREATE TABLE ec_Class AS SELECT * FROM was',
      /ec_Class has no integer key Id/,
    ],
    [
      'computed-column',
      'ALTER TABLE ec_Class ADD COLUMN more TEXT AS (hex(zeroblob(1000)))',
      /ec_Class has no integer key Id, or has computed columns/,
    ],
    [
      'virtual-table',
      'ALTER TABLE ec_Class RENAME TO was; CREATE VIRTUAL TABLE ec_Class USING fts5(Id, Name)',
      /ec_Class is not a table/,
    ],
  ] as const)
    test(`${name} is refused`, async () => {
      assert.match((await refusal(changed(`${name}.bim`, sql))).message, sentence);
    });
});

test('pages that refer to each other without end are refused', async () => {
  const path = changed('loop.bim', 'SELECT 1');
  const database = new DatabaseSync(path);
  const { rootpage } = database
    .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'bis_GeometricElement3d'")
    .get() as { rootpage: number };
  database.close();
  const bytes = readFileSync(path);
  const size = bytes.readUInt16BE(16);
  // An interior page whose cells all lead back to itself: each level multiplies the rows by a hundred.
  const at = (rootpage - 1) * size;
  bytes.fill(0, at, at + size);
  bytes[at] = 5;
  const cells = 100;
  bytes.writeUInt16BE(cells, at + 3);
  bytes.writeUInt16BE(size - cells * 5, at + 5);
  bytes.writeUInt32BE(rootpage, at + 8);
  for (let i = 0; i < cells; i++) {
    const cell = size - (i + 1) * 5;
    bytes.writeUInt16BE(cell, at + 12 + 2 * i);
    bytes.writeUInt32BE(rootpage, at + cell);
    bytes[at + cell + 4] = i + 1;
  }
  writeFileSync(path, bytes);
  await refusal(path);
});
