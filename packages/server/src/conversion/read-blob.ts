import { readFile } from 'node:fs/promises';
import { ProblemError } from '../core/problem.ts';
import type { BlobStore } from '../storage/blobs.ts';

/**
 * The text of a blob that a row named a moment ago.
 * @throws ProblemError not-found when it is gone: its job was deleted meanwhile
 */
export async function readBlob(blobs: Pick<BlobStore, 'path'>, id: string): Promise<string> {
  try {
    return await readFile(blobs.path(id), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new ProblemError('not-found', 'The job was changed or deleted; ask again.', { cause: error });
  }
}
