import type { Clock } from '../core/clock.ts';
import type { Awaitable, Reader } from '../storage/port/space-store.ts';

/** If the clock is set back by more than this, the new time is used, because the old one was wrong. */
export const STEP_BACK_MS = 3_600_000;

/**
 * The times of versions of tickets, in the order of their rows: the clock's time, except that it stops while the clock
 * is set back a little, and for all that is asked for in one turn of the event loop, because such versions may be
 * stored in any order. A caller who follows the changes asks for those since the last one seen, and would miss versions
 * with earlier times.
 */
export class TicketTime {
  readonly #clock: Clock;
  #last: number | undefined;
  #isOfThisTurn = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Milliseconds since 1970. @param from where the last version is looked up after a start */
  now(from: Reader): Awaitable<number> {
    return this.#last === undefined ? this.#load(from) : this.#next(this.#last);
  }

  /** Looks up the last version, because the clock may have been set back before the start. */
  async #load(from: Reader): Promise<number> {
    const text = 'SELECT modifiedAt FROM ticketVersions ORDER BY seq DESC LIMIT 1';
    const stored = (await from.first<{ modifiedAt: number }>(text))?.modifiedAt ?? 0;
    return this.#next(Math.max(stored, this.#last ?? 0));
  }

  #next(last: number): number {
    if (this.#isOfThisTurn) return last;
    this.#isOfThisTurn = true;
    queueMicrotask(() => {
      this.#isOfThisTurn = false;
    });
    const now = this.#clock.now();
    return (this.#last = now < last && last - now <= STEP_BACK_MS ? last : now);
  }
}
