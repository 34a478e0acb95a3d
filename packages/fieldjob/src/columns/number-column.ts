import { grownCapacity } from './growth.ts';

type NumberArray = Float64Array | Int32Array | Uint32Array;

/**
 * A growable column of numbers that costs nothing while every value is the default:
 * memory is taken when the first other value arrives.
 */
export class NumberColumn<T extends NumberArray = NumberArray> {
  length = 0;
  readonly defaultValue: number;
  readonly #make: (length: number) => T;
  /** Room for values; empty while every row holds the default. */
  #values: T;

  /**
   * @param make allocates the typed array, e.g. `(n) => new Float64Array(n)`
   * @param defaultValue what a row holds when nothing else was said (`NaN` for "not known")
   */
  constructor(make: (length: number) => T, defaultValue = 0) {
    this.#make = make;
    this.#values = make(0);
    this.defaultValue = defaultValue;
  }

  /** True while no row differs from the default. */
  get isDefault(): boolean {
    return this.#values.length === 0;
  }

  /** Appends one value. */
  push(value: number): void {
    if (this.length >= this.#values.length) this.#pushFurther(value);
    else this.#values[this.length++] = value;
  }

  /** Appends three values, as `push` would one after another. */
  pushTriple(first: number, second: number, third: number): void {
    const at = this.length;
    if (at + 3 > this.#values.length) this.reserve(at + 3);
    const values = this.#values;
    values[at] = first;
    values[at + 1] = second;
    values[at + 2] = third;
    this.length = at + 3;
  }

  /** Sets the value of a row at the end or behind it; rows in between hold the default. */
  put(row: number, value: number): void {
    if (row > this.length) this.skip(row - this.length);
    this.push(value);
  }

  /** Appends `count` rows that hold the default. */
  skip(count: number): void {
    const length = this.length + count;
    if (!this.isDefault) {
      this.reserve(length);
      // Room that was never written holds zeros.
      if (!Object.is(this.defaultValue, 0)) this.#values.fill(this.defaultValue, this.length, length);
    }
    this.length = length;
  }

  /** Appends `count` values of `source` from index `from`. */
  pushAll(source: ArrayLike<number>, from: number, count: number): void {
    const at = this.length;
    if (at + count > this.#values.length) this.reserve(at + count);
    const values = this.#values;
    for (let i = 0; i < count; i++) values[at + i] = source[from + i]!;
    this.length = at + count;
  }

  /** The value of a row; the default for rows that were never written, also behind the end. */
  get(row: number): number {
    return row < this.length && row < this.#values.length ? this.#values[row]! : this.defaultValue;
  }

  /** Overwrites a row that exists. */
  set(row: number, value: number): void {
    if (this.isDefault) {
      if (Object.is(value, this.defaultValue)) return;
      this.reserve(Math.max(1, this.length));
    }
    this.#values[row] = value;
  }

  /** Makes room for `capacity` values in one step (and materialises the column). */
  reserve(capacity: number): void {
    const old = this.#values;
    if (old.length > 0 && capacity <= old.length) return;
    const next = this.#make(grownCapacity(old.length, Math.max(capacity, this.length)));
    if (old.length > 0) next.set(old);
    else if (!Object.is(this.defaultValue, 0)) next.fill(this.defaultValue, 0, this.length);
    this.#values = next;
  }

  /** A view of the rows in use (not a copy). Materialises a default column. */
  view(): T {
    this.reserve(this.length);
    return this.#values.subarray(0, this.length) as T;
  }

  /** Appends where there is no room yet, or none is needed. */
  #pushFurther(value: number): void {
    if (this.isDefault && Object.is(value, this.defaultValue)) {
      this.length++;
      return;
    }
    this.reserve(this.length + 1);
    this.#values[this.length++] = value;
  }
}

/** A column of doubles; `defaultValue` NaN stands for "not known". */
export const float64Column = (defaultValue = 0): NumberColumn<Float64Array> =>
  new NumberColumn((n) => new Float64Array(n), defaultValue);
/** A column of signed 32-bit integers. */
export const int32Column = (defaultValue = 0): NumberColumn<Int32Array> =>
  new NumberColumn((n) => new Int32Array(n), defaultValue);
/** A column of unsigned 32-bit integers. */
export const uint32Column = (defaultValue = 0): NumberColumn<Uint32Array> =>
  new NumberColumn((n) => new Uint32Array(n), defaultValue);
