import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SpaceDatabase } from '../storage/database.ts';
import { BEGINNING, FILTER_TERMS, filterValues, type Place, type TicketFilter } from './filter.ts';
import { VERSION_COLUMNS } from './version.ts';

/** Index entries looked at in one go: about a millisecond, so that other requests get their turn in between. */
const WINDOW = 4000;

/** Everything behind a place of one weigh bridge: ?1 location, (?2, ?3) after. */
const BEHIND = 'current = 1 AND locationId = ?1 AND (weighedAt, uuid) > (?2, ?3)';
const WINDOW_END = `SELECT weighedAt, uuid FROM ticketVersions INDEXED BY ticketsByTime WHERE ${BEHIND} AND weighedAt < ?4 ORDER BY weighedAt, uuid LIMIT 1 OFFSET ${WINDOW - 1}`;
/** The window's end is the only upper bound, so that the index is left there: a second bound (?4) would be taken in its place. */
const inWindow = (columns: string): string =>
  `SELECT ${columns} FROM ticketVersions INDEXED BY ticketsByTime WHERE ${BEHIND} AND (weighedAt, uuid) <= (?10, ?11)
   AND ${FILTER_TERMS} ORDER BY weighedAt, uuid LIMIT ?12`;

/** What a scan reads of each ticket. */
export const SCANS = {
  /** The version with its body. */
  versions: `${VERSION_COLUMNS}, weighedAt`,
  /** What totals need; stands in the index, so no body is touched. */
  weights: 'weighedAt, uuid, project, product, customer, unit, quantity',
} as const;

export interface ScanRequest {
  readonly locationIds: readonly string[];
  readonly filter: TicketFilter;
  readonly scan: keyof typeof SCANS;
  /** Where to go on: behind this place of this weigh bridge, which is one of `locationIds`. */
  readonly after?: Place & { readonly locationId: string };
  /** Most rows of one step. */
  readonly step?: number;
}

export type ScannedRow = Readonly<Record<string, unknown>> & Place & { readonly locationId: string };

/**
 * Walks through the present tickets of some weigh bridges in the order of lists: weigh bridge, time of weighing, uuid. Reads an
 * index in windows and lets go in between, so it holds neither the tickets nor the event loop, whatever the number.
 * Each window sees what is committed then.
 */
export async function* scanTickets(database: SpaceDatabase, request: ScanRequest): AsyncGenerator<ScannedRow[]> {
  const { locationIds, filter, after } = request;
  const first = after ? locationIds.indexOf(after.locationId) : 0;
  for (const [index, locationId] of locationIds.slice(first).entries()) {
    const start = index === 0 && after ? after : BEGINNING;
    if (filter.externalId !== undefined) yield byNumber(database, locationId, filter, start);
    else yield* scanLocation(database, locationId, request, start);
  }
}

async function* scanLocation(
  database: SpaceDatabase,
  locationId: string,
  { filter, scan, step = WINDOW }: ScanRequest,
  start: Place,
): AsyncGenerator<ScannedRow[]> {
  const to = filter.to ?? Number.MAX_SAFE_INTEGER;
  const values = filterValues(filter);
  let from = filter.from !== undefined && filter.from > start.weighedAt ? { weighedAt: filter.from, uuid: '' } : start;
  for (;;) {
    const end = database.sql(WINDOW_END).get(locationId, from.weighedAt, from.uuid, to) as Place | undefined;
    const [weighedAt, uuid] = end ? [end.weighedAt, end.uuid] : [to, ''];
    for (;;) {
      const rows = database
        .sql(inWindow(SCANS[scan]))
        .all(locationId, from.weighedAt, from.uuid, to, ...values, weighedAt, uuid, step) as unknown as ScannedRow[];
      for (const row of rows) (row as { locationId: string }).locationId = locationId;
      if (rows.length > 0) yield rows;
      if (rows.length < step) break;
      from = rows.at(-1)!;
    }
    if (!end) return;
    from = end;
    await nextTurn();
  }
}

function byNumber(database: SpaceDatabase, locationId: string, filter: TicketFilter, after: Place): ScannedRow[] {
  const row = database
    .sql(
      `SELECT ${SCANS.versions}, ${SCANS.weights} FROM ticketVersions
       WHERE current = 1 AND locationId = ?1 AND (weighedAt, uuid) > (?2, ?3) AND weighedAt < ?4 AND weighedAt >= ?11
       AND externalId = ?10 AND ${FILTER_TERMS}`,
    )
    .get(
      ...[locationId, after.weighedAt, after.uuid, filter.to ?? Number.MAX_SAFE_INTEGER],
      ...filterValues(filter),
      filter.externalId!,
      filter.from ?? Number.MIN_SAFE_INTEGER,
    );
  return row ? [row as unknown as ScannedRow] : [];
}
