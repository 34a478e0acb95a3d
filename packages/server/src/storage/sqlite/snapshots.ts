import { chmodSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { DataDirectoryDamaged, openFailure } from '../damaged.ts';

/** Pages copied between two progress reports: a few tens of megabytes. */
const PAGES_AT_ONCE = 8192;

/** The heading of SQLite's findings. */
const HEADING = /^\*\*\* in database main \*\*\*\s*/;

/** Called while pages are copied. */
export type PagesCopied = (copied: number, total: number) => void;

/** A database of the copy. */
export interface CopiedDatabase {
  readonly name: string;
  readonly bytes: number;
}

/**
 * All databases of a data directory as of one moment, even if they are written meanwhile: a read transaction in each
 * holds its state, and all begin within a millisecond, so that the desk and the spaces match.
 */
export class Snapshots {
  readonly #directory: string;
  readonly #sources: ReadonlyMap<string, DatabaseSync>;

  private constructor(directory: string, sources: ReadonlyMap<string, DatabaseSync>) {
    this.#directory = directory;
    this.#sources = sources;
  }

  /** @param names of the spaces @throws DataDirectoryDamaged if a database cannot be read */
  static take(directory: string, names: readonly string[]): Snapshots {
    const sources = new Map<string, DatabaseSync>();
    const snapshots = new Snapshots(directory, sources);
    try {
      for (const name of names) sources.set(name, open(pathIn(directory, name)));
      // A transaction holds its snapshot from its first read on.
      for (const [name, source] of sources) begin(source, pathIn(directory, name));
      return snapshots;
    } catch (error) {
      snapshots.release();
      throw error;
    }
  }

  /** Pages of all databases together. */
  get pages(): number {
    let sum = 0;
    for (const source of this.#sources.values())
      sum += Number(source.prepare('PRAGMA page_count').get()!['page_count']);
    return sum;
  }

  /**
   * Writes the databases into another directory, on the disk when this resolves, and reads each copy through.
   * @param progress may throw, which ends the copying
   * @throws DataDirectoryDamaged if a database is damaged
   */
  async copyTo(directory: string, progress: PagesCopied): Promise<CopiedDatabase[]> {
    const total = this.pages;
    const copied: CopiedDatabase[] = [];
    let before = 0;
    for (const [name, source] of this.#sources) {
      const path = pathIn(directory, name);
      const pages = await backup(source, path, {
        rate: PAGES_AT_ONCE,
        progress: ({ totalPages, remainingPages }) => progress(before + totalPages - remainingPages, total),
      });
      before += pages;
      progress(before, total);
      chmodSync(path, 0o600);
      check(path, pathIn(this.#directory, name));
      copied.push({ name, bytes: statSync(path).size });
    }
    return copied;
  }

  /** Releases the snapshots. */
  release(): void {
    for (const source of this.#sources.values()) source.close();
  }
}

const pathIn = (directory: string, name: string): string => join(directory, `${name}.sqlite`);

function open(path: string): DatabaseSync {
  if (!existsSync(path))
    throw new DataDirectoryDamaged(
      `${path} is not there: is this the data directory of a server (--data)? With the setting database, pg_dump takes the rows (docs/scaling.md).`,
    );
  try {
    return new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  } catch (error) {
    throw openFailure(path, error);
  }
}

function begin(source: DatabaseSync, path: string): void {
  try {
    source.exec('BEGIN; SELECT 1 FROM sqlite_schema');
  } catch (error) {
    throw openFailure(path, error);
  }
}

/** A damaged page would be copied unchanged: better report it now than when the copy is needed. */
function check(copy: string, original: string): void {
  const database = new DatabaseSync(copy);
  try {
    const found = String(database.prepare('PRAGMA quick_check(1)').get()!['quick_check']).replace(HEADING, '');
    if (found !== 'ok')
      throw new DataDirectoryDamaged(
        `${original} is damaged (${found}); keep your earlier backups, and see whether the disk is sound.`,
      );
  } finally {
    database.close();
  }
}
