import { SHARE_ENV, Worker } from 'node:worker_threads';
import type { LastWord } from './run-helper.ts';
import { errorOf } from './thread-failure.ts';

/** What a helper thread is to do, and who is told of it. */
export interface HelperStart {
  /** Our module that is its work: it calls `runHelper` (`new URL('./some-thread.ts', import.meta.url)`). */
  readonly module: URL;
  /** What that is called with; shared memory is shared, all else is copied. */
  readonly given: unknown;
  /** Ends the thread when it is aborted. */
  readonly signal: AbortSignal;
  /** Told of each message that the helper sends. */
  readonly said?: (message: unknown) => void;
  /** Told once, when nothing more is to be expected: it is done, has failed (`failure` says why) or was ended. */
  readonly over: () => void;
}

/**
 * A thread that does a part of a reader's work beside it. It shares the process's compile cache, so that a start costs
 * some 25 ms of another core and 3 ms of this one. It keeps the process alive only while somebody waits for it (`awaited`), and ends
 * with its work, by `end`, with the signal, or with the process. Whoever starts one has been allowed to (`threads` of the context).
 */
export class HelperThread {
  /** Why it ended before its work was done. */
  failure: Error | undefined;
  readonly #worker: Worker;
  readonly #start: HelperStart;
  #isOver = false;

  /** @throws the signal's reason when it is aborted already; ERR_ACCESS_DENIED where the process may start no threads */
  constructor(start: HelperStart) {
    start.signal.throwIfAborted();
    this.#start = start;
    const worker = new Worker(start.module, { workerData: start.given, env: SHARE_ENV });
    this.#worker = worker;
    worker.on('message', this.#hear);
    worker.on('error', (error: Error) => this.#close(error));
    worker.on('exit', (status) =>
      this.#close(status === 0 ? undefined : new Error(`a helper thread ended with status ${status}`)),
    );
    // Behind the listeners: one for messages takes the process for itself again.
    worker.unref();
    start.signal.addEventListener('abort', this.#abort);
  }

  /** Whether nothing more is to be expected of it. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Tells it something. */
  send(message: unknown): void {
    this.#worker.postMessage(message);
  }

  /** Waits for what the helper is to bring about; the process stays alive meanwhile. */
  async awaited<T>(wait: Promise<T>): Promise<T> {
    if (!this.#isOver) this.#worker.ref();
    try {
      return await wait;
    } finally {
      this.#worker.unref();
    }
  }

  /** Ends the thread wherever it is; nothing is heard of it from then on. Costs nothing when it has ended already. */
  end(): void {
    this.#close();
    // It answers when the thread is gone, which nobody waits for.
    void this.#worker.terminate();
  }

  #hear = (message: unknown): void => {
    if (this.#isOver) return;
    if (isLastWord(message)) this.#close(errorOf(message.helperFailed));
    else this.#start.said?.(message);
  };

  #abort = (): void => {
    this.failure ??= this.#start.signal.reason as Error;
    this.end();
  };

  #close(failure?: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.failure ??= failure;
    this.#start.signal.removeEventListener('abort', this.#abort);
    this.#start.over();
  }
}

function isLastWord(message: unknown): message is LastWord {
  return typeof message === 'object' && message !== null && 'helperFailed' in message;
}
