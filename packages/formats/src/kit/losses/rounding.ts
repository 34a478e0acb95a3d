import type { WriteContext } from '../../core/format.ts';

/** Moves below this share of a number are the rounding of doubles themselves. */
const NOTHING = 4 * Number.EPSILON;

/** Watches how far numbers are moved by being written with a fixed number of decimals. */
export class Rounding {
  readonly #decimals: number;
  readonly #scale: number;
  #count = 0;
  #most = 0;

  constructor(decimals: number) {
    this.#decimals = decimals;
    this.#scale = 10 ** decimals;
  }

  /** A number that is written; what is none moves nowhere. */
  see(value: number): void {
    const scaled = value * this.#scale;
    const moved = Math.abs(scaled - Math.round(scaled)) / this.#scale;
    if (!(moved > NOTHING * Math.abs(value)) || !Number.isFinite(moved)) return;
    this.#count++;
    if (moved > this.#most) this.#most = moved;
  }

  /** Tells how many numbers were rounded and how far the farthest was moved. @param unit of what is written, in words */
  report(unit: string, { report }: Pick<WriteContext, 'report'>): void {
    if (this.#count === 0) return;
    const text = `${this.#count} coordinates were rounded to ${this.#decimals} decimals; the farthest moved by ${this.#most.toPrecision(2)} (${unit})`;
    report({ code: 'coordinates-rounded', severity: 'note', text, count: this.#count });
  }
}
