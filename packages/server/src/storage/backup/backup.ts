import { constants, existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { BlobFiles } from '../folder/blob-files.ts';
import { SPACE_NAMES } from '../spaces.ts';
import { NameCopies } from '../sqlite/name-copies.ts';
import { type CopiedDatabase, Snapshots } from '../sqlite/snapshots.ts';
import { syncPath } from '../sync-path.ts';
import { recordBackup } from './made-backups.ts';
import { writeManifest } from './manifest.ts';

/**
 * Files next to the databases that hold secrets: the key under which credentials are stored, and those of the
 * demonstration.
 */
const SECRETS = ['server.key', 'demo.json'];
/** Files that every copy has: without the highest time, a clock set back would revive tokens after a restore. */
const ALWAYS = ['highest-time'];

/** A backup that cannot be made as requested: the sentence says why, and what to do. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

/** What to copy, and where to. */
export interface BackupRequest {
  /** A data directory; a server may be running on it. */
  readonly data: string;
  /** Destination of the copy: must not exist, or be an empty folder. */
  readonly target: string;
  /** Whether `server.key` and `demo.json` are included. */
  readonly secrets: boolean;
  readonly signal: AbortSignal;
  /** Bytes or pages done, of how many, and of what. */
  readonly progress: (done: number, total: number, phase: string) => void;
}

/** The result of a backup. */
export interface BackupSummary {
  readonly target: string;
  readonly databases: readonly CopiedDatabase[];
  /** Uploaded and produced files. */
  readonly files: number;
  readonly fileBytes: number;
  readonly secrets: readonly string[];
  /** Whether the data directory now names it, for later erasures. */
  readonly recorded: boolean;
}

/**
 * Copies a data directory into one that a server can start on, while a server keeps working on the first: the databases
 * as of one moment, every blob they refer to, the server's key. The copy gets its name when it is complete and on the
 * disk.
 *
 * Blobs and names are copied before that moment and once more after it. A blob is stored before the row that refers to
 * it and removed after it, so a blob that the rows of that moment refer to can only be missing if it came after the
 * first pass and was deleted before the second.
 * @throws BackupRefused, DataDirectoryDamaged; errors of the file system, ENOSPC for instance
 */
export async function backUp(request: BackupRequest): Promise<BackupSummary> {
  const data = resolve(request.data);
  const target = resolve(request.target);
  await refuseTaken(target);
  refuseOutside(data);
  const unfinished = `${target}.unfinished-${process.pid}`;
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  try {
    const summary = await copyAll(data, unfinished, request);
    await writeManifest(unfinished, request.signal);
    await syncTree(unfinished);
    await rename(unfinished, target);
    await syncPath(dirname(target));
    const recorded = await recordBackup(data, target);
    return { ...summary, target, recorded };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** A copy without the files would be no backup. */
function refuseOutside(data: string): void {
  if (existsSync(join(data, 'server.key')) && !existsSync(join(data, 'blobs')))
    throw new BackupRefused(
      `${data} has no folder blobs: the files of this server are on S3 or in a shared folder. Copy both by their own means (docs/scaling.md).`,
    );
}

async function copyAll(
  data: string,
  to: string,
  request: BackupRequest,
): Promise<Omit<BackupSummary, 'target' | 'recorded'>> {
  const { signal, progress } = request;
  const blobs = SPACE_NAMES.map((name) => new BlobFiles(join(data, 'blobs', name), join(to, 'blobs', name)));
  let fileBytes = 0;
  const names = SPACE_NAMES.map((name) => new NameCopies(join(data, 'names', name), join(to, 'names', name)));
  const copyFiles = async (total: number): Promise<void> => {
    const copied = (bytes: number): void => progress((fileBytes += bytes), Math.max(total, fileBytes), 'files');
    for (const space of blobs) await space.copy(copied, signal);
    for (const space of names) await space.copy(signal);
  };
  let expected = 0;
  for (const space of blobs) expected += await space.size();
  await copyFiles(expected);
  const snapshots = Snapshots.take(data, SPACE_NAMES);
  try {
    await copyFiles(expected);
    const databases = await snapshots.copyTo(to, (done, total) => {
      signal.throwIfAborted();
      progress(done, total, 'databases');
    });
    await copyPresent(ALWAYS, data, to);
    const secrets = request.secrets ? await copyPresent(SECRETS, data, to) : [];
    return { databases, files: blobs.reduce((sum, { count }) => sum + count, 0), fileBytes, secrets };
  } finally {
    snapshots.release();
  }
}

/** Copies those of the files that exist. @returns their names */
async function copyPresent(names: readonly string[], data: string, to: string): Promise<string[]> {
  const there = (await readdir(data)).filter((name) => names.includes(name)).sort();
  for (const name of there) await copyFile(join(data, name), join(to, name), constants.COPYFILE_EXCL);
  return there;
}

async function refuseTaken(target: string): Promise<void> {
  try {
    // An empty folder may have been created for the purpose; the copy replaces it.
    await rmdir(target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    if (existsSync(target))
      throw new BackupRefused(`${target} already exists and is not an empty folder; name one that does not exist.`);
    throw error;
  }
}

/** Syncs every file and folder below a folder to disk. */
async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    await (entry.isDirectory() ? syncTree(path) : syncPath(path));
  }
  await syncPath(folder);
}
