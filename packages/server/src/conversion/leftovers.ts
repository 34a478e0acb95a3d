import { uuidv7 } from '../core/uuid.ts';
import type { Conversion } from './conversion.ts';

/**
 * Removes what a server that was killed left behind: blobs that no row names, and names of jobs that are gone.
 * Runs beside the traffic; blobs that are younger than its start are left alone.
 */
export async function sweepLeftovers({ database, blobs, names, context }: Conversion): Promise<void> {
  // Ids sort by time: what arrives from now on is above this one.
  const start = uuidv7(context.clock.now());
  for (const jobId of names.orphans()) await names.remove(jobId);
  const known = new Set<string>();
  const remember = (text: string): void => {
    for (const row of database.sql(text).all())
      for (const id of Object.values(row)) if (id !== null) known.add(String(id));
  };
  remember('SELECT blob, report, reportIssues, thumbnail FROM files');
  remember('SELECT issues FROM imports');
  remember('SELECT blob, replaced FROM segments');
  remember('SELECT blob FROM exports');
  for await (const id of blobs.ids()) {
    if (id < start && !known.has(id)) await blobs.delete(id);
  }
}
