import type { Clock } from '../core/clock.ts';
import type { SpaceStore } from '../storage/port/space-store.ts';

/** Rows removed in one write operation: a millisecond or two, so that callers' writes can continue in between. */
const BATCH = 500;

const ENDED_DELIVERIES = `DELETE FROM webhookDeliveries WHERE seq IN
  (SELECT seq FROM webhookDeliveries WHERE state <> 'pending' AND lastAt < ? ORDER BY lastAt LIMIT ${BATCH})`;
/**
 * The oldest events of the outbox: those already turned into deliveries, or all while nobody listens. The last row
 * stays, because its number is the position reached and the next event must get a higher one.
 */
const SENT_EVENTS = `DELETE FROM outbox WHERE at < ? AND seq IN (SELECT seq FROM outbox ORDER BY seq LIMIT ${BATCH})
  AND seq < (SELECT max(seq) FROM outbox)
  AND (seq <= (SELECT position FROM eventPositions WHERE source = 'outbox')
    OR NOT EXISTS (SELECT 1 FROM webhookEndpoints WHERE enabled = 1))`;

/** What a sweep removed. */
export interface Swept {
  readonly deliveries: number;
  readonly events: number;
}

/** Removes ended deliveries and fully sent events when their time is over. */
export class EventRetention {
  readonly #store: SpaceStore;
  readonly #clock: Clock;
  readonly #keepMs: number;

  /** @param keepMs time after the last attempt, or after the event; 0 keeps everything */
  constructor(store: SpaceStore, clock: Clock, keepMs: number) {
    this.#store = store;
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
    const all = async (text: string): Promise<number> => {
      let removed = 0;
      for (let batch = BATCH; batch === BATCH && !stopped(); removed += batch)
        batch = await this.#store.write((tx) => tx.run(text, end));
      return removed;
    };
    const swept = { deliveries: await all(ENDED_DELIVERIES), events: await all(SENT_EVENTS) };
    if (swept.deliveries + swept.events > 0) this.#store.reclaim();
    return swept;
  }
}
