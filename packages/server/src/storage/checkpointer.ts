import { Worker } from 'node:worker_threads';

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

interface Asked {
  readonly resolve: (answer: CheckpointAnswer) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Copies write-ahead logs into their database files in a thread of its own, started at first use. Copying a few thousand pages
 * and syncing them takes a disk's time, 50 to 100 ms, in which the thread that answers requests must not stand still.
 */
export class Checkpointer {
  #worker: Worker | undefined;
  #last = 0;
  readonly #asked = new Map<number, Asked>();

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
    if (this.#worker !== undefined) await this.#ask('forget', path);
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #ask(kind: CheckpointQuestion['kind'], path: string): Promise<CheckpointAnswer> {
    return new Promise((resolve, reject) => {
      const worker = (this.#worker ??= this.#start());
      const id = ++this.#last;
      this.#asked.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ id, path, kind } satisfies CheckpointQuestion);
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL('./checkpoint-thread.ts', import.meta.url));
    const end = (error: Error): void => {
      if (this.#worker === worker) this.#worker = undefined;
      for (const { reject } of this.#asked.values()) reject(error);
      this.#asked.clear();
    };
    worker.on('message', (answer: CheckpointAnswer) => {
      const asked = this.#asked.get(answer.id);
      this.#asked.delete(answer.id);
      // An idle thread does not keep the process alive.
      if (this.#asked.size === 0) worker.unref();
      if (answer.error === undefined) asked?.resolve(answer);
      else asked?.reject(new Error(answer.error));
    });
    worker.on('error', end);
    worker.on('exit', () => end(new Error('the thread that copies logs has ended')));
    return worker;
  }
}
