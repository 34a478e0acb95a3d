import { FormatError } from '../../core/failure.ts';

/**
 * Node's own SQLite, loaded when a file or a reference system needs it: the other formats can be used without.
 * @throws FormatError `sqlite-missing` on a Node that does not have it
 */
export function nodeSqlite(): typeof import('node:sqlite') {
  const sqlite = process.getBuiltinModule('node:sqlite') as typeof import('node:sqlite') | undefined;
  if (sqlite === undefined) throw new FormatError('sqlite-missing', { runtime: `Node ${process.version}` });
  return sqlite;
}
