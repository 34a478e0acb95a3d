import type { FastifyReply } from 'fastify';
import type { Limiter } from '../http/rate-limit.ts';
import type { Principal } from './credential.ts';
import type { Quotas } from './quotas.ts';

/** Limits on the requests of callers: of each credential, and of all credentials of an organisation. */
export class CallerLimits {
  readonly #perCredential: Limiter;
  readonly #quotas: Quotas;

  constructor(perCredential: Limiter, quotas: Quotas) {
    this.#perCredential = perCredential;
    this.#quotas = quotas;
  }

  /** Counts a request. @throws ProblemError too-many-requests with Retry-After beyond one of the limits */
  take({ clientId, organisationId }: Principal, reply: FastifyReply): void {
    this.#perCredential.take(clientId, reply);
    this.#quotas.takeRequest(organisationId, reply);
  }
}
