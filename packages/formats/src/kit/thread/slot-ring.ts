/** Places in the words that both threads see: how many slots were filled and emptied so far, whether it is closed. */
const FILLED = 0;
const EMPTIED = 1;
const CLOSED = 2;
/** Counts everything that somebody may wait for: one word, so that nothing can happen between a look and a wait. */
const NEWS = 3;
const WORDS = 4;

/**
 * The turns of two threads at a ring of slots, which lie in memory that both share: one fills them in order, the other empties them in
 * the same order. Either side may wait by standing still (a helper, which has nothing else to do) or by a promise (the thread that
 * has signals and progress to look after). Who waits on a ring that is closed goes on at once.
 */
export class SlotRing {
  readonly slots: number;
  /** To be handed to the other thread, which makes its own ring of it. */
  readonly memory: SharedArrayBuffer;
  readonly #words: Int32Array<SharedArrayBuffer>;

  constructor(slots: number, memory = new SharedArrayBuffer(WORDS * Int32Array.BYTES_PER_ELEMENT)) {
    this.slots = slots;
    this.memory = memory;
    this.#words = new Int32Array(memory);
  }

  /** The slot to fill next; -1 while all of them wait to be emptied, and when the ring is closed. */
  get free(): number {
    const [filled, emptied] = [Atomics.load(this.#words, FILLED), Atomics.load(this.#words, EMPTIED)];
    return this.isClosed || filled - emptied >= this.slots ? -1 : filled % this.slots;
  }

  /** The slot to empty next; -1 when none is filled. What was filled before the ring was closed is still to be had. */
  get filled(): number {
    const [filled, emptied] = [Atomics.load(this.#words, FILLED), Atomics.load(this.#words, EMPTIED)];
    return filled === emptied ? -1 : emptied % this.slots;
  }

  get isClosed(): boolean {
    return Atomics.load(this.#words, CLOSED) !== 0;
  }

  /** Hands over the slot that `free` named. */
  fill(): void {
    Atomics.add(this.#words, FILLED, 1);
    this.#tell();
  }

  /** Gives back the slot that `filled` named. */
  empty(): void {
    Atomics.add(this.#words, EMPTIED, 1);
    this.#tell();
  }

  /** Says that no further slot will be filled or is needed, and wakes whoever waits. */
  close(): void {
    Atomics.store(this.#words, CLOSED, 1);
    this.#tell();
  }

  /** Stands still until a slot is free. @returns it; -1 when the ring is closed */
  waitForFree(): number {
    return this.#wait(() => this.free);
  }

  /** Stands still until a slot is filled. @returns it; -1 when the ring is closed and nothing is left in it */
  waitForFilled(): number {
    return this.#wait(() => this.filled);
  }

  /** Waits until a slot is free, and lets others do their work. @returns it; -1 when the ring is closed */
  untilFree(): Promise<number> {
    return this.#until(() => this.free);
  }

  /** Waits until a slot is filled, and lets others do their work. @returns it; -1 when the ring is closed and nothing is left in it */
  untilFilled(): Promise<number> {
    return this.#until(() => this.filled);
  }

  #tell(): void {
    Atomics.add(this.#words, NEWS, 1);
    Atomics.notify(this.#words, NEWS);
  }

  #wait(slot: () => number): number {
    for (;;) {
      const news = Atomics.load(this.#words, NEWS);
      // Whether it is closed is asked first: what was filled before that is seen then.
      const isClosed = this.isClosed;
      const found = slot();
      if (found >= 0 || isClosed) return found;
      Atomics.wait(this.#words, NEWS, news);
    }
  }

  async #until(slot: () => number): Promise<number> {
    for (;;) {
      const news = Atomics.load(this.#words, NEWS);
      const isClosed = this.isClosed;
      const found = slot();
      if (found >= 0 || isClosed) return found;
      await Atomics.waitAsync(this.#words, NEWS, news).value;
    }
  }
}
