import { existsSync, realpathSync } from 'node:fs';
import { chmod, lstat, lutimes, readdir, stat, symlink } from 'node:fs/promises';
import { getCompileCacheDir } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { OsUser } from './work-folder.ts';

/**
 * The folder in which this process keeps compiled sources, for converters to read: compiling them is a good part of the
 * start of a converter. Converters may not write there, where one could leave code for all that come after it.
 */
export function compiledSources(): string | undefined {
  const folder = process.env['NODE_COMPILE_CACHE'];
  return folder !== undefined && existsSync(folder) ? realpathSync(folder) : undefined;
}

/**
 * Lets another user read what this process has compiled: Node keeps it for one user only, in a folder whose name ends
 * with the number of that user.
 * @throws Error of the file system, where the folder is read-only for instance; converters then compile for themselves
 */
export async function shareCompiledSources(user: OsUser): Promise<void> {
  const own = getCompileCacheDir();
  const ending = `-${process.getuid?.()}`;
  if (own === undefined || !own.endsWith(ending) || !existsSync(own)) return;
  const theirs = join(dirname(own), `${basename(own).slice(0, -ending.length)}-${user.uid}`);
  const { mtimeMs } = await stat(own);
  const shared = await lstat(theirs).catch(() => undefined);
  // The link has the time of the folder when its files were shared; a folder may have thousands.
  if (shared !== undefined && shared.mtimeMs >= mtimeMs) return;
  for (const name of await readdir(own)) {
    // Node replaces files by renaming others.
    await chmod(join(own, name), 0o644).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
  if (shared === undefined) await symlink(basename(own), theirs);
  await lutimes(theirs, Math.ceil(mtimeMs) / 1000, Math.ceil(mtimeMs) / 1000);
}
