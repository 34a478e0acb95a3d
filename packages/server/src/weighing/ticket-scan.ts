import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Reader, SpaceStore } from '../storage/port/space-store.ts';
import { BEGINNING, filterTerms, type Place, type TicketFilter } from './filter.ts';
import { type TicketVersion, VERSION_COLUMNS } from './version.ts';

/** Index entries examined in one step: about a millisecond, so that other requests are served in between. */
const WINDOW = 4000;
/** Tickets of the first step; later steps have as many as give about `STEP_CHARACTERS`. */
const FIRST_STEP = 8;
/** Limits the memory of a stream that nobody reads, which is one step. */
const STEP_CHARACTERS = 256 * 1024;

/** All tickets of one weigh bridge after a position; its values are the weigh bridge, weighedAt, uuid. */
const BEHIND = 'current = 1 AND locationId = ? AND (weighedAt, uuid) > (?, ?)';
const WINDOW_END = `SELECT weighedAt, uuid FROM ticketVersions INDEXED BY ticketsByTime
  WHERE ${BEHIND} AND weighedAt < ? ORDER BY weighedAt, uuid LIMIT 1 OFFSET ${WINDOW - 1}`;

/** A ticket in a list, with its position. */
export interface ListedVersion extends TicketVersion, Place {}

/** The data for totals, which is all in the index, so that no body is read. */
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
  /** Length of a row in characters, if it can be long. */
  readonly sizeOf?: (row: Row) => number;
}

const SCANS: { readonly [K in keyof Scans]: Columns<Scans[K]> } = {
  versions: { names: `${VERSION_COLUMNS}, weighedAt`, sizeOf: ({ body }) => body!.length },
  weights: { names: 'weighedAt, uuid, project, product, customer, unit, quantity' },
};

export interface ScanRequest<K extends keyof Scans> {
  readonly locationIds: readonly string[];
  readonly filter: TicketFilter;
  readonly scan: K;
  /** The position after which to continue; its weigh bridge is one of `locationIds`. */
  readonly after?: Place & { readonly locationId: string };
  /** Most rows of one step. */
  readonly step?: number;
}

/**
 * Scans the current tickets of some weigh bridges in list order: weigh bridge, time of weighing, uuid. It reads an
 * index in windows and yields in between, so neither memory nor the event loop depend on the number of tickets. Each
 * window sees the commits up to that time.
 */
export async function* scanTickets<K extends keyof Scans>(
  store: SpaceStore,
  request: ScanRequest<K>,
): AsyncGenerator<Scans[K][]> {
  const { locationIds, filter, after, scan } = request;
  // A ticket gets its time when its transaction starts. Waiting for these transactions ensures that a caller who asks
  // for changes until now, and later for those since, misses none.
  if (filter.modifiedSince !== undefined) await store.settled();
  const first = after ? locationIds.indexOf(after.locationId) : 0;
  for (const [index, locationId] of locationIds.slice(first).entries()) {
    const start = index === 0 && after ? after : BEGINNING;
    if (filter.externalId !== undefined) yield await byNumber(store, locationId, SCANS[scan], filter, start);
    else yield* scanLocation(store, locationId, request, start);
  }
}

async function* scanLocation<K extends keyof Scans>(
  from: Reader,
  locationId: string,
  { filter, scan, step = WINDOW }: ScanRequest<K>,
  start: Place,
): AsyncGenerator<Scans[K][]> {
  const { names, sizeOf }: Columns<Scans[K]> = SCANS[scan];
  const terms = filterTerms(filter);
  // The window's end is the only upper limit: with a second one SQLite would stop using the index there.
  const inWindow = `SELECT ${names} FROM ticketVersions INDEXED BY ticketsByTime
    WHERE ${BEHIND} AND (weighedAt, uuid) <= (?, ?)${terms.text} ORDER BY weighedAt, uuid LIMIT ?`;
  const to = filter.to ?? Number.MAX_SAFE_INTEGER;
  let place: Place =
    filter.from !== undefined && filter.from > start.weighedAt ? { weighedAt: filter.from, uuid: '' } : start;
  let most = sizeOf === undefined ? step : Math.min(step, FIRST_STEP);
  for (;;) {
    const end = await from.first<Place>(WINDOW_END, locationId, place.weighedAt, place.uuid, to);
    const [weighedAt, uuid] = end ? [end.weighedAt, end.uuid] : [to, ''];
    for (;;) {
      const values = [locationId, place.weighedAt, place.uuid, weighedAt, uuid, ...terms.values, most];
      const rows = await from.read<Scans[K]>(inWindow, ...values);
      if (rows.length > 0) yield rows;
      if (rows.length < most) break;
      place = rows.at(-1)!;
      if (sizeOf !== undefined) most = Math.min(step, nextStep(rows, sizeOf));
    }
    if (!end) return;
    place = end;
    await nextTurn();
  }
}

/** Rows of the next step, from the length of this one's; at most four times as many, because the next may be longer. */
function nextStep<Row>(rows: readonly Row[], sizeOf: (row: Row) => number): number {
  const characters = rows.reduce((sum, row) => sum + sizeOf(row), 0);
  const fitting = Math.floor((STEP_CHARACTERS * rows.length) / Math.max(1, characters));
  return Math.max(1, Math.min(fitting, 4 * rows.length));
}

async function byNumber<Row>(
  from: Reader,
  locationId: string,
  { names }: Columns<Row>,
  filter: TicketFilter,
  after: Place,
): Promise<Row[]> {
  const terms = filterTerms(filter);
  const text = `SELECT ${names} FROM ticketVersions
    WHERE ${BEHIND} AND weighedAt < ? AND weighedAt >= ? AND externalId = ?${terms.text}`;
  const { to = Number.MAX_SAFE_INTEGER, from: earliest = Number.MIN_SAFE_INTEGER } = filter;
  const values = [locationId, after.weighedAt, after.uuid, to, earliest, filter.externalId!, ...terms.values];
  return from.read<Row>(text, ...values);
}
