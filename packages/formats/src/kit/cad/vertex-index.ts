/** Finds equal positions: each distinct (easting, northing, elevation) gets one number, in order of appearance. */
export class VertexIndex {
  #table = new Int32Array(1 << 10).fill(-1);
  #triples = new Float64Array(3 << 9);
  #bits = new Uint32Array(this.#triples.buffer);
  #count = 0;

  get length(): number {
    return this.#count;
  }

  /** Number of a position; bitwise equal positions share it. */
  add(easting: number, northing: number, elevation: number): number {
    if (2 * (this.#count + 1) > this.#table.length) this.#grow();
    const at = 3 * this.#count;
    // Adding 0 makes -0 and 0 one position.
    this.#triples[at] = easting + 0;
    this.#triples[at + 1] = northing + 0;
    this.#triples[at + 2] = elevation + 0;
    const mask = this.#table.length - 1;
    let slot = this.#hash(this.#count) & mask;
    while (this.#table[slot] !== -1) {
      const other = this.#table[slot]!;
      if (this.#same(other, this.#count)) return other;
      slot = (slot + 1) & mask;
    }
    this.#table[slot] = this.#count;
    return this.#count++;
  }

  /** The positions as triples, in the order of their numbers (a copy). */
  triples(): Float64Array {
    return this.#triples.slice(0, 3 * this.#count);
  }

  #hash(index: number): number {
    const bits = this.#bits;
    let hash = 0x811c9dc5;
    for (let i = 6 * index; i < 6 * index + 6; i++) hash = Math.imul(hash ^ bits[i]!, 0x01000193) ^ (hash >>> 15);
    return (hash ^ (hash >>> 13)) >>> 0;
  }

  #same(a: number, b: number): boolean {
    const bits = this.#bits;
    for (let i = 0; i < 6; i++) if (bits[6 * a + i] !== bits[6 * b + i]) return false;
    return true;
  }

  #grow(): void {
    const triples = new Float64Array(this.#triples.length * 2);
    triples.set(this.#triples);
    this.#triples = triples;
    this.#bits = new Uint32Array(triples.buffer);
    this.#table = new Int32Array(this.#table.length * 2).fill(-1);
    const mask = this.#table.length - 1;
    for (let index = 0; index < this.#count; index++) {
      let slot = this.#hash(index) & mask;
      while (this.#table[slot] !== -1) slot = (slot + 1) & mask;
      this.#table[slot] = index;
    }
  }
}
