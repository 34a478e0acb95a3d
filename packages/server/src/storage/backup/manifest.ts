import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { VERSION } from '../../core/version.ts';
import { blobPath } from '../folder/layout.ts';
import { SPACE_NAMES } from '../spaces.ts';
import { countRows, type RowCounts, statedBlobs } from '../sqlite/inspection.ts';

const NAME = 'backup.json';

/** Size and digest of a file. */
export interface FileDigest {
  readonly bytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** The contents of a backup when it was made, except blobs whose digests are in the databases. */
export interface BackupManifest {
  /** ISO 8601. */
  readonly at: string;
  /** Version of the program that made it. */
  readonly program: string;
  /** By path within the backup. */
  readonly files: Readonly<Record<string, FileDigest>>;
  /** By space and table. */
  readonly rows: Readonly<Record<string, RowCounts>>;
}

/** Writes the manifest of a complete backup into it. */
export async function writeManifest(folder: string, signal: AbortSignal): Promise<void> {
  const rows: Record<string, RowCounts> = {};
  const stated = new Set<string>();
  for (const name of SPACE_NAMES) {
    const database = join(folder, `${name}.sqlite`);
    rows[name] = countRows(database);
    for (const { blob } of statedBlobs(database)) stated.add(blobPath(join('blobs', name), blob));
  }
  const files: Record<string, FileDigest> = {};
  for (const path of await filesIn(folder)) {
    if (stated.has(path)) continue;
    signal.throwIfAborted();
    files[path] = await digestOf(join(folder, path));
  }
  const manifest: BackupManifest = { at: new Date().toISOString(), program: VERSION, files, rows };
  await writeFile(join(folder, NAME), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600 });
}

/** The manifest of a backup; undefined for one of an earlier version, which has none. @throws Error if it is damaged */
export async function readManifest(folder: string): Promise<BackupManifest | undefined> {
  const text = await readFile(join(folder, NAME), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : (JSON.parse(text) as BackupManifest);
}

/** Reads a file through. @throws error of the file system */
export async function digestOf(path: string): Promise<FileDigest> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { bytes: (await stat(path)).size, sha256: hash.digest('hex') };
}

/** Every file of a folder, by path within it. */
async function filesIn(folder: string, below = ''): Promise<string[]> {
  const paths: string[] = [];
  for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
    const path = join(below, entry.name);
    if (entry.isDirectory()) paths.push(...(await filesIn(folder, path)));
    else paths.push(path);
  }
  return paths.sort();
}
