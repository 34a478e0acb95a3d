import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DataDirectoryDamaged } from './damaged.ts';
import { SPACE_NAMES, type Spaces } from './spaces.ts';

/** Made after everything else of a data directory: where it is, the first start had come so far. */
const KEY = 'server.key';
/** A database has a page from the moment in which it is made; the smallest that SQLite knows is of so many bytes. */
const SMALLEST_PAGE = 512;

const RESTORE = 'Put it back from a backup, or choose another data directory with --data.';

/**
 * Refuses a data directory of which a part is gone, before anything is made in its place: with an empty database instead of the one that
 * a restore forgot, every ticket in it would seem never to have been sent.
 * @throws DataDirectoryDamaged with the name of what is missing
 */
export function refuseIncomplete(directory: string): void {
  if (!existsSync(join(directory, KEY))) return;
  for (const name of SPACE_NAMES) {
    const database = join(directory, `${name}.sqlite`);
    const size = statSync(database, { throwIfNoEntry: false })?.size;
    if (size === undefined) throw new DataDirectoryDamaged(`${database} is missing. ${RESTORE}`);
    if (size < SMALLEST_PAGE)
      throw new DataDirectoryDamaged(`${database} has ${size} bytes, which is no database. ${RESTORE}`);
  }
  // Not each space's own: copying programs leave out folders that are empty.
  const blobs = join(directory, 'blobs');
  if (statSync(blobs, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new DataDirectoryDamaged(`${blobs} is missing or no folder. ${RESTORE}`);
}

/**
 * Refuses to make a new key where an operator has one of his own that was stored under the old: all secrets would be refused, and nobody
 * would be told why.
 * @returns whether there is no key, and nobody to miss it: it is to be made
 * @throws DataDirectoryDamaged
 */
export async function refuseLostKey(directory: string, spaces: Spaces): Promise<boolean> {
  const path = join(directory, KEY);
  if (existsSync(path)) return false;
  if ((await spaces.get('desk').store.first('SELECT 1 FROM operators LIMIT 1')) === undefined) return true;
  throw new DataDirectoryDamaged(
    `The server's own key, ${path}, is missing. Put the file back from a backup; without it no secret or token that was issued is valid.`,
  );
}
