import { Worker } from 'node:worker_threads';
import type { ThreadAnswer, ThreadError, ThreadQuestion } from './procedure.ts';
import { ThreadCaller } from './thread-caller.ts';
import type { Outcome } from './transactions.ts';
import type { WritingProcedure } from './write-queue.ts';

/** The log could not be synced: after that nobody knows what is on the disk. The cause says why. */
export class SyncError extends Error {
  override readonly name = 'SyncError';

  constructor(cause: Error) {
    super(`the log could not be synced: ${cause.message}`, { cause });
  }
}

/** What runs transactions away from the thread that answers requests: `WriteThread`, but for tests. */
export interface TransactionRunner {
  /** Whether a procedure can run there now; the first question about one has it made ready. */
  takes(procedure: WritingProcedure): boolean;
  /**
   * Runs a procedure for each of what is given, in one transaction, and syncs the log; transactions run in the order they are
   * asked for.
   * @throws what the transaction as a whole failed with; SyncError when it was committed but may not be on the disk
   */
  transact(procedure: WritingProcedure, given: readonly unknown[]): Promise<readonly Outcome[]>;
}

/**
 * Writes one database in a thread of its own, started when it is first asked about. Building B-trees and the log's checksums is a
 * third of a small request's work, and needs nothing but the rows.
 */
export class WriteThread implements TransactionRunner {
  readonly #thread: ThreadCaller<ThreadQuestion, ThreadAnswer>;
  readonly #known = new Map<WritingProcedure, 'loading' | 'ready'>();
  /** Why the thread is not used any more, if so. */
  failure: Error | undefined;

  /** @param path file of the database, which must be there and up to date */
  constructor(path: string) {
    const entry = new URL('./write-thread-entry.ts', import.meta.url);
    this.#thread = new ThreadCaller(
      () => new Worker(entry, { workerData: { path } }),
      (error) => {
        const why = error === undefined ? 'has ended' : `failed: ${error.message}`;
        return (this.failure ??= Object.assign(new Error(`the thread that writes ${why}`), { code: 'EIO' }));
      },
    );
  }

  takes(procedure: WritingProcedure): boolean {
    if (this.failure !== undefined) return false;
    const state = this.#known.get(procedure);
    if (state === undefined) this.#load(procedure);
    return state === 'ready';
  }

  async transact(procedure: WritingProcedure, given: readonly unknown[]): Promise<readonly Outcome[]> {
    const { outcomes, unsynced } = await this.#ask(procedure, given);
    if (unsynced !== undefined) throw new SyncError(errorOf(unsynced));
    return outcomes!.map((one) => ('error' in one ? { error: errorOf(one.error) } : one));
  }

  /** Closes the thread's connection and ends it; nothing may be asked from then on. */
  async close(): Promise<void> {
    this.failure ??= new Error('the thread that writes is closed');
    await this.#thread.close((worker) => worker.postMessage('close'));
  }

  #load(procedure: WritingProcedure): void {
    this.#known.set(procedure, 'loading');
    this.#ask(procedure, []).then(
      () => this.#known.set(procedure, 'ready'),
      (error: Error) => {
        this.failure ??= error;
      },
    );
  }

  async #ask({ module, run: { name } }: WritingProcedure, given: readonly unknown[]): Promise<ThreadAnswer> {
    // A module that loads does not keep the process alive.
    const answer = await this.#thread.ask({ module, name, given }, given.length > 0);
    if (answer.error !== undefined) throw errorOf(answer.error);
    return answer;
  }
}

function errorOf({ message, code, errcode }: ThreadError): Error {
  return Object.assign(new Error(message), { code, errcode });
}
