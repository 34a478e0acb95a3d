import { SERVICE_FIELDS } from '@fieldbridge/contract';
import type { Clock } from '../core/clock.ts';
import { ProblemError } from '../core/problem.ts';
import { uuidv7 } from '../core/uuid.ts';
import type { Principal } from '../directory/credential.ts';
import type { SpaceDatabase } from '../storage/database.ts';
import { type Decimal, formatDecimal, parseDecimal } from './decimal.ts';
import { findingsOf } from './findings.ts';
import { digestJson } from './json/digest.ts';
import type { JsonObject } from './json/node.ts';
import { sameJson } from './json/same.ts';
import { scanText } from './json/scan.ts';
import type { Ticket } from './ticket.ts';
import { type ExistingTicket, insertTicket, insertTickets, type TicketInsertion } from './ticket-insert.ts';
import type { TicketReader } from './ticket-reader.ts';
import { LONG_BODY, type TicketRow } from './ticket-row.ts';
import { leave } from './ticket-series.ts';
import { TicketTime } from './ticket-time.ts';
import { type StoredTicket, type TicketVersion, VERSION_COLUMNS } from './version.ts';

/** A valid ticket on its way into the store. */
export interface IncomingTicket {
  readonly ticket: Ticket;
  readonly reader: TicketReader;
}

const BURY = `INSERT INTO ticketVersions (uuid, version, change, organisationId, clientId, createdAt, modifiedAt, locationId, externalId,
  weighedAt, plate, project, product, productName, customer, customerName, unit, quantity)
  SELECT uuid, version + 1, 'deleted', organisationId, ?, createdAt, ?, locationId, externalId,
  weighedAt, '', '', '', '', '', '', '', '' FROM ticketVersions WHERE seq = ?`;

/** What is known of a version just made. */
type NewVersion = Pick<
  TicketVersion,
  'uuid' | 'version' | 'organisationId' | 'clientId' | 'createdAt' | 'modifiedAt'
> & { readonly change: TicketRow[2] };

/** What became of a ticket: stored, or in the way of another. */
export type Added = StoredTicket | ProblemError;

/**
 * The tickets of one space. Methods that end in `Now` write: call them inside `write`, where what they read is what they
 * change; one operation may hold one ticket or a thousand.
 */
export class TicketStore {
  readonly #database: SpaceDatabase;
  readonly #time: TicketTime;
  readonly #scaleInterval: Decimal;

  /** @param scaleIntervalKg kilograms that nett may differ from gross − tare before it is a finding */
  constructor(database: SpaceDatabase, clock: Clock, scaleIntervalKg: number) {
    this.#database = database;
    this.#time = new TicketTime(clock, database);
    this.#scaleInterval = parseDecimal(String(scaleIntervalKg))!;
  }

  /** The time that a version would be given now, milliseconds since 1970. */
  now(): number {
    return this.#time.now();
  }

  /** Runs a write operation; resolves when it is committed and on the disk. @param count tickets that it holds */
  write<T>(operation: () => T | Promise<T>, count = 1): Promise<T> {
    return this.#database.writer.run(operation, count);
  }

  /**
   * Adds tickets in a transaction, in the order given; resolves when it is on the disk.
   * @param keep what becomes of them: each by itself, all or none, or none in any case (to find what else would be refused)
   * @returns for each ticket what is stored, or the problem ticket-exists: decided by the unique index, not by a look before
   */
  async add(by: Principal, tickets: readonly IncomingTicket[], keep: TicketInsertion['keep']): Promise<Added[]> {
    let rows: readonly TicketRow[] = [];
    const give = (): TicketInsertion => {
      rows = this.#newRows(by, tickets);
      return { rows, keep };
    };
    const existing = await this.#database.writer.run(() => insertTickets(this.#database, give()), tickets.length, true);
    return added(rows, existing);
  }

  /** The same, inside `write`. */
  addNow(by: Principal, tickets: readonly IncomingTicket[], keep: TicketInsertion['keep']): Added[] {
    const rows = this.#newRows(by, tickets);
    return added(rows, insertTickets(this.#database, { rows, keep }));
  }

  /** Puts a new version in the place of the present one. @throws ProblemError ticket-exists when its new number is taken */
  replaceNow(by: Principal, present: TicketVersion, incoming: IncomingTicket): StoredTicket {
    this.#retire(present);
    const { uuid, organisationId, createdAt } = present;
    const [version, modifiedAt] = [present.version + 1, this.#time.now()];
    const row = this.#row(incoming, {
      ...{ uuid, version, change: 'updated', organisationId, clientId: by.clientId, createdAt, modifiedAt },
    });
    const existing = insertTicket(this.#database, row, present.seq);
    // Whether it says the same tells nothing here: the ticket that was to be changed is another one, and is still there.
    if (existing !== null) throw existsProblem(row, existing.uuid);
    return storedOf(row);
  }

  /** Deletes a ticket; its history stays and ends with a tombstone. */
  deleteNow(by: Principal, present: TicketVersion): void {
    this.#retire(present);
    this.#database.sql(BURY).run(by.clientId, this.#time.now(), present.seq);
    leave(this.#database, present.seq);
  }

  /** The present version of a ticket. @throws ProblemError not-found for what is deleted, unknown or another organisation's */
  get({ organisationId }: Principal, uuid: string): TicketVersion {
    const row = this.#database
      .sql(`SELECT ${VERSION_COLUMNS}, current FROM ticketVersions WHERE uuid = ? ORDER BY version DESC LIMIT 1`)
      .get(uuid.toLowerCase());
    if (row === undefined || row['current'] === null || row['organisationId'] !== organisationId)
      throw new ProblemError('not-found', 'You have no ticket with this uuid; it may have been deleted.');
    return row as unknown as TicketVersion;
  }

  /**
   * Versions of a ticket, oldest first, deleted ones included.
   * @param after the version to go on behind; 0 for the beginning
   * @throws ProblemError not-found for a ticket the caller never had
   */
  history({ organisationId }: Principal, uuid: string, after: number, most: number): TicketVersion[] {
    const rows = this.#database
      .sql(
        `SELECT ${VERSION_COLUMNS} FROM ticketVersions WHERE uuid = ? AND version > ? AND organisationId = ? ORDER BY version LIMIT ?`,
      )
      .all(uuid.toLowerCase(), after, organisationId, most);
    if (rows.length === 0 && after === 0)
      throw new ProblemError('not-found', 'You have never had a ticket with this uuid.');
    return rows as unknown as TicketVersion[];
  }

  #newRows({ organisationId, clientId }: Principal, tickets: readonly IncomingTicket[]): TicketRow[] {
    const now = this.#time.now();
    const first = { version: 1, change: 'created', organisationId, clientId, createdAt: now, modifiedAt: now } as const;
    return tickets.map((incoming) => this.#row(incoming, { ...first, uuid: uuidv7(now) }));
  }

  #row({ ticket, reader }: IncomingTicket, version: NewVersion): TicketRow {
    const { locationId, externalId, plate, project, product, productName, customer, customerName, nett, body } = ticket;
    const { uuid, change, organisationId, clientId, createdAt, modifiedAt } = version;
    const found = findingsOf(ticket, reader, { now: modifiedAt, scaleInterval: this.#scaleInterval });
    const findings = found.length === 0 ? null : JSON.stringify(found);
    const weighedAt = ticket.weighedAt ?? createdAt;
    const digest = body.length > LONG_BODY ? digestJson(reader.text, reader.root, SERVICE_FIELDS) : null;
    const tareKg = ticket.tare?.kilograms && plate !== '' ? formatDecimal(ticket.tare.kilograms) : null;
    const cumulativeKg = ticket.cumulative?.kilograms ? formatDecimal(ticket.cumulative.kilograms) : null;
    return [
      ...([uuid, version.version, change, organisationId, clientId, createdAt, modifiedAt] as const),
      ...([locationId, externalId, weighedAt, plate, project, product, productName, customer, customerName] as const),
      ...([nett.unit, nett.spelling, tareKg, cumulativeKg, findings, body, digest] as const),
    ];
  }

  #retire({ seq }: TicketVersion): void {
    this.#database.sql('UPDATE ticketVersions SET current = NULL WHERE seq = ?').run(seq);
  }
}

function added(rows: readonly TicketRow[], existing: readonly (ExistingTicket | null)[]): Added[] {
  return rows.map((row, i) => {
    const taken = existing[i]!;
    return taken === null ? storedOf(row) : arrivedProblem(row, taken);
  });
}

function storedOf(row: TicketRow): StoredTicket {
  return { uuid: row[0], version: row[1], createdAt: row[5], modifiedAt: row[6], body: row[21] };
}

/** What is said of a new ticket whose number is taken: whether it has arrived before. */
function arrivedProblem(row: TicketRow, { uuid, digest, body }: ExistingTicket): ProblemError {
  const sent = scanText(row[21]);
  const identical =
    digest === null
      ? sameJson(scanText(body!), sent)
      : digest === (row[22] ?? digestJson(sent.text, sent.root as JsonObject));
  return existsProblem(row, uuid, identical);
}

function existsProblem(row: TicketRow, uuid: string, identical?: boolean): ProblemError {
  return new ProblemError(
    'ticket-exists',
    `The weigh bridge has a ticket ${JSON.stringify(row[8])} already${identical === true ? ', with the same data' : ''}; nothing was changed.`,
    { extra: { uuid, ...(identical === undefined ? {} : { identical }) } },
  );
}
