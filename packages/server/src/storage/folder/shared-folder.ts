import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { uuidv7 } from '../../core/uuid.ts';
import { DiskSpace, type Reserve } from '../disk-space.ts';
import { notResponding } from '../failure.ts';
import type { BlobStore } from '../port/blob-store.ts';
import type { Blobs } from '../port/blobs.ts';
import { syncPath } from '../sync-path.ts';
import { FolderBlobs } from './folder-blobs.ts';

/** File that says whose blobs these are. */
const MARK = 'fieldbridge.json';
/** How often a folder that was away is looked for, while that counts as trouble. */
const AGAIN_MS = 1000;

/** A folder for the blobs of several servers, usually on a network file system; a folder in it for each space. */
export class SharedFolder implements BlobStore {
  readonly name: string;
  readonly counts = { requests: 0, retries: 0, failures: 0 };
  readonly #root: string;
  readonly #disk: DiskSpace;
  #trouble: string | undefined;
  #looking: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param root the folder, which must exist @param reserve of its disk, as for that of the data directory */
  constructor(root: string, reserve: Reserve) {
    this.name = `the folder ${root}`;
    this.#root = root;
    this.#disk = new DiskSpace(root, reserve);
  }

  async space(space: string): Promise<Blobs> {
    const root = join(this.#root, space);
    await mkdir(root, { recursive: true, mode: 0o700 });
    return FolderBlobs.open(root, {
      requireRoom: () => this.#disk.require(),
      requireShared: () => this.#requireThere(),
    });
  }

  async owner(): Promise<string | undefined> {
    const text = await readFile(join(this.#root, MARK), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    return text === undefined ? undefined : (JSON.parse(text) as { server: string }).server;
  }

  async mark(owner: string): Promise<void> {
    const unfinished = join(this.#root, `${MARK}.${uuidv7()}`);
    await writeFile(unfinished, `${JSON.stringify({ server: owner })}\n`, { mode: 0o600, flush: true });
    await rename(unfinished, join(this.#root, MARK));
    await syncPath(this.#root);
  }

  get trouble(): string | undefined {
    return this.#trouble;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#looking);
  }

  /** Without its file system the folder is an empty one, in which every blob would seem to be lost. */
  async #requireThere(): Promise<void> {
    if (this.#isClosed) throw new Error(`${this.name} is closed.`);
    this.counts.requests++;
    const owner = await this.owner().catch((error: unknown) => error as Error);
    if (typeof owner === 'string') {
      this.#trouble = undefined;
      return;
    }
    this.counts.failures++;
    this.#trouble = `${this.name} is not there: ${owner?.message ?? `it has no file ${MARK}`}`;
    clearTimeout(this.#looking);
    this.#looking = setTimeout(() => void this.#requireThere().catch(() => {}), AGAIN_MS);
    this.#looking.unref();
    throw notResponding(new Error(this.#trouble));
  }
}
