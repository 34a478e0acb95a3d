import type { Clock } from '../core/clock.ts';
import type { Awaitable, Reader, Transaction } from '../storage/port/space-store.ts';

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

  /**
   * Milliseconds since 1970.
   * @param from where the last version is looked up: after a start, or each time if other servers make versions, too
   */
  now(from: Reader & Pick<Partial<Transaction>, 'isFar'>): Awaitable<number> {
    if (from.isFar === true) return this.#shared(from);
    return this.#last === undefined ? this.#load(from) : this.#next(this.#last);
  }

  /**
   * Not before the last version in the table, whose server may have another clock. The transaction keeps others from
   * making one.
   */
  async #shared(from: Reader): Promise<number> {
    const stored = await lastTime(from);
    return later(this.#clock.now(), stored);
  }

  /** Looks up the last version, because the clock may have been set back before the start. */
  async #load(from: Reader): Promise<number> {
    return this.#next(Math.max(await lastTime(from), this.#last ?? 0));
  }

  #next(last: number): number {
    if (this.#isOfThisTurn) return last;
    this.#isOfThisTurn = true;
    queueMicrotask(() => {
      this.#isOfThisTurn = false;
    });
    return (this.#last = later(this.#clock.now(), last));
  }
}

/** The time of the last version; 0 before the first. */
export async function lastTime(from: Reader): Promise<number> {
  const text = 'SELECT modifiedAt FROM ticketVersions ORDER BY seq DESC LIMIT 1';
  return (await from.first<{ modifiedAt: number }>(text))?.modifiedAt ?? 0;
}

function later(now: number, last: number): number {
  return now < last && last - now <= STEP_BACK_MS ? last : now;
}
