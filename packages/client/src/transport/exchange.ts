import { NetworkError, TimeoutError, UnexpectedAnswerError } from './errors.ts';
import type { Timing } from './timing.ts';

/** The function that sends a request; the built-in `fetch` unless a program passes its own. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The parameters of one attempt. */
export interface Attempt {
  readonly url: string;
  readonly init: RequestInit;
  readonly fetch: Fetch;
  readonly timing: Timing;
  /** The attempt fails when nothing has arrived or left for that long. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Called whenever bytes move, so that the time-out begins again. */
export type Moved = () => void;

/**
 * Sends a request once and reads the answer. Redirects are not followed: they would receive the secret, and might
 * never end.
 * @param open makes the body when the attempt begins
 * @param read reads what it needs; the time-out holds until it is done
 * @throws {NetworkError} {TimeoutError} {UnexpectedAnswerError} for a redirect, the reason of the signal, whatever
 *   `read` throws
 */
export async function exchange<T>(
  { url, init, fetch, timing, timeoutMs, signal }: Attempt,
  open: (moved: Moved) => RequestInit['body'],
  read: (response: Response, moved: Moved) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const stop = new AbortController();
  const abort = (): void => stop.abort(signal!.reason);
  signal?.addEventListener('abort', abort);
  let watch = new AbortController();
  const moved = (): void => {
    watch.abort();
    const mine = (watch = new AbortController());
    void timing.sleep(timeoutMs, mine.signal).then(() => {
      if (mine.signal.aborted) return;
      const seconds = timeoutMs / 1000;
      stop.abort(new TimeoutError('timeout', `${withoutQuery(url)}: nothing happened for ${seconds} s`));
    });
  };
  try {
    moved();
    const body = open(moved);
    const duplex = body instanceof ReadableStream ? { duplex: 'half' } : {};
    const response = await fetch(url, {
      ...init,
      ...duplex,
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: stop.signal,
    } as RequestInit);
    if (
      response.type === 'opaqueredirect' ||
      (response.status >= 300 && response.status < 400 && response.status !== 304)
    )
      throw redirected(url, response);
    return await read(response, moved);
  } catch (error) {
    if (stop.signal.aborted) throw stop.signal.reason;
    throw error instanceof TypeError ? unreachable(url, error) : error;
  } finally {
    watch.abort();
    signal?.removeEventListener('abort', abort);
  }
}

function redirected(url: string, response: Response): UnexpectedAnswerError {
  void response.body?.cancel().catch(() => {});
  const location = response.headers.get('location');
  const target = location === null ? 'another address' : withoutQuery(location);
  return new UnexpectedAnswerError(
    'redirected',
    `${withoutQuery(url)} redirects to ${target}, which is not followed because it would receive the credentials: ` +
      'configure that address if it is yours',
  );
}

/** The error for a failed connection. fetch hides the reason in the cause, perhaps of several addresses. */
function unreachable(url: string, error: TypeError): NetworkError {
  const cause = error.cause as (Error & { errors?: readonly Error[] }) | undefined;
  const reason = cause?.errors?.[0]?.message ?? (cause?.message || error.message);
  return new NetworkError('unreachable', `${withoutQuery(url)} cannot be reached: ${reason}`, error);
}

/** An address for messages: a query may hold names of customers. */
export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/, '').slice(0, 300);
}
