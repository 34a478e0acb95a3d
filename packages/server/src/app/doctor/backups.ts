import { statSync } from 'node:fs';
import { isoTime } from '../../core/clock.ts';
import { BackupSeries } from '../../storage/backup/backup-series.ts';
import { type Finding, Findings } from './finding.ts';

const HOUR_MS = 3_600_000;

/** The schedule of backups as it is set. */
export interface BackupSettings {
  readonly backupFolder: string | undefined;
  /** Hours. */
  readonly backupEvery: number;
}

/**
 * Checks the scheduled backups of a server.
 * @param data the data directory @param serverId undefined before the first start @param now milliseconds since 1970
 */
export async function checkBackups(
  { backupFolder: folder, backupEvery }: BackupSettings,
  data: string,
  serverId: string | undefined,
  now: number,
): Promise<readonly Finding[]> {
  const findings = new Findings('backups');
  if (folder === undefined) {
    findings.skipped('none are scheduled (backupFolder); make them by "fieldbridge backup"');
    return findings.list;
  }
  const there = statSync(folder, { throwIfNoEntry: false });
  if (there?.isDirectory() !== true) {
    findings.error(`the folder ${folder} (backupFolder) is missing`, 'Create it, or mount its disk.');
    return findings.list;
  }
  if (there.dev === statSync(data).dev)
    findings.warning(
      `${folder} is on the disk of the data directory, and would be lost with it`,
      'Name a folder on another disk or machine in backupFolder, or copy the backups there.',
    );
  const backups = serverId === undefined ? [] : await new BackupSeries(folder, serverId).list();
  const hours = Math.round((now - (backups[0]?.at ?? 0)) / HOUR_MS);
  if (backups[0] === undefined)
    findings.warning(
      `${folder} has no backup of this server yet`,
      'Start the server, and see its log if none appears.',
    );
  else if (hours > 2 * backupEvery)
    findings.error(
      `the newest of ${backups.length} backups is ${hours} hours old`,
      'See "scheduled backup failed" in the log, or start the server.',
    );
  else findings.ok(`${backups.length} backups, the newest of ${isoTime(backups[0].at)}`);
  return findings.list;
}
