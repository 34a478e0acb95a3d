import type { WriteContext } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';

/** Relative changes below this are the rounding of doubles itself. */
const NOTHING = 4 * Number.EPSILON;

/** Measures how much numbers change when they are written with a fixed number of decimals. */
export class Rounding {
  readonly #decimals: number;
  readonly #scale: number;
  #count = 0;
  #most = 0;

  constructor(decimals: number) {
    this.#decimals = decimals;
    this.#scale = 10 ** decimals;
  }

  /** Takes a number that is written; NaN and infinities are ignored. */
  see(value: number): void {
    const scaled = value * this.#scale;
    const moved = Math.abs(scaled - Math.round(scaled)) / this.#scale;
    if (!(moved > NOTHING * Math.abs(value)) || !Number.isFinite(moved)) return;
    this.#count++;
    if (moved > this.#most) this.#most = moved;
  }

  /** Reports how many numbers were rounded and the largest change. @param unit of the numbers written, in words */
  report(unit: string, { report }: Pick<WriteContext, 'report'>): void {
    if (this.#count === 0) return;
    const most = this.#most.toPrecision(2);
    report(issueOf('coordinates-rounded', { count: this.#count, decimals: this.#decimals, most, unit }));
  }
}
