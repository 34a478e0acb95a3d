import { existsSync } from 'node:fs';
import type { StatementSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { nodeSqlite } from '../io/node-sqlite.ts';

/** Beside the bundled product; the sources have none. */
const BUILT = fileURLToPath(new URL('./wkt.db', import.meta.url));

let opened: StatementSync | null | undefined;

/** The WKT 1 of an EPSG code from the table of the build; undefined where that has none, or is not there. */
export function tabledWkt(code: number): string | undefined {
  opened ??= existsSync(BUILT) ? openWkt(BUILT) : null;
  const row = opened?.get(code);
  return row === undefined ? undefined : String(row['wkt']);
}

/** The look-up of a code in such a table. */
export function openWkt(path: string): StatementSync {
  return new (nodeSqlite().DatabaseSync)(path, { readOnly: true }).prepare('SELECT wkt FROM wkt WHERE code = ?');
}

/** Writes a table of definitions, by code, into a new file. */
export function writeWkt(path: string, definitions: Iterable<readonly [code: number, wkt: string]>): void {
  const table = new (nodeSqlite().DatabaseSync)(path);
  table.exec('PRAGMA journal_mode = OFF; CREATE TABLE wkt (code INTEGER PRIMARY KEY, wkt TEXT NOT NULL); BEGIN');
  const insert = table.prepare('INSERT INTO wkt VALUES (?, ?)');
  for (const [code, wkt] of definitions) insert.run(code, wkt);
  table.exec('COMMIT');
  table.close();
}
