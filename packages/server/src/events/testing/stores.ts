import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestClock } from '../../../testing/clock.ts';
import { ServerKey } from '../../storage/server-key.ts';
import { SqliteStore } from '../../storage/sqlite/sqlite-store.ts';
import { type Delivery, DeliveryStore } from '../delivery-store.ts';
import { type Endpoint, EndpointStore } from '../endpoint-store.ts';
import { eventMigrations } from '../migrations.ts';
import { Outbox } from '../outbox.ts';

export const OURS = 'our organisation';
export const THEIRS = 'their organisation';

/** The events of a separate space, with a clock that stands still; nothing is sent. */
export class TestEvents implements AsyncDisposable {
  readonly clock = new TestClock();
  readonly store: SqliteStore;
  readonly outbox: Outbox;
  readonly endpoints: EndpointStore;
  readonly deliveries: DeliveryStore;
  readonly #directory = mkdtempSync(join(tmpdir(), 'fieldbridge-events-'));

  constructor(key = new ServerKey(randomBytes(32))) {
    this.store = new SqliteStore(join(this.#directory, 'events.sqlite'), [eventMigrations]);
    this.outbox = new Outbox(this.store, this.clock);
    this.endpoints = new EndpointStore(this.store, key, this.clock);
    this.deliveries = new DeliveryStore(this.store, this.clock);
  }

  /** Adds an endpoint, for every type by default. */
  listen(organisationId = OURS, more: Partial<Endpoint> = {}): Promise<Endpoint> {
    return this.endpoints.add(organisationId, {
      url: 'https://a.example/',
      types: [],
      description: '',
      enabled: true,
      ...more,
    });
  }

  /** Adds events in one transaction, each with its number as data. */
  happen(numbers: readonly number[], type = 'thing.done', organisationId = OURS): Promise<void> {
    return this.store.write(async (tx) => {
      for (const number of numbers) await this.outbox.add({ organisationId, type, data: { number } }, tx);
    });
  }

  /** Turns all events so far into deliveries. */
  async take(): Promise<void> {
    while (await this.takeStep());
  }

  /** Turns the next events into deliveries. @returns whether there may be more */
  takeStep(): Promise<boolean> {
    return this.deliveries.take(this.outbox, (tx) => this.endpoints.enabledWithin(tx));
  }

  /** Skips all events so far if nobody listens. */
  skip(): Promise<void> {
    return this.deliveries.skip([this.outbox], (tx) => this.endpoints.enabledWithin(tx));
  }

  /** The numbers due for an endpoint, in the order of trying. */
  async due({ id }: Endpoint, limit = 1000): Promise<number[]> {
    return (await this.deliveries.due(id, limit)).map(numberOf);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.store.close();
    rmSync(this.#directory, { recursive: true });
  }
}

/** The number of the event that a delivery carries. */
export const numberOf = ({ body }: Delivery): number => (JSON.parse(body) as { data: { number: number } }).data.number;
