import { existsSync } from 'node:fs';
import { constants, cp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { SettingSources } from '../config/configuration.ts';
import { coreSettings } from '../config/core-settings.ts';
import { VERSION } from '../core/version.ts';
import { BackupRefused } from '../storage/backup/backup.ts';
import { BackupSeries } from '../storage/backup/backup-series.ts';
import { type BackupManifest, digestOf, readManifest } from '../storage/backup/manifest.ts';
import { blobPath } from '../storage/folder/layout.ts';
import { ServerKey } from '../storage/server-key.ts';
import { SPACE_NAMES } from '../storage/spaces.ts';
import { countRows, faultsIn, statedBlobs } from '../storage/sqlite/inspection.ts';
import { assemble, configure } from './assembly.ts';

/** Most faults listed; a damaged disk may have thousands. */
const FAULTS_MAX = 20;

/**
 * The newest scheduled backup of a server. @param sources the settings that the server is started with
 * @throws SettingError; BackupRefused if it has none
 */
export async function newestBackup(sources: SettingSources): Promise<string> {
  const { data, backupFolder } = configure(sources).values(coreSettings);
  if (backupFolder === undefined) throw new BackupRefused('No backups are scheduled (backupFolder); name a backup.');
  const id = ServerKey.read(resolve(data))?.publicId;
  const newest = id === undefined ? undefined : (await new BackupSeries(backupFolder, id).list())[0];
  if (newest === undefined)
    throw new BackupRefused(`${backupFolder} has no backup of the server with the data ${data}.`);
  return newest.path;
}

/** The backup to restore as a rehearsal, and where. */
export interface RehearsalRequest {
  readonly backup: string;
  /** Folder for the restored copy, which must not exist; by default next to the backup. */
  readonly scratch?: string;
  readonly signal: AbortSignal;
  /** The number done, the total, and the kind. */
  readonly progress: (done: number, total: number, phase: string) => void;
}

/** The comparisons of a rehearsal, and its faults. */
export interface Rehearsal {
  readonly backup: string;
  /** When it was made, ISO 8601; null for a backup of an earlier version, which does not state it. */
  readonly madeAt: string | null;
  /** Files compared with the digests of the backup. */
  readonly files: number;
  readonly databases: number;
  /** Rows counted in all tables. */
  readonly rows: number;
  /** Blobs compared with the digests in the databases. */
  readonly blobs: number;
  readonly blobBytes: number;
  /** Version of the program that opened the restored copy as a server does. */
  readonly openedBy: string;
  /** Sentences; empty if a server can be restored from the backup. */
  readonly faults: readonly string[];
}

/**
 * Rehearses the restore of a backup: copies it, compares files, rows and blobs with the recorded figures, opens the
 * copy as a server does, without listening, and removes the copy. The backup itself is only read.
 * @throws BackupRefused if there is no backup, or the scratch folder exists; errors of the file system
 */
export async function rehearse({ backup, scratch, signal, progress }: RehearsalRequest): Promise<Rehearsal> {
  const from = resolve(backup);
  const to = resolve(scratch ?? `${from}.rehearsal-${process.pid}`);
  if (!existsSync(join(from, `${SPACE_NAMES[0]}.sqlite`))) throw new BackupRefused(`${from} is not a backup.`);
  if (existsSync(to)) throw new BackupRefused(`${to} exists; name a scratch folder that does not (--scratch).`);
  try {
    await cp(from, to, {
      ...{ recursive: true, errorOnExist: true, force: false, mode: constants.COPYFILE_FICLONE },
      filter: () => !signal.aborted,
    });
    signal.throwIfAborted();
    const faults = new Faults();
    const manifest = await readManifest(to);
    const files = await compareFiles(to, manifest, faults);
    progress(1, 4, 'files compared');
    signal.throwIfAborted();
    const rows = compareRows(to, manifest, faults);
    progress(2, 4, 'databases read');
    const blobs = await compareBlobs(to, signal, faults);
    progress(3, 4, 'blobs compared');
    await openAsServer(to, faults);
    progress(4, 4, 'opened');
    const madeAt = manifest?.at ?? null;
    const databases = SPACE_NAMES.length;
    return { backup: from, madeAt, files, databases, rows, ...blobs, openedBy: VERSION, faults: faults.list };
  } finally {
    await rm(to, { recursive: true, force: true });
  }
}

class Faults {
  readonly list: string[] = [];

  add(sentence: string): void {
    if (this.list.length < FAULTS_MAX) this.list.push(sentence);
  }
}

async function compareFiles(folder: string, manifest: BackupManifest | undefined, faults: Faults): Promise<number> {
  const stated = Object.entries(manifest?.files ?? {});
  for (const [path, { bytes, sha256 }] of stated) {
    if (!existsSync(join(folder, path))) {
      faults.add(`${path} is missing.`);
      continue;
    }
    const found = await digestOf(join(folder, path));
    if (found.bytes !== bytes) faults.add(`${path} has ${found.bytes} bytes instead of ${bytes}.`);
    else if (found.sha256 !== sha256) faults.add(`${path} has changed since the backup was made.`);
  }
  return stated.length;
}

function compareRows(folder: string, manifest: BackupManifest | undefined, faults: Faults): number {
  let rows = 0;
  for (const name of SPACE_NAMES) {
    const path = join(folder, `${name}.sqlite`);
    attempt(
      faults,
      () => {
        for (const fault of faultsIn(path)) faults.add(`${name}.sqlite is damaged: ${fault}.`);
        const counts = countRows(path);
        for (const count of Object.values(counts)) rows += count;
        for (const [table, count] of Object.entries(manifest?.rows[name] ?? {}))
          if (counts[table] !== count)
            faults.add(`${name}.sqlite has ${counts[table] ?? 0} ${table} instead of ${count}.`);
      },
      `${name}.sqlite`,
    );
  }
  return rows;
}

async function compareBlobs(
  folder: string,
  signal: AbortSignal,
  faults: Faults,
): Promise<{ blobs: number; blobBytes: number }> {
  const compared = new Set<string>();
  let blobBytes = 0;
  for (const name of SPACE_NAMES) {
    const stated = attempt(faults, () => statedBlobs(join(folder, `${name}.sqlite`)), `${name}.sqlite`) ?? [];
    for (const { table, blob, size, sha256 } of stated) {
      if (compared.has(blob)) continue;
      compared.add(blob);
      signal.throwIfAborted();
      const path = blobPath(join(folder, 'blobs', name), blob);
      const found = existsSync(path) ? await digestOf(path) : undefined;
      if (found === undefined) faults.add(`The blob ${blob} of ${table} in ${name} is missing.`);
      else if (found.bytes !== size || found.sha256 !== sha256)
        faults.add(`The blob ${blob} of ${table} in ${name} does not match the digest in its row.`);
      blobBytes += found?.bytes ?? 0;
    }
  }
  return { blobs: compared.size, blobBytes };
}

/** Opens the copy with everything that a start checks: completeness, migrations, key. */
async function openAsServer(data: string, faults: Faults): Promise<void> {
  try {
    const log = { write: () => {} };
    const assembly = await assemble({ flags: { data, warmConverters: 0, converterUser: 'same' }, log });
    await assembly.close();
  } catch (error) {
    faults.add(`No server starts on it: ${(error as Error).message}`);
  }
}

function attempt<T>(faults: Faults, work: () => T, what: string): T | undefined {
  try {
    return work();
  } catch (error) {
    faults.add(`${what} cannot be read: ${(error as Error).message}.`);
    return undefined;
  }
}
