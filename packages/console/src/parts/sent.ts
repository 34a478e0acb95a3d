import { problemError } from '@fieldbridge/client/transport/errors.ts';
import { reach } from '../base/reach.ts';
import { site } from '../base/site.ts';
import { headersNow } from '../state/session.ts';

/**
 * Sends a request of the console that must not wait for a sign-in, because it is part of signing in.
 * @throws ProblemError, NetworkError
 */
export async function sent<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await reach(`${site.interfaces.console ?? '/console/v1'}${path}`, {
    method,
    headers: { accept: 'application/json', 'content-type': 'application/json', ...headersNow() },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const value: unknown = response.status === 204 ? undefined : await response.json().catch(() => ({}));
  if (response.ok) return value as T;
  throw problemError(
    response.status,
    value as Parameters<typeof problemError>[1],
    response.headers.get('x-request-id') ?? undefined,
    undefined,
  );
}
