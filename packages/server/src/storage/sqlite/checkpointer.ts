import { Worker } from 'node:worker_threads';
import { storeFailure } from './store-failure.ts';
import { ThreadCaller } from './thread-caller.ts';

/** The result of a checkpoint. */
export interface Checkpoint {
  /** Pages in the log. */
  readonly pages: number;
  /** How many of them are now in the database file. */
  readonly copied: number;
  /** Whether somebody reads an older state. */
  readonly busy: boolean;
}

/** A request to the thread: copy the log of a database, copy and empty it, or close the database. */
export interface CheckpointQuestion {
  readonly id: number;
  readonly path: string;
  readonly kind: 'copy' | 'empty' | 'forget';
}

/** The thread's answer. */
export interface CheckpointAnswer {
  readonly id: number;
  readonly checkpoint?: Checkpoint;
  readonly error?: string;
  /** SQLite's result code of the error. */
  readonly errcode?: number;
}

/**
 * Copies write-ahead logs into their database files in a separate thread, started at first use. Copying a few thousand
 * pages and syncing them takes 50 to 100 ms of disk time, during which the thread that answers requests must not block.
 */
export class Checkpointer {
  readonly #thread = new ThreadCaller<CheckpointQuestion, CheckpointAnswer>(
    () => new Worker(new URL('./checkpoint-thread.ts', import.meta.url)),
    (error) => error ?? new Error('the thread that copies logs has ended'),
  );

  /**
   * Copies the log of a database, as far as nobody reads older pages; writers continue meanwhile.
   * @throws ProblemError disk-full, unavailable; Error if the thread failed
   */
  async copy(path: string): Promise<Checkpoint> {
    const { checkpoint } = await this.#ask('copy', path);
    return checkpoint!;
  }

  /**
   * Copies the log of a database and cuts it to nothing. Nobody may write meanwhile.
   * @returns false if somebody reads an older state
   * @throws as for `copy`
   */
  async empty(path: string): Promise<boolean> {
    return !(await this.#ask('empty', path)).checkpoint!.busy;
  }

  /** Closes the thread's connection to a database; call it before the last other connection is closed. */
  async forget(path: string): Promise<void> {
    if (this.#thread.worker !== undefined) await this.#ask('forget', path);
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#thread.close((worker) => void worker.terminate());
  }

  async #ask(kind: CheckpointQuestion['kind'], path: string): Promise<CheckpointAnswer> {
    const answer = await this.#thread.ask({ kind, path });
    if (answer.error !== undefined) {
      const failure = Object.assign(new Error(answer.error), { code: 'ERR_SQLITE_ERROR', errcode: answer.errcode });
      throw storeFailure(failure);
    }
    return answer;
  }
}
