/** Most features at one place that are compared for a partner. */
const MOST_CANDIDATES = 64;
/** Width of a cell in tolerances: a place near a border is looked up in up to four cells. */
const CELL = 8;
/** Width of a cell where the tolerance is 0. */
const LEAST_CELL = 1e-6;

const MOST_CELLS = 2 ** 52;

/** Whether an index finds a place: not if it is not finite or absurdly far away. */
export function isPlace(easting: number, northing: number, tolerance: number): boolean {
  return Math.max(Math.abs(easting), Math.abs(northing)) / cellOf(tolerance) < MOST_CELLS;
}

function cellOf(tolerance: number): number {
  return Math.max(CELL * tolerance, LEAST_CELL);
}

/** Finds features by their place in plan: a hash of square cells, each with a chain of rows. */
export class PlaceIndex {
  readonly #heads: Int32Array;
  readonly #next: Int32Array;
  readonly #cell: number;
  readonly #tolerance: number;

  /**
   * @param count number of rows @param placeOf easting or northing of a row; rows without a finite place are not found
   */
  constructor(count: number, easting: (row: number) => number, northing: (row: number) => number, tolerance: number) {
    this.#tolerance = tolerance;
    this.#cell = cellOf(tolerance);
    this.#heads = new Int32Array(2 ** Math.ceil(Math.log2(count + 1))).fill(-1);
    this.#next = new Int32Array(count).fill(-1);
    // From the last row, so that each chain begins with the first.
    for (let row = count - 1; row >= 0; row--) {
      const [e, n] = [easting(row), northing(row)];
      if (!isPlace(e, n, tolerance)) continue;
      const bucket = this.#bucket(this.#cellOf(e), this.#cellOf(n));
      this.#next[row] = this.#heads[bucket]!;
      this.#heads[bucket] = row;
    }
  }

  /**
   * Calls `look` for the rows near a place, and perhaps for others, until it returns true. Rows that are `gone` are
   * removed from the index in passing.
   */
  near(easting: number, northing: number, gone: (row: number) => boolean, look: (row: number) => boolean): void {
    if (!isPlace(easting, northing, this.#tolerance)) return;
    const [west, east] = this.#range(easting);
    const [south, north] = this.#range(northing);
    for (let x = west; x <= east; x++)
      for (let y = south; y <= north; y++) if (this.#walk(this.#bucket(x, y), gone, look)) return;
  }

  #walk(bucket: number, gone: (row: number) => boolean, look: (row: number) => boolean): boolean {
    let before = -1;
    let left = MOST_CANDIDATES;
    for (let row = this.#heads[bucket]!; row >= 0 && left > 0; row = this.#next[row]!) {
      if (gone(row)) {
        if (before < 0) this.#heads[bucket] = this.#next[row]!;
        else this.#next[before] = this.#next[row]!;
        continue;
      }
      before = row;
      left--;
      if (look(row)) return true;
    }
    return false;
  }

  /** The cells that a value may be in, within the tolerance: one or two. */
  #range(value: number): readonly [number, number] {
    const low = this.#cellOf(value - this.#tolerance);
    // For large numbers, cells are narrower than the distance to the next number.
    return [low, Math.min(this.#cellOf(value + this.#tolerance), low + 1)];
  }

  #cellOf(value: number): number {
    return Math.floor(value / this.#cell);
  }

  #bucket(x: number, y: number): number {
    return (
      (Math.imul(x | 0, 0x9e3779b1) ^ Math.imul(y | 0, 0x85ebca6b) ^ ((x / 4294967296) | 0)) & (this.#heads.length - 1)
    );
  }
}
