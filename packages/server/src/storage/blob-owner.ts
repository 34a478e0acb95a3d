import { SettingError } from '../config/parse.ts';
import { DataDirectoryDamaged } from './damaged.ts';
import { StoreAway } from './failure.ts';
import type { BlobStore } from './port/blob-store.ts';
import { isPassing, S3Away, S3Refusal } from './s3/s3-refusal.ts';

/**
 * Refuses a place with the blobs of another server, and a place without the blobs of this one. A server deletes blobs
 * that none of its rows refers to, so two of them in one place would delete each other's.
 * @param serverId its public id @param isUsed whether the server has stored anything yet
 * @throws DataDirectoryDamaged; StoreAway; SettingError if the place refuses
 */
export async function claimBlobs(store: BlobStore, serverId: string, isUsed: () => Promise<boolean>): Promise<void> {
  const owner = await reached(store, store.owner());
  if (owner === serverId) return;
  if (owner !== undefined)
    throw new DataDirectoryDamaged(
      `The setting blobs names ${store.name}, which holds the files of another server (${owner}; this one is ${serverId}). Name another bucket, prefix or folder; or start with the server.key of that server and its database.`,
    );
  if (await isUsed())
    throw new DataDirectoryDamaged(
      `The setting blobs names ${store.name}, which holds no files of this server: fieldbridge.json is missing there. Name the place where they are, or leave out blobs if they are in the data directory.`,
    );
  await reached(store, store.mark(serverId));
}

async function reached<T>({ name }: BlobStore, answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    const reason = (error as Error).message;
    const text = `The setting blobs names ${name}, which cannot be used: ${reason}.`;
    const isAway = error instanceof S3Away || (error instanceof S3Refusal && isPassing(error));
    throw new (isAway ? StoreAway : SettingError)(text, { cause: error });
  });
}
