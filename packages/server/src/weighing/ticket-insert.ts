import type { Finding } from '@fieldbridge/contract';
import type { Transaction } from '../storage/port/space-store.ts';
import { parseDecimal } from './decimal.ts';
import { inTableOrder, SERIES_RULES, type SeriesCode } from './series.ts';
import { INSERT_ROW, rowValues, type TicketRow } from './ticket-row.ts';
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

const EXISTING_LONG = `SELECT uuid, digest, NULL AS body FROM ticketVersions INDEXED BY ticketDigests
  WHERE locationId = ? AND externalId = ? AND current = 1 AND digest IS NOT NULL`;
const EXISTING = `SELECT uuid, NULL AS digest, body FROM ticketVersions
  WHERE locationId = ? AND externalId = ? AND current = 1`;
/** The rule for each kind of series. */
const RULE_OF: Readonly<Record<SeriesKind, SeriesCode>> = { tare: 'tare-unusual', cumulative: 'cumulative-falling' };

/** The ticket that already has the number. */
export interface ExistingTicket {
  readonly uuid: string;
  /** Of a long ticket. */
  readonly digest: string | null;
  /** Of any other ticket. */
  readonly body: string | null;
}

/** The version replaced by a row, which must be retired. */
export interface Replaced {
  readonly seq: number;
}

/** The position of a ticket in a series. */
interface Standing {
  readonly member: Member;
  /** Undefined if it was not found: see `placeOfCorrected`. */
  readonly place: Place | undefined;
}

/**
 * Inserts a row at its position in its series, and compares it with the previous ticket there.
 * @returns the ticket that already has its number, as the unique index decides; null if the row was inserted
 */
export async function insertTicket(
  tx: Transaction,
  row: TicketRow,
  replaced?: Replaced,
): Promise<ExistingTicket | null> {
  const standings: Standing[] = [];
  for (const kind of SERIES_KINDS) {
    const member = memberOf(kind, row);
    if (member === undefined) continue;
    const place = replaced ? placeOfCorrected(tx, member, row.uuid, replaced.seq) : placeOfNew(tx, member);
    standings.push({ member, place: await place });
  }
  const values = rowValues(row, findingsBeside(row, standings));
  const seq = await tx.insert(INSERT_ROW, 'seq', ...values);
  if (seq === undefined) return existingTicket(tx, row);
  if (replaced !== undefined) await leave(tx, replaced.seq);
  for (const { member, place } of standings) if (place !== undefined) await enter(tx, member, seq, place);
  return null;
}

/** The ticket that has the number of a row. */
async function existingTicket(tx: Transaction, { locationId, externalId }: TicketRow): Promise<ExistingTicket> {
  const long = await tx.first<ExistingTicket>(EXISTING_LONG, locationId, externalId);
  return long ?? (await tx.first<ExistingTicket>(EXISTING, locationId, externalId))!;
}

/** The findings of a row, including those from its series. */
export function findingsBeside(
  row: TicketRow,
  standings: readonly { readonly member: Member; readonly place: Pick<Place, 'kilograms'> | undefined }[],
): string | null {
  const added: Finding[] = [];
  for (const { member, place } of standings) {
    if (place?.kilograms === undefined) continue;
    const rule = SERIES_RULES[RULE_OF[member.kind]];
    const finding = rule(parseDecimal(member.kilograms)!, parseDecimal(place.kilograms)!);
    if (finding !== undefined) added.push(finding);
  }
  if (added.length === 0) return row.findings;
  const own = row.findings === null ? [] : (JSON.parse(row.findings) as Finding[]);
  return JSON.stringify(inTableOrder([...own, ...added]));
}
