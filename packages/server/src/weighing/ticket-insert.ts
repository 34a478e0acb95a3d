import type { Finding } from '@fieldbridge/contract';
import type { Procedure } from '../storage/procedure.ts';
import type { Statements } from '../storage/statements.ts';
import { type Decimal, parseDecimal } from './decimal.ts';
import { inTableOrder, SERIES_RULES } from './series.ts';
import type { TicketRow } from './ticket-row.ts';

const INSERT = `INSERT INTO ticketVersions (uuid, version, change, current, organisationId, clientId, createdAt, modifiedAt, locationId, externalId,
  weighedAt, plate, project, product, productName, customer, customerName, unit, quantity, tareKg, cumulativeKg, findings, body)
  VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (locationId, externalId) WHERE current = 1 DO NOTHING`;
const EXISTING = 'SELECT uuid, body FROM ticketVersions WHERE locationId = ? AND externalId = ? AND current = 1';
/**
 * The last of a series that was made before a ticket: a correction of an old one is not judged beside what came after it. Of
 * those made in one millisecond the one that was written last.
 */
const LAST_BEFORE = 'createdAt <= ? AND uuid < ? ORDER BY createdAt DESC, seq DESC LIMIT 1';
const LAST_TARE = `SELECT tareKg FROM ticketVersions WHERE locationId = ? AND plate = ?
  AND current = 1 AND tareKg IS NOT NULL AND ${LAST_BEFORE}`;
const LAST_CUMULATIVE = `SELECT cumulativeKg FROM ticketVersions WHERE locationId = ? AND project = ? AND product = ? AND customer = ?
  AND current = 1 AND cumulativeKg IS NOT NULL AND ${LAST_BEFORE}`;
/** Behind every time and every uuid: before a new ticket is all that there is, also when the clock has stepped back. */
const END = [Number.MAX_SAFE_INTEGER, '~'] as const;

/** The ticket that has the number already. */
export interface ExistingTicket {
  readonly uuid: string;
  readonly body: string;
}

/** Rows to insert one after another, and what is to become of them: each by itself, all or none, or none in any case. */
export interface TicketInsertion {
  readonly rows: readonly TicketRow[];
  readonly keep: 'each' | 'all' | 'none';
}

/**
 * Inserts rows and judges them beside the last of their series; a row whose number is taken is left out, as the unique index
 * decides.
 * @returns for each row the ticket in its way, or null
 */
export function insertTickets(statements: Statements, { rows, keep }: TicketInsertion): (ExistingTicket | null)[] {
  if (keep === 'each') return rows.map((row) => insertTicket(statements, row));
  statements.sql('SAVEPOINT tickets').run();
  const existing = rows.map((row) => insertTicket(statements, row));
  if (keep === 'none' || existing.some((one) => one !== null)) statements.sql('ROLLBACK TO tickets').run();
  statements.sql('RELEASE tickets').run();
  return existing;
}

/** `insertTickets`, for the thread that writes. */
export const INSERT_TICKETS: Procedure<TicketInsertion, (ExistingTicket | null)[]> = {
  module: import.meta.url,
  run: insertTickets,
};

/** Inserts one row. @returns the ticket that has its number already; null when the row was inserted */
export function insertTicket(statements: Statements, row: TicketRow): ExistingTicket | null {
  const doubtful = seriesFindings(statements, row);
  const judged = doubtful.length === 0 ? row : withFindings(row, doubtful);
  if (statements.sql(INSERT).run(...judged).changes !== 0) return null;
  return statements.sql(EXISTING).get(row[7], row[8]) as unknown as ExistingTicket;
}

function seriesFindings(statements: Statements, row: TicketRow): Finding[] {
  const [locationId, plate, project, product, customer] = [row[7], row[10], row[11], row[12], row[14]];
  const [tareKg, cumulativeKg] = [row[18], row[19]];
  const [until, before] = row[2] === 'created' ? END : [row[5], row[0]];
  const found: (Finding | undefined)[] = [];
  if (tareKg !== null) {
    const last = decimalOf(statements.tuples(LAST_TARE).get(locationId, plate, until, before));
    if (last !== undefined) found.push(SERIES_RULES['tare-unusual'](parseDecimal(tareKg)!, last));
  }
  if (cumulativeKg !== null) {
    const series = [locationId, project, product, customer] as const;
    const last = decimalOf(statements.tuples(LAST_CUMULATIVE).get(...series, until, before));
    if (last !== undefined) found.push(SERIES_RULES['cumulative-falling'](parseDecimal(cumulativeKg)!, last));
  }
  return found.filter((one) => one !== undefined);
}

function decimalOf(row: unknown): Decimal | undefined {
  return row === undefined ? undefined : parseDecimal((row as readonly string[])[0]!);
}

function withFindings(row: TicketRow, more: readonly Finding[]): TicketRow {
  const findings = row[20] === null ? [] : (JSON.parse(row[20]) as Finding[]);
  const all = JSON.stringify(inTableOrder([...findings, ...more]));
  return row.with(20, all) as unknown as TicketRow;
}
