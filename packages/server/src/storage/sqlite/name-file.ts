import { closeSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { syncFolder } from '../data-directory.ts';
import type { NameClaims } from '../port/name-sets.ts';
import type { LogCopier } from './log-keeper.ts';
import { storeFailure } from './store-failure.ts';

export const SCHEMA = `
  CREATE TABLE IF NOT EXISTS owners (id INTEGER PRIMARY KEY, owner TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE IF NOT EXISTS names (name TEXT PRIMARY KEY, owner INTEGER NOT NULL) STRICT, WITHOUT ROWID`;
const UNKNOWN = 'SELECT id FROM owners WHERE owner NOT IN (SELECT value FROM json_each(?))';

/** Where a set is, and what its claims need besides. */
export interface NameFilePlace {
  /** The file. */
  readonly path: string;
  /** The folder it is in. */
  readonly folder: string;
  readonly copier: Pick<LogCopier, 'copy' | 'forget'>;
}

/**
 * The claims of one owner as one transaction on a SQLite file. Claims that are not kept are rolled back, which needs no
 * room on the disk.
 */
export class NameFile implements NameClaims {
  readonly #place: NameFilePlace;
  readonly #database: DatabaseSync;
  readonly #owner: number;
  readonly #insert: StatementSync;
  readonly #holder: StatementSync;
  #closing: Promise<void> | undefined;

  /**
   * Opens or creates the file and begins the transaction.
   * @param known owners whose names stay
   * @throws SQLite's errors
   */
  constructor(place: NameFilePlace, owner: string, known: readonly string[]) {
    this.#place = place;
    // Created by us, so that nobody else may read it; SQLite gives its log the same mode.
    closeSync(openSync(place.path, 'a', 0o600));
    const database = new DatabaseSync(place.path, { timeout: 5000 });
    this.#database = database;
    try {
      // Nobody waits for a sync here: `keep` syncs the log itself, and another thread copies it.
      database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA wal_autocheckpoint=0');
      database.exec(
        `PRAGMA cache_size=-16000; PRAGMA trusted_schema=OFF; PRAGMA secure_delete=ON; BEGIN IMMEDIATE;${SCHEMA}`,
      );
      this.#release([...known, owner]);
      database.prepare('INSERT INTO owners (owner) VALUES (?) ON CONFLICT DO NOTHING').run(owner);
      this.#owner = Number(database.prepare('SELECT id FROM owners WHERE owner = ?').get(owner)!['id']);
      this.#insert = database.prepare('INSERT INTO names VALUES (?, ?) ON CONFLICT DO NOTHING');
      this.#holder = database.prepare('SELECT owner FROM names WHERE name = ?');
    } catch (error) {
      database.close();
      throw error;
    }
  }

  async claim(names: readonly string[]): Promise<number[]> {
    return this.#attempt(() => {
      const taken: number[] = [];
      for (const [index, name] of names.entries()) if (!this.#claim(name)) taken.push(index);
      return taken;
    });
  }

  async claimFree(names: readonly string[]): Promise<string[]> {
    return this.#attempt(() => names.map((name) => this.#claimFree(name)));
  }

  async keep(): Promise<void> {
    this.#attempt(() => this.#database.exec('COMMIT'));
    const log = await open(`${this.#place.path}-wal`, 'r');
    try {
      await log.datasync();
    } catch (error) {
      throw storeFailure(error);
    } finally {
      await log.close();
    }
    syncFolder(this.#place.folder);
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    const { path, copier } = this.#place;
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
    else {
      // Beside this thread, which would otherwise wait for the disk. If it fails the log stays and is read as before.
      await copier.copy(path).catch(() => {});
      await copier.forget(path).catch(() => {});
    }
    this.#database.close();
  }

  /** Releases the names of all owners but these. */
  #release(kept: readonly string[]): void {
    const owners = JSON.stringify(kept);
    if (this.#database.prepare(`${UNKNOWN} LIMIT 1`).get(owners) === undefined) return;
    this.#database.prepare(`DELETE FROM names WHERE owner IN (${UNKNOWN})`).run(owners);
    this.#database.prepare(`DELETE FROM owners WHERE id IN (${UNKNOWN})`).run(owners);
  }

  /** Whether the name is the owner's now. */
  #claim(name: string): boolean {
    return this.#insert.run(name, this.#owner).changes === 1 || this.#holderOf(name) === this.#owner;
  }

  #holderOf(name: string): number | undefined {
    return this.#holder.get(name)?.['owner'] as number | undefined;
  }

  /**
   * Numbers are tried in steps that double and then halve: a name that was renamed a thousand times costs twenty
   * queries, not a thousand.
   */
  #claimFree(name: string): string {
    const isHeld = (number: number): boolean => this.#holderOf(`${name}-${number}`) !== undefined;
    let low = 1;
    let high = 2;
    while (isHeld(high)) [low, high] = [high, high * 2];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (isHeld(middle)) low = middle;
      else high = middle;
    }
    const free = `${name}-${high}`;
    this.#claim(free);
    return free;
  }

  #attempt<T>(work: () => T): T {
    // A full disk may have ended the transaction: a claim outside of one would be kept at once.
    if (this.#closing !== undefined || !this.#database.isTransaction) throw new Error('The claims are closed.');
    try {
      return work();
    } catch (error) {
      throw storeFailure(error);
    }
  }
}
