import { closeSync, fdatasync, openSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { OWN_MEMORY } from '../alone.ts';
import { ENDLESS_ROOM } from '../disk-space.ts';
import type { MigrationSeries } from '../port/migration.ts';
import type { JointBody, Row, SpaceStore, Value, WriteBody } from '../port/space-store.ts';
import type { Checkpointer } from './checkpointer.ts';
import { giveBackPages, openDatabase, openReading } from './connection.ts';
import { CHECKPOINT_PAGES, LogKeeper, SHORT_LENGTHS, USUAL_LENGTHS } from './log-keeper.ts';
import { migrate } from './migrate.ts';
import { Reclaimer } from './reclaimer.ts';
import { Statements } from './statements.ts';
import { Transactions } from './transactions.ts';
import { Writer } from './writer.ts';

/**
 * One tenant space as a SQLite file: a connection that writes, and one that reads, so that nobody sees a transaction
 * before it is committed.
 */
export class SqliteStore implements SpaceStore {
  readonly writer: Writer;
  /** Keeps the log short; undefined if SQLite does it within transactions. */
  readonly keeper: LogKeeper | undefined;
  /** The connection that writes. */
  readonly connection: DatabaseSync;
  /** The connection that reads. */
  readonly reading: DatabaseSync;
  readonly memory = OWN_MEMORY;
  readonly #log: number;
  readonly #reclaimer: Reclaimer;
  readonly #reads: Statements;
  readonly #writes: Statements;

  /**
   * Opens or creates the file and brings its schema up to date.
   * @param path file of the database; its directory must exist. The caller syncs that directory (`syncFolder`) before
   * anything is acknowledged, because the log is a new file.
   * @param checkpointer copies the log into the file; without one SQLite does it within transactions
   * @param room on the disk of the file
   * @throws MigrationError if the file does not fit this program
   */
  constructor(path: string, migrations: readonly MigrationSeries[], checkpointer?: Checkpointer, room = ENDLESS_ROOM) {
    // Created by us, so that nobody else may read it; SQLite gives its log the same mode.
    closeSync(openSync(path, 'a', 0o600));
    this.connection = openDatabase(path);
    giveBackPages(this.connection);
    this.connection.exec(`PRAGMA wal_autocheckpoint=${CHECKPOINT_PAGES}`);
    migrate(this.connection, migrations);
    this.reading = openReading(path);
    // The log exists since the first write, by migrate, and stays the same file until the last connection closes.
    this.#log = openSync(`${path}-wal`, 'r');
    const keeper =
      checkpointer &&
      new LogKeeper(this.connection, path, checkpointer, () => (room.isShort ? SHORT_LENGTHS : USUAL_LENGTHS));
    this.keeper = keeper;
    this.#reads = new Statements(this.reading);
    this.#writes = new Statements(this.connection);
    this.writer = new Writer(
      new Transactions(this.connection, this.#writes),
      () => syncData(this.#log),
      keeper && (() => keeper.committed((work) => this.writer.hold(work))),
    );
    this.#reclaimer = new Reclaimer({
      database: this.connection,
      store: this,
      emptyLog: async () => keeper === undefined || keeper.empty((work) => this.writer.hold(work)),
      wrote: (pages) => keeper?.wrote(pages),
    });
  }

  read<R = Row>(sql: string, ...values: readonly Value[]): R[] {
    return this.#reads.all(sql, values);
  }

  first<R = Row>(sql: string, ...values: readonly Value[]): R | undefined {
    return this.#reads.first(sql, values);
  }

  write<T>(body: WriteBody<T>, weight = 1): Promise<T> {
    return this.writer.write(body, weight, false);
  }

  many<T>(body: WriteBody<T>, weight = 1): Promise<T> {
    return this.writer.write(body, weight, true);
  }

  together<I, O>(body: JointBody<I, O>, item: I, weight = 1): Promise<O> {
    return this.writer.write(async (tx) => (await body(tx, [item]))[0]!, weight, true);
  }

  settled(): Promise<void> {
    return this.writer.settled();
  }

  reclaim(): void {
    this.#reclaimer.ask();
  }

  get trouble(): string | undefined {
    return this.writer.trouble;
  }

  /** For /metrics. */
  get counts(): Writer['counts'] {
    return this.writer.counts;
  }

  /** Waits for the writer and closes the file. */
  async close(): Promise<void> {
    await this.#reclaimer.close();
    await this.writer.drained();
    await this.keeper?.close();
    for (const statements of [this.#reads, this.#writes]) statements.clear();
    closeSync(this.#log);
    this.reading.close();
    this.connection.close();
  }
}

const syncData = promisify(fdatasync);
