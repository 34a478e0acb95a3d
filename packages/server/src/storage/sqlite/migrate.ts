import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { type Migration, MigrationError, type MigrationSeries } from '../port/migration.ts';

/**
 * Brings a database up to date: checks the applied steps, applies missing ones.
 * @throws MigrationError if the numbers have gaps, an applied step was edited, or the database is newer than the
 * program
 */
export function migrate(database: DatabaseSync, all: readonly MigrationSeries[]): void {
  database.exec(
    'CREATE TABLE IF NOT EXISTS migrations (series TEXT, number INTEGER, name TEXT, checksum TEXT, appliedAt TEXT, PRIMARY KEY (series, number)) STRICT, WITHOUT ROWID',
  );
  const isNew = database.prepare('SELECT 1 FROM migrations LIMIT 1').get() === undefined;
  if (isNew) inTransaction(database, () => applyMissing(database, all, (step) => step()));
  else applyMissing(database, all, (step) => inTransaction(database, step));
}

/** @param around runs a step */
function applyMissing(
  database: DatabaseSync,
  all: readonly MigrationSeries[],
  around: (step: () => void) => void,
): void {
  for (const { series, migrations } of all) {
    const applied = database
      .prepare('SELECT number, checksum FROM migrations WHERE series = ? ORDER BY number')
      .all(series);
    if (applied.length > migrations.length) {
      throw new MigrationError(
        `The database is newer than this program (${series} ${applied.length} > ${migrations.length}). Start a newer version.`,
      );
    }
    for (const [index, step] of migrations.entries()) {
      if (step.number !== index + 1)
        throw new MigrationError(`Migration ${series} ${step.number} is at position ${index + 1}.`);
      const checksum = createHash('sha256').update(step.sql).digest('hex').slice(0, 16);
      const before = applied[index];
      if (before === undefined) around(() => apply(database, series, step, checksum));
      else if (before['number'] !== step.number || before['checksum'] !== checksum) {
        throw new MigrationError(
          `Migration ${series} ${step.number} (${step.name}) is not the one this database was made with.`,
        );
      }
    }
  }
}

function apply(database: DatabaseSync, series: string, step: Migration, checksum: string): void {
  try {
    database.exec(step.sql);
    database
      .prepare('INSERT INTO migrations VALUES (?, ?, ?, ?, ?)')
      .run(series, step.number, step.name, checksum, new Date().toISOString());
  } catch (error) {
    throw new MigrationError(`Migration ${series} ${step.number} (${step.name}) failed: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function inTransaction(database: DatabaseSync, work: () => void): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    work();
    database.exec('COMMIT');
  } catch (error) {
    // On a full disk SQLite has already undone it.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
