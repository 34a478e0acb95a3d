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
  /**
   * On PostgreSQL other servers may still run an earlier version when the step is applied: the last step of the series
   * that a program must know to work on after it. 0 for what only adds (a table, an index, a column with a default or
   * without NOT NULL). What takes something away names the step with which programs stopped using it. If absent, only
   * programs that know the step itself do: it is applied when no other server runs.
   */
  readonly worksFrom?: number;
  /**
   * For a step that is one `CREATE INDEX` of a table that may be large: PostgreSQL builds it while other servers write.
   */
  readonly isBeside?: true;
}

/** The migrations of one part of the server: `core`, `project`, `weighing`, `conversion`, `desk`. */
export interface MigrationSeries {
  readonly series: string;
  readonly migrations: readonly Migration[];
}

/** How many steps each series has. */
export function stepsOf(all: readonly MigrationSeries[]): Record<string, number> {
  return Object.fromEntries(all.map(({ series, migrations }) => [series, migrations.length]));
}

/** The database does not fit this program. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** A step cannot be applied yet: servers run that do not know enough to work on after it. */
export class EarlierServers extends MigrationError {}
