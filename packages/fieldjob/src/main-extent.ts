import { Extent } from './extent.ts';

/** Most positions kept; of more, every second, fourth, … one, evenly over the job. */
const MOST_KEPT = 32_768;
/** Share of the positions that may be strays. */
const STRAYS = 0.05;
/** With fewer positions than this there are no strays: it is not known which of them is right. */
const FEWEST = 4;
/** If the whole extends this many times as far as nearly all of it, a picture of the whole shows only a speck. */
const SPECK = 20;
/** How far around the middle still counts as near, as a multiple of the reach of nearly all positions. */
const NEAR = 3;

/**
 * Finds where the data of a job is: the extent without the few strays (a point at 0, 0, a control point in another
 * town) that would reduce the rest to a speck. Non-finite positions are ignored.
 *
 * The middle is the median of both axes. Strays are further from it than three times the distance that 95 % of the
 * positions keep, and are only left out if one of them is further than 20 times that distance.
 */
export class MainExtent {
  /** Everything that was added. */
  readonly whole = new Extent();
  #kept = new Float64Array(2 * 1024);
  #count = 0;
  #step = 1;
  #seen = 0;

  /** Includes one position. */
  add(easting: number, northing: number): void {
    if (!Number.isFinite(easting) || !Number.isFinite(northing)) return;
    this.whole.add(easting, northing, Number.NaN);
    if (this.#seen++ % this.#step !== 0) return;
    if (2 * this.#count === this.#kept.length) this.#makeRoom();
    this.#kept[2 * this.#count] = easting;
    this.#kept[2 * this.#count + 1] = northing;
    this.#count++;
  }

  /** The positions kept, easting and northing alternately; at most `most`, evenly. */
  sample(most = MOST_KEPT): Float64Array {
    const step = Math.max(1, Math.ceil(this.#count / most));
    const sample = new Float64Array(2 * Math.ceil(this.#count / step));
    for (let i = 0; i < this.#count; i += step) sample.set(this.#kept.subarray(2 * i, 2 * i + 2), (2 * i) / step);
    return sample;
  }

  /** The extent to show at first, and the box outside which a position is a stray. */
  result(): MainPart {
    const { whole } = this;
    const everywhere = { main: whole, near: ENDLESS };
    if (this.#count < FEWEST) return everywhere;
    const [east, north] = [this.#median(0), this.#median(1)];
    const distances = new Float64Array(this.#count);
    for (let i = 0; i < this.#count; i++)
      distances[i] = Math.max(Math.abs(this.#kept[2 * i]! - east), Math.abs(this.#kept[2 * i + 1]! - north));
    distances.sort();
    const reach = distances[Math.min(Math.ceil(this.#count * (1 - STRAYS)) - 1, this.#count - 2)]!;
    const { minEasting, minNorthing, maxEasting, maxNorthing } = whole;
    const furthest = Math.max(east - minEasting, maxEasting - east, north - minNorthing, maxNorthing - north);
    if (!(reach > 0) || !(furthest > SPECK * reach)) return everywhere;
    const far = NEAR * reach;
    const near = {
      ...{ minEasting: east - far, minNorthing: north - far },
      ...{ maxEasting: east + far, maxNorthing: north + far },
    };
    const main = new Extent();
    for (let i = 0; i < this.#count; i++) {
      const [e, n] = [this.#kept[2 * i]!, this.#kept[2 * i + 1]!];
      if (isInside(near, e, n)) main.add(e, n, Number.NaN);
    }
    return { main, near };
  }

  #median(axis: 0 | 1): number {
    const values = new Float64Array(this.#count);
    for (let i = 0; i < this.#count; i++) values[i] = this.#kept[2 * i + axis]!;
    return values.sort()[this.#count >> 1]!;
  }

  #makeRoom(): void {
    if (this.#count < MOST_KEPT) {
      const larger = new Float64Array(2 * this.#kept.length);
      larger.set(this.#kept);
      this.#kept = larger;
      return;
    }
    this.#kept.set(this.sample(MOST_KEPT / 2));
    this.#count = MOST_KEPT / 2;
    this.#step *= 2;
  }
}

/** A box in plan, in the job's unit. */
export interface PlanBox {
  readonly minEasting: number;
  readonly minNorthing: number;
  readonly maxEasting: number;
  readonly maxNorthing: number;
}

/** Where the data of a job is. */
export interface MainPart {
  /** The extent without strays; empty if nothing has a position. */
  readonly main: Extent;
  /** A position outside is a stray. */
  readonly near: PlanBox;
}

const ENDLESS: PlanBox = {
  ...{ minEasting: -Infinity, minNorthing: -Infinity },
  ...{ maxEasting: Infinity, maxNorthing: Infinity },
};

/** Whether a box contains a position, its border included. */
export function isInside(box: PlanBox, easting: number, northing: number): boolean {
  return (
    easting >= box.minEasting && easting <= box.maxEasting && northing >= box.minNorthing && northing <= box.maxNorthing
  );
}
