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
  #values: T | undefined;

  /**
   * @param make allocates the typed array, e.g. `(n) => new Float64Array(n)`
   * @param defaultValue what a row holds when nothing else was said (`NaN` for "not known")
   */
  constructor(make: (length: number) => T, defaultValue = 0) {
    this.#make = make;
    this.defaultValue = defaultValue;
  }

  /** True while no row differs from the default. */
  get isDefault(): boolean {
    return this.#values === undefined;
  }

  /** Appends one value. */
  push(value: number): void {
    if (this.#values === undefined) {
      if (Object.is(value, this.defaultValue)) {
        this.length++;
        return;
      }
      this.#values = this.#make(grownCapacity(0, this.length + 1));
      if (!Object.is(this.defaultValue, 0)) this.#values.fill(this.defaultValue, 0, this.length);
    } else if (this.length === this.#values.length) this.#grow(this.length + 1);
    this.#values![this.length++] = value;
  }

  /** Appends `count` values of `source` from index `from`. */
  pushAll(source: ArrayLike<number>, from: number, count: number): void {
    this.reserve(this.length + count);
    const values = this.#values!;
    const at = this.length;
    for (let i = 0; i < count; i++) values[at + i] = source[from + i]!;
    this.length += count;
  }

  /** The value of a row; the default for rows that were never written. */
  get(row: number): number {
    return this.#values === undefined ? this.defaultValue : this.#values[row]!;
  }

  /** Overwrites a row that exists. */
  set(row: number, value: number): void {
    if (this.#values === undefined) {
      if (Object.is(value, this.defaultValue)) return;
      this.reserve(Math.max(1, this.length));
    }
    this.#values![row] = value;
  }

  /** Makes room for `capacity` values in one step (and materialises the column). */
  reserve(capacity: number): void {
    if (this.#values === undefined) {
      this.#values = this.#make(grownCapacity(0, Math.max(capacity, this.length)));
      if (!Object.is(this.defaultValue, 0)) this.#values.fill(this.defaultValue, 0, this.length);
    } else if (capacity > this.#values.length) this.#grow(capacity);
  }

  /** A view of the rows in use (not a copy). Materialises a default column. */
  view(): T {
    this.reserve(this.length);
    return this.#values!.subarray(0, this.length) as T;
  }

  #grow(needed: number): void {
    const old = this.#values!;
    const next = this.#make(grownCapacity(old.length, needed));
    next.set(old);
    this.#values = next;
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
