import type { Clock } from '../clock.ts';
import type { Principal } from '../credentials/credential.ts';
import { ProblemError } from '../http/problem.ts';
import type { SpaceDatabase } from '../storage/database.ts';
import { uuidv7 } from '../uuid.ts';
import { type Decimal, formatDecimal, parseDecimal } from './decimal.ts';
import { findingsOf } from './findings.ts';
import { sameJson } from './json/same.ts';
import { scanText } from './json/scan.ts';
import type { Ticket, TicketReader } from './ticket.ts';
import { type TicketVersion, VERSION_COLUMNS } from './version.ts';

/** A valid ticket on its way into the store. */
export interface IncomingTicket {
  readonly ticket: Ticket;
  readonly reader: TicketReader;
}

const INSERT = `INSERT INTO ticketVersions (uuid, version, change, current, organisationId, clientId, createdAt, modifiedAt, locationId, externalId,
  weighedAt, plate, project, product, productName, customer, customerName, unit, quantity, tareKg, cumulativeKg, findings, body)
  VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (locationId, externalId) WHERE current = 1 DO NOTHING`;
const BURY = `INSERT INTO ticketVersions (uuid, version, change, organisationId, clientId, createdAt, modifiedAt, locationId, externalId,
  weighedAt, plate, project, product, productName, customer, customerName, unit, quantity)
  SELECT uuid, version + 1, 'deleted', organisationId, ?, createdAt, ?, locationId, externalId,
  weighedAt, '', '', '', '', '', '', '', '' FROM ticketVersions WHERE seq = ?`;

/**
 * The tickets of one space. Methods that end in `Now` write: call them inside `write`, where what they read is what they
 * change; one operation may hold one ticket or a thousand.
 */
export class TicketStore {
  readonly #database: SpaceDatabase;
  readonly #clock: Clock;
  readonly #scaleIntervalKg: number;

  /** @param scaleIntervalKg kilograms that nett may differ from gross − tare before it is a finding */
  constructor(database: SpaceDatabase, clock: Clock, scaleIntervalKg: number) {
    this.#database = database;
    this.#clock = clock;
    this.#scaleIntervalKg = scaleIntervalKg;
  }

  /** Runs a write operation; resolves when it is committed and on the disk. */
  write<T>(operation: () => T): Promise<T> {
    return this.#database.writer.run(operation);
  }

  /**
   * Adds a ticket.
   * @throws ProblemError ticket-exists when the number is taken: decided by the unique index, not by a look before
   */
  addNow(by: Principal, incoming: IncomingTicket): TicketVersion {
    const now = this.#clock.now();
    const added = this.#insert(incoming, {
      uuid: uuidv7(now),
      version: 1,
      change: 'created',
      organisationId: by.organisationId,
      clientId: by.clientId,
      createdAt: now,
      modifiedAt: now,
    });
    if (added === undefined) throw this.#exists(incoming.ticket);
    return added;
  }

  /** Puts a new version in the place of the present one. @throws ProblemError ticket-exists when its new number is taken */
  replaceNow(by: Principal, present: TicketVersion, incoming: IncomingTicket): TicketVersion {
    this.#retire(present);
    const replaced = this.#insert(incoming, {
      uuid: present.uuid,
      version: present.version + 1,
      change: 'updated',
      organisationId: present.organisationId,
      clientId: by.clientId,
      createdAt: present.createdAt,
      modifiedAt: this.#clock.now(),
    });
    if (replaced === undefined) throw this.#exists(incoming.ticket);
    return replaced;
  }

  /** Deletes a ticket; its history stays and ends with a tombstone. */
  deleteNow(by: Principal, present: TicketVersion): void {
    this.#retire(present);
    this.#database.sql(BURY).run(by.clientId, this.#clock.now(), present.seq);
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

  /** Every version of a ticket, oldest first, deleted ones included. @throws ProblemError not-found */
  history({ organisationId }: Principal, uuid: string): TicketVersion[] {
    const rows = this.#database
      .sql(`SELECT ${VERSION_COLUMNS} FROM ticketVersions WHERE uuid = ? AND organisationId = ? ORDER BY version`)
      .all(uuid.toLowerCase(), organisationId);
    if (rows.length === 0) throw new ProblemError('not-found', 'You have never had a ticket with this uuid.');
    return rows as unknown as TicketVersion[];
  }

  /** The present ticket with this number. */
  byNumber(locationId: string, externalId: string): TicketVersion | undefined {
    const row = this.#database
      .sql(`SELECT ${VERSION_COLUMNS} FROM ticketVersions WHERE locationId = ? AND externalId = ? AND current = 1`)
      .get(locationId, externalId);
    return row as unknown as TicketVersion | undefined;
  }

  #insert(
    { ticket, reader }: IncomingTicket,
    version: Omit<TicketVersion, 'seq' | 'locationId' | 'externalId' | 'body' | 'findings'>,
  ): TicketVersion | undefined {
    const { locationId, externalId, plate, project, product, productName, customer, customerName, nett, body } = ticket;
    const { uuid, change, organisationId, clientId, createdAt, modifiedAt } = version;
    const found = findingsOf(ticket, reader, {
      now: modifiedAt,
      scaleIntervalKg: this.#scaleIntervalKg,
      lastTare: this.#lastTare(ticket),
      lastCumulative: this.#lastCumulative(ticket),
    });
    const findings = found.length === 0 ? null : JSON.stringify(found);
    const weighedAt = ticket.weighedAt ?? createdAt;
    const tare = ticket.tare?.kilograms && plate !== '' ? formatDecimal(ticket.tare.kilograms) : null;
    const cumulative = ticket.cumulative?.kilograms ? formatDecimal(ticket.cumulative.kilograms) : null;
    const result = this.#database
      .sql(INSERT)
      .run(
        ...[uuid, version.version, change, organisationId, clientId, createdAt, modifiedAt, locationId, externalId],
        ...[weighedAt, plate, project, product, productName, customer, customerName, nett.unit, nett.spelling],
        ...[tare, cumulative, findings, body],
      );
    if (result.changes === 0) return undefined;
    return { ...version, seq: Number(result.lastInsertRowid), locationId, externalId, body, findings };
  }

  #retire({ seq }: TicketVersion): void {
    this.#database.sql('UPDATE ticketVersions SET current = NULL WHERE seq = ?').run(seq);
  }

  #exists(ticket: Ticket): ProblemError {
    const existing = this.byNumber(ticket.locationId, ticket.externalId)!;
    const identical = sameJson(scanText(existing.body!), scanText(ticket.body));
    return new ProblemError(
      'ticket-exists',
      `The weigh bridge has a ticket ${JSON.stringify(ticket.externalId)} already${identical ? ', with the same data' : ''}; nothing was changed.`,
      { extra: { uuid: existing.uuid, identical } },
    );
  }

  #lastTare({ tare, plate, locationId }: Ticket): Decimal | undefined {
    if (!tare?.kilograms || plate === '') return undefined;
    const row = this.#database
      .sql(
        'SELECT tareKg FROM ticketVersions WHERE locationId = ? AND plate = ? AND current = 1 AND tareKg IS NOT NULL ORDER BY seq DESC LIMIT 1',
      )
      .get(locationId, plate);
    return row && parseDecimal(row['tareKg'] as string);
  }

  #lastCumulative({ cumulative, locationId, project, product, customer }: Ticket): Decimal | undefined {
    if (!cumulative?.kilograms) return undefined;
    const row = this.#database
      .sql(
        `SELECT cumulativeKg FROM ticketVersions WHERE locationId = ? AND project = ? AND product = ? AND customer = ?
         AND current = 1 AND cumulativeKg IS NOT NULL ORDER BY seq DESC LIMIT 1`,
      )
      .get(locationId, project, product, customer);
    return row && parseDecimal(row['cumulativeKg'] as string);
  }
}
