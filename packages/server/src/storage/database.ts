import { closeSync, fdatasync, fsyncSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { promisify } from 'node:util';
import type { Checkpointer } from './checkpointer.ts';
import { CHECKPOINT_PAGES, LogKeeper } from './log-keeper.ts';
import { type MigrationSeries, migrate } from './migrations.ts';
import { Writer } from './writer.ts';

/** One tenant space: a database file, its prepared statements, and its only writer. */
export class SpaceDatabase {
  /** The connection, for reads; every write goes through `writer`. */
  readonly connection: DatabaseSync;
  readonly writer: Writer;
  /** Keeps the log short; undefined when SQLite does it within transactions. */
  readonly keeper: LogKeeper | undefined;
  readonly #log: number;
  readonly #statements = new Map<string, StatementSync>();
  readonly #tuples = new Map<string, StatementSync>();

  /**
   * Opens or makes the file and brings its schema up to date.
   * @param path file of the database; its directory must exist
   * @param checkpointer copies the log into the file; without one SQLite does it within transactions
   * @throws MigrationError when the file does not fit this program
   */
  constructor(path: string, migrations: readonly MigrationSeries[], checkpointer?: Checkpointer) {
    // Made by us, so that nobody else may read it; SQLite gives its log the same mode.
    closeSync(openSync(path, 'a', 0o600));
    this.connection = new DatabaseSync(path, { timeout: 5000, enableForeignKeyConstraints: true });
    this.connection.exec(
      `PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA wal_autocheckpoint=${CHECKPOINT_PAGES}; PRAGMA cache_size=-16000; PRAGMA trusted_schema=OFF`,
    );
    migrate(this.connection, migrations);
    // The log exists from the first write on, which migrate made, and stays the same file until the last connection closes.
    this.#log = openSync(`${path}-wal`, 'r');
    syncFolder(dirname(path));
    const keeper = checkpointer && new LogKeeper(this.connection, path, checkpointer);
    this.keeper = keeper;
    this.writer = new Writer(
      this.connection,
      () => syncData(this.#log),
      keeper && (() => keeper.committed((until) => this.writer.hold(until))),
    );
  }

  /** A prepared statement, made once per text. Texts must be constants, never built from input. */
  sql(text: string): StatementSync {
    return prepared(this.connection, this.#statements, text, false);
  }

  /**
   * The same, for reading many rows: each comes as an array of its columns, three to four times as fast as an object that is made
   * with names.
   */
  tuples(text: string): StatementSync {
    return prepared(this.connection, this.#tuples, text, true);
  }

  /** Waits for the writer and closes the file. */
  async close(): Promise<void> {
    await this.writer.drained();
    await this.keeper?.close();
    this.#statements.clear();
    this.#tuples.clear();
    closeSync(this.#log);
    this.connection.close();
  }
}

function prepared(
  connection: DatabaseSync,
  made: Map<string, StatementSync>,
  text: string,
  arrays: boolean,
): StatementSync {
  let statement = made.get(text);
  if (statement === undefined) {
    statement = connection.prepare(text);
    statement.setReturnArrays(arrays);
    made.set(text, statement);
  }
  return statement;
}

const syncData = promisify(fdatasync);

/** The names of new files are durable only when their folder is. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
