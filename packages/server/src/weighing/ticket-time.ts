import type { Clock } from '../core/clock.ts';
import type { SpaceDatabase } from '../storage/database.ts';

/** A clock that is set back by more than this is believed: it was wrong before. */
export const STEP_BACK_MS = 3_600_000;

/**
 * The time that versions of tickets are given, in the order of their transactions: the clock's, but that it stands still where the clock
 * is set back a little. Who follows the changes asks for those since the last that was seen, and would miss all that seem older.
 */
export class TicketTime {
  readonly #clock: Clock;
  readonly #database: SpaceDatabase;
  #last: number | undefined;

  constructor(clock: Clock, database: SpaceDatabase) {
    this.#clock = clock;
    this.#database = database;
  }

  /** Milliseconds since 1970. */
  now(): number {
    const now = this.#clock.now();
    const last = (this.#last ??= this.#lastStored());
    if (now < last && last - now <= STEP_BACK_MS) return last;
    return (this.#last = now);
  }

  /** The server may have been started again since the clock was set back. */
  #lastStored(): number {
    const row = this.#database.sql('SELECT modifiedAt FROM ticketVersions ORDER BY seq DESC LIMIT 1').get();
    return (row?.['modifiedAt'] as number | undefined) ?? 0;
  }
}
