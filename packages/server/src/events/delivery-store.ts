import type { Clock } from '../core/clock.ts';
import type { Awaitable, Reader, SpaceStore, Transaction } from '../storage/port/space-store.ts';
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

/** A delivery with the body of its event, which all its deliveries share. */
const DELIVERIES = `SELECT d.seq AS seq, endpointId, d.eventId AS eventId, type, body, state, attempts, nextAt, lastAt,
  lastStatus, lastError, createdAt FROM webhookDeliveries d JOIN webhookBodies b ON b.seq = d.bodySeq`;

/** Returns the endpoints that take events, as the write operation sees them. */
export type Listening = (tx: Reader) => Awaitable<readonly Endpoint[]>;

/** The deliveries of one space. */
export class DeliveryStore {
  readonly #store: SpaceStore;
  readonly #clock: Clock;

  constructor(store: SpaceStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /**
   * Turns the next events of a source into deliveries, in one transaction with the position reached.
   * @param listening called inside the transaction, so that a new endpoint misses nothing
   * @returns whether there may be more
   */
  async take(source: EventSource, listening: Listening): Promise<boolean> {
    const from = await positionOf(this.#store, source);
    const { events, position } = await source.read(from, STEP);
    return this.#store.write(async (tx) => {
      // Another call took them meanwhile: look again from there.
      if ((await positionOf(tx, source)) !== from) return true;
      const endpoints = events.length > 0 ? await listening(tx) : [];
      let characters = 0;
      let reached = position;
      for (const [i, event] of events.entries()) {
        if (characters >= STEP_CHARACTERS && event.seq !== events[i - 1]!.seq) {
          reached = events[i - 1]!.seq;
          break;
        }
        if (await this.#addAll(tx, endpoints, event)) characters += event.data.length;
      }
      if (reached !== from) await move(tx, source, reached);
      return reached !== from;
    });
  }

  /** Skips everything the sources have if nobody listens: a new endpoint is not sent past events. */
  async skip(sources: readonly EventSource[], listening: Listening): Promise<void> {
    const heads: number[] = [];
    for (const source of sources) heads.push(await source.head());
    await this.#store.write(async (tx) => {
      if ((await listening(tx)).length > 0) return;
      for (const [i, source] of sources.entries())
        await move(tx, source, Math.max(heads[i]!, await positionOf(tx, source)));
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
      count += await this.#store.write(async (tx) => {
        let sent = 0;
        for (const event of wanted)
          if ((await this.#hurry(tx, endpoint, event)) || (await this.#addAll(tx, [endpoint], event))) sent++;
        return sent;
      });
      after = position;
    }
  }

  /** Sends one delivery once more, starting with the first attempt. */
  async again(seq: number): Promise<void> {
    const text = "UPDATE webhookDeliveries SET state = 'pending', attempts = 0, nextAt = ? WHERE seq = ?";
    await this.#store.write((tx) => tx.run(text, this.#clock.now(), seq));
  }

  get(endpointId: string, seq: number): Awaitable<Delivery | undefined> {
    const text = `${DELIVERIES} WHERE d.seq = ? AND endpointId = ?`;
    return this.#store.first<Delivery>(text, seq, endpointId);
  }

  /** Deliveries of an endpoint, newest first. */
  list(endpointId: string, before: number, limit: number): Awaitable<Delivery[]> {
    const text = `${DELIVERIES} WHERE endpointId = ? AND d.seq < ? ORDER BY d.seq DESC LIMIT ?`;
    return this.#store.read<Delivery>(text, endpointId, before, limit);
  }

  /** Deliveries that wait for an attempt, now or later. */
  async waiting(): Promise<number> {
    const text = "SELECT count(*) AS count FROM webhookDeliveries WHERE state = 'pending'";
    return (await this.#store.first<{ count: number }>(text))!.count;
  }

  /** Whether any delivery is due, whether or not its endpoint listens. */
  async isAnyDue(): Promise<boolean> {
    const text = "SELECT 1 FROM webhookDeliveries WHERE state = 'pending' AND nextAt <= ? ORDER BY nextAt LIMIT 1";
    return (await this.#store.first(text, this.#clock.now())) !== undefined;
  }

  /** Deliveries to an endpoint that are due, the longest waiting first. */
  due(endpointId: string, limit: number): Awaitable<Delivery[]> {
    const text = `${DELIVERIES}
      WHERE state = 'pending' AND endpointId = ? AND nextAt <= ? ORDER BY nextAt, d.seq LIMIT ?`;
    return this.#store.read<Delivery>(text, endpointId, this.#clock.now(), limit);
  }

  /** Records the result of an attempt. */
  async note(seq: number, { at, status, error, nextAt, delivered }: Attempt): Promise<void> {
    const state = delivered ? 'delivered' : nextAt === undefined ? 'failed' : 'pending';
    const text = `UPDATE webhookDeliveries
      SET state = ?, attempts = attempts + 1, nextAt = ?, lastAt = ?, lastStatus = ?, lastError = ?
      WHERE seq = ? AND state = 'pending'`;
    await this.#store.write((tx) => tx.run(text, state, nextAt ?? at, at, status, error, seq));
  }

  /** Restarts the waiting delivery of an event to an endpoint. @returns whether there is one */
  async #hurry(tx: Transaction, { id }: Endpoint, event: StoredEvent): Promise<boolean> {
    const text = `UPDATE webhookDeliveries SET attempts = 0, nextAt = ?
      WHERE state = 'pending' AND endpointId = ? AND eventId = ?`;
    return (await tx.run(text, this.#clock.now(), id, event.id)) > 0;
  }

  /** Adds a delivery for each endpoint that wants the event. @returns whether one does */
  async #addAll(tx: Transaction, endpoints: readonly Endpoint[], event: StoredEvent): Promise<boolean> {
    const wanting = endpoints.filter((one) => event.organisationId === one.organisationId && wants(one, event.type));
    if (wanting.length === 0) return false;
    const now = this.#clock.now();
    await tx.run(
      'INSERT INTO webhookBodies (eventId, body) VALUES (?, ?) ON CONFLICT (eventId) DO NOTHING',
      ...[event.id, webhookBody(event)],
    );
    for (const endpoint of wanting)
      await tx.run(
        `INSERT INTO webhookDeliveries (endpointId, eventId, type, bodySeq, state, attempts, nextAt, createdAt)
         VALUES (?, ?, ?, (SELECT seq FROM webhookBodies WHERE eventId = ?), 'pending', 0, ?, ?)`,
        ...[endpoint.id, event.id, event.type, event.id, now, now],
      );
    return true;
  }
}

/** How far a source has been read. */
async function positionOf(reader: Reader, { name }: EventSource): Promise<number> {
  const text = 'SELECT position FROM eventPositions WHERE source = ?';
  return (await reader.first<{ position: number }>(text, name))?.position ?? 0;
}

async function move(tx: Transaction, { name }: EventSource, position: number): Promise<void> {
  const text =
    'INSERT INTO eventPositions VALUES (?, ?) ON CONFLICT (source) DO UPDATE SET position = excluded.position';
  await tx.run(text, name, position);
}
