import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';

interface Asked<Answer> {
  readonly id: number;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Sends requests to a thread, which is started with the first one, and gives each answer to its caller. An idle thread
 * does not keep the process alive.
 */
export class ThreadCaller<Question extends { readonly id: number }, Answer extends { readonly id: number }> {
  readonly #start: () => Worker;
  readonly #ended: (error: Error | undefined) => Error;
  #worker: Worker | undefined;
  #last = 0;
  /** Few at a time; a Map would leave tables behind that keep old requests alive. */
  #asked: Asked<Answer>[] = [];
  #isClosing = false;

  /**
   * @param ended called when the thread has ended, with its error if it threw; returns the error for callers that are
   * still waiting
   */
  constructor(start: () => Worker, ended: (error: Error | undefined) => Error) {
    this.#start = start;
    this.#ended = ended;
  }

  /** The thread, while it runs. */
  get worker(): Worker | undefined {
    return this.#worker;
  }

  /** @throws the error from `ended` if the thread ends before it answers */
  ask(question: Omit<Question, 'id'>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const worker = (this.#worker ??= this.#begin());
      const id = ++this.#last;
      this.#asked.push({ id, resolve, reject });
      worker.ref();
      worker.postMessage({ id, ...question });
    });
  }

  /**
   * Waits until the thread has ended, if there is one. The process stays alive for that, even if an answer arrives in
   * between that it would not have waited for. No requests may follow.
   * @param tell makes the thread end
   */
  async close(tell: (worker: Worker) => unknown): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) return;
    this.#isClosing = true;
    worker.ref();
    const ended = once(worker, 'exit');
    tell(worker);
    await ended;
  }

  #begin(): Worker {
    const worker = this.#start();
    worker.unref();
    let isOver = false;
    const end = (error: Error | undefined): void => {
      // A thread that throws ends as well, and by then another may have been started.
      if (isOver) return;
      isOver = true;
      const reason = this.#ended(error);
      if (this.#worker === worker) this.#worker = undefined;
      for (const { reject } of this.#asked.splice(0)) reject(reason);
    };
    worker.on('message', (answer: Answer) => {
      const place = this.#asked.findIndex(({ id }) => id === answer.id);
      if (place !== -1) this.#asked.splice(place, 1)[0]!.resolve(answer);
      if (this.#asked.length === 0 && !this.#isClosing) worker.unref();
    });
    worker.on('error', end);
    worker.on('exit', () => end(undefined));
    return worker;
  }
}
