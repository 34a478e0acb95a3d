import type { SpaceDatabase } from '../storage/database.ts';
import { STEP_BACK_MS } from './ticket-time.ts';

/** The place of the last version of all tickets; 0 for none. */
export function lastSeq(database: SpaceDatabase): number {
  return (database.sql('SELECT max(seq) AS head FROM ticketVersions').get()!['head'] as number | null) ?? 0;
}

/**
 * A place in the order of commits before which nothing lies that was made at a moment or later; some that is older may lie behind it.
 *
 * Halves its way: versions are in the order of commits, and so, but for a clock that steps back, in that of time. It goes back by as much
 * more as a clock may have stepped.
 */
export function seqBefore(database: SpaceDatabase, moment: number): number {
  const before = moment - STEP_BACK_MS;
  let [low, high] = [0, lastSeq(database)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const row = database.sql('SELECT modifiedAt FROM ticketVersions WHERE seq = ?').get(middle)!;
    if ((row['modifiedAt'] as number) < before) low = middle;
    else high = middle - 1;
  }
  return low;
}
