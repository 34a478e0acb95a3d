import type { Readable } from 'node:stream';
import { ProblemError } from '../core/problem.ts';
import type { FolderBlobs } from './folder/folder-blobs.ts';
import type { BlobInfo, Blobs, ByteRange, PutOptions } from './port/blobs.ts';

/** How often deletions are tried again that the place could not do. */
const AGAIN_MS = 5000;
/** Most of them; the next start finds the rest, because no row refers to them. */
const MOST_LATER = 100_000;

/**
 * Blobs outside of the data directory. Passing ones stay in the scratch folder of this server. A deletion that finds
 * the place away is done when it is back: the rows are gone already, so no caller could ask for it again.
 */
export class OutsideBlobs implements Blobs {
  readonly isFar = true;
  readonly #lasting: Blobs;
  readonly #scratch: FolderBlobs;
  /** Ids of what is in the scratch folder. */
  readonly #passing = new Set<string>();
  /** Ids to delete. */
  readonly #later = new Set<string>();
  #trying: NodeJS.Timeout | undefined;

  constructor(lasting: Blobs, scratch: FolderBlobs) {
    this.#lasting = lasting;
    this.#scratch = scratch;
  }

  put(source: Readable, options: PutOptions): Promise<BlobInfo> {
    if (options.isPassing === true) return this.#pass(this.#scratch.put(source, options));
    return this.#lasting.put(source, options);
  }

  adopt(path: string, options: Pick<PutOptions, 'isPassing'> = {}): Promise<BlobInfo> {
    return options.isPassing === true ? this.#pass(this.#scratch.adopt(path, options)) : this.#lasting.adopt(path);
  }

  read(id: string): Promise<Buffer> {
    return this.#of(id).read(id);
  }

  send(id: string, range?: ByteRange): Promise<Readable> {
    return this.#of(id).send(id, range);
  }

  local<T>(id: string, work: (path: string) => T | Promise<T>): Promise<T> {
    return this.#of(id).local(id, work);
  }

  async delete(id: string): Promise<void> {
    try {
      await this.#of(id).delete(id);
      this.#passing.delete(id);
      this.#later.delete(id);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      if (this.#later.size < MOST_LATER) this.#later.add(id);
      this.#trying ??= setTimeout(() => void this.#deleteAgain(), AGAIN_MS).unref();
    }
  }

  ids(): AsyncIterable<string> {
    return this.#lasting.ids();
  }

  async #deleteAgain(): Promise<void> {
    this.#trying = undefined;
    for (const id of this.#later) {
      // Not an absent place: it is closed.
      await this.delete(id).catch(() => this.#later.clear());
      if (this.#trying !== undefined) return;
    }
  }

  async #pass(storing: Promise<BlobInfo>): Promise<BlobInfo> {
    const info = await storing;
    this.#passing.add(info.id);
    return info;
  }

  #of(id: string): Blobs {
    return this.#passing.has(id) ? this.#scratch : this.#lasting;
  }
}
