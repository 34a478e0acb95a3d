import { createHash } from 'node:crypto';
import { BlobMissing, type Blobs } from '../port/blobs.ts';

/** Blobs on their way at once: a request to an object store mostly waits. */
const AT_ONCE = 4;

/** Both sides of a space. */
export interface BlobSides {
  /** For messages. */
  readonly space: string;
  readonly from: Blobs;
  readonly to: Blobs;
  /** Called for blobs that were done. */
  readonly done: (blobs: number, bytes: number) => void;
  readonly signal: AbortSignal;
}

/** Copies the blobs that are not there yet. @param ids all of them */
export async function copyBlobs({ from, to, done, signal }: BlobSides, ids: readonly string[]): Promise<void> {
  const there = new Set<string>();
  for await (const id of to.ids()) there.add(id);
  await eachOf(ids, signal, async (id) => {
    if (there.has(id)) done(1, 0);
    else done(1, await copyBlob(from, to, id, signal));
  });
}

/**
 * Reads every blob on both sides and compares the digests; one that differs is copied again.
 * @returns sentences, none if all are the same
 */
export async function compareBlobs(sides: BlobSides, ids: readonly string[]): Promise<string[]> {
  const { space, from, to, done, signal } = sides;
  const faults: string[] = [];
  await eachOf(ids, signal, async (id) => {
    const wanted = await digestOf(from, id);
    if (wanted === undefined) return;
    if ((await digestOf(to, id)) !== wanted) {
      await to.delete(id);
      await copyBlob(from, to, id, signal);
      if ((await digestOf(to, id)) !== wanted) faults.push(`${space}: the blob ${id} is another one.`);
    }
    done(1, 0);
  });
  return faults;
}

/** @returns bytes */
async function copyBlob(from: Blobs, to: Blobs, id: string, signal: AbortSignal): Promise<number> {
  const source = await from.send(id);
  try {
    return (await to.put(source, { limit: Number.POSITIVE_INFINITY, signal, id })).size;
  } finally {
    source.destroy();
  }
}

/** @returns undefined if there is no such blob */
async function digestOf(blobs: Blobs, id: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of await blobs.send(id)) hash.update(chunk as Buffer);
  } catch (error) {
    if (error instanceof BlobMissing) return undefined;
    throw error;
  }
  return hash.digest('hex');
}

async function eachOf(ids: readonly string[], signal: AbortSignal, work: (id: string) => Promise<void>): Promise<void> {
  let next = 0;
  const one = async (): Promise<void> => {
    while (next < ids.length) {
      signal.throwIfAborted();
      await work(ids[next++]!);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, one));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
