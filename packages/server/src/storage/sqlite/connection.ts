import { DatabaseSync } from 'node:sqlite';

/**
 * Opens a space's database with our settings, the same in every thread. A commit is written to the write-ahead log but
 * not synced: the writer syncs the log before it acknowledges anything (see `Writer`).
 * @param path the file; created if it does not exist
 */
export function openDatabase(path: string): DatabaseSync {
  const connection = new DatabaseSync(path, { timeout: 5000, enableForeignKeyConstraints: true });
  connection.exec(
    'PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-16000; PRAGMA trusted_schema=OFF',
  );
  return connection;
}
