import type { FastifyReply } from 'fastify';
import { isoTime } from '../core/clock.ts';
import type { HighestTime } from '../storage/highest-time.ts';

const DAY_MS = 86_400_000;
/** Most owners remembered with the day on which the log named them; beyond that they may be named again. */
const LOGGED_MAX = 10_000;

/** A clock that never steps back, so that setting the machine's clock back revives nothing expired. */
export type ValidityClock = Pick<HighestTime, 'now' | 'keep'>;

/** Notifies callers and the log that a key or secret expires soon. */
export class ExpiryNotice {
  readonly #clock: ValidityClock;
  readonly #noticeMs: number;
  /** The day on which the log last named an owner. */
  readonly #logged = new Map<string, number>();

  /** @param days before the expiry from which notice is given */
  constructor(clock: ValidityClock, days: number) {
    this.#clock = clock;
    this.#noticeMs = days * DAY_MS;
  }

  /** @param expiresAt milliseconds since 1970 */
  isSoon(expiresAt: number): boolean {
    return expiresAt - this.#clock.now() <= this.#noticeMs;
  }

  /**
   * Gives notice in the header of an answer, and once a day in the log.
   * @param owner for the log: names what expires
   */
  give(reply: FastifyReply, header: string, expiresAt: number, owner: Readonly<Record<string, string>>): void {
    if (!this.isSoon(expiresAt)) return;
    reply.header(header, isoTime(expiresAt));
    const name = JSON.stringify(owner);
    const today = Math.floor(this.#clock.now() / DAY_MS);
    if (this.#logged.get(name) === today) return;
    if (this.#logged.size >= LOGGED_MAX) this.#logged.clear();
    this.#logged.set(name, today);
    reply.request.log.warn({ ...owner, expiresAt: isoTime(expiresAt) }, 'key or secret expires soon');
  }
}
