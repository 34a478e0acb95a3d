import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Finding } from '@fieldbridge/contract';
import { TestClock } from '../../../testing/clock.ts';
import { ProblemError } from '../../core/problem.ts';
import type { Principal } from '../../directory/credential.ts';
import { SqliteStore } from '../../storage/sqlite/sqlite-store.ts';
import { scanText } from '../json/scan.ts';
import { weighingMigrations } from '../migrations.ts';
import { readTicket } from '../ticket.ts';
import { type IncomingTicket, TicketStore } from '../ticket-store.ts';
import { validateTicket } from '../validate.ts';
import { findingsOfVersion, type StoredTicket } from '../version.ts';

/** Two weigh bridges, in the order of their ids. */
export const NORTH = '01a1fd1d-2392-74ff-816d-98aae4679277';
export const SOUTH = '01a1fd1d-2392-74ff-816d-98aae4679278';

export const CALLER = { organisationId: 'organisation', clientId: 'client' } as Principal;

/** A checked ticket, as a route passes it to the store. @param text JSON of a valid ticket */
export function incoming(text: string): IncomingTicket {
  const scanned = scanText(text);
  const { faults, reader } = validateTicket(scanned.text, scanned.root);
  assert.ok(reader, JSON.stringify(faults));
  return { ticket: readTicket(reader), reader };
}

/** JSON of a ticket with a number at the northern weigh bridge, and additional fields. */
export function ticketOf(externalId: string, more: Record<string, unknown> = {}): string {
  return JSON.stringify({ locationId: NORTH, externalId, nettWeight: { quantity: 1, unit: 't' }, ...more });
}

/** Tickets in their own database, with a stopped clock. */
export class TestTickets implements AsyncDisposable {
  readonly clock = new TestClock();
  readonly database: SqliteStore;
  readonly store: TicketStore;
  readonly #directory = mkdtempSync(join(tmpdir(), 'fieldbridge-tickets-'));

  /** @param scaleInterval kilograms by which nett may differ from gross − tare */
  constructor(scaleInterval = 20) {
    this.database = new SqliteStore(join(this.#directory, 'tickets.sqlite'), [weighingMigrations]);
    this.store = new TicketStore(this.database, this.clock, scaleInterval);
  }

  /** Adds tickets in one transaction; all of them must be valid. */
  async add(...texts: string[]): Promise<StoredTicket[]> {
    const added = await this.store.add(CALLER, texts.map(incoming));
    return added.map((one) => {
      if (one instanceof ProblemError) throw one;
      return one;
    });
  }

  /** Replaces a ticket. @throws ProblemError as the store does */
  replace(uuid: string, text: string, by = CALLER): Promise<StoredTicket> {
    return this.store.write(async (tx) =>
      this.store.replace(tx, by, await this.store.get(by, uuid, tx), incoming(text)),
    );
  }

  remove(uuid: string, by = CALLER): Promise<void> {
    return this.store.write(async (tx) => this.store.delete(tx, by, await this.store.get(by, uuid, tx)));
  }

  /** The current findings of a ticket. */
  async findings(uuid: string): Promise<Finding[]> {
    return findingsOfVersion(await this.store.get(CALLER, uuid));
  }

  /** The codes of the current findings of a ticket. */
  async codes(uuid: string): Promise<string[]> {
    return (await this.findings(uuid)).map(({ code }) => code);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.database.close();
    rmSync(this.#directory, { recursive: true });
  }
}
