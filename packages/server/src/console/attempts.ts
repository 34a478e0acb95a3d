import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Detail } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import type { Audit } from '../directory/audit.ts';
import { networkOf } from '../http/caller-network.ts';
import { Limiter } from '../http/rate-limit.ts';

/** Wrong passwords and keys a minute from one address, and tries for one e-mail address from anywhere. */
const WRONG_PER_MINUTE = 20;
const TRIES_PER_MINUTE = 10;

/** Limits guessing. */
export class Attempts {
  readonly #audit: Audit;
  readonly #byAddress = new Limiter('sign-in', WRONG_PER_MINUTE);
  readonly #byEmail = new Limiter('sign-in-as', TRIES_PER_MINUTE);

  constructor(audit: Audit) {
    this.#audit = audit;
  }

  /**
   * Counts a try for an e-mail address before its password is checked, because checking is expensive.
   * @throws ProblemError too-many-requests
   */
  allow(request: FastifyRequest, reply: FastifyReply, email: string): void {
    // By caller's network too, so that nobody can lock somebody else out from elsewhere.
    this.#byEmail.take(`${email.toLowerCase()} ${networkOf(request.ip)}`, reply);
  }

  /** Counts and records a wrong password or key. @returns the refusal */
  async refuse(request: FastifyRequest, reply: FastifyReply, email: string, text: Detail): Promise<ProblemError> {
    const address = networkOf(request.ip);
    request.log.warn({ address }, 'sign-in refused');
    try {
      this.#byAddress.take(address, reply);
    } catch (error) {
      if (error instanceof ProblemError) return error;
      throw error;
    }
    const note = { actor: 'server', action: 'sign-in.refused', details: { address, email: email.slice(0, 320) } };
    // A full disk must not turn the refusal into another one.
    await this.#audit.note(note).catch((error: unknown) => request.log.error({ err: error }, 'audit'));
    return new ProblemError('not-authenticated', text, { headers: { 'www-authenticate': 'Session' } });
  }
}
