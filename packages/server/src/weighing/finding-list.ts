import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Reader } from '../storage/port/space-store.ts';
import { filterTerms, type TicketFilter } from './filter.ts';
import { seqBefore } from './seq-before.ts';
import type { Settlement } from './settlements.ts';

/** A current ticket with findings. */
export interface FindingRow extends Omit<Settlement, 'settledAt'> {
  readonly seq: number;
  readonly uuid: string;
  readonly locationId: string;
  readonly externalId: string;
  readonly modifiedAt: number;
  /** JSON array. */
  readonly findings: string;
  /** Null if they are open. */
  readonly settledAt: number | null;
}

/** Tickets examined in one step: a millisecond or two, so that other requests are served in between. */
const WINDOW = 1000;

const BEHIND = 'current = 1 AND findings IS NOT NULL AND locationId = ? AND seq > ?';
const WINDOW_END = `SELECT seq FROM ticketVersions INDEXED BY ticketFindings
  WHERE ${BEHIND} ORDER BY seq LIMIT 1 OFFSET ${WINDOW - 1}`;

/** Narrows the list. */
export interface FindingFilter extends Pick<TicketFilter, 'modifiedSince' | 'modifiedUntil'> {
  readonly code?: string;
  readonly settled?: boolean;
}

/**
 * Tickets with findings, by weigh bridge and order of arrival.
 * @param locationIds sorted
 * @param filter only findings with this code, only settled or open ones, only tickets modified between these times
 * @param after the last row of the previous page; an empty locationId for the first page
 */
export async function listFindings(
  from: Reader,
  locationIds: readonly string[],
  { code, settled, modifiedSince, modifiedUntil }: FindingFilter,
  after: Pick<FindingRow, 'locationId' | 'seq'>,
  limit: number,
): Promise<FindingRow[]> {
  const terms = filterTerms({ modifiedSince, modifiedUntil });
  const [codeText, codeValues] =
    code === undefined ? ['', []] : [' AND instr(findings, ?) > 0', [`"code":${JSON.stringify(code)}`]];
  const settledText = settled === undefined ? '' : ` AND settledAt IS ${settled ? 'NOT NULL' : 'NULL'}`;
  const select = `SELECT seq, uuid, locationId, externalId, modifiedAt, findings, settledAt, settledBy, settledPerson, note
    FROM ticketVersions INDEXED BY ticketFindings
    LEFT JOIN ticketSettlements ON ticketUuid = uuid AND ticketVersion = version
    WHERE ${BEHIND} AND seq <= ?${codeText}${settledText}${terms.text} ORDER BY seq LIMIT ?`;
  const rows: FindingRow[] = [];
  // A caller who polls for changes every minute must not cause all tickets to be examined each time.
  const first = modifiedSince === undefined ? 0 : await seqBefore(from, modifiedSince);
  for (const locationId of locationIds) {
    if (locationId < after.locationId) continue;
    let place = Math.max(first, locationId === after.locationId ? after.seq : 0);
    for (;;) {
      const end = (await from.first<{ seq: number }>(WINDOW_END, locationId, place))?.seq;
      const values = [locationId, place, end ?? Number.MAX_SAFE_INTEGER, ...codeValues, ...terms.values];
      rows.push(...(await from.read<FindingRow>(select, ...values, limit - rows.length)));
      if (rows.length >= limit) return rows;
      if (end === undefined) break;
      place = end;
      await nextTurn();
    }
  }
  return rows;
}
