import { timingSafeEqual } from 'node:crypto';
import type { OperatorRole } from '@fieldbridge/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import type { Audit } from '../directory/audit.ts';
import { NO_TOKEN, WRONG_TOKEN } from '../directory/challenges.ts';
import type { KeyExpiry } from '../directory/people/key-expiry.ts';
import type { Operators } from '../directory/people/operators.ts';
import type { SessionAuthentication } from '../directory/people/session-authentication.ts';
import type { FoundSession } from '../directory/people/sessions.ts';
import { networkOf } from '../http/caller-network.ts';
import { Limiter } from '../http/rate-limit.ts';
import type { LocalAuthority } from '../service/local-authority.ts';

/** Wrong keys per minute and address before the answer is 429. */
const WRONG_PER_MINUTE = 20;

/** The person at the desk for one request. */
export interface Actor {
  /** Name for the audit trail. */
  readonly name: string;
  readonly role: OperatorRole;
  /** Of the operator or the person; undefined for the command line on the data directory, who can read it anyway. */
  readonly operatorId?: string;
  /** The session's cookie, if it is a session. */
  readonly session?: { readonly token: string; readonly expiresAt: number };
}

/** Identifies operators by their key (`Authorization: Bearer`) or their browser session. */
export class OperatorAuthentication {
  readonly #operators: Operators;
  readonly #sessions: SessionAuthentication;
  readonly #audit: Audit;
  readonly #local: LocalAuthority | undefined;
  readonly #expiry: KeyExpiry;
  readonly #wrong = new Limiter('sign-in', WRONG_PER_MINUTE);

  constructor(
    operators: Operators,
    sessions: SessionAuthentication,
    audit: Audit,
    expiry: KeyExpiry,
    local: LocalAuthority | undefined,
  ) {
    this.#expiry = expiry;
    this.#audit = audit;
    this.#operators = operators;
    this.#sessions = sessions;
    this.#local = local;
  }

  /**
   * The operator of a request.
   * @throws ProblemError not-authenticated, key-expired, csrf-token-missing, too-many-requests
   */
  async require(request: FastifyRequest, reply: FastifyReply): Promise<Actor> {
    const { authorization } = request.headers;
    if (authorization !== undefined) {
      const key = /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
      if (this.#local !== undefined && same(key, this.#local.key)) return { name: this.#local.name, role: 'operator' };
      const operator = await this.#operators.byKey(key);
      if (operator === undefined) throw await this.wrongKey(request, reply);
      this.#expiry.check(operator, request, reply);
      return { name: operator.name, role: operator.role, operatorId: operator.id };
    }
    return this.#bySession(request, reply);
  }

  /**
   * Counts a wrong key, records it in the audit trail and returns the refusal. A correct key is never refused because
   * of this count, and keys beyond it are not recorded, so that nobody can fill the trail.
   */
  async wrongKey(request: FastifyRequest, reply: FastifyReply): Promise<ProblemError> {
    request.log.warn('operator key refused');
    try {
      this.#wrong.take(networkOf(request.ip), reply);
    } catch (error) {
      if (error instanceof ProblemError) return error;
      throw error;
    }
    const note = { actor: 'server', action: 'operator.key-refused', details: { address: networkOf(request.ip) } };
    // A full disk must not turn the refusal into another one.
    await this.#audit.note(note).catch((error: unknown) => request.log.error({ err: error }, 'audit'));
    return new ProblemError('not-authenticated', detailOf('The operator key is wrong.'), {
      headers: { 'www-authenticate': request.headers.authorization === undefined ? NO_TOKEN : WRONG_TOKEN },
    });
  }

  async #bySession(request: FastifyRequest, reply: FastifyReply): Promise<Actor> {
    const session = await this.#sessions.find(request, reply);
    const actor = session && actorOf(session);
    if (session === undefined || actor === undefined) {
      throw new ProblemError('not-authenticated', detailOf('Sign in, or send an operator key as a bearer token.'), {
        headers: { 'www-authenticate': NO_TOKEN },
      });
    }
    return { ...actor, session: { token: session.token, expiresAt: session.expiresAt } };
  }
}

/** Undefined for people who have nothing to do at the desk. */
function actorOf({ owner }: FoundSession): Actor | undefined {
  if (owner.kind === 'operator') {
    const { id, name, role } = owner.operator;
    return { name, role, operatorId: id };
  }
  const { id, name, deskRole } = owner.person;
  return deskRole === null ? undefined : { name, role: deskRole, operatorId: id };
}

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
