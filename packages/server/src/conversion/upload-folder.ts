import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { timeOfUuidv7, uuidv7 } from '../core/uuid.ts';
import { atFirstUse } from '../http/first-use.ts';
import { linkOrCopy } from '../storage/link-or-copy.ts';
import type { Blobs } from '../storage/port/blobs.ts';
import type { UploadFiles } from './tus-server.ts';
import {
  EXPIRY_MS,
  ID_FORM,
  type KnownUpload,
  OWNER,
  type TakenUpload,
  type UnusedUploads,
  type UploadPlace,
  unknownUpload,
} from './upload-place.ts';

const ID_LENGTH = 36;

/** How a folder of uploads is used. */
export interface UploadFolderOptions {
  readonly blobs: Blobs;
  /** Bytes of one upload. */
  readonly limit: number;
  /** Called while an upload arrives; throws if there is no room for it. */
  readonly requireRoom: () => void;
}

/** Resumable uploads as files in a folder, for a server that does not share its data. */
export class UploadFolder implements UploadPlace {
  readonly store: () => Promise<UploadFiles>;
  readonly #folder: string;
  readonly #blobs: Blobs;
  readonly #limit: number;

  private constructor(folder: string, { blobs, limit, requireRoom }: UploadFolderOptions) {
    this.#folder = folder;
    this.#blobs = blobs;
    this.#limit = limit;
    this.store = atFirstUse(async () => {
      const { UploadFiles } = await import('./tus-server.ts');
      return new UploadFiles({ directory: folder, expirationPeriodInMilliseconds: EXPIRY_MS }, requireRoom);
    });
  }

  static async open(folder: string, options: UploadFolderOptions): Promise<UploadFolder> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return new UploadFolder(folder, options);
  }

  async find(id: string): Promise<KnownUpload | undefined> {
    if (!ID_FORM.test(id)) return undefined;
    const present = await stat(join(this.#folder, id)).catch(() => undefined);
    if (present === undefined) return undefined;
    return (await this.store()).getUpload(id).catch(() => undefined);
  }

  /** There are no other servers. */
  async stop(): Promise<void> {}

  async take({ id }: KnownUpload): Promise<TakenUpload> {
    const path = join(this.#folder, id);
    const note = `${path}.json`;
    const [taken, metadata] = [join(this.#folder, uuidv7()), await readFile(note).catch(() => '')];
    // Of two callers that use the id at the same time, one renames the file and the other does not find it.
    await rename(path, taken).catch(() => {
      throw unknownUpload();
    });
    await rm(note, { force: true });
    const info = await this.#blobs.adopt(taken).catch(async (error: unknown) => {
      // For the next attempt: the store may be unavailable or full.
      await writeFile(note, metadata)
        .then(() => rename(taken, path))
        .catch(() => rm(note, { force: true }));
      throw error;
    });
    const drop = () => this.#blobs.delete(info.id);
    const giveBack = async (): Promise<void> => {
      try {
        await writeFile(note, metadata);
        await this.#blobs.local(info.id, (blob) => linkOrCopy(blob, path));
        await drop();
      } catch {
        // If there is no room for its metadata, it cannot be used again; the caller needs the original reason.
        await Promise.all([rm(note, { force: true }), drop()]);
      }
    };
    return { info, giveBack, drop };
  }

  /** Reads every unused upload; they are deleted after a day. */
  async unused(organisationId: string): Promise<UnusedUploads> {
    let [count, bytes] = [0, 0];
    for (const name of await readdir(this.#folder)) {
      const upload = await this.find(name);
      if (upload?.metadata?.[OWNER] !== organisationId) continue;
      count++;
      bytes += upload.size ?? this.#limit;
    }
    return { count, bytes };
  }

  /** An upload that was cut off at its start, by a full disk or the end of the server, has no readable metadata. */
  async sweep(now: number): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const id = name.slice(0, ID_LENGTH);
      if (ID_FORM.test(id) && timeOfUuidv7(id) + EXPIRY_MS < now) await rm(join(this.#folder, name), { force: true });
    }
  }
}
