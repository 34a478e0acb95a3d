import type { KeyState } from '@fieldbridge/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isoTime } from '../../core/clock.ts';
import { detailOf } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';
import type { App } from '../../http/app.ts';
import { instantOf } from '../../http/instant.ts';
import { NO_TOKEN, WRONG_TOKEN } from '../challenges.ts';
import type { ExpiryNotice, ValidityClock } from '../expiry-notice.ts';
import type { Operator } from './operators.ts';

/** Header of every answer to a caller whose key expires soon. */
export const KEY_EXPIRES = 'fieldbridge-key-expires';

/** The header as described in the document, for every route with an operator. */
export const NOTICE_HEADER = {
  'Fieldbridge-Key-Expires': "When the operator's key expires; sent only in the days of notice before",
} as const;

/** Documents the notice at each route added to a scope from now on. */
export function documentNotice(app: App): void {
  app.addHook('onRoute', (route) => {
    const { answeredHeaders, refusedHeaders } = route.config ?? {};
    route.config = {
      ...route.config,
      answeredHeaders: { ...answeredHeaders, ...NOTICE_HEADER },
      refusedHeaders: { ...refusedHeaders, ...NOTICE_HEADER },
    };
  });
}

/** Refuses expired keys of operators, and gives notice of those that expire soon. */
export class KeyExpiry {
  readonly #clock: ValidityClock;
  readonly #notice: ExpiryNotice;

  constructor(clock: ValidityClock, notice: ExpiryNotice) {
    this.#clock = clock;
    this.#notice = notice;
  }

  stateOf({ keyExpiresAt }: Pick<Operator, 'keyExpiresAt'>): KeyState {
    if (keyExpiresAt === null) return 'valid';
    return keyExpiresAt <= this.#clock.now() ? 'expired' : this.#notice.isSoon(keyExpiresAt) ? 'expiring' : 'valid';
  }

  /**
   * Checks the expiry of the key with which an operator has authenticated, and gives notice if it expires soon.
   * @throws ProblemError key-expired
   */
  check(operator: Operator, request: FastifyRequest, reply: FastifyReply): void {
    const { keyExpiresAt, name } = operator;
    if (keyExpiresAt === null) return;
    if (this.stateOf(operator) === 'expired') {
      this.#clock.keep(keyExpiresAt);
      const expiresAt = isoTime(keyExpiresAt);
      request.log.warn({ operator: name, expiresAt }, 'expired operator key refused');
      throw new ProblemError('key-expired', detailOf('The operator key expired at {expiresAt}.', { expiresAt }), {
        headers: { 'www-authenticate': request.headers.authorization === undefined ? NO_TOKEN : WRONG_TOKEN },
      });
    }
    this.#notice.give(reply, KEY_EXPIRES, keyExpiresAt, { operator: name });
  }

  /** The time of an expiry, to be stored. @param text RFC 3339; null for none @throws ProblemError if it has passed */
  timeOf(text: string | null | undefined): number | null {
    if (text === null || text === undefined) return null;
    const time = instantOf(text);
    if (time > this.#clock.now()) return time;
    const detail = detailOf('This time has passed.');
    throw new ProblemError('validation-failed', detail, { errors: [{ pointer: '#/expiresAt', detail }] });
  }
}
