/** Finds the index of a numbered object: by subtraction while the numbers are consecutive, by a map otherwise. */
export class IdTable {
  #first = 0;
  #count = 0;
  #map: Map<number, number> | undefined;

  /** Adds the next object with its number. */
  add(id: number): void {
    if (this.#count === 0) this.#first = id;
    else if (this.#map === undefined && id !== this.#first + this.#count) {
      this.#map = new Map();
      for (let i = 0; i < this.#count; i++) this.#map.set(this.#first + i, i);
    }
    this.#map?.set(id, this.#count);
    this.#count++;
  }

  /** Index of the object with that number, or -1. */
  find(id: number): number {
    if (this.#map !== undefined) return this.#map.get(id) ?? -1;
    const index = id - this.#first;
    return index >= 0 && index < this.#count ? index : -1;
  }
}
