/** How long each of many waited, in seconds. */
export class Waits {
  #seconds = new Float64Array(1024);
  #count = 0;
  #isSorted = true;

  add(seconds: number): void {
    if (this.#count === this.#seconds.length) {
      const larger = new Float64Array(2 * this.#count);
      larger.set(this.#seconds);
      this.#seconds = larger;
    }
    this.#seconds[this.#count++] = seconds;
    this.#isSorted = false;
  }

  get count(): number {
    return this.#count;
  }

  get mean(): number {
    return this.#seconds.subarray(0, this.#count).reduce((sum, one) => sum + one, 0) / this.#count;
  }

  /** The wait that a share of all did not exceed; NaN of no waits. @param share 0.99 for the 99th percentile */
  quantile(share: number): number {
    const all = this.#seconds.subarray(0, this.#count);
    if (!this.#isSorted) all.sort();
    this.#isSorted = true;
    return all[Math.max(0, Math.ceil(share * this.#count) - 1)] ?? Number.NaN;
  }

  /** The share that waited at all. */
  get delayed(): number {
    return this.#seconds.subarray(0, this.#count).reduce((sum, one) => sum + (one > 0 ? 1 : 0), 0) / this.#count;
  }
}
