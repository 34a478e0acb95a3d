import type { Clock } from '../core/clock.ts';
import { uuidv7 } from '../core/uuid.ts';
import type { SpaceDatabase } from '../storage/database.ts';
import type { Awaitable, Transaction } from '../storage/port/space-store.ts';
import type { EventSource, NewEvent, StoredEvent } from './event.ts';

/** The events of one space, written in the transaction that causes them, so that none is lost or invented. */
export class Outbox implements EventSource {
  readonly name = 'outbox';
  readonly #database: SpaceDatabase;
  readonly #clock: Clock;

  constructor(database: SpaceDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /**
   * Adds an event, inside the write operation of the same space that makes the change.
   * @param tx its transaction; without it the operation runs by `database.writer.run`
   */
  add({ organisationId, type, data }: NewEvent, tx?: Transaction): Awaitable<unknown> {
    const now = this.#clock.now();
    const text = 'INSERT INTO outbox (id, organisationId, type, at, data) VALUES (?, ?, ?, ?, ?)';
    const values = [`evt_${uuidv7(now)}`, organisationId, type, now, JSON.stringify(data)];
    return tx === undefined ? this.#database.sql(text).run(...values) : tx.run(text, ...values);
  }

  head(): number {
    return (this.#database.sql('SELECT max(seq) AS head FROM outbox').get()!['head'] as number | null) ?? 0;
  }

  before(moment: number): number {
    const row = this.#database.sql('SELECT min(seq) AS first FROM outbox WHERE at >= ?').get(moment)!;
    return row['first'] === null ? this.head() : (row['first'] as number) - 1;
  }

  read(after: number, most: number): { events: StoredEvent[]; position: number } {
    const rows = this.#database
      .sql('SELECT seq, id, organisationId, type, at, data FROM outbox WHERE seq > ? ORDER BY seq LIMIT ?')
      .all(after, most);
    return {
      events: rows.map((row) => ({ ...row }) as unknown as StoredEvent),
      position: (rows.at(-1)?.['seq'] as number | undefined) ?? after,
    };
  }
}
