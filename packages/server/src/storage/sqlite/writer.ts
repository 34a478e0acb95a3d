import type { WriteBody } from '../port/space-store.ts';
import { type Waiting, WriteQueue } from '../write-queue.ts';
import { storeFailure } from './store-failure.ts';
import type { Outcome, Transactions } from './transactions.ts';

/** Operations, counted by weight, in one transaction: bounds how long a transaction blocks the event loop. */
const LARGEST_BATCH = 512;
/**
 * Operations, counted by weight, that do not wait for a sync but are written meanwhile. With fewer, transactions of
 * their own would be too frequent; with more, this thread would idle while the disk works.
 */
const ENOUGH = 24;

/** Syncs committed data to the disk. */
export type Sync = () => Promise<void>;

/**
 * The one writer of a database. Operations that arrive in the same turn of the event loop share one transaction, and so
 * do those that arrive while the disk is busy, unless they are many (group commit: a transaction costs as much as
 * several operations). Each fails alone. They run in order of arrival, and none resolves before its sync is over.
 *
 * The sync is not SQLite's own (`synchronous=FULL`), which would block this thread while the disk works: the database
 * runs with `synchronous=NORMAL`, where a commit is written to the write-ahead log but not synced, and we sync that log
 * in the thread pool. The guarantee is the same, and requests are served meanwhile.
 */
export class Writer {
  readonly #transactions: Transactions;
  readonly #sync: Sync;
  readonly #onCommit: () => void;
  readonly #waiting = new WriteQueue();
  #isScheduled = false;
  /** The transaction in progress. */
  #running: Promise<void> | undefined;
  /** Committed operations that wait for a sync before their callers are answered. */
  #committed: (() => void)[] = [];
  #isSyncing = false;
  #isHeld = false;
  #broken: unknown;
  #idle: (() => void)[] = [];
  /** Transactions, syncs, and operations in them, for /metrics. */
  readonly counts = { batches: 0, syncs: 0, operations: 0 };

  /** @param onCommit called after each transaction */
  constructor(transactions: Transactions, sync: Sync, onCommit: () => void = () => {}) {
    this.#transactions = transactions;
    this.#sync = sync;
    this.#onCommit = onCommit;
  }

  /**
   * Runs an operation in the next transaction.
   * @param weight how many ordinary operations it counts as
   * @param isRepeatable whether it may be undone and run again, which is cheaper
   * @returns the body's result, once the transaction is committed and on the disk
   * @throws what the body threw; a ProblemError `disk-full` or `unavailable` if the store failed
   */
  write<T>(body: WriteBody<T>, weight: number, isRepeatable: boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ body, weight, isRepeatable, resolve: resolve as (value: unknown) => void, reject });
      this.#schedule();
    });
  }

  /** Why nothing can be written until the server is restarted; undefined if all is well. */
  get trouble(): string | undefined {
    return this.#broken === undefined ? undefined : `the disk failed: ${(this.#broken as Error).message}`;
  }

  /** Resolves when nothing waits to be written or synced. */
  drained(): Promise<void> {
    return this.#isIdle() ? Promise.resolve() : new Promise((resolve) => this.#idle.push(resolve));
  }

  /** Resolves when the transaction in progress, if any, is over. */
  async settled(): Promise<void> {
    await this.#running;
  }

  /** Runs something while no operation runs; operations that arrive meanwhile wait until it settles. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    this.#isHeld = true;
    try {
      await this.settled();
      return await work();
    } finally {
      this.#isHeld = false;
      this.#continue();
    }
  }

  #isIdle(): boolean {
    return this.#waiting.isEmpty && this.#committed.length === 0 && !this.#isSyncing && this.#running === undefined;
  }

  #schedule(): void {
    if (this.#isHeld || this.#isScheduled || this.#running !== undefined) return;
    if (this.#isSyncing && !this.#waiting.reaches(ENOUGH)) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      if (this.#isHeld || this.#waiting.isEmpty) return;
      this.#running = this.#commit(this.#waiting.take(LARGEST_BATCH)).then(() => {
        this.#running = undefined;
        this.#continue();
      });
    });
  }

  #continue(): void {
    if (!this.#waiting.isEmpty) this.#schedule();
    else if (this.#isIdle()) for (const resolve of this.#idle.splice(0)) resolve();
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    if (this.#broken !== undefined) return this.#rejectAll(batch, this.#broken);
    const bodies = batch.map(({ body }) => body);
    let outcomes: Outcome[];
    try {
      outcomes = await (batch[0]!.isRepeatable
        ? this.#transactions.runRepeatable(bodies)
        : this.#transactions.run(bodies));
    } catch (error) {
      return this.#rejectAll(batch, error);
    }
    this.counts.batches++;
    this.counts.operations += batch.length;
    this.#committed.push(() => this.#answer(batch, outcomes));
    if (!this.#isSyncing) void this.#syncCommitted();
    this.#onCommit();
  }

  /** Syncs until nobody waits for it. After a failed sync nobody knows what is on the disk, so all writing ends. */
  async #syncCommitted(): Promise<void> {
    this.#isSyncing = true;
    while (this.#committed.length > 0) {
      const round = this.#committed;
      this.#committed = [];
      try {
        await this.#sync();
        this.counts.syncs++;
      } catch (error) {
        this.#broken = error;
      }
      for (const answer of round) answer();
    }
    this.#isSyncing = false;
    this.#continue();
  }

  /**
   * Answers the callers of a synced transaction. Once any sync has failed, no later one proves that earlier writes to
   * the log are on the disk.
   */
  #answer(batch: readonly Waiting[], outcomes: readonly Outcome[]): void {
    if (this.#broken !== undefined) {
      this.#rejectAll(batch, this.#broken);
      return;
    }
    for (const [i, outcome] of outcomes.entries()) {
      if ('error' in outcome) batch[i]!.reject(storeFailure(outcome.error));
      else batch[i]!.resolve(outcome.value);
    }
  }

  #rejectAll(batch: readonly Waiting[], error: unknown): void {
    const reason = storeFailure(error);
    for (const { reject } of batch) reject(reason);
  }
}
