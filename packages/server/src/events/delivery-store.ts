import type { Clock } from '../core/clock.ts';
import type { SpaceDatabase } from '../storage/database.ts';
import { type Endpoint, wants } from './endpoint-store.ts';
import { type EventSource, type StoredEvent, webhookBody } from './event.ts';

/** One event on its way to one endpoint. */
export interface Delivery {
  readonly seq: number;
  readonly endpointId: string;
  readonly eventId: string;
  readonly type: string;
  readonly body: string;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly nextAt: number;
  readonly lastAt: number | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly createdAt: number;
}

/** The result of an attempt. */
export interface Attempt {
  readonly at: number;
  readonly status: number | null;
  readonly error: string | null;
  /** When to try again; undefined if the delivery has ended, successfully or not. */
  readonly nextAt?: number;
  readonly delivered: boolean;
}

/** Positions of a source read in one step. */
const STEP = 200;
/**
 * A step stops taking positions at this many characters of deliveries, because it is one write operation, during which
 * nobody is answered.
 */
const STEP_CHARACTERS = 4 * 1024 * 1024;

/** The deliveries of one space. */
export class DeliveryStore {
  readonly #database: SpaceDatabase;
  readonly #clock: Clock;

  constructor(database: SpaceDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /**
   * Turns the next events of a source into deliveries, in one transaction with the position reached.
   * @param listening returns the endpoints that take events, called inside the transaction, so that a new endpoint
   * misses nothing
   * @returns whether there may be more
   */
  async take(source: EventSource, listening: () => readonly Endpoint[]): Promise<boolean> {
    const from = this.#position(source);
    const { events, position } = await source.read(from, STEP);
    return this.#database.writer.run(() => {
      // Another call took them meanwhile: look again from there.
      if (this.#position(source) !== from) return true;
      const endpoints = events.length > 0 ? listening() : [];
      let characters = 0;
      let reached = position;
      for (const [i, event] of events.entries()) {
        if (characters >= STEP_CHARACTERS && event.seq !== events[i - 1]!.seq) {
          reached = events[i - 1]!.seq;
          break;
        }
        for (const endpoint of endpoints) if (this.#add(endpoint, event)) characters += event.data.length;
      }
      if (reached !== from) this.#move(source, reached);
      return reached !== from;
    });
  }

  /** Skips everything the sources have if nobody listens: a new endpoint is not sent past events. */
  async skip(sources: readonly EventSource[], listening: () => readonly Endpoint[]): Promise<void> {
    const heads: number[] = [];
    for (const source of sources) heads.push(await source.head());
    await this.#database.writer.run(() => {
      if (listening().length > 0) return;
      for (const [i, source] of sources.entries()) this.#move(source, Math.max(heads[i]!, this.#position(source)));
    });
  }

  /**
   * Sends an endpoint the events of a source since a moment once more. Waiting deliveries are tried now and not created
   * a second time: otherwise a request of a few bytes, repeated, could fill the disk.
   * @returns how many
   */
  async replay(source: EventSource, endpoint: Endpoint, since: number): Promise<number> {
    let count = 0;
    let after = await source.before(since);
    for (;;) {
      const { events, position } = await source.read(after, STEP);
      if (position === after) return count;
      const wanted = events.filter((event) => event.at >= since);
      count += await this.#database.writer.run(
        () => wanted.filter((event) => this.#hurry(endpoint, event) || this.#add(endpoint, event)).length,
      );
      after = position;
    }
  }

  /** Sends one delivery once more, starting with the first attempt. */
  async again(seq: number): Promise<void> {
    await this.#database.writer.run(() => {
      this.#database
        .sql("UPDATE webhookDeliveries SET state = 'pending', attempts = 0, nextAt = ? WHERE seq = ?")
        .run(this.#clock.now(), seq);
    });
  }

  get(endpointId: string, seq: number): Delivery | undefined {
    const row = this.#database
      .sql('SELECT * FROM webhookDeliveries WHERE seq = ? AND endpointId = ?')
      .get(seq, endpointId);
    return row && ({ ...row } as unknown as Delivery);
  }

  /** Deliveries of an endpoint, newest first. */
  list(endpointId: string, before: number, limit: number): Delivery[] {
    const rows = this.#database
      .sql('SELECT * FROM webhookDeliveries WHERE endpointId = ? AND seq < ? ORDER BY seq DESC LIMIT ?')
      .all(endpointId, before, limit);
    return rows.map((row) => ({ ...row }) as unknown as Delivery);
  }

  /** Whether any delivery is due, whether or not its endpoint listens. */
  isAnyDue(): boolean {
    const text = "SELECT 1 FROM webhookDeliveries WHERE state = 'pending' AND nextAt <= ? LIMIT 1";
    return this.#database.sql(text).get(this.#clock.now()) !== undefined;
  }

  /** Deliveries to an endpoint that are due, the longest waiting first. */
  due(endpointId: string, limit: number): Delivery[] {
    const text =
      "SELECT * FROM webhookDeliveries WHERE state = 'pending' AND endpointId = ? AND nextAt <= ? ORDER BY nextAt, seq LIMIT ?";
    const rows = this.#database.sql(text).all(endpointId, this.#clock.now(), limit);
    return rows.map((row) => ({ ...row }) as unknown as Delivery);
  }

  /** Records the result of an attempt. */
  async note(seq: number, { at, status, error, nextAt, delivered }: Attempt): Promise<void> {
    const state = delivered ? 'delivered' : nextAt === undefined ? 'failed' : 'pending';
    await this.#database.writer.run(() => {
      this.#database
        .sql(
          'UPDATE webhookDeliveries SET state = ?, attempts = attempts + 1, nextAt = ?, lastAt = ?, lastStatus = ?, lastError = ? WHERE seq = ?',
        )
        .run(state, nextAt ?? at, at, status, error, seq);
    });
  }

  /** Restarts the waiting delivery of an event to an endpoint. @returns whether there is one */
  #hurry({ id }: Endpoint, event: StoredEvent): boolean {
    const { changes } = this.#database
      .sql(
        "UPDATE webhookDeliveries SET attempts = 0, nextAt = ? WHERE state = 'pending' AND endpointId = ? AND eventId = ?",
      )
      .run(this.#clock.now(), id, event.id);
    return changes > 0;
  }

  #add(endpoint: Endpoint, event: StoredEvent): boolean {
    if (event.organisationId !== endpoint.organisationId || !wants(endpoint, event.type)) return false;
    const now = this.#clock.now();
    this.#database
      .sql(
        `INSERT INTO webhookDeliveries (endpointId, eventId, type, body, state, attempts, nextAt, createdAt)
         VALUES (?, ?, ?, ?, 'pending', 0, ?, ?)`,
      )
      .run(endpoint.id, event.id, event.type, webhookBody(event), now, now);
    return true;
  }

  #position({ name }: EventSource): number {
    const row = this.#database.sql('SELECT position FROM eventPositions WHERE source = ?').get(name);
    return (row?.['position'] as number | undefined) ?? 0;
  }

  #move({ name }: EventSource, position: number): void {
    this.#database
      .sql('INSERT INTO eventPositions VALUES (?, ?) ON CONFLICT (source) DO UPDATE SET position = excluded.position')
      .run(name, position);
  }
}
