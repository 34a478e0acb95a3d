import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

/** Why the system refused, by error code. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder, not a file',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'there is no space left on the disk',
  EDQUOT: 'your disk quota is used up',
  EFBIG: 'the file would exceed the size limit of the system',
  ENAMETOOLONG: 'the name is too long',
};

/**
 * An error of the system as a sentence: the file, if the system names it, and the reason.
 * @returns undefined for other errors and for codes not listed, which are shown as the system words them
 */
export function systemWords(error: unknown, path?: string): string | undefined {
  const { code = '', syscall, path: named = path } = error as { code?: string; syscall?: string; path?: string };
  if (syscall === undefined || !Object.hasOwn(REASONS, code)) return undefined;
  if (code === 'ENOENT' && named !== undefined && !existsSync(dirname(named)))
    return `${named}: there is no folder ${dirname(named)}`;
  return named === undefined ? REASONS[code] : `${named}: ${REASONS[code]}`;
}
