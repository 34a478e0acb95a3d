import type { Reader } from '../storage/port/space-store.ts';
import { STEP_BACK_MS } from './ticket-time.ts';

/** The seq of the last version of all tickets; 0 if there is no ticket. */
export async function lastSeq(from: Reader): Promise<number> {
  return (await from.first<{ head: number | null }>('SELECT max(seq) AS head FROM ticketVersions'))!.head ?? 0;
}

/**
 * A position in the order of commits before which no version was made at this time or later; some older ones may follow
 * it.
 *
 * Found by bisection: the order of commits is the order of time, except if the clock stepped back. It therefore goes
 * back by the largest such step.
 */
export async function seqBefore(from: Reader, moment: number): Promise<number> {
  const before = moment - STEP_BACK_MS;
  let [low, high] = [0, await lastSeq(from)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    // Numbers may be missing: some engines do not use those of an undone transaction again.
    const text = 'SELECT modifiedAt FROM ticketVersions WHERE seq <= ? ORDER BY seq DESC LIMIT 1';
    const version = await from.first<{ modifiedAt: number }>(text, middle);
    if (version === undefined || version.modifiedAt < before) low = middle;
    else high = middle - 1;
  }
  return low;
}
