import { detailOf } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';
import type { CallerLimits } from '../caller-limits.ts';
import { NO_TOKEN, WRONG_TOKEN } from '../challenges.ts';
import type { CredentialStore } from '../credential-store.ts';
import type { Authenticate } from '../header-authentication.ts';
import type { TokenStore } from './token-store.ts';

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
  return async (request, reply) => {
    const { authorization } = request.headers;
    const token = authorization === undefined ? undefined : /^bearer +([\w\-.~+/]+=*)$/i.exec(authorization)?.[1];
    const found = token === undefined ? undefined : await tokens.verify(token);
    const caller = found !== undefined && 'principal' in found ? found.principal : undefined;
    if (caller !== undefined && (await credentials.principal(caller.clientId)) !== undefined) {
      callers.take(caller, reply);
      return caller;
    }
    request.log.info({ reason: reasonOf(authorization, found) }, 'bearer token refused');
    throw new ProblemError(
      'not-authenticated',
      detailOf('The access token is missing or not valid. Get a new one from the token endpoint of this environment.'),
      { headers: { 'www-authenticate': authorization === undefined ? NO_TOKEN : WRONG_TOKEN } },
    );
  };
}

function reasonOf(
  authorization: string | undefined,
  found: Awaited<ReturnType<TokenStore['verify']>> | undefined,
): string {
  if (authorization === undefined) return 'no Authorization header';
  if (found === undefined) return 'not a bearer token';
  return 'reason' in found ? found.reason : 'client revoked';
}
