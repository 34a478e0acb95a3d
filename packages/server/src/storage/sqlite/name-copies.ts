import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';

const ENDING = '.sqlite';

/**
 * Copies the sets of names of one space for a backup. A set that is copied after the moment of the backup may have
 * names of later imports; these are released when the copy is used, because their owners are not known there. The first
 * pass covers jobs that are deleted before the second.
 */
export class NameCopies {
  readonly #from: string;
  readonly #to: string;
  /** When each copied set was last changed. */
  readonly #copied = new Map<string, number>();

  /** @param from the folder of the sets, which may not exist @param to destination of the copies */
  constructor(from: string, to: string) {
    this.#from = from;
    this.#to = to;
  }

  /** Copies the sets that are new or were changed since the last pass. */
  async copy(signal: AbortSignal): Promise<void> {
    if (!existsSync(this.#from)) return;
    await mkdir(this.#to, { recursive: true, mode: 0o700 });
    for (const name of await readdir(this.#from)) {
      if (!name.endsWith(ENDING)) continue;
      signal.throwIfAborted();
      const changed = await changedAt(join(this.#from, name));
      if (changed === undefined || changed === this.#copied.get(name)) continue;
      if (await copySet(join(this.#from, name), join(this.#to, name))) this.#copied.set(name, changed);
    }
  }
}

/** Copies one set; false if it was deleted meanwhile. */
async function copySet(from: string, to: string): Promise<boolean> {
  const before = await changedAt(from);
  try {
    await copyFile(from, to);
    // With a log next to it, or changed while it was copied, the file alone is not the whole set.
    if (!existsSync(`${from}-wal`) && (await changedAt(from)) === before) return true;
    await rm(to, { force: true });
    const source = new DatabaseSync(from, { readOnly: true, timeout: 5000 });
    try {
      await backup(source, to);
    } finally {
      source.close();
    }
    return true;
  } catch (error) {
    if (existsSync(from)) throw error;
    await rm(to, { force: true });
    return false;
  }
}

/** When a file was last written, in milliseconds; undefined if it does not exist. */
async function changedAt(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
