import { DatabaseSync } from 'node:sqlite';
import type { MigrationSeries } from '../../port/migration.ts';
import { migrate } from '../migrate.ts';

/** The bytes of an empty database with a schema: SQLite takes several milliseconds for all of its steps. */
const empty = new WeakMap<MigrationSeries, Uint8Array>();

/** A connection to a separate in-memory database with a schema. */
export function memoryDatabase(migrations: MigrationSeries): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  const bytes = empty.get(migrations);
  if (bytes !== undefined) database.deserialize(bytes);
  else {
    migrate(database, [migrations]);
    empty.set(migrations, database.serialize());
  }
  return database;
}
