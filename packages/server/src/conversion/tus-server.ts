import { AsyncLocalStorage } from 'node:async_hooks';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import { EVENTS, Server, type Upload } from '@tus/server';
import type { FastifyRequest } from 'fastify';
import { asWritten, detailOf } from '../core/detail.ts';
import { ProblemError, problemDocument } from '../core/problem.ts';
import { logFailure, PROBLEM_TYPE, shownPath } from '../http/error-handler.ts';
import { languageOf } from '../http/language.ts';
import { storageFailure } from '../storage/failure.ts';
import { TUS_VERSION } from './resumable-uploads.ts';
import { restoreMetadata } from './tus-metadata.ts';

/** The caller of the current request, and its error. */
export interface TusCaller {
  readonly organisationId: string;
  readonly request: FastifyRequest;
  /** Called when a new upload exists. */
  readonly begun: () => void;
  /** The original error, before tus turns it into a status and a sentence. */
  cause?: unknown;
}

/**
 * The tus server with refusals as problem documents: the protocol prescribes statuses and headers and leaves the body
 * open.
 */
export class ProblemTusServer extends Server {
  readonly callers = new AsyncLocalStorage<TusCaller>();

  constructor(options: ConstructorParameters<typeof Server>[0]) {
    super({
      ...options,
      onResponseError: (_request, error) => {
        const caller = this.callers.getStore();
        if (caller !== undefined) caller.cause = error;
        return undefined;
      },
    });
    this.on(EVENTS.POST_CREATE, () => this.callers.getStore()?.begun());
    for (const handler of Object.values(this.handlers)) {
      const send = handler.send.bind(handler) as (...given: unknown[]) => Promise<Response>;
      Object.assign(handler, {
        send: async (...given: unknown[]): Promise<Response> => {
          const answer = await send(...given);
          dropOrigins(answer.headers);
          restoreMetadata(answer.headers);
          return answer;
        },
      });
    }
  }

  /** Every refusal of the protocol is written here, with the status and the sentence of the library. */
  override write(...[context, headers, status, body = '']: Parameters<Server['write']>): ReturnType<Server['write']> {
    dropOrigins(headers);
    const caller = this.callers.getStore();
    if (status < 400 || caller === undefined) return super.write(context, headers, status, body);
    const { request, cause } = caller;
    const problem = refusal(status, body.trim(), cause);
    logFailure(request, problem, cause);
    for (const [name, value] of Object.entries(problem.options.headers ?? {})) headers.set(name, value);
    headers.set('content-type', PROBLEM_TYPE);
    const document = problemDocument(
      problem,
      { instance: shownPath(request), requestId: request.id },
      languageOf(request.headers['accept-language']),
    );
    return super.write(context, headers, problem.status, JSON.stringify(document));
  }
}

/**
 * Removes the library's CORS headers, which allow every page: allowed origins are a setting of the server, whose
 * headers are already set.
 */
function dropOrigins(headers: Pick<Headers, 'keys' | 'delete'>): void {
  for (const name of [...headers.keys()]) if (name.startsWith('access-control-')) headers.delete(name);
}

/** The problem for a refusal of tus. @param sentence the library's own */
function refusal(status: number, sentence: string, cause: unknown): ProblemError {
  const known = cause === undefined ? undefined : storageFailure(cause);
  if (known instanceof ProblemError) return known;
  // "The Server MUST respond with 412 and MUST include the Tus-Version header" (tus 1.0, Tus-Version), also where the
  // library finds 400.
  if (status === 412 || sentence === 'Invalid tus-resumable')
    return new ProblemError('tus-version', detailOf('Send the header Tus-Resumable: {most}.', { most: TUS_VERSION }), {
      headers: { 'tus-version': TUS_VERSION },
    });
  if (sentence === 'Content-Type header required')
    return new ProblemError(
      'unsupported-media-type',
      detailOf('This address supports application/offset+octet-stream.'),
    );
  if (sentence === 'Invalid content-type')
    return new ProblemError(
      'unsupported-media-type',
      detailOf('This address supports application/offset+octet-stream.'),
    );
  switch (status) {
    case 404:
    case 410:
      return new ProblemError('upload-unknown', detailOf('There is no such upload.'));
    case 409:
      return new ProblemError(
        'upload-offset',
        detailOf('Upload-Offset differs from the number of bytes received; ask for that number with HEAD.'),
      );
    case 413:
      return new ProblemError(
        'body-too-large',
        detailOf('{sentence}: more than was announced, or more than the limit.', { sentence }),
      );
  }
  if (status >= 500 && status !== 501)
    return new ProblemError('internal', detailOf('The server failed; the cause is in its log under this requestId.'), {
      cause,
    });
  // The library also gives this message for both headers at once and for a repeated length.
  if (sentence === 'Upload-Length or Upload-Defer-Length header required')
    return new ProblemError(
      'invalid-parameter',
      detailOf(
        'State the length once: with Upload-Length, or with Upload-Defer-Length: 1 and Upload-Length in a later part.',
      ),
    );
  return new ProblemError('invalid-parameter', asWritten(`${sentence.replace(/\.+$/, '')}.`));
}

/**
 * Files of unfinished uploads. Writes like the library, but reports why a write fails (a full disk is not a defect),
 * and leaves no partial upload.
 */
export class UploadFiles extends FileStore {
  readonly #requireRoom: () => void;

  /** @param requireRoom called while a part arrives; throws if there is no room for it */
  constructor(place: ConstructorParameters<typeof FileStore>[0], requireRoom: () => void) {
    super(place);
    this.#requireRoom = requireRoom;
  }

  override async create(upload: Upload): Promise<Upload> {
    try {
      this.#requireRoom();
      return await super.create(upload);
    } catch (error) {
      for (const name of [upload.id, `${upload.id}.json`]) await rm(join(this.directory, name), { force: true });
      throw error;
    }
  }

  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(join(this.directory, id), { flags: 'r+', start: offset });
    const requireRoom = this.#requireRoom;
    const checked = async function* (parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const part of parts) {
        requireRoom();
        yield part;
      }
    };
    await pipeline(readable, checked, file);
    return offset + file.bytesWritten;
  }
}
