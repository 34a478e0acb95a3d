import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders of a blob store: the last two digits of the ids in them. */
const FOLDER = /^[0-9a-f]{2}$/;

/** Told of each file that was copied. */
export type FileCopied = (bytes: number) => void;

/**
 * Copies of the blobs of one space. Blobs never change, so a file that was copied once need not be looked at again: the first
 * pass brings nearly all, a second one what has come since.
 */
export class BlobFiles {
  readonly #from: string;
  readonly #to: string;
  readonly #copied = new Set<string>();

  /** @param from a folder of blobs, which may not be there @param to where the copies go */
  constructor(from: string, to: string) {
    this.#from = from;
    this.#to = to;
  }

  get count(): number {
    return this.#copied.size;
  }

  /** Copies what was not copied yet. What is deleted meanwhile is passed over: no row of a later moment names it. */
  async copy(copied: FileCopied, signal: AbortSignal): Promise<void> {
    await mkdir(this.#to, { recursive: true, mode: 0o700 });
    for (const folder of await namesIn(this.#from)) {
      if (!FOLDER.test(folder)) continue;
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

  /** Bytes of all files that are there now, for whoever shows how far it is. */
  async size(): Promise<number> {
    let sum = 0;
    for (const folder of await namesIn(this.#from))
      if (FOLDER.test(folder))
        for (const name of await namesIn(join(this.#from, folder)))
          sum += (await ifThere(stat(join(this.#from, folder, name))))?.size ?? 0;
    return sum;
  }
}

/** Where the file system can, the copy shares its blocks with the original until one of them changes. */
async function copyIfThere(from: string, to: string): Promise<boolean> {
  return (await ifThere(copyFile(from, to, constants.COPYFILE_FICLONE).then(() => true))) ?? false;
}

async function namesIn(folder: string): Promise<string[]> {
  return (await ifThere(readdir(folder))) ?? [];
}

/** What a look at a file brings; undefined when the file is gone. */
async function ifThere<T>(look: Promise<T>): Promise<T | undefined> {
  try {
    return await look;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
