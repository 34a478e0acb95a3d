import { DatabaseSync } from 'node:sqlite';
import { isDiskFull } from '../failure.ts';
import { storeFailure } from './store-failure.ts';

const OPTIONS = { timeout: 5000, enableForeignKeyConstraints: true };

/**
 * Opens a space's database with our settings, the same in every thread. A commit is written to the write-ahead log but
 * not synced: the writer syncs the log before it acknowledges anything (see `Writer`). Deleted rows are overwritten.
 * @param path the file; created if it does not exist
 */
export function openDatabase(path: string): DatabaseSync {
  const connection = new DatabaseSync(path, OPTIONS);
  // Only a database without a page accepts this; an older one needs `giveBackPages`.
  connection.exec('PRAGMA auto_vacuum=INCREMENTAL');
  set(connection);
  return connection;
}

/** Opens, only to read, a file that `openDatabase` has opened: without a write of its own, which would be synced. */
export function openReading(path: string): DatabaseSync {
  const connection = new DatabaseSync(path, OPTIONS);
  set(connection);
  connection.exec('PRAGMA query_only=ON');
  return connection;
}

function set(connection: DatabaseSync): void {
  connection.exec(
    'PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-16000; PRAGMA trusted_schema=OFF',
  );
  connection.exec('PRAGMA secure_delete=ON');
}

/**
 * Makes a database of an earlier version one that can give free pages back, which rewrites it once; this also removes
 * what was deleted from it before. Without room for the copy it stays as it is until a later start.
 */
export function giveBackPages(connection: DatabaseSync): void {
  if (connection.prepare('PRAGMA auto_vacuum').get()!['auto_vacuum'] !== 0) return;
  try {
    connection.exec('PRAGMA auto_vacuum=INCREMENTAL; VACUUM');
  } catch (error) {
    if (!isDiskFull(storeFailure(error))) throw error;
  }
}
