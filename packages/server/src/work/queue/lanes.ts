/**
 * Work in lanes: within a lane one piece after another, in different lanes at the same time. A lane is woken when there
 * may be something to do; it then works until there is nothing left. What waits is known by the caller's store alone, so
 * nothing is lost with the process.
 */
export class Lanes {
  readonly #work: (lane: string) => Promise<boolean>;
  /** Lanes at work, and whether they were woken meanwhile. */
  readonly #awake = new Map<string, { again: boolean }>();
  #ended: (() => void)[] = [];
  #closed = false;

  /** @param work does one piece of a lane's work; resolves to false when there was none. It must not reject. */
  constructor(work: (lane: string) => Promise<boolean>) {
    this.#work = work;
  }

  /** Lanes that are at work. */
  get active(): number {
    return this.#awake.size;
  }

  /** Says that a lane may have work. */
  wake(lane: string): void {
    if (this.#closed) return;
    const state = this.#awake.get(lane);
    if (state !== undefined) state.again = true;
    else {
      const fresh = { again: false };
      this.#awake.set(lane, fresh);
      void this.#run(lane, fresh);
    }
  }

  /** Starts nothing more; resolves when what runs has ended. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#awake.size > 0) await new Promise<void>((resolve) => this.#ended.push(resolve));
  }

  async #run(lane: string, state: { again: boolean }): Promise<void> {
    do {
      state.again = false;
      while (!this.#closed && (await this.#work(lane)));
    } while (state.again && !this.#closed);
    this.#awake.delete(lane);
    if (this.#awake.size === 0) for (const resolve of this.#ended.splice(0)) resolve();
  }
}
