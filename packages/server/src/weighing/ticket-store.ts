import type { Clock } from '../core/clock.ts';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import { uuidv7 } from '../core/uuid.ts';
import type { Principal } from '../directory/credential.ts';
import type { Awaitable, Reader, SpaceStore, Transaction, WriteBody } from '../storage/port/space-store.ts';
import { type Decimal, parseDecimal } from './decimal.ts';
import { findingsOf } from './findings.ts';
import type { JsonObject } from './json/node.ts';
import { scanText } from './json/scan.ts';
import type { Ticket } from './ticket.ts';
import { headsOf, insertBatch, takenBy } from './ticket-batch.ts';
import { sameTicket, ticketDigest } from './ticket-data.ts';
import { type ExistingTicket, insertTicket } from './ticket-insert.ts';
import type { TicketReader } from './ticket-reader.ts';
import { LONG_BODY, type TicketRow } from './ticket-row.ts';
import { leave } from './ticket-series.ts';
import { lastTime, TicketTime } from './ticket-time.ts';
import { type StoredTicket, type TicketVersion, VERSION_COLUMNS } from './version.ts';

/** A valid ticket to be stored. */
export interface IncomingTicket {
  readonly ticket: Ticket;
  readonly reader: TicketReader;
}

const PRESENT = `SELECT ${VERSION_COLUMNS}, current FROM ticketVersions WHERE uuid = ? ORDER BY version DESC LIMIT 1`;
const HISTORY = `SELECT ${VERSION_COLUMNS} FROM ticketVersions
  WHERE uuid = ? AND version > ? AND organisationId = ? ORDER BY version LIMIT ?`;
const BURY = `INSERT INTO ticketVersions (uuid, version, change, organisationId, clientId, createdAt, modifiedAt,
  locationId, externalId, weighedAt, plate, project, product, productName, customer, customerName, unit, quantity)
  SELECT uuid, version + 1, 'deleted', organisationId, ?, createdAt, ?, locationId, externalId,
  weighedAt, '', '', '', '', '', '', '', '' FROM ticketVersions WHERE seq = ?`;

/** The identity of a version being made. */
type NewVersion = Pick<
  TicketRow,
  'uuid' | 'version' | 'change' | 'organisationId' | 'clientId' | 'createdAt' | 'modifiedAt'
>;

/** A call of `add`. */
interface AddCall {
  readonly by: Principal;
  readonly tickets: readonly IncomingTicket[];
}

/** The result for a new ticket: the stored version, or the problem ticket-exists. */
export type Added = StoredTicket | ProblemError;

/** The tickets of one space. */
export class TicketStore {
  readonly #store: SpaceStore;
  readonly #time: TicketTime;
  readonly #scaleInterval: Decimal;

  /** @param scaleIntervalKg kilograms by which nett may differ from gross − tare without a finding */
  constructor(store: SpaceStore, clock: Clock, scaleIntervalKg: number) {
    this.#store = store;
    this.#time = new TicketTime(clock);
    this.#scaleInterval = parseDecimal(String(scaleIntervalKg))!;
  }

  /**
   * A time, milliseconds since 1970, before which no version is made from now on: that of one made now, or of the last
   * one if other servers with other clocks make them, too.
   */
  now(): Awaitable<number> {
    if (this.#store.memory.isShared) return lastTime(this.#store);
    return this.#time.now(this.#store);
  }

  /** Runs a write operation; resolves when it is on disk. @param count number of tickets it changes */
  write<T>(body: WriteBody<T>, count = 1): Promise<T> {
    return this.#store.write(body, count);
  }

  /**
   * Adds tickets in order; one whose number is taken stops no other. Resolves when they are on disk.
   * @returns for each ticket the stored version, or the problem ticket-exists, as the unique index decides
   */
  add(by: Principal, tickets: readonly IncomingTicket[]): Promise<Added[]> {
    return this.#store.together(this.#insertAll, { by, tickets }, tickets.length);
  }

  /** The same, as part of a write operation. */
  async insert(tx: Transaction, by: Principal, tickets: readonly IncomingTicket[]): Promise<Added[]> {
    return (await this.#insertAll(tx, [{ by, tickets }]))[0]!;
  }

  readonly #insertAll = async (tx: Transaction, calls: readonly AddCall[]): Promise<Added[][]> => {
    if (tx.isFar === true) return this.#insertFar(tx, calls);
    const now = await this.#time.now(tx);
    const outcomes: Added[][] = [];
    for (const { by, tickets } of calls) {
      const added: Added[] = [];
      for (const incoming of tickets) {
        const row = this.#newRow(incoming, by, now);
        added.push(addedOf(row, await insertTicket(tx, row)));
      }
      outcomes.push(added);
    }
    return outcomes;
  };

  /** The same with a few round trips for all calls. */
  async #insertFar(tx: Transaction, calls: readonly AddCall[]): Promise<Added[][]> {
    const all = calls.flatMap(({ tickets }) => tickets.map(({ ticket }) => ticket));
    const [now, heads, taken, seqs] = await Promise.all([
      this.#time.now(tx),
      headsOf(tx, all),
      takenBy(tx, all),
      tx.numbers('ticketVersions', 'seq', all.length),
    ]);
    const rows = calls.map(({ by, tickets }) => tickets.map((incoming) => this.#newRow(incoming, by, now)));
    const existing = insertBatch(tx, rows.flat(), heads, taken, seqs).values();
    return rows.map((own) => own.map((row) => addedOf(row, existing.next().value!)));
  }

  /** Replaces the current version of a ticket. @throws ProblemError ticket-exists if its new number is taken */
  async replace(
    tx: Transaction,
    by: Principal,
    present: TicketVersion,
    incoming: IncomingTicket,
  ): Promise<StoredTicket> {
    await this.#retire(tx, present);
    const { uuid, organisationId, createdAt } = present;
    const [version, modifiedAt] = [present.version + 1, await this.#time.now(tx)];
    const row = this.#row(incoming, {
      ...{ uuid, version, change: 'updated', organisationId, clientId: by.clientId, createdAt, modifiedAt },
    });
    const existing = await insertTicket(tx, row, present);
    // Not compared with the existing ticket: that is another one than the ticket to change.
    if (existing !== null) throw existsProblem(row, existing.uuid);
    return row;
  }

  /** Deletes a ticket; its history stays and ends with a tombstone. */
  async delete(tx: Transaction, by: Principal, present: TicketVersion): Promise<void> {
    await this.#retire(tx, present);
    await tx.run(BURY, by.clientId, await this.#time.now(tx), present.seq);
    await leave(tx, present.seq);
  }

  /**
   * The current version of a ticket.
   * @param from the transaction to read in, if any
   * @throws ProblemError not-found for a ticket that is deleted, unknown or another organisation's
   */
  async get(
    { organisationId, locations }: Principal,
    uuid: string,
    from: Reader = this.#store,
  ): Promise<TicketVersion> {
    const row = await from.first<TicketVersion & { current: 1 | null }>(PRESENT, uuid.toLowerCase());
    const isOwn = row?.organisationId === organisationId && (locations?.includes(row.locationId) ?? true);
    if (row === undefined || row.current === null || !isOwn)
      throw new ProblemError('not-found', detailOf('You have no ticket with this uuid; it may have been deleted.'));
    return row;
  }

  /**
   * Versions of a ticket, oldest first, including deleted ones.
   * @param after the version after which to continue; 0 for the first page
   * @throws ProblemError not-found for a ticket that the caller never had
   */
  async history(
    { organisationId, locations }: Principal,
    uuid: string,
    after: number,
    most: number,
  ): Promise<TicketVersion[]> {
    const rows = await this.#store.read<TicketVersion>(HISTORY, uuid.toLowerCase(), after, organisationId, most);
    const isForeign = rows.some(({ locationId }) => locations?.includes(locationId) === false);
    if (isForeign || (rows.length === 0 && after === 0))
      throw new ProblemError('not-found', detailOf('You have never had a ticket with this uuid.'));
    return rows;
  }

  #newRow(incoming: IncomingTicket, { organisationId, clientId }: Principal, now: number): TicketRow {
    const version = {
      version: 1,
      change: 'created',
      organisationId,
      clientId,
      createdAt: now,
      modifiedAt: now,
    } as const;
    return this.#row(incoming, { ...version, uuid: uuidv7(now) });
  }

  #row({ ticket, reader }: IncomingTicket, version: NewVersion): TicketRow {
    const { locationId, externalId, plate, project, product, productName, customer, customerName, nett, body } = ticket;
    const { tareKg, cumulativeKg } = ticket;
    const { uuid, change, organisationId, clientId, createdAt, modifiedAt } = version;
    const found = findingsOf(ticket, reader, { now: modifiedAt, scaleInterval: this.#scaleInterval });
    return {
      uuid,
      version: version.version,
      change,
      organisationId,
      clientId,
      createdAt,
      modifiedAt,
      locationId,
      externalId,
      weighedAt: ticket.weighedAt ?? createdAt,
      plate,
      project,
      product,
      productName,
      customer,
      customerName,
      unit: nett.unit,
      quantity: nett.spelling,
      tareKg,
      cumulativeKg,
      findings: found.length === 0 ? null : JSON.stringify(found),
      body,
      digest: body.length > LONG_BODY ? ticketDigest(reader.text, reader.root) : null,
    };
  }

  async #retire(tx: Transaction, { seq }: TicketVersion): Promise<void> {
    await tx.run('UPDATE ticketVersions SET current = NULL WHERE seq = ?', seq);
  }
}

function addedOf(row: TicketRow, existing: ExistingTicket | null): Added {
  return existing === null ? row : arrivedProblem(row, existing);
}

/** The problem of a new ticket whose number is taken; it states whether the same ticket arrived before. */
function arrivedProblem(row: TicketRow, { uuid, digest, body }: ExistingTicket): ProblemError {
  const sent = scanText(row.body);
  const identical =
    digest === null
      ? sameTicket(scanText(body!), sent)
      : digest === (row.digest ?? ticketDigest(sent.text, sent.root as JsonObject));
  return existsProblem(row, uuid, identical);
}

function existsProblem({ externalId }: TicketRow, uuid: string, identical?: boolean): ProblemError {
  return new ProblemError(
    'ticket-exists',
    identical === true
      ? detailOf('The weigh bridge already has a ticket {number} with the same data; nothing was changed.', {
          number: JSON.stringify(externalId),
        })
      : detailOf('The weigh bridge already has a ticket {number}; nothing was changed.', {
          number: JSON.stringify(externalId),
        }),
    { extra: { uuid, ...(identical === undefined ? {} : { identical }) } },
  );
}
