import type { Pool } from 'pg';
import { OWN_MEMORY } from '../alone.ts';
import { notResponding } from '../failure.ts';
import type { Memory } from '../port/cluster.ts';
import type { MigrationSeries } from '../port/migration.ts';
import type { JointBody, Row, SpaceStore, Transaction, Value, WriteBody } from '../port/space-store.ts';
import { type Waiting, WriteQueue, weightOf } from '../write-queue.ts';
import { openPool } from './connections.ts';
import { migrate } from './migrate.ts';
import { isAbsence, isFull, postgresFailure } from './postgres-failure.ts';
import { query } from './statements.ts';
import { type Outcome, Transactions } from './transactions.ts';

/** Operations, counted by weight, in one transaction: bounds how long one holds the lock of the space. */
const LARGEST_BATCH = 512;
/** Connections that read one space. */
const READERS = 4;
/** See `OpenOptions.heldUpMs`. */
const HELD_UP_MS = 3000;
/** How often an absent database is tried again, while it counts as trouble. */
const AGAIN_MS = 1000;

/** Fails on a standby, and on a full disk. */
const WRITE_SOMETHING = `CREATE TEMPORARY TABLE "fieldbridgeRoom" ON COMMIT DROP AS
  SELECT repeat(md5(n::text), 32) AS text FROM generate_series(1, 64) AS n`;

/** How a space is opened. */
interface OpenOptions {
  /** See `Transactions`. */
  readonly lock?: boolean;
  /** Why this process must not write now, if so. */
  readonly hindrance?: () => string | undefined;
  /** What several servers remember of the space. */
  readonly memory?: Memory;
  /** A transaction whose process is held up is undone after this time: others wait for the lock of the space. */
  readonly heldUpMs?: number;
}

/**
 * One tenant space as a schema of a PostgreSQL database: one connection that writes, some that read. Operations that
 * arrive while a transaction is under way share the next one (group commit).
 */
export class PostgresStore implements SpaceStore {
  readonly memory: Memory;
  readonly #writes: Pool;
  readonly #reads: Pool;
  readonly #transactions: Transactions;
  readonly #hindrance: () => string | undefined;
  readonly #waiting = new WriteQueue();
  /** The transaction in progress. */
  #running: Promise<void> | undefined;
  #isScheduled = false;
  /** The weight of the transaction just before; Infinity if nothing waited after it. */
  #last = Number.POSITIVE_INFINITY;
  #absence: string | undefined;
  #trying: NodeJS.Timeout | undefined;
  #idle: (() => void)[] = [];
  /** Transactions, and operations in them, for /metrics; PostgreSQL counts its own syncs. */
  readonly counts = { batches: 0, syncs: 0, operations: 0 };

  private constructor(url: string, schema: string, options: OpenOptions) {
    const { lock = true, hindrance = () => undefined, memory = OWN_MEMORY, heldUpMs = HELD_UP_MS } = options;
    this.memory = memory;
    this.#hindrance = hindrance;
    this.#writes = openPool(url, { schema, most: 1, idleMs: heldUpMs });
    this.#reads = openPool(url, { schema, most: READERS, isReadOnly: true });
    this.#transactions = new Transactions(this.#writes, schema, lock);
  }

  /**
   * Opens or creates the schema and brings it up to date.
   * @throws MigrationError if the database does not fit this program
   */
  static async open(
    url: string,
    schema: string,
    migrations: readonly MigrationSeries[],
    options: OpenOptions = {},
  ): Promise<PostgresStore> {
    await migrate(url, schema, migrations);
    return new PostgresStore(url, schema, options);
  }

  /** For /metrics. */
  get connections() {
    const use = ({ totalCount: open, idleCount, waitingCount: waiting }: Pool) => ({
      open,
      busy: open - idleCount,
      waiting,
    });
    return { pools: { read: use(this.#reads), write: use(this.#writes) }, writesWaiting: this.#waiting.length };
  }

  async read<R = Row>(sql: string, ...values: readonly Value[]): Promise<R[]> {
    try {
      return (await query(this.#reads, sql, values.map(sought))).rows;
    } catch (error) {
      // A statement that writes is a mistake in the program, not an absent database.
      throw (error as { code?: unknown }).code === '25006' ? error : this.#failed(error);
    }
  }

  async first<R = Row>(sql: string, ...values: readonly Value[]): Promise<R | undefined> {
    return (await this.read<R>(sql, ...values))[0];
  }

  write<T>(body: WriteBody<T>, weight = 1): Promise<T> {
    return this.#enqueue(body, { weight, isRepeatable: false });
  }

  many<T>(body: WriteBody<T>, weight = 1, touches?: readonly string[]): Promise<T> {
    return this.#enqueue(body, { weight, isRepeatable: true, touches });
  }

  together<I, O>(body: JointBody<I, O>, item: I, weight = 1, touches?: readonly string[]): Promise<O> {
    const alone = async (tx: Transaction): Promise<O> => (await body(tx, [item]))[0]!;
    const joint = { body: body as JointBody<unknown, unknown>, item };
    return this.#enqueue(alone, { weight, isRepeatable: true, touches, joint });
  }

  async settled(): Promise<void> {
    await this.#running;
  }

  /** PostgreSQL gives room back itself (autovacuum); what was deleted stays in its log until that is recycled. */
  reclaim(): void {}

  get trouble(): string | undefined {
    return this.#hindrance() ?? this.#absence;
  }

  /** Waits for what was asked and closes the connections. */
  async close(): Promise<void> {
    if (this.#running !== undefined || !this.#waiting.isEmpty)
      await new Promise<void>((resolve) => this.#idle.push(resolve));
    clearTimeout(this.#trying);
    await Promise.all([this.#writes.end(), this.#reads.end()]);
  }

  #enqueue<T>(body: WriteBody<T>, how: Omit<Waiting, 'body' | 'resolve' | 'reject'>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ body, ...how, resolve: resolve as (value: unknown) => void, reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled || this.#running !== undefined) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#next();
    });
  }

  /** Runs a transaction, and begins the next one before it answers the callers: the database need not wait for that. */
  #next(): void {
    this.#running = this.#commit().then((answer) => {
      this.#running = undefined;
      if (!this.#waiting.isEmpty) {
        this.#next();
        setImmediate(answer);
        return;
      }
      this.#last = Number.POSITIVE_INFINITY;
      answer();
      for (const resolve of this.#idle.splice(0)) resolve();
    });
  }

  /** What the next transaction is to do. */
  #take(): readonly Waiting[] {
    // Callers who were just answered ask again. If all who wait were taken, the first two to come back would be a
    // transaction of their own, and this process and the database would work in turn instead of at the same time. Where
    // servers take turns, the database works for another one while callers come back.
    const share = this.#transactions.waited ? LARGEST_BATCH : Math.ceil((this.#waiting.weight + this.#last) / 2);
    const batch = this.#waiting.take(Math.min(LARGEST_BATCH, share));
    this.#last = weightOf(batch);
    return batch;
  }

  /** @returns what answers the callers */
  async #commit(): Promise<() => void> {
    let taken: readonly Waiting[] | undefined;
    const take = () => (taken ??= this.#take());
    let outcomes: Outcome[];
    try {
      const hindrance = this.#hindrance();
      if (hindrance !== undefined) throw notResponding(new Error(hindrance));
      outcomes = await this.#transactions.run(take);
    } catch (error) {
      const [batch, reason] = [take(), this.#failed(error)];
      return () => {
        for (const { reject } of batch) reject(reason);
      };
    }
    const batch = take();
    this.counts.batches++;
    this.counts.operations += batch.length;
    return () => {
      for (const [i, outcome] of outcomes.entries()) {
        if ('error' in outcome) batch[i]!.reject(this.#failed(outcome.error));
        else batch[i]!.resolve(outcome.value);
      }
    };
  }

  /** The error for the caller. An absent database is trouble until it is back. */
  #failed(error: unknown): unknown {
    if (isAbsence(error)) {
      const what = isFull(error) ? 'has no room on its disk' : 'does not respond';
      const { message, cause } = error as Error;
      this.#absence = `the database ${what}: ${cause instanceof Error ? cause.message : message}`;
      this.#tryAgain();
    }
    return postgresFailure(error);
  }

  #tryAgain(): void {
    clearTimeout(this.#trying);
    this.#trying = setTimeout(() => {
      this.#writes.query(WRITE_SOMETHING).then(
        () => {
          this.#absence = undefined;
        },
        (error: unknown) => {
          if (isAbsence(error)) this.#tryAgain();
          else this.#absence = undefined;
        },
      );
    }, AGAIN_MS).unref();
  }
}

/** PostgreSQL accepts no U+0000 and stores no text with it: a search for one becomes a search that finds nothing. */
function sought(value: Value): Value {
  return typeof value === 'string' ? value.replaceAll('\0', '\uffff') : value;
}
