import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bucketOf } from '../config/blob-place.ts';
import { SettingError } from '../config/parse.ts';
import type { Reserve, Room } from './disk-space.ts';
import { FolderBlobs } from './folder/folder-blobs.ts';
import { SharedFolder } from './folder/shared-folder.ts';
import { OutsideBlobs } from './outside-blobs.ts';
import type { BlobStore } from './port/blob-store.ts';
import type { Blobs } from './port/blobs.ts';

/** Folder for blobs of requests that run. */
const PASSING = 'passing';

/** The settings of a place outside of the data directory. */
export interface BlobSettings {
  readonly blobs: string | undefined;
  readonly blobsEndpoint: string | undefined;
  readonly blobsRegion: string;
  readonly blobsPathStyle: boolean;
  readonly blobsAccessKey: string | undefined;
  readonly blobsSecretKey: string | undefined;
  readonly blobsCacheBytes: number;
}

/** The scratch folder of this server. */
export interface Scratch {
  readonly directory: string;
  readonly room: Room;
  readonly reserve: Reserve;
}

/**
 * Opens the place that the settings name.
 * @returns undefined if the blobs are in the data directory
 * @throws SettingError
 */
export async function openBlobStore(settings: BlobSettings, scratch: Scratch): Promise<BlobStore | undefined> {
  const { blobs, blobsRegion: region, blobsPathStyle: isPathStyle } = settings;
  if (blobs === undefined) return undefined;
  rmSync(join(scratch.directory, PASSING), { recursive: true, force: true });
  if (blobs.startsWith('file:')) {
    const root = fileURLToPath(blobs);
    if (statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true)
      throw new SettingError(`The setting blobs names the folder ${root}, which is not there.`);
    return new SharedFolder(root, scratch.reserve);
  }
  const { blobsAccessKey: accessKey, blobsSecretKey: secretKey } = settings;
  if (accessKey === undefined || secretKey === undefined)
    throw new SettingError('Blobs on S3 need both blobsAccessKey and blobsSecretKey.');
  const { S3Store } = await import('./s3/s3-store.ts');
  const endpoint = settings.blobsEndpoint ?? `https://s3.${region}.amazonaws.com`;
  const address = { ...bucketOf(blobs)!, endpoint, region, isPathStyle, accessKey, secretKey };
  const { room } = scratch;
  return new S3Store(address, { folder: join(scratch.directory, 'copies'), most: settings.blobsCacheBytes, room });
}

/** The blobs of a space, in the data directory or outside. */
export async function openBlobs(
  space: string,
  { directory, room }: Omit<Scratch, 'reserve'>,
  store?: BlobStore,
): Promise<Blobs> {
  const requireRoom = () => room.require();
  if (store === undefined) return FolderBlobs.open(join(directory, 'blobs', space), { requireRoom });
  const passing = await FolderBlobs.open(join(directory, PASSING, space), { requireRoom });
  return new OutsideBlobs(await store.space(space), passing);
}
