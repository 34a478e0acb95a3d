import { type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { OsUser } from './work-folder.ts';

const READ = 0o4;
const PASS = 0o1;

/**
 * What keeps a user from reading a file, or from listing a folder, by the modes of it and of the folders above it.
 * Access lists beyond modes are not looked at.
 * @param path absolute
 * @returns undefined if nothing does; otherwise a sentence with its cure
 */
export function unreadable(path: string, user: OsUser): string | undefined {
  const stats = statSync(path);
  const needed = stats.isDirectory() ? READ | PASS : READ;
  if ((allowed(stats, user) & needed) !== needed)
    return `that user cannot read ${path}. Allow it (chmod ${stats.isDirectory() ? 'o+rx' : 'o+r'} ${path})`;
  return unreachable(path, user);
}

/** What keeps a user from passing to `path`: like `unreadable`, for the folders above it. */
export function unreachable(path: string, user: OsUser): string | undefined {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((allowed(statSync(folder), user) & PASS) === 0)
      return `that user cannot pass through ${folder} to ${path}. Allow it (chmod o+x ${folder})`;
    if (dirname(folder) === folder) return undefined;
  }
}

/** The three bits of a mode that count for this user. */
function allowed({ mode, uid, gid }: Stats, user: OsUser): number {
  if (uid === user.uid) return (mode >> 6) & 7;
  return gid === user.gid ? (mode >> 3) & 7 : mode & 7;
}
