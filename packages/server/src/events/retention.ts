import type { Clock } from '../core/clock.ts';
import type { SpaceDatabase } from '../storage/database.ts';

/** Rows removed in one write operation: a millisecond or two, so that callers' writes can continue in between. */
const BATCH = 500;

/** What a sweep removed. */
export interface Swept {
  readonly deliveries: number;
  readonly events: number;
}

/** Removes ended deliveries and fully sent events when their time is over. */
export class EventRetention {
  readonly #database: SpaceDatabase;
  readonly #clock: Clock;
  readonly #keepMs: number;

  /** @param keepMs time after the last attempt, or after the event; 0 keeps everything */
  constructor(database: SpaceDatabase, clock: Clock, keepMs: number) {
    this.#database = database;
    this.#clock = clock;
    this.#keepMs = keepMs;
  }

  /**
   * Removes rows older than the retention, batch by batch. Waiting deliveries stay, however old they are.
   * @param stopped called between batches; true ends the sweep
   */
  async sweep(stopped: () => boolean): Promise<Swept> {
    if (this.#keepMs === 0) return { deliveries: 0, events: 0 };
    const end = this.#clock.now() - this.#keepMs;
    const all = async (step: (end: number) => number): Promise<number> => {
      let removed = 0;
      for (let batch = BATCH; batch === BATCH && !stopped(); removed += batch)
        batch = await this.#database.writer.run(() => step(end));
      return removed;
    };
    return {
      deliveries: await all((before) => this.#removeDeliveries(before)),
      events: await all((before) => this.#removeEvents(before)),
    };
  }

  #removeDeliveries(end: number): number {
    const text = `DELETE FROM webhookDeliveries WHERE seq IN
      (SELECT seq FROM webhookDeliveries WHERE state <> 'pending' AND lastAt < ? ORDER BY lastAt LIMIT ${BATCH})`;
    return Number(this.#database.sql(text).run(end).changes);
  }

  /**
   * Removes the oldest events of the outbox: those already turned into deliveries, or all while nobody listens. The
   * last row stays, because its number is the position reached and the next event must get a higher one.
   */
  #removeEvents(end: number): number {
    const text = `DELETE FROM outbox WHERE at < ? AND seq IN (SELECT seq FROM outbox ORDER BY seq LIMIT ${BATCH})
      AND seq < (SELECT max(seq) FROM outbox)
      AND (seq <= (SELECT position FROM eventPositions WHERE source = 'outbox')
        OR NOT EXISTS (SELECT 1 FROM webhookEndpoints WHERE enabled = 1))`;
    return Number(this.#database.sql(text).run(end).changes);
  }
}
