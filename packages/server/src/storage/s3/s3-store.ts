import { rmSync } from 'node:fs';
import type { Room } from '../disk-space.ts';
import type { BlobStore, StoreCounts } from '../port/blob-store.ts';
import type { Blobs } from '../port/blobs.ts';
import { LocalCopies } from './local-copies.ts';
import type { S3Address } from './s3-address.ts';
import { S3Blobs } from './s3-blobs.ts';
import { S3Client, type S3Patience } from './s3-client.ts';
import { S3Objects } from './s3-objects.ts';
import { S3Refusal } from './s3-refusal.ts';

/** Object that says whose blobs these are. */
const MARK = 'fieldbridge.json';

/** What an object store needs on this machine. */
export interface S3Scratch {
  /** For local copies: emptied at the start. */
  readonly folder: string;
  /** Bytes of local copies of all spaces together. */
  readonly most: number;
  readonly room: Room;
}

/** A bucket for the blobs of all spaces: `<prefix><space>/<id>`. */
export class S3Store implements BlobStore {
  readonly name: string;
  readonly #prefix: string;
  readonly #client: S3Client;
  readonly #objects: S3Objects;
  readonly #copies: LocalCopies;
  readonly #room: Room;

  constructor(address: S3Address, { folder, most, room }: S3Scratch, patience?: S3Patience) {
    this.name = `the bucket ${address.bucket} of ${address.endpoint}`;
    this.#prefix = address.prefix;
    this.#client = new S3Client(address, patience);
    this.#objects = new S3Objects(this.#client);
    rmSync(folder, { recursive: true, force: true });
    this.#copies = new LocalCopies(folder, most, room);
    this.#room = room;
  }

  async space(space: string): Promise<Blobs> {
    return new S3Blobs(this.#objects, `${this.#prefix}${space}/`, this.#copies, () => this.#room.require());
  }

  async owner(): Promise<string | undefined> {
    try {
      const { chunks } = await this.#objects.get(`${this.#prefix}${MARK}`);
      const text = Buffer.concat(await Array.fromAsync(chunks)).toString('utf8');
      return (JSON.parse(text) as { server: string }).server;
    } catch (error) {
      if (error instanceof S3Refusal && error.isAbsence) return undefined;
      throw error;
    }
  }

  mark(owner: string): Promise<void> {
    return this.#objects.putText(`${this.#prefix}${MARK}`, `${JSON.stringify({ server: owner })}\n`);
  }

  get trouble(): string | undefined {
    const { trouble } = this.#client;
    return trouble === undefined ? undefined : `${this.name} does not work: ${trouble}`;
  }

  get counts(): StoreCounts {
    return this.#client.counts;
  }

  close(): void {
    this.#client.close();
    this.#copies.close();
  }
}
