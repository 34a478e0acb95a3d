import type { FastifyReply } from 'fastify';
import type { Limiter } from '../http/rate-limit.ts';
import type { Principal } from './credential.ts';
import type { ExpiryNotice } from './expiry-notice.ts';
import type { Quotas } from './quotas.ts';

/** Header of every answer to a caller whose secret expires soon. */
export const SECRET_EXPIRES = 'fieldbridge-secret-expires';

/**
 * Limits on the requests of callers, of each credential and of all credentials of an organisation, and notice of
 * secrets that expire soon.
 */
export class CallerLimits {
  readonly #perCredential: Limiter;
  readonly #quotas: Quotas;
  readonly #notice: ExpiryNotice;

  constructor(perCredential: Limiter, quotas: Quotas, notice: ExpiryNotice) {
    this.#notice = notice;
    this.#perCredential = perCredential;
    this.#quotas = quotas;
  }

  /** Counts a request. @throws ProblemError too-many-requests with Retry-After beyond one of the limits */
  take(principal: Principal, reply: FastifyReply): void {
    this.#perCredential.take(principal.clientId, reply);
    this.#quotas.takeRequest(principal.organisationId, reply);
    this.notice(principal, reply);
  }

  /** Gives notice of the secret of a caller, if it expires soon. */
  notice({ clientId, secretExpiresAt }: Principal, reply: FastifyReply): void {
    if (secretExpiresAt !== undefined) this.#notice.give(reply, SECRET_EXPIRES, secretExpiresAt, { clientId });
  }
}
