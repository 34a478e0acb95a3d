import { counted } from '../transport/body.ts';
import { NetworkError, TimeoutError } from '../transport/errors.ts';
import type { Timing } from '../transport/timing.ts';
import type { Progress } from './resumable-upload.ts';

/** A file that is being received. Read it once, in one of the three ways. */
export class Download {
  /** From `Content-Disposition`; undefined if the server names none. */
  readonly filename: string | undefined;
  /** Bytes, if the server says so. */
  readonly size: number | undefined;
  readonly headers: Headers;
  readonly #response: Response;
  readonly #options: DownloadOptions;

  constructor(response: Response, options: DownloadOptions) {
    this.#response = response;
    this.#options = options;
    this.headers = response.headers;
    const length = response.headers.get('content-length');
    this.size = length === null ? undefined : Number(length);
    this.filename = /filename="((?:[^"\\]|\\.)*)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  }

  /** The bytes as they arrive. It fails if nothing arrives for `timeoutMs`, or if the file is truncated. */
  stream(): ReadableStream<Uint8Array> {
    const { onProgress } = this.#options;
    const watched = this.#watched();
    return onProgress === undefined ? watched : counted(watched, (bytes) => onProgress(bytes, this.size));
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await new Response(this.stream()).arrayBuffer());
  }

  async text(): Promise<string> {
    return new Response(this.stream()).text();
  }

  #watched(): ReadableStream<Uint8Array> {
    const { signal, timeoutMs, timing } = this.#options;
    const reader = (this.#response.body ?? new Blob([]).stream()).getReader();
    return new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        if (signal?.aborted) void reader.cancel().catch(() => {});
        signal?.throwIfAborted();
        const done = new AbortController();
        const abort = (): void => done.abort();
        signal?.addEventListener('abort', abort);
        try {
          const silence = timing.sleep(timeoutMs, done.signal).then(() => {
            if (signal?.aborted) throw signal.reason;
            if (!done.signal.aborted) throw new TimeoutError('timeout', `nothing arrived for ${timeoutMs / 1000} s`);
            return new Promise<never>(() => {});
          });
          const { done: isOver, value } = await Promise.race([reader.read(), silence]);
          if (isOver) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          void reader.cancel().catch(() => {});
          throw error instanceof TypeError ? new NetworkError('unreachable', 'the file was cut', error) : error;
        } finally {
          signal?.removeEventListener('abort', abort);
          done.abort();
        }
      },
      cancel: (reason) => reader.cancel(reason),
    });
  }
}

export interface DownloadOptions {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly timing: Timing;
  readonly onProgress: Progress | undefined;
}
