import { checkElements, grownCapacity } from './growth.ts';

type NumberArray = Float64Array | Int32Array | Uint32Array;

/** A chunk holds 2^15 values: copying that many costs almost nothing, and a partly filled chunk wastes little. */
const SHIFT = 15;
const CHUNK = 1 << SHIFT;
/** Up to this many values are copied one by one, because a view for a bulk copy costs more. */
const FEW = 64;
/** Rows of a block; three of them make a position. */
const BLOCK = 3 * 1024;

/**
 * A growable column of numbers that costs nothing while every value is the default: memory is allocated when the first
 * other value arrives. A large column grows by chunks, so that nothing is copied while it is filled.
 */
export class NumberColumn<T extends NumberArray = NumberArray> {
  length = 0;
  readonly defaultValue: number;
  readonly #make: (length: number) => T;
  /** The first rows (all rows after a view); empty while every row holds the default. */
  #first: T;
  /** The rows after `#first`. */
  #chunks: T[] = [];
  /** The array that is being filled, and the row it starts at. */
  #last: T;
  #lastRow = 0;

  /**
   * @param make allocates the typed array, e.g. `(n) => new Float64Array(n)`
   * @param defaultValue value of a row that was never set (`NaN` for "not known")
   */
  constructor(make: (length: number) => T, defaultValue = 0) {
    this.#make = make;
    this.#first = this.#last = make(0);
    this.defaultValue = defaultValue;
  }

  /** True while no row differs from the default. */
  get isDefault(): boolean {
    return this.#first.length === 0;
  }

  /** Appends one value. */
  push(value: number): void {
    const at = this.length - this.#lastRow;
    if (at >= this.#last.length) this.#pushFurther(value);
    else {
      this.#last[at] = value;
      this.length++;
    }
  }

  /** Appends three values. */
  pushTriple(first: number, second: number, third: number): void {
    const last = this.#last;
    const at = this.length - this.#lastRow;
    if (at + 3 <= last.length) {
      last[at] = first;
      last[at + 1] = second;
      last[at + 2] = third;
      this.length += 3;
      return;
    }
    this.push(first);
    this.push(second);
    this.push(third);
  }

  /** Appends `count` values of `source` from index `from`. */
  pushAll(source: ArrayLike<number>, from: number, count: number): void {
    const last = this.#last;
    const at = this.length - this.#lastRow;
    if (at + count <= last.length) {
      for (let i = 0; i < count; i++) last[at + i] = source[from + i]!;
      this.length += count;
    } else for (let i = from; i < from + count; i++) this.push(source[i]!);
  }

  /** Sets the value of the next row or of a later one; rows in between hold the default. */
  put(row: number, value: number): void {
    if (row > this.length) this.skip(row - this.length);
    this.push(value);
  }

  /** Appends `count` rows that hold the default. */
  skip(count: number): void {
    const end = this.length + count;
    while (this.length < end && !this.isDefault) {
      const at = this.length - this.#lastRow;
      const step = Math.min(this.#last.length - at, end - this.length);
      // Memory that was never written holds zeros.
      if (!Object.is(this.defaultValue, 0)) this.#last.fill(this.defaultValue, at, at + step);
      this.length += step;
      if (this.length < end) this.#extend();
    }
    this.length = end;
  }

  /** The value of a row; the default for rows that were never written, also beyond the end. */
  get(row: number): number {
    const first = this.#first;
    if (row >= this.length || first.length === 0) return this.defaultValue;
    if (row < first.length) return first[row]!;
    const behind = row - first.length;
    return this.#chunks[behind >>> SHIFT]![behind & (CHUNK - 1)]!;
  }

  /**
   * Copies `count` rows starting at `from`, which must exist, into `target` at index `at`. Unlike `view` it does not
   * rearrange the column: reading it once in order does not need one contiguous array.
   */
  copy(from: number, count: number, target: Float64Array, at = 0): void {
    const end = from + count;
    for (let row = from; row < end; ) {
      let source: T = this.#first;
      let start = row;
      if (row >= source.length) {
        const behind = row - source.length;
        // A column whose rows are all the default has no arrays.
        const chunk = this.#chunks[behind >>> SHIFT];
        if (chunk === undefined) {
          target.fill(this.defaultValue, at, at + end - row);
          return;
        }
        source = chunk;
        start = behind & (CHUNK - 1);
      }
      const length = Math.min(end - row, source.length - start);
      if (length > FEW) target.set(source.subarray(start, start + length), at);
      else for (let i = 0; i < length; i++) target[at + i] = source[start + i]!;
      at += length;
      row += length;
    }
  }

  /**
   * The rows in order, a few thousand at a time and always whole positions, in one array that is refilled each time.
   * Unlike `view`, this does not rearrange the column.
   */
  *blocks(): Generator<Float64Array> {
    const block = new Float64Array(Math.min(BLOCK, this.length));
    for (let row = 0; row < this.length; row += BLOCK) {
      const count = Math.min(BLOCK, this.length - row);
      this.copy(row, count, block);
      yield block.subarray(0, count);
    }
  }

  /** Overwrites a row that exists. */
  set(row: number, value: number): void {
    if (this.isDefault) {
      if (Object.is(value, this.defaultValue)) return;
      this.#join();
    }
    const behind = row - this.#first.length;
    if (behind < 0) this.#first[row] = value;
    else this.#chunks[behind >>> SHIFT]![behind & (CHUNK - 1)] = value;
  }

  /** All rows as one array. Do not change it; it is valid until the next row is appended. */
  view(): T {
    if (this.isDefault || this.#chunks.length > 0) this.#join();
    return this.#first.subarray(0, this.length) as T;
  }

  /** Appends when the last array is full or not allocated yet. */
  #pushFurther(value: number): void {
    if (this.isDefault) {
      if (Object.is(value, this.defaultValue)) {
        this.length++;
        return;
      }
      this.#join();
    }
    if (this.length - this.#lastRow >= this.#last.length) this.#extend();
    this.#last[this.length - this.#lastRow] = value;
    this.length++;
  }

  /** Adds room at the end of a full column. */
  #extend(): void {
    const first = this.#first;
    if (first.length < CHUNK) {
      this.#first = this.#last = this.#make(Math.min(CHUNK, grownCapacity(first.length, first.length + 1)));
      this.#first.set(first);
      return;
    }
    checkElements(this.length + CHUNK);
    this.#lastRow = first.length + this.#chunks.length * CHUNK;
    this.#last = this.#make(CHUNK);
    this.#chunks.push(this.#last);
  }

  /**
   * Moves all rows into one array with room for half as many more, so that alternating views and appends do not copy
   * every time.
   */
  #join(): void {
    const whole = this.#make(grownCapacity(0, Math.ceil(this.length * 1.5) + 1));
    if (!this.isDefault) whole.set(this.#first);
    else if (!Object.is(this.defaultValue, 0)) whole.fill(this.defaultValue, 0, this.length);
    let at = this.#first.length;
    for (const chunk of this.#chunks) {
      whole.set(chunk.subarray(0, this.length - at), at);
      at += CHUNK;
    }
    this.#first = this.#last = whole;
    this.#lastRow = 0;
    this.#chunks = [];
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
