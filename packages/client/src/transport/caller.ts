import { readJson, readProblem } from './answer.ts';
import { type Body, openBody, refuseUnrepeatable } from './body.ts';
import { BodyNotRepeatableError } from './errors.ts';
import { exchange, type Moved } from './exchange.ts';
import { isPassing, pauseAfter } from './repetition.ts';
import type { Settings } from './settings.ts';
import type { Version } from './version.ts';

/** What authenticates a request. */
export interface Authorization {
  readonly headers: Readonly<Record<string, string>>;
}

/** Where requests get their authorization from. */
export interface Authorizer {
  /** Waits while it is being renewed. */
  current(signal: AbortSignal | undefined): Promise<Authorization>;
  /** After a 401. @returns whether there is a new one, so that the request is worth sending again */
  renewed(refused: Authorization, signal: AbortSignal | undefined): Promise<boolean>;
}

/** Options of every call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** The attempt fails when nothing has arrived or left for that long. */
  readonly timeoutMs?: number;
  /** Called before each attempt that does not merely repeat one with a new token. */
  readonly onAttempt?: (attempt: number) => void;
}

export type Query = Readonly<Record<string, string | number | boolean | undefined | null>>;

/** A request of an interface. */
export interface Call extends CallOptions {
  readonly method: string;
  /** Below the interface's address, beginning with `/`; or a whole address at the same origin. */
  readonly path: string;
  readonly query?: Query;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  readonly body?: Body;
  /** Accepts a body that can be read once. */
  readonly once?: boolean;
  /** Whether a lost answer is a reason to send it again; by default unless it has If-Match. */
  readonly repeatable?: boolean;
  /** Sends no Idempotency-Key with a POST. */
  readonly plain?: boolean;
  /** Called with the bytes passed on so far: for a stream as it is read, for a blob when there is an answer. */
  readonly onSent?: (bytes: number) => void;
}

/** Times that a request is sent again because its token was refused. */
const MOST_RENEWALS = 3;

/** Sends the requests of one interface. */
export class Caller {
  /** The interface's address, without a slash at its end. */
  readonly base: string;
  readonly settings: Settings;
  readonly #authorizer: Authorizer;

  constructor(base: string, authorizer: Authorizer, settings: Settings) {
    this.base = base.replace(/\/+$/, '');
    this.#authorizer = authorizer;
    this.settings = settings;
  }

  /** Sends a request and reads its JSON answer. @throws {FieldbridgeError} */
  json<T>(call: Call): Promise<T> {
    return this.send(call, (response, moved) => readJson<T>(response, moved, this.settings.parseJson));
  }

  /** Sends a request and reads its JSON answer with the ETag. @throws {FieldbridgeError} */
  version<T>(call: Call): Promise<Version<T>> {
    return this.send(call, async (response, moved) => ({
      etag: response.headers.get('etag') ?? '',
      value: await readJson<T>(response, moved, this.settings.parseJson),
    }));
  }

  /** Sends a request and ignores the content of the answer. @throws {FieldbridgeError} */
  async done(call: Call): Promise<void> {
    await this.send(call, async (response) => response.body?.cancel());
  }

  /**
   * Sends a request until it is answered with 2xx, as often as it may be sent; with a new token if one is refused.
   * @param read reads the answer, within the time-out; a truncated answer is requested again
   * @throws {FieldbridgeError}, the reason of the signal
   */
  async send<T>(call: Call, read: (response: Response, moved: Moved, attempt: number) => Promise<T>): Promise<T> {
    const { method, signal, once = false } = call;
    const { timing, repetition, hooks } = this.settings;
    refuseUnrepeatable(call.body, once);
    const isSingle = call.body instanceof ReadableStream;
    const attempts = isSingle || call.repeatable === false ? 1 : repetition.attempts;
    const headers = headersOf(call);
    const url = this.#url(call);
    let renewals = 0;
    for (let attempt = 1; ; attempt++) {
      const authorization = await this.#authorizer.current(signal);
      try {
        call.onAttempt?.(attempt);
        const sent = new Headers(headers);
        hooks.request?.({ method, url, attempt, headers: sent });
        for (const [name, value] of Object.entries(authorization.headers)) sent.set(name, value);
        const began = timing.monotonic();
        const init = { method, headers: sent };
        const { timeoutMs = this.settings.timeoutMs } = call;
        return await exchange(
          { url, init, fetch: this.settings.fetch, timing, timeoutMs, signal },
          (moved) =>
            openBody(call.json === undefined ? call.body : JSON.stringify(call.json), (bytes) => {
              moved();
              call.onSent?.(bytes);
            }),
          async (response, moved) => {
            const { status } = response;
            // The progress of a body that is not a stream is unknown until there is an answer.
            if (call.body instanceof Blob) call.onSent?.(call.body.size);
            const requestId = response.headers.get('x-request-id') ?? undefined;
            hooks.answer?.({ method, url, attempt, status, requestId, milliseconds: timing.monotonic() - began });
            if (status >= 200 && status < 300) return read(response, moved, attempt);
            throw await readProblem(response, moved);
          },
        );
      } catch (error) {
        if ((error as { status?: number }).status === 401 && renewals++ < MOST_RENEWALS) {
          if (await this.#authorizer.renewed(authorization, signal)) {
            if (isSingle) throw spent(error);
            // This does not count as a failed attempt.
            attempt--;
            continue;
          }
        }
        if (signal?.aborted || attempt >= attempts || !isPassing(error)) throw error;
        const pauseMs = pauseAfter(error, attempt, repetition, timing);
        hooks.retry?.({ method, url, attempt, error, pauseMs });
        await timing.sleep(pauseMs, signal);
        signal?.throwIfAborted();
      }
    }
  }

  #url({ path, query = {} }: Call): string {
    const url = new URL(path.startsWith('/') ? this.base + path : path, `${this.base}/`);
    if (url.origin !== new URL(this.base).origin)
      throw new TypeError(`${url.origin} is not the server of ${this.base}, so it gets no credentials`);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
    return url.href;
  }
}

function headersOf(call: Call): Headers {
  const headers = new Headers({ accept: 'application/json' });
  if (call.json !== undefined) headers.set('content-type', 'application/json');
  if (call.method === 'POST' && !call.plain) headers.set('idempotency-key', randomKey());
  for (const [name, value] of Object.entries(call.headers ?? {})) if (value !== undefined) headers.set(name, value);
  return headers;
}

/** 128 random bits; crypto.randomUUID is missing on pages without TLS. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function spent(cause: unknown): BodyNotRepeatableError {
  const message =
    'the token had expired and the stream is used up; the token is new now, so open the stream and call again';
  return new BodyNotRepeatableError('body-not-repeatable', message, cause);
}
