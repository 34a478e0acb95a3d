import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import { uuidv7 } from '../core/uuid.ts';
import { atFirstUse } from '../http/first-use.ts';
import { AS_GIVEN } from './tus-metadata.ts';
import type { ProblemTusServer } from './tus-server.ts';
import { ID_FORM, type KnownUpload, OWNER, type TakenUpload, type UploadPlace, unknownUpload } from './upload-place.ts';

/** The supported version of the protocol. */
export const TUS_VERSION = '1.0.0';

/** A finished resumable upload, taken over as a blob. */
export interface FinishedUpload extends TakenUpload {
  readonly name: string | undefined;
}

/** How resumable uploads are served. */
export interface UploadSettings {
  readonly place: UploadPlace;
  /** Of the tus endpoint. */
  readonly path: string;
  /** Path below which a proxy serves the server; usually empty. */
  readonly publicPath: string;
  /** Bytes of one upload. */
  readonly limit: number;
}

/** Uploads by tus 1.0: started, continued after a broken connection, then used once by their id. */
export class ResumableUploads {
  readonly place: UploadPlace;
  /** The protocol, loaded with the first request that uses it. */
  readonly #tus: () => Promise<ProblemTusServer>;

  constructor(settings: UploadSettings) {
    this.place = settings.place;
    this.#tus = atFirstUse(() => this.#load(settings));
  }

  async #load({ place, path, publicPath, limit }: UploadSettings): Promise<ProblemTusServer> {
    const { ProblemTusServer } = await import('./tus-server.ts');
    /** The organisation of the current request. */
    const caller = (): string => server.callers.getStore()!.organisationId;
    const server = new ProblemTusServer({
      path,
      datastore: await place.store(),
      maxSize: limit,
      // Like other addresses: without a host, and with the path that a proxy adds.
      generateUrl: (_request, upload) => `${publicPath}${upload.path}/${upload.id}`,
      namingFunction: () => uuidv7(),
      onUploadCreate: async ({ headers }, upload) => ({
        metadata: { ...upload.metadata, [OWNER]: caller(), [AS_GIVEN]: headers.get('upload-metadata') },
      }),
      onIncomingRequest: async (request, id) => {
        if (request.method === 'POST' || id === undefined) return;
        if ((await this.#owned(caller(), id)) === undefined) throw unknownUpload();
        if (request.method === 'HEAD') await place.stop(id);
      },
      respectForwardedHeaders: false,
    });
    return server;
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
    const server = await this.#tus();
    await server.callers.run({ organisationId, request, begun }, () => server.handle(request.raw, response));
  }

  /** Supported extensions of the protocol. */
  async extensions(): Promise<readonly string[]> {
    return (await this.place.store()).extensions;
  }

  /**
   * Takes over a finished upload. @param isPassing whether its blob is deleted again within the request
   * @throws ProblemError upload-unknown, upload-unfinished
   */
  async take(organisationId: string, id: string, isPassing: boolean): Promise<FinishedUpload> {
    const upload = await this.#owned(organisationId, id);
    if (upload === undefined) throw unknownUpload();
    if (upload.size === undefined || upload.offset < upload.size) {
      const extra = { offset: upload.offset, size: upload.size ?? null };
      throw new ProblemError(
        'upload-unfinished',
        detailOf('{offset} of {size} bytes have arrived.', { offset: upload.offset, size: upload.size ?? '?' }),
        {
          extra,
        },
      );
    }
    const taken = await this.place.take(upload, isPassing);
    return { ...taken, name: upload.metadata?.['filename'] ?? undefined };
  }

  async #owned(organisationId: string, id: string): Promise<KnownUpload | undefined> {
    const upload = ID_FORM.test(id) ? await this.place.find(id) : undefined;
    return upload?.metadata?.[OWNER] === organisationId ? upload : undefined;
  }
}
