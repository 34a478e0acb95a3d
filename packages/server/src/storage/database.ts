import { closeSync, fdatasync, openSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { promisify } from 'node:util';
import type { Checkpointer } from './checkpointer.ts';
import { openDatabase } from './connection.ts';
import { CHECKPOINT_PAGES, LogKeeper } from './log-keeper.ts';
import { type MigrationSeries, migrate } from './migrations.ts';
import { PreparedStatements, type Statements } from './statements.ts';
import { WriteThread } from './write-thread.ts';
import { Writer } from './writer.ts';

/** One tenant space: a database file, its prepared statements, and its only writer. */
export class SpaceDatabase implements Statements {
  /** The connection, for reads; every write goes through `writer`. */
  readonly connection: DatabaseSync;
  readonly writer: Writer;
  /** Keeps the log short; undefined when SQLite does it within transactions. */
  readonly keeper: LogKeeper | undefined;
  /** Writes what can be written without this thread; started at first use. */
  readonly thread: WriteThread;
  readonly #log: number;
  readonly #statements: PreparedStatements;

  /**
   * Opens or makes the file and brings its schema up to date.
   * @param path file of the database; its directory must exist. Whoever opens it syncs that directory (`syncFolder`) before anything
   * is acknowledged, for the log is a new file.
   * @param checkpointer copies the log into the file; without one SQLite does it within transactions
   * @throws MigrationError when the file does not fit this program
   */
  constructor(path: string, migrations: readonly MigrationSeries[], checkpointer?: Checkpointer) {
    // Made by us, so that nobody else may read it; SQLite gives its log the same mode.
    closeSync(openSync(path, 'a', 0o600));
    this.connection = openDatabase(path);
    this.connection.exec(`PRAGMA wal_autocheckpoint=${CHECKPOINT_PAGES}`);
    migrate(this.connection, migrations);
    // The log exists from the first write on, which migrate made, and stays the same file until the last connection closes.
    this.#log = openSync(`${path}-wal`, 'r');
    const keeper = checkpointer && new LogKeeper(this.connection, path, checkpointer);
    this.keeper = keeper;
    this.thread = new WriteThread(path);
    this.#statements = new PreparedStatements(this.connection);
    this.writer = new Writer(this.connection, () => syncData(this.#log), {
      onCommit: keeper && ((rows) => keeper.committed((work) => this.writer.hold(work), rows)),
      thread: this.thread,
      statements: this.#statements,
    });
  }

  sql(text: string): StatementSync {
    return this.#statements.sql(text);
  }

  tuples(text: string): StatementSync {
    return this.#statements.tuples(text);
  }

  /** Waits for the writer and closes the file. */
  async close(): Promise<void> {
    await this.writer.drained();
    await Promise.all([this.keeper?.close(), this.thread.close()]);
    this.#statements.clear();
    closeSync(this.#log);
    this.connection.close();
  }
}

const syncData = promisify(fdatasync);
