import { Worker } from 'node:worker_threads';
import { ThreadCaller } from './thread-caller.ts';

/** What a checkpoint found in the log and did with it. */
export interface Checkpoint {
  /** Pages in the log. */
  readonly pages: number;
  /** How many of them stand in the database file now. */
  readonly copied: number;
}

/** A question to the thread: copy the log of a database, or close it. */
export interface CheckpointQuestion {
  readonly id: number;
  readonly path: string;
  readonly kind: 'copy' | 'forget';
}

/** What the thread answers. */
export interface CheckpointAnswer {
  readonly id: number;
  readonly checkpoint?: Checkpoint;
  readonly error?: string;
}

/**
 * Copies write-ahead logs into their database files in a thread of its own, started at first use. Copying a few thousand pages
 * and syncing them takes a disk's time, 50 to 100 ms, in which the thread that answers requests must not stand still.
 */
export class Checkpointer {
  readonly #thread = new ThreadCaller<CheckpointQuestion, CheckpointAnswer>(
    () => new Worker(new URL('./checkpoint-thread.ts', import.meta.url)),
    (error) => error ?? new Error('the thread that copies logs has ended'),
  );

  /**
   * Copies what the log of a database holds, as far as nobody reads older pages; writers go on meanwhile.
   * @throws Error when the file system or the thread failed
   */
  async copy(path: string): Promise<Checkpoint> {
    const { checkpoint } = await this.#ask('copy', path);
    return checkpoint!;
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
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  }
}
