import { ProblemError } from '../core/problem.ts';
import type { Blobs } from './port/blobs.ts';

/**
 * Deletes blobs whose rows could not be stored. If the store gave no answer, the rows may be there after all, because
 * the connection was cut while it committed: then the blobs stay, and a later start removes those without a row.
 * @param error why the rows could not be stored
 */
export async function undoBlobs(blobs: Blobs, ids: readonly string[], error: unknown): Promise<void> {
  if (error instanceof ProblemError && error.code === 'unavailable') return;
  await Promise.all(ids.map((id) => blobs.delete(id)));
}
