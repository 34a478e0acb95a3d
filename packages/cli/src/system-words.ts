import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

/** Why the system does not do what it was asked for. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder, not a file',
  ENOTDIR: 'what should be a folder on the way to it is a file',
  EACCES: 'you have no right to it',
  EPERM: 'you have no right to it',
  EROFS: 'the file system takes no changes',
  ENOSPC: 'there is no room left on the disk',
  EDQUOT: 'your share of the disk is full',
  EFBIG: 'the file grows larger than the system allows',
  ENAMETOOLONG: 'the name is too long',
};

/**
 * An error of the system as a sentence: the file, where the system names it, and why.
 * @returns undefined for any other error, and for codes that are not listed: these stand as the system says them
 */
export function systemWords(error: unknown, path?: string): string | undefined {
  const { code = '', syscall, path: named = path } = error as { code?: string; syscall?: string; path?: string };
  if (syscall === undefined || !Object.hasOwn(REASONS, code)) return undefined;
  if (code === 'ENOENT' && named !== undefined && !existsSync(dirname(named)))
    return `${named}: there is no folder ${dirname(named)}`;
  return named === undefined ? REASONS[code] : `${named}: ${REASONS[code]}`;
}
