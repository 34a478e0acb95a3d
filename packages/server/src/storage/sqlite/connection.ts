import { DatabaseSync } from 'node:sqlite';

/**
 * Opens a space's database as every thread of ours uses it. A commit is written to the write-ahead log and not synced: whoever
 * writes syncs the log before telling (see `Writer`).
 * @param path the file; it is made when it is not there
 */
export function openDatabase(path: string): DatabaseSync {
  const connection = new DatabaseSync(path, { timeout: 5000, enableForeignKeyConstraints: true });
  connection.exec(
    'PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-16000; PRAGMA trusted_schema=OFF',
  );
  return connection;
}
