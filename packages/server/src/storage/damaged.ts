import { isDiskFull } from './failure.ts';
import { storeFailure } from './sqlite/store-failure.ts';

/** A file of the data directory cannot be used. */
export class DataDirectoryDamaged extends Error {
  override readonly name = 'DataDirectoryDamaged';
}

const RESTORE = 'Put the data directory back from a backup, or choose another with --data.';

/**
 * SQLite's primary result codes (https://sqlite.org/rescode.html) that a start can encounter, and what to do about
 * each.
 */
const ADVICE: Readonly<Record<number, string>> = {
  8: 'Let this user write the data directory, or choose another with --data.',
  10: 'See whether the disk is sound and has room; put the data directory back from a backup only if it is damaged.',
  11: RESTORE,
  14: 'Let this user read and write the data directory, or choose another with --data.',
  26: RESTORE,
};

/** The error for a failed opening of a database: a sentence that names the file, which SQLite does not. */
export function openFailure(path: string, error: unknown): unknown {
  const { errcode, message } = error as { errcode?: number; message: string };
  const known = storeFailure(error);
  if (isDiskFull(known)) return known;
  // The low byte is the primary code; the others refine it.
  const advice = errcode === undefined ? undefined : ADVICE[errcode & 0xff];
  if (advice === undefined) return error;
  return new DataDirectoryDamaged(`${path} cannot be opened: ${message}. ${advice}`, { cause: error });
}
