import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SpaceDatabase } from '../storage/database.ts';
import { BEGINNING, FILTER_TERMS, filterValues, type Place, type TicketFilter } from './filter.ts';
import { type TicketVersion, VERSION_COLUMNS, versionOf } from './version.ts';

/** Index entries looked at in one go: about a millisecond, so that other requests get their turn in between. */
const WINDOW = 4000;
/** Tickets of the first step; then as many as have about so many characters. A stream that nobody reads holds one step. */
const FIRST_STEP = 8;
const STEP_CHARACTERS = 256 * 1024;

/** Everything behind a place of one weigh bridge: ?1 location, (?2, ?3) after. */
const BEHIND = 'current = 1 AND locationId = ?1 AND (weighedAt, uuid) > (?2, ?3)';
const WINDOW_END = `SELECT weighedAt, uuid FROM ticketVersions INDEXED BY ticketsByTime WHERE ${BEHIND} AND weighedAt < ?4 ORDER BY weighedAt, uuid LIMIT 1 OFFSET ${WINDOW - 1}`;
/** The window's end is the only upper bound, so that the index is left there: a second bound (?4) would be taken in its place. */
const inWindow = (columns: string): string =>
  `SELECT ${columns} FROM ticketVersions INDEXED BY ticketsByTime WHERE ${BEHIND} AND (weighedAt, uuid) <= (?11, ?12)
   AND ${FILTER_TERMS} ORDER BY weighedAt, uuid LIMIT ?13`;

/** A ticket in a list, with its place there. */
export interface ListedVersion extends TicketVersion, Place {}

/** What totals need of a ticket; all of it stands in the index, so no body is touched. */
export interface ListedWeight extends Place {
  readonly project: string;
  readonly product: string;
  readonly customer: string;
  readonly unit: string;
  readonly quantity: string;
}

interface Scans {
  versions: ListedVersion;
  weights: ListedWeight;
}

interface Columns<Row> {
  readonly names: string;
  readonly read: (columns: readonly unknown[]) => Row;
  /** Characters of a row that may be long. */
  readonly sizeOf?: (row: Row) => number;
}

const SCANS: { readonly [K in keyof Scans]: Columns<Scans[K]> } = {
  versions: {
    names: `${VERSION_COLUMNS}, weighedAt`,
    read: (columns) => ({ ...versionOf(columns), weighedAt: columns[12] as number }),
    sizeOf: ({ body }) => body!.length,
  },
  weights: {
    names: 'weighedAt, uuid, project, product, customer, unit, quantity',
    read: (columns) => ({
      weighedAt: columns[0] as number,
      uuid: columns[1] as string,
      project: columns[2] as string,
      product: columns[3] as string,
      customer: columns[4] as string,
      unit: columns[5] as string,
      quantity: columns[6] as string,
    }),
  },
};

export interface ScanRequest<K extends keyof Scans> {
  readonly locationIds: readonly string[];
  readonly filter: TicketFilter;
  readonly scan: K;
  /** Where to go on: behind this place of this weigh bridge, which is one of `locationIds`. */
  readonly after?: Place & { readonly locationId: string };
  /** Most rows of one step. */
  readonly step?: number;
}

/**
 * Walks through the present tickets of some weigh bridges in the order of lists: weigh bridge, time of weighing, uuid. Reads an
 * index in windows and lets go in between, so it holds neither the tickets nor the event loop, whatever the number.
 * Each window sees what is committed then.
 */
export async function* scanTickets<K extends keyof Scans>(
  database: SpaceDatabase,
  request: ScanRequest<K>,
): AsyncGenerator<Scans[K][]> {
  const { locationIds, filter, after, scan } = request;
  // A ticket has its time when its transaction begins: who asks for changes up to now, and later for those since, misses none.
  if (filter.modifiedSince !== undefined) await database.writer.settled();
  const first = after ? locationIds.indexOf(after.locationId) : 0;
  for (const [index, locationId] of locationIds.slice(first).entries()) {
    const start = index === 0 && after ? after : BEGINNING;
    if (filter.externalId !== undefined) yield byNumber(database, locationId, SCANS[scan], filter, start);
    else yield* scanLocation(database, locationId, request, start);
  }
}

async function* scanLocation<K extends keyof Scans>(
  database: SpaceDatabase,
  locationId: string,
  { filter, scan, step = WINDOW }: ScanRequest<K>,
  start: Place,
): AsyncGenerator<Scans[K][]> {
  const { names, read, sizeOf } = SCANS[scan];
  const to = filter.to ?? Number.MAX_SAFE_INTEGER;
  const values = filterValues(filter);
  let from = filter.from !== undefined && filter.from > start.weighedAt ? { weighedAt: filter.from, uuid: '' } : start;
  let most = sizeOf === undefined ? step : Math.min(step, FIRST_STEP);
  for (;;) {
    const end = database.sql(WINDOW_END).get(locationId, from.weighedAt, from.uuid, to) as Place | undefined;
    const [weighedAt, uuid] = end ? [end.weighedAt, end.uuid] : [to, ''];
    for (;;) {
      const found = database
        .tuples(inWindow(names))
        .all(locationId, from.weighedAt, from.uuid, to, ...values, weighedAt, uuid, most) as unknown as unknown[][];
      const rows = found.map(read);
      if (rows.length > 0) yield rows;
      if (rows.length < most) break;
      from = rows.at(-1)!;
      if (sizeOf !== undefined) most = Math.min(step, nextStep(rows, sizeOf));
    }
    if (!end) return;
    from = end;
    await nextTurn();
  }
}

/** Rows of the next step, from the length of those of this one; no more than four times as many, as the next ones may be longer. */
function nextStep<Row>(rows: readonly Row[], sizeOf: (row: Row) => number): number {
  const characters = rows.reduce((sum, row) => sum + sizeOf(row), 0);
  const fitting = Math.floor((STEP_CHARACTERS * rows.length) / Math.max(1, characters));
  return Math.max(1, Math.min(fitting, 4 * rows.length));
}

function byNumber<Row>(
  database: SpaceDatabase,
  locationId: string,
  { names, read }: Columns<Row>,
  filter: TicketFilter,
  after: Place,
): Row[] {
  const found = database
    .tuples(
      `SELECT ${names} FROM ticketVersions
       WHERE current = 1 AND locationId = ?1 AND (weighedAt, uuid) > (?2, ?3) AND weighedAt < ?4 AND weighedAt >= ?12
       AND externalId = ?11 AND ${FILTER_TERMS}`,
    )
    .all(
      ...[locationId, after.weighedAt, after.uuid, filter.to ?? Number.MAX_SAFE_INTEGER],
      ...filterValues(filter),
      filter.externalId!,
      filter.from ?? Number.MIN_SAFE_INTEGER,
    ) as unknown as unknown[][];
  return found.map(read);
}
