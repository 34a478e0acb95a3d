/**
 * A queue that takes one item of each owner in turn, so that an owner who queues a thousand does not keep the others
 * waiting.
 */
export class FairQueue<T> {
  readonly #queues = new Map<string, T[]>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Queues an item after those of the same owner. */
  push(owner: string, item: T): void {
    const queue = this.#queues.get(owner);
    if (queue === undefined) this.#queues.set(owner, [item]);
    else queue.push(item);
    this.#length++;
  }

  /** Puts an item before those of the same owner, and the owner before all others. */
  unshift(owner: string, item: T): void {
    const queue = this.#queues.get(owner) ?? [];
    queue.unshift(item);
    this.#queues.delete(owner);
    const others = Array.from(this.#queues);
    this.#queues.clear();
    this.#queues.set(owner, queue);
    for (const [other, waiting] of others) this.#queues.set(other, waiting);
    this.#length++;
  }

  /**
   * Takes the first item of the next owner, who then goes to the end.
   * @param except an owner whose items are left where they are
   */
  shift(except?: string): T | undefined {
    const first = this.#queues.entries().find(([owner]) => owner !== except);
    if (first === undefined) return undefined;
    const [owner, queue] = first;
    const item = queue.shift();
    this.#queues.delete(owner);
    if (queue.length > 0) this.#queues.set(owner, queue);
    this.#length--;
    return item;
  }

  /** Removes an item; false if it is no longer queued. */
  remove(owner: string, item: T): boolean {
    const queue = this.#queues.get(owner);
    const at = queue?.indexOf(item) ?? -1;
    if (queue === undefined || at < 0) return false;
    queue.splice(at, 1);
    if (queue.length === 0) this.#queues.delete(owner);
    this.#length--;
    return true;
  }
}
