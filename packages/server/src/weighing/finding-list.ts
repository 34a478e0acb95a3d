import type { SpaceDatabase } from '../storage/database.ts';
import type { TicketFilter } from './filter.ts';

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

const SELECT = `SELECT seq, uuid, locationId, externalId, modifiedAt, findings FROM ticketVersions INDEXED BY ticketFindings
  WHERE current = 1 AND findings IS NOT NULL AND locationId = ?1 AND seq > ?2
  AND (?3 IS NULL OR instr(findings, ?3) > 0) AND (?4 IS NULL OR modifiedAt >= ?4)
  AND (?5 IS NULL OR modifiedAt <= ?5) ORDER BY seq LIMIT ?6`;

/**
 * Tickets with findings, by weigh bridge and order of arrival.
 * @param locationIds sorted
 * @param filter only findings of this code, only tickets modified between these moments
 * @param after the last row of the page before; an empty locationId for the beginning
 */
export function listFindings(
  database: SpaceDatabase,
  locationIds: readonly string[],
  { code, modifiedSince, modifiedUntil }: Pick<TicketFilter, 'modifiedSince' | 'modifiedUntil'> & { code?: string },
  after: Pick<FindingRow, 'locationId' | 'seq'>,
  limit: number,
): FindingRow[] {
  const rows: FindingRow[] = [];
  const mark = code === undefined ? null : `"code":${JSON.stringify(code)}`;
  for (const locationId of locationIds) {
    if (locationId < after.locationId) continue;
    const from = locationId === after.locationId ? after.seq : 0;
    const times = [modifiedSince ?? null, modifiedUntil ?? null];
    const found = database.sql(SELECT).all(locationId, from, mark, ...times, limit - rows.length);
    rows.push(...(found as unknown as FindingRow[]));
    if (rows.length >= limit) break;
  }
  return rows;
}
