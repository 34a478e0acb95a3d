import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ProblemError } from '../../core/problem.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { storageFailure } from '../failure.ts';
import { type BlobInfo, BlobMissing, type Blobs, type ByteRange, type PutOptions } from '../port/blobs.ts';
import { syncPath } from '../sync-path.ts';
import { blobPath, holdsBlobs, INCOMING } from './layout.ts';

/** Bytes read at once: a file is read in fewer turns of the event loop than by default. */
const CHUNK = 1 << 20;

/** Blobs as files of a folder: written, synced, renamed, folder synced. */
export class FolderBlobs implements Blobs {
  readonly #root: string;
  readonly #incoming: string;

  readonly #requireRoom: () => void;

  private constructor(root: string, requireRoom: () => void) {
    this.#root = root;
    this.#requireRoom = requireRoom;
    this.#incoming = join(root, INCOMING);
  }

  /**
   * Opens or creates the folder, and removes what an earlier process left half-written.
   * @param requireRoom called while a blob arrives; throws if there is no room for it
   */
  static async open(root: string, requireRoom: () => void = () => {}): Promise<FolderBlobs> {
    const store = new FolderBlobs(root, requireRoom);
    await rm(store.#incoming, { recursive: true, force: true });
    await mkdir(store.#incoming, { recursive: true });
    return store;
  }

  async put(source: Readable, options: PutOptions): Promise<BlobInfo> {
    const id = uuidv7();
    const temporary = join(this.#incoming, id);
    const hash = createHash('sha256');
    let size = 0;
    const requireRoom = this.#requireRoom;
    const meter = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length;
        if (size > options.limit) {
          const name = options.limitName ?? 'upload limit';
          done(new ProblemError('body-too-large', `The ${name} is ${options.limit} bytes; more arrived.`));
          return;
        }
        try {
          requireRoom();
        } catch (error) {
          done(error as Error);
          return;
        }
        hash.update(chunk);
        done(null, chunk);
      },
    });
    try {
      // `flush` makes the stream fsync before it closes the file.
      const flush = options.isPassing !== true;
      const file = createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush });
      await pipeline(source, meter, file, { signal: options.signal });
      await this.#place(temporary, id, options);
    } catch (error) {
      await rm(temporary, { force: true });
      throw storageFailure(error);
    }
    return { id, size, sha256: hash.digest('hex') };
  }

  async adopt(path: string, options: Pick<PutOptions, 'isPassing'> = {}): Promise<BlobInfo> {
    const id = uuidv7();
    const hash = createHash('sha256');
    let size = 0;
    try {
      for await (const chunk of createReadStream(path, { highWaterMark: CHUNK }) as AsyncIterable<Buffer>) {
        hash.update(chunk);
        size += chunk.length;
      }
      if (options.isPassing !== true) await syncPath(path);
      await this.#place(path, id, options);
    } catch (error) {
      throw storageFailure(error);
    }
    return { id, size, sha256: hash.digest('hex') };
  }

  async read(id: string): Promise<Buffer> {
    return orMissing(id, readFile(blobPath(this.#root, id)));
  }

  async send(id: string, range?: ByteRange): Promise<Readable> {
    const handle = await orMissing(id, open(blobPath(this.#root, id)));
    return handle.createReadStream({ ...range, highWaterMark: CHUNK });
  }

  async local<T>(id: string, work: (path: string) => T | Promise<T>): Promise<T> {
    const path = blobPath(this.#root, id);
    await orMissing(id, stat(path));
    return work(path);
  }

  async delete(id: string): Promise<void> {
    await rm(blobPath(this.#root, id), { force: true });
  }

  async *ids(): AsyncGenerator<string> {
    for (const folder of await readdir(this.#root)) {
      if (holdsBlobs(folder)) yield* await readdir(join(this.#root, folder));
    }
  }

  async #place(from: string, id: string, { isPassing = false }: Pick<PutOptions, 'isPassing'>): Promise<void> {
    const to = blobPath(this.#root, id);
    if ((await mkdir(dirname(to), { recursive: true })) !== undefined && !isPassing) await syncPath(this.#root);
    await rename(from, to);
    if (!isPassing) await syncPath(dirname(to));
  }
}

/** The result of a file operation on a blob. @throws BlobMissing if there is no such file */
async function orMissing<T>(id: string, result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new BlobMissing(id, error);
    throw storageFailure(error);
  }
}
