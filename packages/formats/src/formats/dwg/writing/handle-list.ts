/** Handles in the order they were added. */
export class HandleList {
  #handles = new Float64Array(1 << 10);
  count = 0;

  add(handle: number): void {
    if (this.count === this.#handles.length) {
      const grown = new Float64Array(2 * this.count);
      grown.set(this.#handles);
      this.#handles = grown;
    }
    this.#handles[this.count++] = handle;
  }

  at(index: number): number {
    return this.#handles[index]!;
  }
}
