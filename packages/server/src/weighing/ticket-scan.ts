import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Awaitable, Reader, SpaceStore } from '../storage/port/space-store.ts';
import { type ChangedPlace, changedTickets } from './changed-tickets.ts';
import { BEGINNING, filterTerms, type Place, type TicketFilter } from './filter.ts';
import { type TicketVersion, VERSION_COLUMNS } from './version.ts';

/** Index entries examined in one step: about a millisecond, so that other requests are served in between. */
const WINDOW = 4000;
/** Tickets of the first step; later steps have as many as give about `STEP_CHARACTERS`. */
const FIRST_STEP = 8;
/** Limits the memory of a stream that nobody reads, which is one step. */
const STEP_CHARACTERS = 256 * 1024;

/** Rows read by one statement if they are named by their numbers. */
const BY_SEQ = 8;

/** How a scan goes through the tickets of one weigh bridge, in words of SQL. */
interface Direction {
  /** The tickets after a position. */
  readonly behind: string;
  /** The tickets up to the end of a window. */
  readonly within: string;
  /** The tickets within the end of the filter's period. */
  readonly inPeriod: string;
  readonly order: string;
}

export const UP: Direction = {
  behind: 'current = 1 AND locationId = ? AND (weighedAt, uuid) > (?, ?)',
  within: '(weighedAt, uuid) <= (?, ?)',
  inPeriod: 'weighedAt < ?',
  order: 'weighedAt, uuid',
};
export const DOWN: Direction = {
  behind: 'current = 1 AND locationId = ? AND (weighedAt, uuid) < (?, ?)',
  within: '(weighedAt, uuid) >= (?, ?)',
  inPeriod: 'weighedAt >= ?',
  order: 'weighedAt DESC, uuid DESC',
};

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

export interface Scans {
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
  const { locationIds, filter, after } = request;
  // A ticket gets its time when its transaction starts. Waiting for these transactions ensures that a caller who asks
  // for changes until now, and later for those since, misses none.
  if (filter.modifiedSince !== undefined) {
    await store.settled();
    const changed = await scanChanged(store, request, (a, b) => {
      const bridges = locationIds.indexOf(a.locationId) - locationIds.indexOf(b.locationId);
      return bridges || byTime(a, b);
    });
    if (changed !== undefined) {
      yield* changed;
      return;
    }
  }
  const first = after ? locationIds.indexOf(after.locationId) : 0;
  for (const [index, locationId] of locationIds.slice(first).entries()) {
    const start = index === 0 && after ? after : BEGINNING;
    yield* scanLocation(store, locationId, request, start, UP);
  }
}

/** In the order of time and uuid. */
export function byTime(a: Place, b: Place): number {
  return a.weighedAt - b.weighedAt || (a.uuid < b.uuid ? -1 : a.uuid > b.uuid ? 1 : 0);
}

/**
 * The current tickets that were modified since a time, behind a position.
 * @param order of the list
 * @returns undefined if they are better found otherwise
 */
export async function scanChanged<K extends keyof Scans, P extends Place>(
  from: Reader,
  { locationIds, filter, scan, step = WINDOW, after }: Omit<ScanRequest<K>, 'after'> & { readonly after?: P },
  order: (a: ChangedPlace, b: P | ChangedPlace) => number,
): Promise<AsyncGenerator<Scans[K][]> | undefined> {
  const { modifiedSince, externalId } = filter;
  if (modifiedSince === undefined || externalId !== undefined) return undefined;
  const all = await changedTickets(from, locationIds, { ...filter, modifiedSince });
  if (all === undefined) return undefined;
  const places = after === undefined ? all : all.filter((place) => order(place, after) > 0);
  return readChanged(from, scan, step, places.sort(order));
}

async function* readChanged<K extends keyof Scans>(
  from: Reader,
  scan: K,
  step: number,
  places: readonly ChangedPlace[],
): AsyncGenerator<Scans[K][]> {
  const { names, sizeOf }: Columns<Scans[K]> = SCANS[scan];
  // One that was changed since is no more as the filter wants it.
  const text = `SELECT ${names} FROM ticketVersions WHERE seq IN (${Array(BY_SEQ).fill('?').join()}) AND current = 1`;
  let most = sizeOf === undefined ? step : Math.min(step, FIRST_STEP);
  for (let at = 0; at < places.length; ) {
    const some = places.slice(at, at + most);
    at += some.length;
    const reading: Awaitable<Scans[K][]>[] = [];
    for (let i = 0; i < some.length; i += BY_SEQ) {
      const wanted = Array.from({ length: BY_SEQ }, (_, n) => (some[i + n] ?? some[i]!).seq);
      reading.push(from.read<Scans[K]>(text, ...wanted));
    }
    const found = new Map((await Promise.all(reading)).flat().map((row) => [row.uuid, row]));
    const rows = some.flatMap(({ uuid }) => found.get(uuid) ?? []);
    if (rows.length === 0) continue;
    yield rows;
    if (sizeOf !== undefined) most = Math.min(step, nextStep(rows, sizeOf));
  }
}

/** The current tickets of one weigh bridge from a position on. */
export async function* scanLocation<K extends keyof Scans>(
  from: Reader,
  locationId: string,
  { filter, scan, step = WINDOW }: Pick<ScanRequest<K>, 'filter' | 'scan' | 'step'>,
  start: Place,
  direction: Direction,
): AsyncGenerator<Scans[K][]> {
  const { names, sizeOf }: Columns<Scans[K]> = SCANS[scan];
  if (filter.externalId !== undefined) {
    yield await byNumber(from, locationId, SCANS[scan], filter, start, direction);
    return;
  }
  const { behind, within, inPeriod, order } = direction;
  const terms = filterTerms(filter);
  const windowEnd = `SELECT weighedAt, uuid FROM ticketVersions INDEXED BY ticketsByTime
    WHERE ${behind} AND ${inPeriod} ORDER BY ${order} LIMIT 1 OFFSET ${WINDOW - 1}`;
  // The window's end is the only other limit: with a second one SQLite would stop using the index there.
  const inWindow = `SELECT ${names} FROM ticketVersions INDEXED BY ticketsByTime
    WHERE ${behind} AND ${within}${terms.text} ORDER BY ${order} LIMIT ?`;
  const { from: earliest = Number.MIN_SAFE_INTEGER, to: latest = Number.MAX_SAFE_INTEGER } = filter;
  const isUp = direction === UP;
  const limit = isUp ? latest : earliest;
  let place: Place = start;
  if (isUp && earliest > start.weighedAt) place = { weighedAt: earliest, uuid: '' };
  if (!isUp && latest <= start.weighedAt) place = { weighedAt: latest, uuid: '' };
  let most = sizeOf === undefined ? step : Math.min(step, FIRST_STEP);
  for (;;) {
    const end = await from.first<Place>(windowEnd, locationId, place.weighedAt, place.uuid, limit);
    const [weighedAt, uuid] = end ? [end.weighedAt, end.uuid] : [limit, ''];
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
  { behind }: Direction,
): Promise<Row[]> {
  const terms = filterTerms(filter);
  const text = `SELECT ${names} FROM ticketVersions
    WHERE ${behind} AND weighedAt < ? AND weighedAt >= ? AND externalId = ?${terms.text}`;
  const { to = Number.MAX_SAFE_INTEGER, from: earliest = Number.MIN_SAFE_INTEGER } = filter;
  const values = [locationId, after.weighedAt, after.uuid, to, earliest, filter.externalId!, ...terms.values];
  return from.read<Row>(text, ...values);
}
