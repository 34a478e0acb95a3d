import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { holdsBlobs } from './layout.ts';

/** Called for each file that was copied. */
export type FileCopied = (bytes: number) => void;

/**
 *  * Copies the blob files of one space for a backup. Blobs never change, so no file is copied twice: the first pass
 *  copies nearly all of them, a second one those that were added meanwhile.
 */
export class BlobFiles {
  readonly #from: string;
  readonly #to: string;
  readonly #copied = new Set<string>();

  /** @param from a folder of blobs, which may not exist @param to destination of the copies */
  constructor(from: string, to: string) {
    this.#from = from;
    this.#to = to;
  }

  get count(): number {
    return this.#copied.size;
  }

  /** Copies what was not copied yet. A file deleted meanwhile is skipped: rows read later do not refer to it. */
  async copy(copied: FileCopied, signal: AbortSignal): Promise<void> {
    await mkdir(this.#to, { recursive: true, mode: 0o700 });
    for (const folder of await namesIn(this.#from)) {
      if (!holdsBlobs(folder)) continue;
      const names = (await namesIn(join(this.#from, folder))).filter((name) => !this.#copied.has(name));
      if (names.length > 0) await mkdir(join(this.#to, folder), { recursive: true, mode: 0o700 });
      for (const name of names) {
        signal.throwIfAborted();
        const path = join(this.#to, folder, name);
        if (!(await copyIfThere(join(this.#from, folder, name), path))) continue;
        this.#copied.add(name);
        copied((await stat(path)).size);
      }
    }
  }

  /** Bytes of all files that exist now, to show progress. */
  async size(): Promise<number> {
    let sum = 0;
    for (const folder of await namesIn(this.#from))
      if (holdsBlobs(folder))
        for (const name of await namesIn(join(this.#from, folder)))
          sum += (await ifThere(stat(join(this.#from, folder, name))))?.size ?? 0;
    return sum;
  }
}

/**
 * Copies a file that may be gone; without duplicating its blocks where the file system can. Returns whether it existed.
 */
async function copyIfThere(from: string, to: string): Promise<boolean> {
  return (await ifThere(copyFile(from, to, constants.COPYFILE_FICLONE).then(() => true))) ?? false;
}

async function namesIn(folder: string): Promise<string[]> {
  return (await ifThere(readdir(folder))) ?? [];
}

/** The result of a file operation; undefined if there is no such file. */
async function ifThere<T>(look: Promise<T>): Promise<T | undefined> {
  try {
    return await look;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
