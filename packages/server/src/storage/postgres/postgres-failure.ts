import { diskFull, notResponding } from '../failure.ts';
import { ConstraintFailure } from '../port/constraint-failure.ts';

/** Classes of SQLSTATE that mean: not now (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const NOT_NOW =
  // Connection, transaction rolled back, resources, operator intervention, system error, idle for too long.
  /^(?:08|40|53|57|58|25P03)/;
/** A standby, which only reads until it takes over. */
const READ_ONLY = '25006';
/** How else it refuses: tables without a log, and notices (SQLSTATE 0A000, 55000). */
const STANDBY = /\bduring recovery\b/;
/** Errors of sockets and of the client itself, which have no SQLSTATE. */
const CUT =
  /^(?:ECONN|EPIPE|ENOTFOUND|EAI_|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)|^Connection terminated|timeout|not queryable|Client was closed/i;

/** Whether an error, or its cause, says that the database cannot be reached or cannot write now. */
export function isAbsence(error: unknown): boolean {
  const { code, message, cause } = (error ?? {}) as { code?: unknown; message?: unknown; cause?: unknown };
  if (cause !== undefined) return isAbsence(cause);
  if (typeof code === 'string' && /^[0-9]/.test(code))
    return NOT_NOW.test(code) || code === READ_ONLY || STANDBY.test(String(message));
  return CUT.test(String(code)) || CUT.test(String(message));
}

/** Whether an error, or its cause, says that the database has no room on its disk. */
export function isFull(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return cause === undefined ? code === '53100' : isFull(cause);
}

/**
 * An error of PostgreSQL, or of the way to it, for users of the port.
 * @returns a `ConstraintFailure`, a problem for a full disk and an absent database, otherwise the error itself
 */
export function postgresFailure(error: unknown): unknown {
  const { code } = (error ?? {}) as { code?: unknown };
  if (typeof code === 'string' && code.startsWith('23'))
    return new ConstraintFailure((error as Error).message, { cause: error });
  if (isFull(error)) return diskFull(error);
  return isAbsence(error) ? notResponding(error) : error;
}
