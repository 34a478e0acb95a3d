import type { DatabaseSync } from 'node:sqlite';
import { type ByteSource, readBytes } from '../../core/byte-source.ts';
import { FormatError } from '../../core/failure.ts';
import { nodeSqlite } from './node-sqlite.ts';

const SIGNATURE = 'SQLite format 3\0';
const HEADER_SIZE = 100;
/** Offset of the application id in the header (SQLite file format, 1.3.10). */
const APPLICATION_ID = 68;

/** The application id of an SQLite file as four characters (`GPKG`, `BeDb`); undefined if it is not an SQLite file. */
export function sqliteApplication(head: Uint8Array): string | undefined {
  if (head.length < HEADER_SIZE) return undefined;
  for (let i = 0; i < SIGNATURE.length; i++) if (head[i] !== SIGNATURE.charCodeAt(i)) return undefined;
  return String.fromCharCode(...head.subarray(APPLICATION_ID, APPLICATION_ID + 4));
}

/**
 * Opens an SQLite file of unknown origin read-only: no other file can be attached, no extension loaded, the schema is
 * not trusted (no functions with side effects in views, triggers or indices), and memory-mapped reading is off.
 * @throws FormatError `sqlite-missing-file` if the source is not a file on disk, `sqlite-damaged` if it is not a
 * readable database
 */
export function openUntrusted(source: ByteSource): DatabaseSync {
  if (source.path === undefined) throw new FormatError('sqlite-missing-file');
  if (sqliteApplication(readBytes(source, 0, Math.min(HEADER_SIZE, source.size))) === undefined) {
    throw new FormatError('sqlite-damaged', { found: 'it does not start like an SQLite file' }, 0);
  }
  try {
    const database = new (nodeSqlite().DatabaseSync)(source.path, {
      readOnly: true,
      allowExtension: false,
      enableForeignKeyConstraints: false,
      defensive: true,
      limits: { attach: 0 },
    });
    database.exec(
      'PRAGMA trusted_schema = OFF; PRAGMA mmap_size = 0; PRAGMA cell_size_check = ON; PRAGMA query_only = ON; PRAGMA temp_store = MEMORY',
    );
    return database;
  } catch (error) {
    throw sqliteFailure(error);
  }
}

/** The only functions that statements may call from here on. */
const FUNCTIONS: readonly (string | null)[] = ['coalesce', 'count'];

/**
 * Restricts further statements to reading tables by name: no view, no recursion, no other function, no pragma. Whatever
 * the file's schema says, a statement then takes at most the time of its own text.
 */
export function readOnlyTables(database: DatabaseSync): void {
  const { SQLITE_DENY, SQLITE_FUNCTION, SQLITE_OK, SQLITE_READ, SQLITE_SELECT } = nodeSqlite().constants;
  database.setAuthorizer((action, _first, second, _schema, within) => {
    // A view or trigger that is read through is named here.
    if (within !== null) return SQLITE_DENY;
    if (action === SQLITE_FUNCTION) return FUNCTIONS.includes(second) ? SQLITE_OK : SQLITE_DENY;
    return action === SQLITE_READ || action === SQLITE_SELECT ? SQLITE_OK : SQLITE_DENY;
  });
}

/** Turns an SQLite error about the file into `sqlite-damaged`; returns other errors unchanged. */
export function sqliteFailure(error: unknown): Error {
  const { code, message } = error as Error & { code?: string };
  if (code !== 'ERR_SQLITE_ERROR') return error as Error;
  return new FormatError('sqlite-damaged', { found: message });
}
