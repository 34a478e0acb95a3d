import type { Finding } from '@fieldbridge/contract';
import type { Statements } from '../storage/statements.ts';
import { parseDecimal } from './decimal.ts';
import { inTableOrder, SERIES_RULES, type SeriesCode } from './series.ts';
import type { TicketRow } from './ticket-row.ts';
import {
  enter,
  leave,
  type Member,
  memberOf,
  type Place,
  placeOfCorrected,
  placeOfNew,
  SERIES_KINDS,
  type SeriesKind,
} from './ticket-series.ts';

const INSERT = `INSERT INTO ticketVersions (uuid, version, change, current, organisationId, clientId, createdAt, modifiedAt, locationId, externalId,
  weighedAt, plate, project, product, productName, customer, customerName, unit, quantity, tareKg, cumulativeKg, findings, body, digest)
  VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (locationId, externalId) WHERE current = 1 DO NOTHING`;
const EXISTING_LONG = `SELECT uuid, digest, NULL AS body FROM ticketVersions INDEXED BY ticketDigests
  WHERE locationId = ? AND externalId = ? AND current = 1 AND digest IS NOT NULL`;
const EXISTING = `SELECT uuid, NULL AS digest, body FROM ticketVersions
  WHERE locationId = ? AND externalId = ? AND current = 1`;
/** Which rule judges the series of a kind. */
const RULE_OF: Readonly<Record<SeriesKind, SeriesCode>> = { tare: 'tare-unusual', cumulative: 'cumulative-falling' };

/** The ticket that has the number already. */
export interface ExistingTicket {
  readonly uuid: string;
  /** Of a long one. */
  readonly digest: string | null;
  /** Of any other. */
  readonly body: string | null;
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

/**
 * Inserts one row, in its place in the series it belongs to, and judges it beside what is before it there.
 * @param replaced seq of the version in whose place it comes, which is retired
 * @returns the ticket that has its number already; null when the row was inserted
 */
export function insertTicket(statements: Statements, row: TicketRow, replaced?: number): ExistingTicket | null {
  const standings = standingsOf(statements, row, replaced);
  const doubtful = findingsBeside(standings);
  const judged = doubtful.length === 0 ? row : withFindings(row, doubtful);
  const { changes, lastInsertRowid } = statements.sql(INSERT).run(...judged);
  if (changes === 0) return existingTicket(statements, row[7], row[8]);
  if (replaced !== undefined) leave(statements, replaced);
  for (const { member, place } of standings)
    if (place !== undefined) enter(statements, member, Number(lastInsertRowid), place);
  return null;
}

function existingTicket(statements: Statements, locationId: string, externalId: string): ExistingTicket {
  const found =
    statements.sql(EXISTING_LONG).get(locationId, externalId) ?? statements.sql(EXISTING).get(locationId, externalId);
  return found as unknown as ExistingTicket;
}

/** A ticket in a series it belongs to. */
interface Standing {
  readonly member: Member;
  readonly place: Place | undefined;
}

function standingsOf(statements: Statements, row: TicketRow, replaced: number | undefined): Standing[] {
  const standings: Standing[] = [];
  for (const kind of SERIES_KINDS) {
    const member = memberOf(kind, row);
    if (member === undefined) continue;
    const place =
      replaced === undefined ? placeOfNew(statements, member) : placeOfCorrected(statements, member, row[0], replaced);
    standings.push({ member, place });
  }
  return standings;
}

function findingsBeside(standings: readonly Standing[]): Finding[] {
  const found: Finding[] = [];
  for (const { member, place } of standings) {
    if (place?.kilograms === undefined) continue;
    const rule = SERIES_RULES[RULE_OF[member.key[0]]];
    const one = rule(parseDecimal(member.kilograms)!, parseDecimal(place.kilograms)!);
    if (one !== undefined) found.push(one);
  }
  return found;
}

function withFindings(row: TicketRow, more: readonly Finding[]): TicketRow {
  const findings = row[20] === null ? [] : (JSON.parse(row[20]) as Finding[]);
  const all = JSON.stringify(inTableOrder([...findings, ...more]));
  return row.with(20, all) as unknown as TicketRow;
}
