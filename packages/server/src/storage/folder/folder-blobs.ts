import { constants } from 'node:fs';
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { uuidv7 } from '../../core/uuid.ts';
import { storageFailure } from '../failure.ts';
import { type BlobInfo, BlobMissing, type Blobs, type ByteRange, type PutOptions } from '../port/blobs.ts';
import { syncPath } from '../sync-path.ts';
import { blobPath, holdsBlobs, INCOMING } from './layout.ts';
import { CHUNK, contentOf, receive } from './receive.ts';

/** In a shared folder, what nobody has written to for this long was left half-written by a server that ended. */
const ABANDONED_MS = 24 * 3_600_000;

/** How a folder is used. */
export interface FolderOptions {
  /** Called while a blob arrives; throws if there is no room for it. */
  readonly requireRoom?: () => void;
  /** For a folder that other servers use, too: rejects while it is not there, as without its network file system. */
  readonly requireShared?: () => Promise<void>;
}

/** Blobs as files of a folder: written, synced, renamed, folder synced. */
export class FolderBlobs implements Blobs {
  readonly #root: string;
  readonly #incoming: string;
  readonly #requireRoom: () => void;
  readonly #requireShared: (() => Promise<void>) | undefined;

  private constructor(root: string, { requireRoom = () => {}, requireShared }: FolderOptions) {
    this.#root = root;
    this.#requireRoom = requireRoom;
    this.#requireShared = requireShared;
    this.#incoming = join(root, INCOMING);
  }

  /** Opens or creates the folder, and removes what an earlier process left half-written. */
  static async open(root: string, options: FolderOptions = {}): Promise<FolderBlobs> {
    const store = new FolderBlobs(root, options);
    await mkdir(store.#incoming, { recursive: true, mode: 0o700 });
    for (const name of await readdir(store.#incoming)) await store.#tidy(join(store.#incoming, name));
    return store;
  }

  async put(source: Readable, options: PutOptions): Promise<BlobInfo> {
    const { id = uuidv7() } = options;
    const temporary = join(this.#incoming, id);
    try {
      await this.#requireShared?.();
      const content = await receive(source, temporary, options, this.#requireRoom);
      await this.#place(temporary, id, options);
      return { id, ...content };
    } catch (error) {
      await rm(temporary, { force: true });
      throw storageFailure(error);
    }
  }

  async adopt(path: string, options: Pick<PutOptions, 'isPassing'> = {}): Promise<BlobInfo> {
    const id = uuidv7();
    try {
      await this.#requireShared?.();
      const content = await contentOf(path);
      if (this.#requireShared === undefined) {
        if (options.isPassing !== true) await syncPath(path);
        await this.#place(path, id, options);
      } else await this.#fetch(path, id);
      return { id, ...content };
    } catch (error) {
      throw storageFailure(error);
    }
  }

  async read(id: string): Promise<Buffer> {
    return this.#orMissing(id, readFile(blobPath(this.#root, id)));
  }

  async send(id: string, range?: ByteRange): Promise<Readable> {
    const handle = await this.#orMissing(id, open(blobPath(this.#root, id)));
    return handle.createReadStream({ ...range, highWaterMark: CHUNK });
  }

  async local<T>(id: string, work: (path: string) => T | Promise<T>): Promise<T> {
    const path = blobPath(this.#root, id);
    await this.#orMissing(id, stat(path));
    return work(path);
  }

  async delete(id: string): Promise<void> {
    const path = blobPath(this.#root, id);
    await this.#requireShared?.();
    await rm(path, { force: true });
  }

  async *ids(): AsyncGenerator<string> {
    for (const folder of await readdir(this.#root)) {
      if (holdsBlobs(folder)) yield* await readdir(join(this.#root, folder));
    }
  }

  /** Removes a half-written file, unless another server may be writing it. */
  async #tidy(path: string): Promise<void> {
    const age = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? 0);
    if (this.#requireShared === undefined || age > ABANDONED_MS) await rm(path, { force: true });
  }

  /** Takes a file over that is usually on another file system, where it cannot be renamed from. */
  async #fetch(path: string, id: string): Promise<void> {
    const temporary = join(this.#incoming, id);
    try {
      this.#requireRoom();
      await copyFile(path, temporary, constants.COPYFILE_FICLONE);
      await syncPath(temporary);
      await this.#place(temporary, id, {});
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await rm(path);
  }

  async #place(from: string, id: string, { isPassing = false }: Pick<PutOptions, 'isPassing'>): Promise<void> {
    const to = blobPath(this.#root, id);
    if ((await mkdir(dirname(to), { recursive: true })) !== undefined && !isPassing) await syncPath(this.#root);
    await rename(from, to);
    if (!isPassing) await syncPath(dirname(to));
  }

  /** The result of a file operation on a blob. @throws BlobMissing if there is no such file */
  async #orMissing<T>(id: string, result: Promise<T>): Promise<T> {
    try {
      return await result;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw storageFailure(error);
      await this.#requireShared?.();
      throw new BlobMissing(id, error);
    }
  }
}
