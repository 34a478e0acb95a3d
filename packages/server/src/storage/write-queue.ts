import type { Procedure } from './procedure.ts';

/** A procedure of whatever data. */
export type WritingProcedure = Procedure<never, unknown>;

/** Where an operation runs: here, or in the thread that writes when it takes the procedure. */
export type Work =
  | { readonly here: () => unknown }
  | { readonly procedure: WritingProcedure; readonly give: () => unknown };

/** An operation that waits for its transaction, and who waits for the operation. */
export interface Waiting {
  readonly work: Work;
  /** How many ordinary operations it is worth. */
  readonly weight: number;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** Operations in the order in which they came. */
export class WriteQueue {
  #waiting: Waiting[] = [];

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** The one that waits longest; there must be one. */
  get first(): Waiting {
    return this.#waiting[0]!;
  }

  push(one: Waiting): void {
    this.#waiting.push(one);
  }

  /** Whether all that wait are worth so many operations. */
  reaches(weight: number): boolean {
    let sum = 0;
    return this.#waiting.some((one) => (sum += one.weight) >= weight);
  }

  /**
   * Takes from the front as long as a test holds and they are worth no more than `most`; the first is taken in any case. What is worth
   * nothing counts as one, for it takes its time as well.
   */
  take(most: number, goesAlong: (one: Waiting) => boolean): Waiting[] {
    const worth = (one: Waiting): number => Math.max(1, one.weight);
    let [end, sum] = [1, worth(this.first)];
    for (; end < this.#waiting.length; end++) {
      const one = this.#waiting[end]!;
      sum += worth(one);
      if (sum > most || !goesAlong(one)) break;
    }
    const taken = this.#waiting.slice(0, end);
    this.#waiting = this.#waiting.slice(end);
    return taken;
  }
}
