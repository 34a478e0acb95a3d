export { type DeskAnswer, type OpenDesk, openDesk } from './app/open-desk.ts';
export { describeSettings, type RunningServer, type StartOptions, startServer } from './app/server.ts';
export { Configuration, type SettingReport, type SettingSources } from './config/configuration.ts';
export { settingsPage } from './config/page.ts';
export { SettingError } from './config/parse.ts';
export { BackupRefused, type BackupSummary, backUp } from './storage/backup/backup.ts';
export { DataDirectoryDamaged } from './storage/damaged.ts';
export { MigrationError } from './storage/port/migration.ts';
export { DataDirectoryInUse } from './storage/sqlite/lock.ts';
