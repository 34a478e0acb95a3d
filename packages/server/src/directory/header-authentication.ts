import type { FastifyReply, FastifyRequest } from 'fastify';
import { after } from '../core/after.ts';
import { isoTime } from '../core/clock.ts';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import type { App } from '../http/app.ts';
import { markPrivate } from '../http/private-answers.ts';
import type { Awaitable } from '../storage/port/space-store.ts';
import type { CallerLimits } from './caller-limits.ts';
import { HEADER_PAIR } from './challenges.ts';
import type { Principal } from './credential.ts';
import type { CredentialStore } from './credential-store.ts';
import type { FailureLimit } from './failures.ts';
import { shownClientId } from './shown-client-id.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, after `authenticateWith` has accepted the request. */
    principal?: Principal;
  }
}

/** The request headers of the pair. */
export const PAIR_HEADERS = 'X-ClientId, X-ClientSecret';

/** Identifies the caller, at once if it is cached; throws or rejects with the 401 or 429. */
export type Authenticate = (request: FastifyRequest, reply: FastifyReply) => Awaitable<Principal>;

/**
 * Accepts only authenticated requests in a scope, before their bodies are read; `request.principal` is set afterwards.
 * @param headers by which callers identify themselves there
 */
export function authenticateWith(app: App, headers: string, authenticate: Authenticate): void {
  app.addHook('onRequest', (request, reply, done) => {
    markPrivate(reply, headers);
    let found: Awaitable<Principal>;
    try {
      found = authenticate(request, reply);
    } catch (error) {
      return done(error as Error);
    }
    if (!(found instanceof Promise)) {
      request.principal = found;
      return done();
    }
    found.then((principal) => {
      request.principal = principal;
      done();
    }, done);
  });
}

/** The caller of a request in a scope with `authenticateWith`. */
export function principalOf(request: FastifyRequest): Principal {
  if (request.principal === undefined) throw new TypeError('The scope of this route has no authentication');
  return request.principal;
}

/**
 * Authentication by X-ClientId and X-ClientSecret, as in the weighing document.
 * @param store the credentials of the one space they are valid for
 */
export function headerAuthentication(
  store: CredentialStore,
  failures: FailureLimit,
  callers: CallerLimits,
): Authenticate {
  const refuse = async (request: FastifyRequest): Promise<never> => {
    const { 'x-clientid': clientId, 'x-clientsecret': secret } = request.headers;
    const isPair = typeof clientId === 'string' && typeof secret === 'string';
    const expiredAt = isPair ? await store.expiredAt(clientId, secret) : undefined;
    const reason = expiredAt !== undefined ? 'expired' : isPair ? 'wrong' : 'missing';
    request.log.info({ clientId: shownClientId(clientId), reason }, 'client headers refused');
    if (expiredAt !== undefined)
      throw new ProblemError(
        'secret-expired',
        detailOf('The client secret expired at {expiredAt}.', { expiredAt: isoTime(expiredAt) }),
        {
          headers: { 'www-authenticate': HEADER_PAIR },
        },
      );
    throw failures.refuse(
      request,
      new ProblemError(
        'not-authenticated',
        detailOf('Send X-ClientId and X-ClientSecret as the desk issued them for this interface and environment.'),
        { headers: { 'www-authenticate': HEADER_PAIR } },
      ),
    );
  };
  return (request, reply) => {
    const { 'x-clientid': clientId, 'x-clientsecret': secret } = request.headers;
    const isPair = typeof clientId === 'string' && typeof secret === 'string';
    return after(isPair ? store.verify(clientId, secret) : undefined, (principal) => {
      if (principal === undefined) return refuse(request);
      callers.take(principal, reply);
      return principal;
    });
  };
}
