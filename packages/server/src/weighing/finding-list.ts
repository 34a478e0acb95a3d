import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SpaceDatabase } from '../storage/database.ts';
import type { TicketFilter } from './filter.ts';
import { seqBefore } from './seq-before.ts';

/** A present ticket that has findings. */
export interface FindingRow {
  readonly seq: number;
  readonly uuid: string;
  readonly locationId: string;
  readonly externalId: string;
  readonly modifiedAt: number;
  /** JSON array. */
  readonly findings: string;
}

/** Tickets looked at in one go: a millisecond or two, so that other requests get their turn in between. */
const WINDOW = 1000;

const BEHIND = 'current = 1 AND findings IS NOT NULL AND locationId = ?1 AND seq > ?2';
const WINDOW_END = `SELECT seq FROM ticketVersions INDEXED BY ticketFindings WHERE ${BEHIND} ORDER BY seq LIMIT 1 OFFSET ${WINDOW - 1}`;
const SELECT = `SELECT seq, uuid, locationId, externalId, modifiedAt, findings FROM ticketVersions INDEXED BY ticketFindings
  WHERE ${BEHIND} AND seq <= ?3 AND (?4 IS NULL OR instr(findings, ?4) > 0) AND (?5 IS NULL OR modifiedAt >= ?5)
  AND (?6 IS NULL OR modifiedAt <= ?6) ORDER BY seq LIMIT ?7`;

/**
 * Tickets with findings, by weigh bridge and order of arrival.
 * @param locationIds sorted
 * @param filter only findings of this code, only tickets modified between these moments
 * @param after the last row of the page before; an empty locationId for the beginning
 */
export async function listFindings(
  database: SpaceDatabase,
  locationIds: readonly string[],
  { code, modifiedSince, modifiedUntil }: Pick<TicketFilter, 'modifiedSince' | 'modifiedUntil'> & { code?: string },
  after: Pick<FindingRow, 'locationId' | 'seq'>,
  limit: number,
): Promise<FindingRow[]> {
  const rows: FindingRow[] = [];
  const values = [
    code === undefined ? null : `"code":${JSON.stringify(code)}`,
    ...[modifiedSince ?? null, modifiedUntil ?? null],
  ];
  // Who asks every minute what is new should not have everything looked through each time.
  const first = modifiedSince === undefined ? 0 : seqBefore(database, modifiedSince);
  for (const locationId of locationIds) {
    if (locationId < after.locationId) continue;
    let from = Math.max(first, locationId === after.locationId ? after.seq : 0);
    for (;;) {
      const end = database.sql(WINDOW_END).get(locationId, from)?.['seq'] as number | undefined;
      const until = end ?? Number.MAX_SAFE_INTEGER;
      const found = database.sql(SELECT).all(locationId, from, until, ...values, limit - rows.length);
      rows.push(...(found as unknown as FindingRow[]));
      if (rows.length >= limit) return rows;
      if (end === undefined) break;
      from = end;
      await nextTurn();
    }
  }
  return rows;
}
