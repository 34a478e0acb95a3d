import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isUuid, uuidv7 } from '../../core/uuid.ts';
import { notResponding } from '../failure.ts';
import { CHUNK, type Content, contentOf, receive } from '../folder/receive.ts';
import { type BlobInfo, BlobMissing, type Blobs, type ByteRange, type PutOptions } from '../port/blobs.ts';
import type { LocalCopies } from './local-copies.ts';
import type { ArrivingObject, S3Objects } from './s3-objects.ts';
import { S3Refusal, s3Failure } from './s3-refusal.ts';

/** How often a blob that is cut off on its way is continued, and one that arrives damaged is fetched again. */
const MOST_CUTS = 5;
const MOST_DAMAGED = 2;

/**
 * Blobs as objects of a bucket. What arrives is complete on the local disk, with its digest, before the object is
 * written: so a broken upload leaves nothing in the bucket, a part can be sent again, and readers find a local copy.
 */
export class S3Blobs implements Blobs {
  readonly #objects: S3Objects;
  readonly #prefix: string;
  readonly #copies: LocalCopies;
  readonly #requireRoom: () => void;

  /** @param prefix of the keys of this space @param requireRoom of the local disk, called while a blob arrives */
  constructor(objects: S3Objects, prefix: string, copies: LocalCopies, requireRoom: () => void) {
    this.#objects = objects;
    this.#prefix = prefix;
    this.#copies = copies;
    this.#requireRoom = requireRoom;
  }

  async put(source: Readable, options: PutOptions): Promise<BlobInfo> {
    const path = this.#copies.newPath();
    try {
      const content = await receive(source, path, { ...options, isPassing: true }, this.#requireRoom);
      return await this.#store(path, content, options);
    } catch (error) {
      await rm(path, { force: true });
      throw s3Failure(error);
    }
  }

  async adopt(path: string): Promise<BlobInfo> {
    try {
      return await this.#store(path, await contentOf(path));
    } catch (error) {
      throw s3Failure(error);
    }
  }

  read(id: string): Promise<Buffer> {
    return this.local(id, (path) => readFile(path));
  }

  async send(id: string, range?: ByteRange): Promise<Readable> {
    const key = this.#keyOf(id);
    const copy = await this.#copies.open(id.toLowerCase());
    if (copy !== undefined) return copy.createReadStream({ ...range, highWaterMark: CHUNK });
    const { chunks } = await this.#get(key, id, range);
    return Readable.from(this.#continued(key, chunks, range), { objectMode: false });
  }

  async local<T>(id: string, work: (path: string) => T | Promise<T>): Promise<T> {
    const key = this.#keyOf(id);
    return this.#copies.use(id.toLowerCase(), (path) => this.#fetch(key, id, path), work);
  }

  async delete(id: string): Promise<void> {
    const key = this.#keyOf(id);
    await this.#objects.delete(key).catch(fail);
    await this.#copies.remove(id.toLowerCase());
  }

  async *ids(): AsyncGenerator<string> {
    try {
      for await (const key of this.#objects.keys(this.#prefix)) {
        const id = key.slice(this.#prefix.length);
        if (isUuid(id)) yield id;
      }
    } catch (error) {
      throw s3Failure(error);
    }
  }

  async #store(
    path: string,
    content: Content,
    { id = uuidv7(), signal }: Pick<PutOptions, 'id' | 'signal'> = {},
  ): Promise<BlobInfo> {
    await this.#objects.put(this.#keyOf(id), path, content, signal);
    await this.#copies.add(id, path);
    return { id, ...content };
  }

  /** Makes a local file of a blob whose digest is right. */
  async #fetch(key: string, id: string, path: string): Promise<void> {
    for (let tries = 1; ; tries++) {
      const { sha256, size, chunks } = await this.#get(key, id);
      await this.#copies.makeRoom(size);
      const hash = createHash('sha256');
      const hashing = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
        for await (const chunk of source) {
          hash.update(chunk);
          yield chunk;
        }
      };
      const file = createWriteStream(path, { mode: 0o600 });
      await pipeline(this.#continued(key, chunks), hashing, file).catch(fail);
      const found = hash.digest('hex');
      if (sha256 === undefined || found === sha256) return;
      if (tries === MOST_DAMAGED)
        throw new Error(`The object ${key} is damaged: its SHA-256 is ${found}, and ${sha256} was stored.`);
    }
  }

  /** Content that goes on where it was cut off. */
  async *#continued(
    key: string,
    chunks: AsyncGenerator<Buffer>,
    { start, end }: Partial<ByteRange> = {},
  ): AsyncGenerator<Buffer> {
    let at = start ?? 0;
    for (let cuts = 0; ; cuts++) {
      try {
        for await (const chunk of chunks) {
          at += chunk.length;
          yield chunk;
        }
        return;
      } catch (error) {
        if (cuts === MOST_CUTS) throw notResponding(error);
        ({ chunks } = await this.#objects.get(key, { start: at, ...(end !== undefined && { end }) }).catch(fail));
      }
    }
  }

  /** @throws BlobMissing */
  async #get(key: string, id: string, range?: ByteRange): Promise<ArrivingObject> {
    return this.#objects.get(key, range).catch((error: unknown) => {
      if (error instanceof S3Refusal && error.isAbsence) throw new BlobMissing(id, error);
      return fail(error);
    });
  }

  /** @throws RangeError if it is not the id of a blob */
  #keyOf(id: string): string {
    if (!isUuid(id)) throw new RangeError(`Not the id of a blob: ${JSON.stringify(id)}`);
    return `${this.#prefix}${id.toLowerCase()}`;
  }
}

function fail(error: unknown): never {
  throw s3Failure(error);
}
