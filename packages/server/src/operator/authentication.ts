import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '../core/problem.ts';
import { networkOf } from '../http/caller-network.ts';
import { Limiter } from '../http/rate-limit.ts';
import type { LocalAuthority } from '../service/local-authority.ts';
import type { Operators } from './operators.ts';
import type { Sessions } from './sessions.ts';

/** Wrong keys per minute and address before the answer is 429. */
const WRONG_PER_MINUTE = 20;
export const SESSION_COOKIE = 'fieldbridge_session';
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** The person at the desk for one request. */
export interface Actor {
  /** Name for the audit trail. */
  readonly name: string;
  /** Undefined for the command line on the data directory, whose right is that it can read it. */
  readonly operatorId?: string;
  /** The session's cookie, if it is a session. */
  readonly session?: { readonly token: string; readonly expiresAt: number };
}

/** Identifies operators by their key (`Authorization: Bearer`) or their browser session. */
export class OperatorAuthentication {
  readonly #operators: Operators;
  readonly #sessions: Sessions;
  readonly #local: LocalAuthority | undefined;
  readonly #wrong = new Limiter('sign-in', WRONG_PER_MINUTE);

  constructor(operators: Operators, sessions: Sessions, local: LocalAuthority | undefined) {
    this.#operators = operators;
    this.#sessions = sessions;
    this.#local = local;
  }

  /** The operator of a request. @throws ProblemError not-authenticated, csrf-token-missing, too-many-requests */
  async require(request: FastifyRequest, reply: FastifyReply): Promise<Actor> {
    const { authorization } = request.headers;
    if (authorization !== undefined) {
      const key = /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
      if (this.#local !== undefined && same(key, this.#local.key)) return { name: this.#local.name };
      const operator = await this.#operators.byKey(key);
      if (operator === undefined) throw this.wrongKey(request, reply);
      return { name: operator.name, operatorId: operator.id };
    }
    return this.#bySession(request);
  }

  /** Counts a wrong key and returns the refusal. A correct key is never refused because of this count. */
  wrongKey(request: FastifyRequest, reply: FastifyReply): ProblemError {
    request.log.warn('operator key refused');
    try {
      this.#wrong.take(networkOf(request.ip), reply);
    } catch (error) {
      if (error instanceof ProblemError) return error;
      throw error;
    }
    return new ProblemError('not-authenticated', 'The operator key is wrong.', {
      headers: { 'www-authenticate': 'Bearer' },
    });
  }

  async #bySession(request: FastifyRequest): Promise<Actor> {
    const token = cookieOf(request.headers.cookie);
    const session = token === undefined ? undefined : await this.#sessions.find(token);
    if (token === undefined || session === undefined) {
      throw new ProblemError('not-authenticated', 'Sign in, or send an operator key as a bearer token.', {
        headers: { 'www-authenticate': 'Bearer' },
      });
    }
    const csrf = request.headers['x-csrf-token'];
    if (!SAFE_METHODS.includes(request.method) && !(typeof csrf === 'string' && session.isCsrf(csrf)))
      throw new ProblemError('csrf-token-missing');
    return {
      name: session.operator.name,
      operatorId: session.operator.id,
      session: { token, expiresAt: session.expiresAt },
    };
  }
}

function cookieOf(header: string | undefined): string | undefined {
  for (const part of header?.split(';', 50) ?? []) {
    const [name, value] = part.trim().split('=', 2);
    if (name === SESSION_COOKIE && value !== undefined) return value;
  }
  return undefined;
}

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
