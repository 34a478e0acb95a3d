import type { DatabaseSync } from 'node:sqlite';
import { FormatError } from '../../core/failure.ts';

/** What SQLite says of a table whose pages are in order. */
const IN_ORDER = 'ok';
const FAULT_LENGTH = 200;

/**
 * Checks that a name is a table in whose pages one pass over the rows, or a look-up by key, takes bounded time: not a
 * view or virtual table, which could compute without end, with an integer primary key, and without pages that refer to
 * each other in a circle or more than once.
 * @param key its primary key
 * @returns false if there is nothing of that name
 * @throws FormatError `sqlite-damaged`; an SQLite error
 */
export function checkBaseTable(database: DatabaseSync, name: string, key: string): boolean {
  const found = database.prepare('SELECT type, rootpage FROM sqlite_schema WHERE name = ?').get(name);
  if (found === undefined) return false;
  if (found['type'] !== 'table' || !(Number(found['rootpage']) > 0))
    throw new FormatError('sqlite-damaged', { found: `${name} is not a table` });
  const columns = database.prepare('SELECT name, type, pk, hidden FROM pragma_table_xinfo(?)').all(name);
  const keys = columns.filter(({ pk }) => pk !== 0);
  const isKeyed = keys.length === 1 && keys[0]!['name'] === key && String(keys[0]!['type']).toUpperCase() === 'INTEGER';
  if (!isKeyed || columns.some(({ hidden }) => hidden !== 0))
    throw new FormatError('sqlite-damaged', { found: `${name} has no integer key ${key}, or has computed columns` });
  const [fault] = database.prepare(`PRAGMA main.quick_check("${name}")`).all();
  const text = String(fault?.['quick_check']);
  if (text !== IN_ORDER) throw new FormatError('sqlite-damaged', { found: text.slice(0, FAULT_LENGTH) });
  return true;
}
