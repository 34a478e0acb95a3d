import { uuidv7 } from '../core/uuid.ts';
import type { SpaceStore } from '../storage/port/space-store.ts';
import type { Conversion } from './conversion.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Removes what a killed server left behind: blobs that no row refers to, and point names of deleted jobs.
 * Runs beside the traffic; blobs that are stored after it starts are left alone.
 */
export async function sweepLeftovers({ store, jobs, blobs, names, context }: Conversion): Promise<void> {
  if (!context.cluster.isShared) await forgetShared(store);
  // Ids sort by time: everything that arrives from now on is above this one. Other servers may already be receiving
  // files.
  const start = uuidv7(context.clock.now() - (context.cluster.isShared ? DAY_MS : 0));
  const { draining } = context;
  for (const jobId of await names.jobs())
    if (!draining.aborted && (await jobs.find(jobId)) === undefined) await names.remove(jobId);
  const known = await jobs.blobs();
  for await (const id of blobs.ids()) {
    // The next start continues.
    if (draining.aborted) return;
    if (id < start && !known.has(id)) await blobs.delete(id);
  }
}

/** Uploads of several servers, whose data was moved here: a single server keeps uploads in a folder. */
async function forgetShared(store: SpaceStore): Promise<void> {
  if ((await store.first('SELECT id FROM uploads LIMIT 1')) === undefined) return;
  await store.write(async (tx) => {
    await tx.run('DELETE FROM uploads');
    await tx.run('DELETE FROM uploadPieces');
  });
}
