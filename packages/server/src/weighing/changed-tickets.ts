import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Reader } from '../storage/port/space-store.ts';
import { filterTerms, type Place, type TicketFilter } from './filter.ts';
import { lastSeq, seqBefore } from './seq-before.ts';

/** Versions examined in one step: a few milliseconds, so that other requests are served in between. */
const WINDOW = 4000;
/** Of more changes the tickets are found by their time of weighing: every page examines all changes. */
const MOST_CHANGES = 50_000;

/** Where a changed ticket is in the order of commits and in that of lists. */
export interface ChangedPlace extends Place {
  readonly seq: number;
  readonly locationId: string;
}

/**
 * The current tickets of some weigh bridges that pass a filter with `modifiedSince`, in no order, found among the last
 * versions of all tickets: a caller who follows the changes must not cause the whole index to be examined each time.
 * @returns undefined if there were too many changes since then
 */
export async function changedTickets(
  from: Reader,
  locationIds: readonly string[],
  filter: TicketFilter & { readonly modifiedSince: number },
): Promise<ChangedPlace[] | undefined> {
  const [first, last] = [await seqBefore(from, filter.modifiedSince), await lastSeq(from)];
  if (last - first > MOST_CHANGES) return undefined;
  const { from: earliest = Number.MIN_SAFE_INTEGER, to: latest = Number.MAX_SAFE_INTEGER } = filter;
  const terms = filterTerms(filter);
  const text = `SELECT seq, locationId, weighedAt, uuid FROM ticketVersions
    WHERE seq > ? AND seq <= ? AND current = 1 AND weighedAt >= ? AND weighedAt < ?${terms.text}`;
  const own = new Set(locationIds);
  const places: ChangedPlace[] = [];
  for (let seq = first; seq < last; seq += WINDOW) {
    const values = [seq, Math.min(seq + WINDOW, last), earliest, latest, ...terms.values];
    for (const place of await from.read<ChangedPlace>(text, ...values))
      if (own.has(place.locationId)) places.push(place);
    await nextTurn();
  }
  return places;
}
