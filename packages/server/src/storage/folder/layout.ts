import { join } from 'node:path';
import { isUuid } from '../../core/uuid.ts';

/** Folder for blobs that are still being written. */
export const INCOMING = 'incoming';

/** Whether a name in the store's folder is one of the folders that hold finished blobs. */
export function holdsBlobs(name: string): boolean {
  return /^[0-9a-f]{2}$/.test(name);
}

/** The file of a blob. @param root the store's folder @throws RangeError if the id is not a UUID */
export function blobPath(root: string, id: string): string {
  if (!isUuid(id)) throw new RangeError(`Not the id of a blob: ${JSON.stringify(id)}`);
  // The first digits of an id are a time, the last are random: the last two spread the blobs over 256 folders.
  return join(root, id.slice(-2).toLowerCase(), id.toLowerCase());
}
