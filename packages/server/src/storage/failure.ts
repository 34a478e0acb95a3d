import { SettingError } from '../config/parse.ts';
import { type Detail, detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';

/** The disk or the quota is full. */
const FULL: readonly unknown[] = ['ENOSPC', 'EDQUOT'];
/** The disk fails, or the network file system has lost its server. */
const AWAY: readonly unknown[] = ['EIO', 'ESTALE', 'ETIMEDOUT', 'EHOSTDOWN', 'EHOSTUNREACH', 'ENOTCONN', 'ENODEV'];
/** No file can be opened, by this process or by any process on this machine: an overload, not a defect. */
const TOO_MANY_FILES: readonly unknown[] = ['EMFILE', 'ENFILE'];

/** A database or the place of files does not work at a start: it may be away for a while, or named wrongly. */
export class StoreAway extends SettingError {}

/** The problem for a full disk. */
export function diskFull(cause: unknown): ProblemError {
  return new ProblemError('disk-full', detailOf('The disk of the server is full; nothing was stored.'), { cause });
}

/** Whether an error means that the disk or the quota is full. */
export function isDiskFull(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return FULL.includes(code) || code === 'disk-full';
}

/** The problem for a busy or failing store. */
export function notResponding(cause: unknown): ProblemError {
  return unavailable(detailOf('The store does not respond.'), cause);
}

/**
 * How a failure of the file system is reported to the caller.
 * @returns a problem for a full or failing disk and too many open files, otherwise the error itself
 */
export function storageFailure(error: unknown): unknown {
  const code = (error as { code?: unknown } | null)?.code;
  if (FULL.includes(code)) return diskFull(error);
  if (AWAY.includes(code)) return notResponding(error);
  if (TOO_MANY_FILES.includes(code))
    return unavailable(detailOf('The server has reached its limit of open files and connections.'), error);
  return error;
}

function unavailable(detail: Detail, cause: unknown): ProblemError {
  return new ProblemError('unavailable', detail, { headers: { 'retry-after': '5' }, cause });
}
