import { after } from '../../core/after.ts';
import { detailOf } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';
import type { Awaitable } from '../../storage/port/space-store.ts';
import type { CallerLimits } from '../caller-limits.ts';
import { NO_TOKEN, WRONG_TOKEN } from '../challenges.ts';
import type { Principal } from '../credential.ts';
import type { CredentialStore } from '../credential-store.ts';
import type { Authenticate } from '../header-authentication.ts';
import type { TokenStore } from './token-store.ts';

/** The owner of a request's token, or why it has no owner; the reason is for the log only. */
type Found = { readonly principal: Principal } | { readonly reason: string };

/**
 * Authentication by bearer token (RFC 6750 §2.1). Every invalid token gets the same answer; the log has the reason.
 * @param tokens tokens of the one space they are valid for
 * @param credentials of the same space: a revoked client's tokens are invalid at once
 */
export function bearerAuthentication(
  tokens: TokenStore,
  credentials: CredentialStore,
  callers: CallerLimits,
): Authenticate {
  const find = (authorization: string | undefined): Awaitable<Found> => {
    if (authorization === undefined) return { reason: 'no Authorization header' };
    const token = /^bearer +([\w\-.~+/]+=*)$/i.exec(authorization)?.[1];
    return token === undefined ? { reason: 'not a bearer token' } : after(tokens.verify(token), unlessRevoked);
  };
  const unlessRevoked = (found: Found): Awaitable<Found> => {
    if ('reason' in found) return found;
    const client = credentials.principal(found.principal.clientId);
    return after(client, (live) => (live === undefined ? { reason: 'client revoked' } : found));
  };
  return (request, reply) => {
    const { authorization } = request.headers;
    return after(find(authorization), (found) => {
      if ('principal' in found) {
        callers.take(found.principal, reply);
        return found.principal;
      }
      request.log.info({ reason: found.reason }, 'bearer token refused');
      throw new ProblemError(
        'not-authenticated',
        detailOf(
          'The access token is missing or not valid. Get a new one from the token endpoint of this environment.',
        ),
        { headers: { 'www-authenticate': authorization === undefined ? NO_TOKEN : WRONG_TOKEN } },
      );
    });
  };
}
