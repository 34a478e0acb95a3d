import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ProblemError } from '../core/problem.ts';
import { isUuid, uuidv7 } from '../core/uuid.ts';
import { storageFailure } from './failure.ts';
import { syncPath } from './sync-path.ts';

/** What is known of a stored blob. */
export interface BlobInfo {
  readonly id: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 of the content, lower-case hex. */
  readonly sha256: string;
}

/** How a blob is taken in. */
export interface PutOptions {
  /** Most bytes; more is refused with 413. */
  readonly limit: number;
  /** Name of the limit, for the sentence of the refusal. */
  readonly limitName?: string;
  readonly signal?: AbortSignal;
}

/** Bytes of one space on the disk: written once, never changed, found by id. */
export class BlobStore {
  readonly #root: string;
  readonly #incoming: string;

  private constructor(root: string) {
    this.#root = root;
    this.#incoming = join(root, 'incoming');
  }

  /** Opens or makes the folder, and removes what an earlier process left half-written. */
  static async open(root: string): Promise<BlobStore> {
    const store = new BlobStore(root);
    await rm(store.#incoming, { recursive: true, force: true });
    await mkdir(store.#incoming, { recursive: true });
    return store;
  }

  /**
   * Stores a stream. When it resolves, the content is on the disk under its final name.
   * @throws ProblemError `body-too-large` past the limit, `disk-full`; the stream's own error when it breaks
   */
  async put(source: Readable, options: PutOptions): Promise<BlobInfo> {
    const id = uuidv7();
    const temporary = join(this.#incoming, id);
    const hash = createHash('sha256');
    let size = 0;
    const meter = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length;
        if (size > options.limit) {
          const name = options.limitName ?? 'upload limit';
          done(new ProblemError('body-too-large', `The ${name} is ${options.limit} bytes; more arrived.`));
        } else {
          hash.update(chunk);
          done(null, chunk);
        }
      },
    });
    try {
      // `flush` makes the stream fsync before it closes the file.
      const file = createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true });
      await pipeline(source, meter, file, { signal: options.signal });
      await this.#place(temporary, id);
    } catch (error) {
      await rm(temporary, { force: true });
      throw storageFailure(error);
    }
    return { id, size, sha256: hash.digest('hex') };
  }

  /**
   * Takes over a finished file of the same file system, for instance a converter's output.
   * @param path the file; it is gone from there afterwards
   */
  async adopt(path: string): Promise<BlobInfo> {
    const id = uuidv7();
    const hash = createHash('sha256');
    let size = 0;
    try {
      for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
        hash.update(chunk);
        size += chunk.length;
      }
      await syncPath(path);
      await this.#place(path, id);
    } catch (error) {
      throw storageFailure(error);
    }
    return { id, size, sha256: hash.digest('hex') };
  }

  /** The file of a blob, for readers that need random access. Never write to it. */
  path(id: string): string {
    if (!isUuid(id)) throw new RangeError(`Not the id of a blob: ${JSON.stringify(id)}`);
    // The last letters are random, the first are the time: spread over 256 folders by the last.
    return join(this.#root, id.slice(-2).toLowerCase(), id.toLowerCase());
  }

  /** The size of a blob in bytes, or undefined when there is none. */
  async size(id: string): Promise<number | undefined> {
    try {
      return (await stat(this.path(id))).size;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /**
   * Reads a blob, or the bytes from `start` to `end`, both included.
   * The stream fails with ENOENT when there is none.
   */
  read(id: string, range?: { readonly start: number; readonly end: number }): Readable {
    return createReadStream(this.path(id), range);
  }

  /** Removes a blob; one that is not there is no error. */
  async delete(id: string): Promise<void> {
    await rm(this.path(id), { force: true });
  }

  /** Every id in the store, for sweeps that look for blobs no row names. */
  async *ids(): AsyncGenerator<string> {
    for (const folder of await readdir(this.#root)) {
      if (/^[0-9a-f]{2}$/.test(folder)) yield* await readdir(join(this.#root, folder));
    }
  }

  /** A fresh path inside the store's own file system, for files to `adopt`. */
  temporaryPath(): string {
    return join(this.#incoming, uuidv7());
  }

  async #place(from: string, id: string): Promise<void> {
    const to = this.path(id);
    if ((await mkdir(dirname(to), { recursive: true })) !== undefined) await syncPath(this.#root);
    await rename(from, to);
    await syncPath(dirname(to));
  }
}
