import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestClock } from '../../../testing/clock.ts';
import { SpaceDatabase } from '../../storage/database.ts';
import { ServerKey } from '../../storage/server-key.ts';
import { type Delivery, DeliveryStore } from '../delivery-store.ts';
import { type Endpoint, EndpointStore } from '../endpoint-store.ts';
import { eventMigrations } from '../migrations.ts';
import { Outbox } from '../outbox.ts';

export const OURS = 'our organisation';
export const THEIRS = 'their organisation';

/** The events of a separate space, with a clock that stands still; nothing is sent. */
export class TestEvents implements AsyncDisposable {
  readonly clock = new TestClock();
  readonly database: SpaceDatabase;
  readonly outbox: Outbox;
  readonly endpoints: EndpointStore;
  readonly deliveries: DeliveryStore;
  readonly #directory = mkdtempSync(join(tmpdir(), 'fieldbridge-events-'));

  constructor(key = new ServerKey(randomBytes(32))) {
    this.database = new SpaceDatabase(join(this.#directory, 'events.sqlite'), [eventMigrations]);
    this.outbox = new Outbox(this.database, this.clock);
    this.endpoints = new EndpointStore(this.database, key, this.clock);
    this.deliveries = new DeliveryStore(this.database, this.clock);
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
    return this.database.writer.run(() => {
      for (const number of numbers) this.outbox.add({ organisationId, type, data: { number } });
    });
  }

  /** Turns all events so far into deliveries. */
  async take(): Promise<void> {
    while (await this.deliveries.take(this.outbox, () => this.endpoints.enabled()));
  }

  /** The numbers due for an endpoint, in the order of trying. */
  due({ id }: Endpoint, limit = 1000): number[] {
    return this.deliveries.due(id, limit).map(numberOf);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.database.close();
    rmSync(this.#directory, { recursive: true });
  }
}

/** The number of the event that a delivery carries. */
export const numberOf = ({ body }: Delivery): number => (JSON.parse(body) as { data: { number: number } }).data.number;
