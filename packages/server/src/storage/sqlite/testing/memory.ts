import { DatabaseSync } from 'node:sqlite';
import type { MigrationSeries } from '../../port/migration.ts';
import { migrate } from '../migrate.ts';

/** A connection to a separate in-memory database with a schema. */
export function memoryDatabase(...migrations: readonly MigrationSeries[]): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  migrate(database, migrations);
  return database;
}
