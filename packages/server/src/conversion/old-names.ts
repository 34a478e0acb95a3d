import { NAMES_PER_QUESTION } from '@fieldbridge/fieldjob/merge/names-per-question.ts';
import type { NameSets } from '../storage/port/name-sets.ts';
import type { SpaceStore } from '../storage/port/space-store.ts';
import type { ImportStore } from './import-store.ts';

const NEXT_JOB = 'SELECT jobId FROM pointNames LIMIT 1';
const NAMES = 'SELECT name FROM pointNames WHERE jobId = ? AND importId = ? AND name > ? ORDER BY name LIMIT ?';
const REMOVE =
  'DELETE FROM pointNames WHERE jobId = ? AND name IN (SELECT name FROM pointNames WHERE jobId = ? LIMIT ?)';

/**
 * Moves point names out of the table in which the first versions kept them. It can be interrupted and run again; it
 * does nothing once the table is empty.
 */
export async function moveOldNames(store: SpaceStore, sets: NameSets, imports: ImportStore): Promise<void> {
  for (;;) {
    const next = await store.first<{ jobId: string }>(NEXT_JOB);
    if (next === undefined) return;
    const { jobId } = next;
    const owners = await imports.owners(jobId);
    for (const owner of owners) await moveNames(store, sets, jobId, owner, owners);
    const remove = () => store.write((tx) => tx.run(REMOVE, jobId, jobId, NAMES_PER_QUESTION));
    while ((await remove()) === NAMES_PER_QUESTION);
  }
}

async function moveNames(
  store: SpaceStore,
  sets: NameSets,
  jobId: string,
  owner: string,
  owners: readonly string[],
): Promise<void> {
  const claims = await sets.open(jobId, owner, owners);
  try {
    let names: string[] = [''];
    while (names.length > 0) {
      const rows = await store.read<{ name: string }>(NAMES, jobId, owner, names.at(-1)!, NAMES_PER_QUESTION);
      names = rows.map(({ name }) => name);
      await claims.claim(names);
    }
    await claims.keep();
  } finally {
    await claims.close();
  }
}
