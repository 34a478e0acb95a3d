import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import { BlobMissing, type Blobs } from '../storage/port/blobs.ts';

/**
 * The text of a blob that a row referred to a moment ago.
 * @throws ProblemError not-found when the blob is gone
 */
export async function readBlob(blobs: Blobs, id: string): Promise<string> {
  return (await unlessGone(blobs.read(id))).toString('utf8');
}

/**
 * The content of a blob that a row referred to a moment ago.
 * @throws ProblemError not-found when the blob is gone: its job was changed or deleted meanwhile
 */
export async function unlessGone<T>(content: Promise<T>): Promise<T> {
  try {
    return await content;
  } catch (error) {
    if (!(error instanceof BlobMissing)) throw error;
    throw new ProblemError('not-found', detailOf('The job was changed or deleted; ask again.'), { cause: error });
  }
}
