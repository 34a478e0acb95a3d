import { diskFull, notResponding, storageFailure } from '../failure.ts';
import { ConstraintFailure } from '../port/constraint-failure.ts';

/** SQLite's primary result codes that are handled (https://sqlite.org/rescode.html). */
const SQLITE_BUSY = 5;
const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;
const SQLITE_CONSTRAINT = 19;
/** The index of the log cannot grow, which SQLite reports as an I/O error: the disk is full. */
const SQLITE_IOERR_SHMSIZE = 4874;

/**
 * An error of a statement, a transaction or a sync for users of the port.
 * @returns a `ConstraintFailure`, a problem for a full disk and a busy or failing store, otherwise the error itself
 */
export function storeFailure(error: unknown): unknown {
  if ((error as { errcode?: unknown } | null)?.errcode === SQLITE_IOERR_SHMSIZE) return diskFull(error);
  switch (resultCode(error)) {
    case SQLITE_CONSTRAINT:
      return new ConstraintFailure((error as Error).message, { cause: error });
    case SQLITE_FULL:
      return diskFull(error);
    case SQLITE_BUSY:
    case SQLITE_IOERR:
      return notResponding(error);
    default:
      return storageFailure(error);
  }
}

/** SQLite's primary result code of an error, or undefined for other errors. */
function resultCode(error: unknown): number | undefined {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  // The low byte is the primary code; the others refine it.
  return code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number' ? errcode & 0xff : undefined;
}
