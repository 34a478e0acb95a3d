/** Numbers from 0 up to 1 that are always the same for a seed: a 32-bit counter, mixed by two multiplications. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Evenly distributed in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  }

  /** Exponentially distributed: the time to the next of many independent events. @param rate events per second */
  exponential(rate: number): number {
    return -Math.log(1 - this.next()) / rate;
  }
}
