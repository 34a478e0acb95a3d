import type { DatabaseSync } from 'node:sqlite';
import { storageFailure } from './failure.ts';
import type { Procedure } from './procedure.ts';
import { PreparedStatements, type Statements } from './statements.ts';
import { type Outcome, Transactions } from './transactions.ts';
import { type Waiting, type Work, WriteQueue, type WritingProcedure } from './write-queue.ts';
import { SyncError, type TransactionRunner } from './write-thread.ts';

/** Most operations, counted by their weight, that share one transaction: bounds how long it holds the process, and lets who comes next wait. */
const LARGEST_BATCH = 512;
/**
 * Operations, counted by their weight, that do not wait for a sync or for the thread, but are written meanwhile. Fewer cost a transaction
 * each too often; more leave the thread without work while one turn of the event loop takes dozens of requests in.
 */
const ENOUGH = 24;
/** Transactions that may be with the thread: one that it runs, and the next. */
const WITH_THREAD = 2;

/** Brings what was committed to the disk; resolves when it is there. */
export type Sync = () => Promise<void>;

/** What a writer may have besides its database. */
export interface WriterParts {
  /** Told after each transaction, with the rows that were changed elsewhere than on the writer's own connection. */
  readonly onCommit?: (rowsElsewhere: number) => void;
  /** Runs procedures; without one they run here. */
  readonly thread?: TransactionRunner;
  /** Of the writer's connection, for procedures that run here. */
  readonly statements?: Statements;
}

/**
 * The one writer of a database. Operations that arrive in the same turn of the event loop share one transaction, and so do
 * those that arrive while the disk or the thread is busy, unless they are many (group commit: a transaction costs as much as
 * several operations); the thread is given many at once, before the turn is over. Each runs inside its own SAVEPOINT, so that a failing one fails alone. No operation resolves before
 * its sync is over. They run in the order in which they came, in this thread or in the one for procedures: never in both at once.
 *
 * The sync is not SQLite's own (`synchronous=FULL`), which would hold the whole process while the disk works: the
 * database runs with `synchronous=NORMAL`, where a commit is written to the write-ahead log but not synced, and the
 * sync of that log, in the thread pool or in the thread that writes, is ours. The guarantee is the same; the process goes on
 * serving meanwhile.
 */
export class Writer {
  readonly #transactions: Transactions;
  readonly #statements: Statements;
  readonly #sync: Sync;
  readonly #onCommit: (rowsElsewhere: number) => void;
  readonly #thread: TransactionRunner | undefined;
  readonly #waiting = new WriteQueue();
  #scheduled = false;
  /** Transactions that the thread has not answered; an array, as a Set leaves tables behind that keep what it held alive. */
  readonly #away: Promise<void>[] = [];
  /** What is committed and waits for a sync to be told. */
  #committed: (() => void)[] = [];
  #syncing = false;
  #held = false;
  #broken: unknown;
  #idle: (() => void)[] = [];
  /** Transactions, syncs, and operations in them, for /metrics. */
  readonly counts = { batches: 0, syncs: 0, operations: 0 };

  constructor(database: DatabaseSync, sync: Sync, { onCommit = () => {}, thread, statements }: WriterParts = {}) {
    this.#transactions = new Transactions(database);
    this.#statements = statements ?? new PreparedStatements(database);
    this.#sync = sync;
    this.#onCommit = onCommit;
    this.#thread = thread;
  }

  /**
   * Runs an operation in the next transaction.
   * @param operation synchronous: reads and writes through the same database; what it throws undoes it alone
   * @param weight how many ordinary operations it is worth: many large ones are not to share a transaction, in which nobody is answered
   * @returns what the operation returned, once the transaction is committed and on the disk
   * @throws what the operation threw; a ProblemError `disk-full` or `unavailable` when the store failed
   */
  run<T>(operation: () => T, weight = 1): Promise<T> {
    return this.#wait({ here: operation }, weight);
  }

  /**
   * Runs a procedure in the next transaction, in the thread for it when that is ready.
   * @param give makes what the procedure is given, in the moment its transaction begins: times taken in it are in the order of commits
   * @param weight how many ordinary operations it is worth
   * @returns and throws as `run` does
   */
  runProcedure<Given, Result>(procedure: Procedure<Given, Result>, give: () => Given, weight = 1): Promise<Result> {
    return this.#wait({ procedure, give }, weight);
  }

  /** Why nothing can be written any more, until the server is started again; undefined while all is well. */
  get trouble(): string | undefined {
    return this.#broken === undefined ? undefined : `the disk failed: ${(this.#broken as Error).message}`;
  }

  /** Resolves when nothing waits to be written or synced. */
  drained(): Promise<void> {
    return this.#isIdle() ? Promise.resolve() : new Promise((resolve) => this.#idle.push(resolve));
  }

  /** Resolves when every transaction that has begun is committed: from then on a read sees all that has a time before now. */
  async settled(): Promise<void> {
    await Promise.all(this.#away);
  }

  /** Does something while no operation runs; those that come meanwhile wait until it is over, one way or the other. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    this.#held = true;
    try {
      await this.settled();
      return await work();
    } finally {
      this.#held = false;
      this.#goOn();
    }
  }

  #wait<T>(work: Work, weight: number): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, weight, resolve: resolve as (value: unknown) => void, reject });
      this.#schedule();
    });
  }

  #isIdle(): boolean {
    return this.#waiting.isEmpty && this.#committed.length === 0 && !this.#syncing && this.#away.length === 0;
  }

  #schedule(): void {
    if (this.#held) return;
    const areMany = this.#waiting.reaches(ENOUGH);
    if (areMany && this.#placeOf(this.#waiting.first) !== undefined) {
      // Left until the end of the turn, all that 64 connections send would become one transaction, and this process and the thread
      // would wait for each other by turns.
      if (this.#begin()) this.#goOn();
      return;
    }
    if (this.#scheduled || ((this.#syncing || this.#away.length > 0) && !areMany)) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      if (!this.#held && !this.#waiting.isEmpty && this.#begin()) this.#goOn();
    });
  }

  #goOn(): void {
    if (!this.#waiting.isEmpty) this.#schedule();
    else if (this.#isIdle()) for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** Begins a transaction with the first that wait and can share one. @returns whether it could */
  #begin(): boolean {
    const away = this.#placeOf(this.#waiting.first);
    if (this.#away.length >= (away === undefined ? 1 : WITH_THREAD)) return false;
    const batch = this.#waiting.take(LARGEST_BATCH, (one) => this.#placeOf(one) === away);
    if (this.#broken !== undefined) this.#rejectAll(batch, this.#broken);
    else if (away === undefined) this.#commitHere(batch);
    else this.#sendAway(batch, away);
    return true;
  }

  /** The procedure of what runs in the thread; undefined for what runs here. */
  #placeOf({ work }: Waiting): WritingProcedure | undefined {
    return 'procedure' in work && this.#thread?.takes(work.procedure) === true ? work.procedure : undefined;
  }

  #commitHere(batch: readonly Waiting[]): void {
    let outcomes: Outcome[];
    try {
      outcomes = this.#transactions.run(batch.map(({ work }) => this.#operationOf(work)));
    } catch (error) {
      this.#rejectAll(batch, error);
      return;
    }
    this.#count(batch);
    this.#committed.push(() => this.#tell(batch, outcomes));
    if (!this.#syncing) void this.#syncCommitted();
    this.#onCommit(0);
  }

  #operationOf(work: Work): () => unknown {
    if ('here' in work) return work.here;
    return () => work.procedure.run(this.#statements, work.give() as never);
  }

  #sendAway(batch: readonly Waiting[], procedure: WritingProcedure): void {
    const sent: Waiting[] = [];
    const given: unknown[] = [];
    for (const one of batch) {
      try {
        given.push((one.work as { give: () => unknown }).give());
        sent.push(one);
      } catch (error) {
        one.reject(error);
      }
    }
    if (sent.length === 0) return;
    const rows = sent.reduce((sum, { weight }) => sum + weight, 0);
    const answered = this.#thread!.transact(procedure, given).then(
      (outcomes) => {
        this.#count(sent);
        this.counts.syncs++;
        this.#tell(sent, outcomes);
        this.#onCommit(rows);
      },
      (error: unknown) => {
        if (error instanceof SyncError) this.#broken = error.cause;
        this.#rejectAll(sent, this.#broken ?? error);
      },
    );
    this.#away.push(answered);
    void answered.then(() => {
      this.#away.splice(this.#away.indexOf(answered), 1);
      this.#goOn();
    });
  }

  #count(batch: readonly Waiting[]): void {
    this.counts.batches++;
    this.counts.operations += batch.length;
  }

  /** Syncs until nothing is left to be told. After a sync that failed nobody knows what is on the disk: then all writing ends. */
  async #syncCommitted(): Promise<void> {
    this.#syncing = true;
    while (this.#committed.length > 0) {
      const round = this.#committed;
      this.#committed = [];
      try {
        await this.#sync();
        this.counts.syncs++;
      } catch (error) {
        this.#broken = error;
      }
      for (const tell of round) tell();
    }
    this.#syncing = false;
    this.#goOn();
  }

  /**
   * Tells what became of the operations of a transaction that is on the disk. Once any sync has failed, no later one proves that what
   * stands in the log before it is there.
   */
  #tell(batch: readonly Waiting[], outcomes: readonly Outcome[]): void {
    if (this.#broken !== undefined) {
      this.#rejectAll(batch, this.#broken);
      return;
    }
    for (const [i, outcome] of outcomes.entries()) {
      if ('error' in outcome) batch[i]!.reject(storageFailure(outcome.error));
      else batch[i]!.resolve(outcome.value);
    }
  }

  #rejectAll(batch: readonly Waiting[], error: unknown): void {
    const reason = storageFailure(error);
    for (const { reject } of batch) reject(reason);
  }
}
