import { HelperThread } from './helper-thread.ts';
import { buffersOf } from './transfer.ts';

/** A task for a helper, or its answer, and the number by which both are known. */
export interface Numbered<T> {
  readonly number: number;
  /** Of an answer undefined where the helper could not do it. */
  readonly content: T;
}

/** What a helper says when it has loaded all that it needs. */
export const READY = 'ready';

/**
 * Pieces of work that a helper thread does beside this one, each asked for and answered by its number. An answer may fail to come (the helper
 * failed or was ended): who asks can do the piece himself and does so then, so that a helper makes things faster and nothing else.
 */
export class HelperTasks<Task, Answer> {
  readonly #thread: HelperThread;
  readonly #answers = new Map<number, Answer | undefined>();
  readonly #asked = new Set<number>();
  readonly #waiting = new Map<number, () => void>();
  #isReady = false;

  /** @param module calls `runTasks` @param given to it once, at its start */
  constructor(module: URL, given: unknown, signal: AbortSignal) {
    this.#thread = new HelperThread({ module, given, signal, said: this.#said, over: this.#over });
  }

  /** Pieces that may be asked for now, so that the helper has one at hand when it is done with another. */
  get room(): number {
    return this.#isReady && !this.#thread.isOver ? 2 - this.#asked.size : 0;
  }

  /** Asks for a piece of work, all buffers of which are handed over. */
  ask(number: number, task: Task): void {
    this.#asked.add(number);
    this.#thread.send({ number, content: task } satisfies Numbered<Task>, buffersOf(task));
  }

  /** Whether a piece was asked for. */
  has(number: number): boolean {
    return this.#asked.has(number) || this.#answers.has(number);
  }

  /** Waits for a piece that was asked for; undefined when it cannot be had. */
  async answer(number: number): Promise<Answer | undefined> {
    if (!this.#answers.has(number) && !this.#thread.isOver)
      await this.#thread.awaited(new Promise<void>((resolve) => this.#waiting.set(number, resolve)));
    const answer = this.#answers.get(number);
    this.#answers.delete(number);
    this.#asked.delete(number);
    return answer;
  }

  /** Ends the helper; what was asked for and is not there yet will not come. */
  end(): void {
    this.#thread.end();
  }

  #said = (message: unknown): void => {
    if (message === READY) {
      this.#isReady = true;
      return;
    }
    const { number, content } = message as Numbered<Answer | undefined>;
    this.#asked.delete(number);
    this.#answers.set(number, content);
    this.#wake(number);
  };

  #over = (): void => {
    this.#asked.clear();
    for (const number of [...this.#waiting.keys()]) this.#wake(number);
  };

  #wake(number: number): void {
    this.#waiting.get(number)?.();
    this.#waiting.delete(number);
  }
}
