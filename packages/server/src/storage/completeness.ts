import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DataDirectoryDamaged } from './damaged.ts';
import { SPACE_NAMES, type Spaces } from './spaces.ts';

/** Created after everything else in a data directory: if it exists, the first start got this far. */
const KEY = 'server.key';
/** A database has at least one page from its creation; this is the smallest page size of SQLite. */
const SMALLEST_PAGE = 512;

const RESTORE = 'Put it back from a backup, or choose another data directory with --data.';

/**
 * Refuses a data directory with missing parts, before anything is created in their place: with an empty database
 * instead of one that a restore forgot, every ticket in it would seem never to have been sent.
 * @throws DataDirectoryDamaged with the name of the missing part
 */
export function refuseIncomplete(directory: string): void {
  if (!existsSync(join(directory, KEY))) return;
  for (const name of SPACE_NAMES) {
    const database = join(directory, `${name}.sqlite`);
    const size = statSync(database, { throwIfNoEntry: false })?.size;
    if (size === undefined) throw new DataDirectoryDamaged(`${database} is missing. ${RESTORE}`);
    if (size < SMALLEST_PAGE)
      throw new DataDirectoryDamaged(`${database} has ${size} bytes and is not a database. ${RESTORE}`);
  }
  // Not each space's own folder, because copying programs leave out empty folders.
  const blobs = join(directory, 'blobs');
  if (statSync(blobs, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new DataDirectoryDamaged(`${blobs} is missing or not a folder. ${RESTORE}`);
}

/**
 * Refuses to create a new key if an operator has one that was stored under the old key: all secrets would be refused
 * without an explanation.
 * @returns whether a key must be created: it is missing, and no operator depends on it
 * @throws DataDirectoryDamaged
 */
export async function refuseLostKey(directory: string, spaces: Spaces): Promise<boolean> {
  const path = join(directory, KEY);
  if (existsSync(path)) return false;
  if ((await spaces.get('desk').store.first('SELECT 1 FROM operators LIMIT 1')) === undefined) return true;
  throw new DataDirectoryDamaged(
    `The server's own key, ${path}, is missing. Put the file back from a backup; without it no issued secret or token is valid.`,
  );
}
