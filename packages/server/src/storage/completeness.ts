import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DataDirectoryDamaged } from './damaged.ts';
import { movedFrom, movingInto } from './moving/move-note.ts';
import { SPACE_NAMES, type Spaces } from './spaces.ts';

/** Created after everything else in a data directory: if it exists, the first start got this far. */
const KEY = 'server.key';
/** A database has at least one page from its creation; this is the smallest page size of SQLite. */
const SMALLEST_PAGE = 512;

const RESTORE = 'Put it back from a backup, or choose another data directory with --data.';

/**
 * Refuses a data directory with missing parts, before anything is created in their place: with an empty database
 * instead of one that a restore forgot, every ticket in it would seem never to have been sent.
 * @param database address of a PostgreSQL database, if the rows are there
 * @param blobs place outside of the directory, if the blobs are there
 * @throws DataDirectoryDamaged with the name of the missing part
 */
export function refuseIncomplete(directory: string, database?: string, blobs?: string): void {
  refuseMoved(directory);
  if (database !== undefined) refuseEmbedded(directory);
  if (!existsSync(join(directory, KEY))) return;
  if (database === undefined) refuseWithoutRows(directory);
  // Not each space's own folder, because copying programs leave out empty folders.
  const folder = join(directory, 'blobs');
  if (blobs === undefined && statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new DataDirectoryDamaged(
      `${folder} is missing or not a folder. If the files are on S3 or in a shared folder, name it with --blobs. ${RESTORE}`,
    );
}

/** Half of the data, or data that have gone on elsewhere, are no data. */
function refuseMoved(directory: string): void {
  if (movingInto(directory) !== undefined)
    throw new DataDirectoryDamaged(
      `${directory} is the target of a move that is not complete. Give the same "fieldbridge migrate-storage" again: it goes on where it ended.`,
    );
  const moved = movedFrom(directory);
  if (moved !== undefined)
    throw new DataDirectoryDamaged(
      `What ${directory} holds was moved to ${moved.other}; start the server with that. If nothing has been stored there, remove moved.json to go back.`,
    );
}

function refuseWithoutRows(directory: string): void {
  if (!SPACE_NAMES.some((name) => existsSync(join(directory, `${name}.sqlite`))))
    throw new DataDirectoryDamaged(
      `${directory} has a server's key and no databases. If they are in PostgreSQL, name it with --database. ${RESTORE}`,
    );
  for (const name of SPACE_NAMES) {
    const file = join(directory, `${name}.sqlite`);
    const size = statSync(file, { throwIfNoEntry: false })?.size;
    if (size === undefined) throw new DataDirectoryDamaged(`${file} is missing. ${RESTORE}`);
    if (size < SMALLEST_PAGE)
      throw new DataDirectoryDamaged(`${file} has ${size} bytes and is not a database. ${RESTORE}`);
  }
}

/** With PostgreSQL, rows that are already in the directory would seem to be lost. */
function refuseEmbedded(directory: string): void {
  const file = SPACE_NAMES.map((name) => join(directory, `${name}.sqlite`)).find((path) => existsSync(path));
  if (file !== undefined)
    throw new DataDirectoryDamaged(
      `${file} holds rows, which a server on PostgreSQL does not read. Leave out --database, or choose another directory with --data.`,
    );
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
  if (!(await hasOperator(spaces))) return true;
  throw new DataDirectoryDamaged(
    `The server's own key, ${path}, is missing. Put the file back from a backup; without it no issued secret or token is valid. A further server of a database is given the key of the first one, with --key.`,
  );
}

/** Whether the first start got as far as to acknowledge anything. */
export async function hasOperator(spaces: Spaces): Promise<boolean> {
  return (await spaces.get('desk').store.first('SELECT 1 FROM operators LIMIT 1')) !== undefined;
}
