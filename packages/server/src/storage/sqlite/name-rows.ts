import { closeSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import type { OwnedName } from '../port/name-sets.ts';
import { SCHEMA } from './name-file.ts';
import { storeFailure } from './store-failure.ts';

/** Reads names of the file of a set; see `NameSets.page`. */
export function pageOfNames(path: string, after: string, most: number): OwnedName[] {
  const database = new DatabaseSync(path, { timeout: 5000 });
  try {
    const text =
      'SELECT name, owners.owner FROM names JOIN owners ON owners.id = names.owner WHERE name > ? ORDER BY name LIMIT ?';
    return database.prepare(text).all(after, most) as unknown as OwnedName[];
  } finally {
    database.close();
  }
}

/** Writes the file of a set, which is on the disk when this resolves; nothing is left of it otherwise. */
export async function writeNames(path: string, names: AsyncIterable<readonly OwnedName[]>): Promise<void> {
  await rm(path, { force: true });
  closeSync(openSync(path, 'a', 0o600));
  const database = new DatabaseSync(path);
  try {
    database.exec(`PRAGMA journal_mode=MEMORY; PRAGMA synchronous=FULL; BEGIN;${SCHEMA}`);
    const ownerOf = database.prepare(
      'INSERT INTO owners (owner) VALUES (?) ON CONFLICT (owner) DO UPDATE SET owner = owner RETURNING id',
    );
    const insert = database.prepare('INSERT INTO names VALUES (?, ?)');
    const owners = new Map<string, number>();
    for await (const some of names)
      for (const { name, owner } of some) {
        const id = owners.get(owner) ?? Number(ownerOf.get(owner)!['id']);
        owners.set(owner, id);
        insert.run(name, id);
      }
    database.exec('COMMIT');
  } catch (error) {
    database.close();
    await rm(path, { force: true });
    throw storeFailure(error);
  }
  database.close();
}
