import type { Clock } from '../core/clock.ts';
import { uuidv7 } from '../core/uuid.ts';
import type { Awaitable, SpaceStore, Transaction } from '../storage/port/space-store.ts';
import type { EventSource, NewEvent, StoredEvent } from './event.ts';

/** The events of one space, written in the transaction that causes them, so that none is lost or invented. */
export class Outbox implements EventSource {
  readonly name = 'outbox';
  readonly #store: SpaceStore;
  readonly #clock: Clock;

  constructor(store: SpaceStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Adds an event. @param tx the write operation, in the same space, that makes the change */
  add({ organisationId, type, data }: NewEvent, tx: Transaction): Awaitable<unknown> {
    const now = this.#clock.now();
    const text = 'INSERT INTO outbox (id, organisationId, type, at, data) VALUES (?, ?, ?, ?, ?)';
    return tx.run(text, `evt_${uuidv7(now)}`, organisationId, type, now, JSON.stringify(data));
  }

  async head(): Promise<number> {
    const row = await this.#store.first<{ head: number | null }>('SELECT max(seq) AS head FROM outbox');
    return row!.head ?? 0;
  }

  async before(moment: number): Promise<number> {
    const text = 'SELECT min(seq) AS first FROM outbox WHERE at >= ?';
    const { first } = (await this.#store.first<{ first: number | null }>(text, moment))!;
    return first === null ? this.head() : first - 1;
  }

  async read(after: number, most: number): Promise<{ events: StoredEvent[]; position: number }> {
    const text = 'SELECT seq, id, organisationId, type, at, data FROM outbox WHERE seq > ? ORDER BY seq LIMIT ?';
    const events = await this.#store.read<StoredEvent>(text, after, most);
    return { events, position: events.at(-1)?.seq ?? after };
  }
}
