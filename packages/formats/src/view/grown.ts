/** A typed array that grows; `values` may be longer than `length`. */
export class Grown<T extends Float64Array | Float32Array | Uint32Array | Uint16Array | Uint8Array> {
  values: T;
  length = 0;

  constructor(values: T) {
    this.values = values;
  }

  push(value: number): void {
    if (this.length === this.values.length) this.reserve(1);
    this.values[this.length++] = value;
  }

  /** Makes room for `more` further values. */
  reserve(more: number): void {
    if (this.length + more <= this.values.length) return;
    const make = this.values.constructor as new (length: number) => T;
    const larger = new make(Math.max(this.length + more, 2 * this.values.length, 64));
    larger.set(this.values as never);
    this.values = larger;
  }
}
