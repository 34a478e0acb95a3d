import { ProblemError } from '../core/problem.ts';

/** SQLite's primary result codes that are handled (https://sqlite.org/rescode.html). */
const SQLITE_BUSY = 5;
const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;
const SQLITE_CONSTRAINT = 19;

/** No file can be opened, by this process or by any process on this machine: an overload, not a defect. */
const TOO_MANY_FILES: readonly unknown[] = ['EMFILE', 'ENFILE'];

/** SQLite's primary result code of an error, or undefined for other errors. */
function resultCode(error: unknown): number | undefined {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number' ? errcode & 0xff : undefined;
}

/** Whether an insert or update violated a UNIQUE, PRIMARY KEY, CHECK or FOREIGN KEY constraint. */
export function isConstraintFailure(error: unknown): boolean {
  return resultCode(error) === SQLITE_CONSTRAINT;
}

/** Whether the disk or the quota is full, as reported by SQLite or the file system. */
export function isDiskFull(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT' || resultCode(error) === SQLITE_FULL;
}

/**
 * How a failure of the store is reported to the caller.
 * @returns a problem for a full disk, a busy or failing store and too many open files, otherwise the error itself
 */
export function storageFailure(error: unknown): unknown {
  if (error instanceof ProblemError) return error;
  if (isDiskFull(error))
    return new ProblemError('disk-full', 'The disk of the server is full; nothing was stored.', { cause: error });
  if (TOO_MANY_FILES.includes((error as { code?: unknown } | null)?.code))
    return new ProblemError('unavailable', 'The server has reached its limit of open files and connections.', {
      headers: { 'retry-after': '5' },
      cause: error,
    });
  const code = resultCode(error);
  if (code === SQLITE_BUSY || code === SQLITE_IOERR || (error as { code?: unknown }).code === 'EIO') {
    return new ProblemError('unavailable', 'The store does not respond.', {
      headers: { 'retry-after': '5' },
      cause: error,
    });
  }
  return error;
}
