import type { Readable } from 'node:stream';
import { DataStore, ERRORS, Upload } from '@tus/server';
import type { SharedUploads } from './shared-uploads.ts';
import { EXPIRY_MS } from './upload-place.ts';

/** Shared uploads as the library of the protocol uses them. */
export class SharedTusStore extends DataStore {
  readonly #uploads: SharedUploads;

  constructor(uploads: SharedUploads) {
    super();
    this.#uploads = uploads;
    this.extensions = ['creation', 'creation-with-upload', 'creation-defer-length', 'termination', 'expiration'];
  }

  override async create(upload: Upload): Promise<Upload> {
    await this.#uploads.begin(upload);
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const known = await this.#uploads.find(id);
    if (known === undefined) throw ERRORS.FILE_NOT_FOUND;
    return new Upload(known);
  }

  override async declareUploadLength(id: string, size: number): Promise<void> {
    if (!(await this.#uploads.declare(id, size))) throw ERRORS.INVALID_LENGTH;
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const end = await this.#uploads.receive(id, offset, source as AsyncIterable<Buffer>);
    if (end === undefined) throw ERRORS.INVALID_OFFSET;
    return end;
  }

  override async remove(id: string): Promise<void> {
    if (!(await this.#uploads.remove(id))) throw ERRORS.FILE_NOT_FOUND;
  }

  override getExpiration(): number {
    return EXPIRY_MS;
  }
}
