/**
 * One step of a schema, applied once, in order; a new database gets them all in one transaction. Never edit one that
 * was released.
 */
export interface Migration {
  /** Numbered from 1 within its series, without gaps. */
  readonly number: number;
  /** What it does, in a few words. */
  readonly name: string;
  readonly sql: string;
  /** For PostgreSQL, where a mechanical translation of `sql` does not do: triggers, for instance. */
  readonly postgres?: string;
}

/** The migrations of one part of the server: `core`, `project`, `weighing`, `conversion`, `desk`. */
export interface MigrationSeries {
  readonly series: string;
  readonly migrations: readonly Migration[];
}

/** The database does not fit this program. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}
