import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { FileStore as TusFiles } from '@tus/file-store';
import { Server as TusServer, type Upload } from '@tus/server';
import { ProblemError } from '../http/problem.ts';
import type { BlobInfo, BlobStore } from '../storage/blobs.ts';
import { uuidv7 } from '../uuid.ts';

/** Unused uploads are removed after a day. */
const EXPIRY_MS = 24 * 3600 * 1000;
const ID_FORM = /^[0-9a-f-]{36}$/;

/** A finished resumable upload, taken over as a blob. */
export interface FinishedUpload {
  readonly info: BlobInfo;
  readonly name: string | undefined;
}

/** Uploads by tus 1.0: begun here, continued after a broken connection, then used once by their id. */
export class ResumableUploads {
  readonly #folder: string;
  readonly #limit: number;
  readonly #blobs: BlobStore;
  readonly #files: TusFiles;
  readonly #server: TusServer;
  /** The organisation whose request is being served. */
  readonly #caller = new AsyncLocalStorage<string>();

  private constructor(folder: string, blobs: BlobStore, path: string, limit: number) {
    this.#folder = folder;
    this.#limit = limit;
    this.#blobs = blobs;
    this.#files = new TusFiles({ directory: folder, expirationPeriodInMilliseconds: EXPIRY_MS });
    this.#server = new TusServer({
      path,
      datastore: this.#files,
      maxSize: limit,
      relativeLocation: true,
      namingFunction: () => uuidv7(),
      // Whose it is goes with the upload; a caller cannot set it, as ours comes last.
      onUploadCreate: async (_request, upload) => ({
        metadata: { ...upload.metadata, organisation: this.#caller.getStore() ?? null },
      }),
      onIncomingRequest: async (request, id) => {
        if (request.method !== 'POST' && id !== undefined) await this.#own(this.#caller.getStore() ?? '', id);
      },
      respectForwardedHeaders: false,
    });
  }

  /** @param folder for unfinished uploads @param path of the tus endpoint @param limit of one upload in bytes */
  static async open(folder: string, blobs: BlobStore, path: string, limit: number): Promise<ResumableUploads> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return new ResumableUploads(folder, blobs, path, limit);
  }

  /** Serves a tus request of an organisation; answers on `response` itself. */
  async handle(request: IncomingMessage, response: ServerResponse, organisationId: string): Promise<void> {
    await this.#caller.run(organisationId, () => this.#server.handle(request, response));
  }

  /**
   * Takes a finished upload over; its id is used up.
   * @throws ProblemError upload-unknown, upload-unfinished
   */
  async take(organisationId: string, id: string): Promise<FinishedUpload> {
    const upload = await this.#owned(organisationId, id);
    if (upload === undefined) throw new ProblemError('upload-unknown');
    if (upload.size === undefined || upload.offset < upload.size) {
      const extra = { offset: upload.offset, size: upload.size ?? null };
      throw new ProblemError('upload-unfinished', `${upload.offset} of ${upload.size ?? '?'} bytes have arrived.`, {
        extra,
      });
    }
    const path = join(this.#folder, id);
    const taken = this.#blobs.temporaryPath();
    // Of two callers that use the id at once, one renames the file and the other finds none.
    await rename(path, taken).catch(() => {
      throw new ProblemError('upload-unknown');
    });
    await rm(`${path}.json`, { force: true });
    return { info: await this.#blobs.adopt(taken), name: upload.metadata?.['filename'] ?? undefined };
  }

  /**
   * Bytes that an organisation's uploads take or may come to take: what each announced, and the limit where nothing was.
   * Reads every unused upload; they are gone after a day.
   */
  async bytesOf(organisationId: string): Promise<number> {
    let bytes = 0;
    for (const name of await readdir(this.#folder)) {
      const upload = ID_FORM.test(name) ? await this.#owned(organisationId, name) : undefined;
      if (upload !== undefined) bytes += upload.size ?? this.#limit;
    }
    return bytes;
  }

  /** Removes uploads that were not used in time. */
  async sweep(): Promise<void> {
    await this.#files.deleteExpired();
  }

  async #own(organisationId: string, id: string): Promise<void> {
    if ((await this.#owned(organisationId, id)) === undefined)
      throw { status_code: 404, body: 'There is no such upload.\n' };
  }

  async #owned(organisationId: string, id: string): Promise<Upload | undefined> {
    if (!ID_FORM.test(id)) return undefined;
    const present = await stat(join(this.#folder, id)).catch(() => undefined);
    if (present === undefined) return undefined;
    const upload = await this.#files.getUpload(id).catch(() => undefined);
    return upload?.metadata?.['organisation'] === organisationId ? upload : undefined;
  }
}
