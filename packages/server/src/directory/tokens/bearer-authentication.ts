import { ProblemError } from '../../core/problem.ts';
import type { Limiter } from '../../http/rate-limit.ts';
import type { CredentialStore } from '../credential-store.ts';
import type { Authenticate } from '../header-authentication.ts';
import type { TokenStore } from './token-store.ts';

const CHALLENGE = { 'www-authenticate': 'Bearer error="invalid_token"' };

/**
 * Authentication by bearer token (RFC 6750 §2.1). Every invalid token gets the same answer; the log has the reason.
 * @param tokens tokens of the one space they are valid for
 * @param credentials of the same space: a revoked client's tokens are invalid at once
 */
export function bearerAuthentication(tokens: TokenStore, credentials: CredentialStore, limiter: Limiter): Authenticate {
  return (request, reply) => {
    const { authorization } = request.headers;
    const token = authorization === undefined ? undefined : /^bearer +([\w\-.~+/]+=*)$/i.exec(authorization)?.[1];
    const found = token === undefined ? undefined : tokens.verify(token);
    if (found !== undefined && 'principal' in found && credentials.principal(found.principal.clientId) !== undefined) {
      limiter.take(found.principal.clientId, reply);
      return found.principal;
    }
    request.log.info({ reason: reasonOf(authorization, found) }, 'bearer token refused');
    throw new ProblemError(
      'not-authenticated',
      'The access token is missing or not valid. Get a new one from the token endpoint of this environment.',
      { headers: CHALLENGE },
    );
  };
}

function reasonOf(authorization: string | undefined, found: ReturnType<TokenStore['verify']> | undefined): string {
  if (authorization === undefined) return 'no Authorization header';
  if (found === undefined) return 'not a bearer token';
  return 'reason' in found ? found.reason : 'client revoked';
}
