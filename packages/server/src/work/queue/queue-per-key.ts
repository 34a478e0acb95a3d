/**
 * A queue of work per key: pieces of one key run one after another, those of different keys at the same time. A key is
 * woken when it may have work and then runs until it has none. Only the caller's store knows what waits, so nothing is
 * lost when the process ends.
 */
export class QueuePerKey {
  readonly #work: (key: string) => Promise<boolean>;
  /** Keys whose work is running, and whether they were woken meanwhile. */
  readonly #awake = new Map<string, { again: boolean }>();
  #ended: (() => void)[] = [];
  #closed = false;

  /** @param work does one piece of a key's work; resolves to false if it found nothing to do. It must not reject. */
  constructor(work: (key: string) => Promise<boolean>) {
    this.#work = work;
  }

  /** How many keys are running. */
  get active(): number {
    return this.#awake.size;
  }

  /** Runs the work of a key, or makes it look again if it is running already. */
  wake(key: string): void {
    if (this.#closed) return;
    const state = this.#awake.get(key);
    if (state !== undefined) state.again = true;
    else {
      const fresh = { again: false };
      this.#awake.set(key, fresh);
      void this.#run(key, fresh);
    }
  }

  /** Starts nothing more; resolves when everything running has ended. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#awake.size > 0) await new Promise<void>((resolve) => this.#ended.push(resolve));
  }

  async #run(key: string, state: { again: boolean }): Promise<void> {
    do {
      state.again = false;
      while (!this.#closed && (await this.#work(key)));
    } while (state.again && !this.#closed);
    this.#awake.delete(key);
    if (this.#awake.size === 0) for (const resolve of this.#ended.splice(0)) resolve();
  }
}
