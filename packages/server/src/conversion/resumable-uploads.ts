import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Upload } from '@tus/server';
import type { FastifyRequest } from 'fastify';
import { ProblemError } from '../core/problem.ts';
import { timeOfUuidv7, uuidv7 } from '../core/uuid.ts';
import { atFirstUse } from '../http/first-use.ts';
import { linkOrCopy } from '../storage/link-or-copy.ts';
import type { BlobInfo, Blobs } from '../storage/port/blobs.ts';
import { AS_GIVEN } from './tus-metadata.ts';
import type { ProblemTusServer, UploadFiles } from './tus-server.ts';

/** The supported version of the protocol. */
export const TUS_VERSION = '1.0.0';
/** Unused uploads are removed after a day. */
const EXPIRY_MS = 24 * 3600 * 1000;
/** Our metadata of an upload besides the caller's; callers cannot use a name with a space. */
const OWNER = 'owned by';
const ID_LENGTH = 36;
const ID_FORM = /^[0-9a-f-]{36}$/;

/** A finished resumable upload, taken over as a blob. */
export interface FinishedUpload {
  readonly info: BlobInfo;
  readonly name: string | undefined;
  /** Puts it back, so that its id can be used again. */
  readonly giveBack: () => Promise<void>;
}

interface Tus {
  readonly files: UploadFiles;
  readonly server: ProblemTusServer;
}

/** Where resumable uploads are, and what bounds them. */
export interface UploadSettings {
  /** For unfinished uploads. */
  readonly folder: string;
  readonly blobs: Blobs;
  /** Of the tus endpoint. */
  readonly path: string;
  /** Path below which a proxy serves the server; usually empty. */
  readonly publicPath: string;
  /** Bytes of one upload. */
  readonly limit: number;
  /** Called while an upload arrives; throws if there is no room for it. */
  readonly requireRoom: () => void;
}

/** Uploads by tus 1.0: begun here, continued after a broken connection, then used once by their id. */
export class ResumableUploads {
  readonly #folder: string;
  readonly #limit: number;
  readonly #blobs: Blobs;
  /** The protocol, loaded with the first request that uses it. */
  readonly #tus: () => Promise<Tus>;

  private constructor(settings: UploadSettings) {
    this.#folder = settings.folder;
    this.#limit = settings.limit;
    this.#blobs = settings.blobs;
    this.#tus = atFirstUse(() => this.#load(settings));
  }

  async #load({ path, publicPath, limit, requireRoom }: UploadSettings): Promise<Tus> {
    const { ProblemTusServer, UploadFiles } = await import('./tus-server.ts');
    const place = { directory: this.#folder, expirationPeriodInMilliseconds: EXPIRY_MS };
    const files = new UploadFiles(place, requireRoom);
    /** The organisation of the current request. */
    const caller = (): string => server.callers.getStore()!.organisationId;
    const server = new ProblemTusServer({
      path,
      datastore: files,
      maxSize: limit,
      // As other addresses: without a host, and with the path that a proxy adds.
      generateUrl: (_request, upload) => `${publicPath}${upload.path}/${upload.id}`,
      namingFunction: () => uuidv7(),
      onUploadCreate: async ({ headers }, upload) => ({
        metadata: { ...upload.metadata, [OWNER]: caller(), [AS_GIVEN]: headers.get('upload-metadata') },
      }),
      onIncomingRequest: async (request, id) => {
        if (request.method !== 'POST' && id !== undefined) await this.#own(caller(), id);
      },
      respectForwardedHeaders: false,
    });
    return { files, server };
  }

  static async open(settings: UploadSettings): Promise<ResumableUploads> {
    await mkdir(settings.folder, { recursive: true, mode: 0o700 });
    return new ResumableUploads(settings);
  }

  /**
   * Serves a tus request of an organisation; answers on `response` itself.
   * @param begun called when a new upload exists
   */
  async handle(
    request: FastifyRequest,
    response: ServerResponse,
    organisationId: string,
    begun: () => void,
  ): Promise<void> {
    const { server } = await this.#tus();
    await server.callers.run({ organisationId, request, begun }, () => server.handle(request.raw, response));
  }

  /** Supported extensions of the protocol. */
  async extensions(): Promise<readonly string[]> {
    return (await this.#tus()).files.extensions;
  }

  /**
   * Takes a finished upload over; its id is used up.
   * @throws ProblemError upload-unknown, upload-unfinished
   */
  async take(organisationId: string, id: string): Promise<FinishedUpload> {
    const upload = await this.#owned(organisationId, id);
    if (upload === undefined) throw unknownUpload();
    if (upload.size === undefined || upload.offset < upload.size) {
      const extra = { offset: upload.offset, size: upload.size ?? null };
      throw new ProblemError('upload-unfinished', `${upload.offset} of ${upload.size ?? '?'} bytes have arrived.`, {
        extra,
      });
    }
    const path = join(this.#folder, id);
    const note = `${path}.json`;
    const [taken, metadata] = [join(this.#folder, uuidv7()), await readFile(note).catch(() => '')];
    // Of two callers that use the id at once, one renames the file and the other does not find it.
    await rename(path, taken).catch(() => {
      throw unknownUpload();
    });
    await rm(note, { force: true });
    const info = await this.#blobs.adopt(taken).catch(async (error: unknown) => {
      // For the next attempt: the store may be away or full.
      await writeFile(note, metadata)
        .then(() => rename(taken, path))
        .catch(() => rm(note, { force: true }));
      throw error;
    });
    const giveBack = async (): Promise<void> => {
      try {
        await writeFile(note, metadata);
        await this.#blobs.local(info.id, (blob) => linkOrCopy(blob, path));
        await this.#blobs.delete(info.id);
      } catch {
        // If there is no room for its metadata, it cannot be used again; the caller needs the original reason.
        await Promise.all([rm(note, { force: true }), this.#blobs.delete(info.id)]);
      }
    };
    return { info, name: upload.metadata?.['filename'] ?? undefined, giveBack };
  }

  /**
   * An organisation's unused uploads: how many, and the bytes they take or may take, which are their announced sizes,
   * or the limit if none was announced. Reads every unused upload; they are deleted after a day.
   */
  async unused(organisationId: string): Promise<{ readonly count: number; readonly bytes: number }> {
    let [count, bytes] = [0, 0];
    for (const name of await readdir(this.#folder)) {
      const upload = ID_FORM.test(name) ? await this.#owned(organisationId, name) : undefined;
      if (upload === undefined) continue;
      count++;
      bytes += upload.size ?? this.#limit;
    }
    return { count, bytes };
  }

  /**
   * Removes uploads that were not used in time, with everything left of them. One that was cut off at its start, by a
   * full disk or the end of the server, has no readable metadata. @param now milliseconds since 1970
   */
  async sweep(now: number): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const id = name.slice(0, ID_LENGTH);
      if (ID_FORM.test(id) && timeOfUuidv7(id) + EXPIRY_MS < now) await rm(join(this.#folder, name), { force: true });
    }
  }

  async #own(organisationId: string, id: string): Promise<void> {
    if ((await this.#owned(organisationId, id)) === undefined) throw unknownUpload();
  }

  async #owned(organisationId: string, id: string): Promise<Upload | undefined> {
    if (!ID_FORM.test(id)) return undefined;
    const present = await stat(join(this.#folder, id)).catch(() => undefined);
    if (present === undefined) return undefined;
    const { files } = await this.#tus();
    const upload = await files.getUpload(id).catch(() => undefined);
    return upload?.metadata?.[OWNER] === organisationId ? upload : undefined;
  }
}

function unknownUpload(): ProblemError {
  return new ProblemError(
    'upload-unknown',
    'There is no such upload: it was used, it has expired, or it never existed here. With several servers it is continued where it was begun.',
  );
}
