import type { ScheduledBackup } from '../storage/backup/backup-series.ts';

/** How backups are scheduled, and those that there are. */
export interface BackupState {
  readonly folder: string;
  readonly everyHours: number;
  /** How many are kept. */
  readonly keep: number;
  /** Newest first; none where the folder cannot be read, which `failure` then says. */
  readonly made: readonly ScheduledBackup[];
  /** Why the last one failed. */
  readonly failure: string | null;
}
