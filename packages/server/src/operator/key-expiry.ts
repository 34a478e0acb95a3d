import type { KeyState } from '@fieldbridge/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isoTime } from '../core/clock.ts';
import { ProblemError } from '../core/problem.ts';
import type { App } from '../http/app.ts';
import { instantOf } from '../http/instant.ts';
import type { HighestTime } from '../storage/highest-time.ts';
import type { Operator } from './operators.ts';

/** A clock that never steps back, so that setting the machine's clock back revives no key. */
type ValidityClock = Pick<HighestTime, 'now' | 'keep'>;

const DAY_MS = 86_400_000;
/** Header of every answer to a caller whose key expires soon. */
export const KEY_EXPIRES = 'fieldbridge-key-expires';

/** The header as the document describes it, for every route with an operator. */
export const NOTICE_HEADER = {
  'Fieldbridge-Key-Expires': "When the operator's key expires; only in the days of notice before",
} as const;

/** Documents the notice at each route that is added to a scope from now on. */
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
  readonly #noticeMs: number;
  /** The day on which the log last named an operator's key, by operator. */
  readonly #logged = new Map<string, number>();

  /** @param noticeDays before the expiry */
  constructor(clock: ValidityClock, noticeDays: number) {
    this.#clock = clock;
    this.#noticeMs = noticeDays * DAY_MS;
  }

  stateOf({ keyExpiresAt }: Pick<Operator, 'keyExpiresAt'>): KeyState {
    const left = (keyExpiresAt ?? Number.POSITIVE_INFINITY) - this.#clock.now();
    return left <= 0 ? 'expired' : left <= this.#noticeMs ? 'expiring' : 'valid';
  }

  /**
   * Checks the key with which an operator has proved who it is. In the days of notice the answer has a header, and the
   * log a line a day.
   * @throws ProblemError key-expired
   */
  check(operator: Operator, request: FastifyRequest, reply: FastifyReply): void {
    const state = this.stateOf(operator);
    if (state === 'valid') return;
    const expiresAt = isoTime(operator.keyExpiresAt!);
    if (state === 'expired') {
      this.#clock.keep(operator.keyExpiresAt!);
      request.log.warn({ operator: operator.name, expiresAt }, 'expired operator key refused');
      throw new ProblemError('key-expired', `The operator key expired at ${expiresAt}.`, {
        headers: { 'www-authenticate': 'Bearer' },
      });
    }
    reply.header(KEY_EXPIRES, expiresAt);
    const today = Math.floor(this.#clock.now() / DAY_MS);
    if (this.#logged.get(operator.id) === today) return;
    this.#logged.set(operator.id, today);
    request.log.warn({ operator: operator.name, expiresAt }, 'operator key expires soon');
  }

  /** The time of an expiry to be stored. @param text RFC 3339; null for none @throws ProblemError if it has passed */
  timeOf(text: string | null | undefined): number | null {
    if (text === null || text === undefined) return null;
    const time = instantOf(text);
    if (time > this.#clock.now()) return time;
    const detail = 'This time has passed.';
    throw new ProblemError('validation-failed', detail, { errors: [{ pointer: '#/expiresAt', detail }] });
  }
}
