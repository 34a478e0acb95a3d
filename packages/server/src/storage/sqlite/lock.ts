import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openFailure } from '../damaged.ts';

/** Another server holds the data directory. */
export class DataDirectoryInUse extends Error {
  override readonly name = 'DataDirectoryInUse';
}

/** The lock on a data directory, held until `release` or the end of the process. */
export interface DataDirectoryLock {
  release(): void;
}

/**
 * Takes the data directory for this process. The lock is an exclusive SQLite transaction, which is a lock of the
 * operating system: it ends with the process, even after `kill -9`, and no stale file can block the next start.
 * @param directory an existing directory
 * @throws DataDirectoryInUse if another server, in this process or another, has it; DataDirectoryDamaged
 */
export function lockDataDirectory(directory: string): DataDirectoryLock {
  const note = join(directory, 'server.json');
  const path = join(directory, 'server.lock');
  const database = openLock(path);
  try {
    database.exec('PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode !== 5) throw openFailure(path, error);
    throw new DataDirectoryInUse(
      `The data directory ${directory} is in use by another server${holder(note)}. Stop it, or give this one its own directory with --data.`,
    );
  }
  const release = (): void => {
    database.exec('ROLLBACK');
    database.close();
  };
  try {
    writeNote(note);
  } catch (error) {
    // The file system is full or read-only: this start ends here, and must not block the next one.
    release();
    throw error;
  }
  return { release };
}

/** Who has a data directory, or had it last. */
export interface LockHolder {
  readonly isHeld: boolean;
  /** The note of the last process that locked it. */
  readonly note: { readonly pid: number; readonly host: string; readonly since: string } | undefined;
}

/** Who has a data directory, without taking or changing it. @throws DataDirectoryDamaged if the lock cannot be read */
export function readHolder(directory: string): LockHolder {
  const note = noteIn(join(directory, 'server.json'));
  const path = join(directory, 'server.lock');
  if (!existsSync(path)) return { isHeld: false, note };
  try {
    const database = new DatabaseSync(path, { readOnly: true, timeout: 0 });
    try {
      database.prepare('SELECT 1 FROM sqlite_schema').get();
      return { isHeld: false, note };
    } finally {
      database.close();
    }
  } catch (error) {
    if ((error as { errcode?: number }).errcode === 5) return { isHeld: true, note };
    throw openFailure(path, error);
  }
}

function writeNote(path: string): void {
  const holder = { pid: process.pid, host: hostname(), since: new Date().toISOString() };
  writeFileSync(path, JSON.stringify(holder), { mode: 0o600 });
}

function openLock(path: string): DatabaseSync {
  try {
    // Who can read the file could lock it, too. One that exists is not opened here: closing it would end its lock.
    if (!existsSync(path)) writeFileSync(path, '', { mode: 0o600, flag: 'wx' });
    return new DatabaseSync(path, { timeout: 0 });
  } catch (error) {
    throw openFailure(path, error);
  }
}

/** Who holds it, according to the note, which is used only for sentences. */
function holder(path: string): string {
  const note = noteIn(path);
  return note === undefined ? '' : ` (process ${note.pid} on ${note.host}, since ${note.since})`;
}

function noteIn(path: string): LockHolder['note'] {
  try {
    const { pid, host, since } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    return { pid: Number(pid), host: String(host), since: String(since) };
  } catch {
    return undefined;
  }
}
