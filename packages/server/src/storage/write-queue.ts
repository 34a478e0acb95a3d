import type { JointBody, WriteBody } from './port/space-store.ts';

/** An operation that waits for its transaction, and what to call when it is over. */
export interface Waiting {
  readonly body: WriteBody<unknown>;
  /** How many ordinary operations it counts as. */
  readonly weight: number;
  /** Whether it may be undone and run again. */
  readonly isRepeatable: boolean;
  /** What it depends on, for engines that run several at once (see `SpaceStore.many`). */
  readonly touches?: readonly string[] | undefined;
  /** For engines that run many calls of `SpaceStore.together` at once; `body` is the same for this item alone. */
  readonly joint?: { readonly body: JointBody<unknown, unknown>; readonly item: unknown } | undefined;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** Of all of them together. */
export const weightOf = (some: readonly Waiting[]): number => some.reduce((sum, { weight }) => sum + weight, 0);

/** Operations in order of arrival. */
export class WriteQueue {
  #waiting: Waiting[] = [];

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  get length(): number {
    return this.#waiting.length;
  }

  /** Of all that wait. */
  get weight(): number {
    return weightOf(this.#waiting);
  }

  push(one: Waiting): void {
    this.#waiting.push(one);
  }

  /** Whether the waiting operations together have at least that weight. */
  reaches(weight: number): boolean {
    let sum = 0;
    return this.#waiting.some((one) => (sum += one.weight) >= weight);
  }

  /**
   * Takes operations from the front that are as repeatable as the first one and together weigh no more than `most`; the
   * first is always taken. Weight 0 counts as 1, because the operation takes time as well. The queue must not be empty.
   */
  take(most: number): Waiting[] {
    const worth = (one: Waiting): number => Math.max(1, one.weight);
    const first = this.#waiting[0]!;
    let [end, sum] = [1, worth(first)];
    for (; end < this.#waiting.length; end++) {
      const one = this.#waiting[end]!;
      sum += worth(one);
      if (sum > most || one.isRepeatable !== first.isRepeatable) break;
    }
    const taken = this.#waiting.slice(0, end);
    this.#waiting = this.#waiting.slice(end);
    return taken;
  }
}
