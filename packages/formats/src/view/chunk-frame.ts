import type { Extent } from '@fieldbridge/fieldjob';
import { type ChunkHead, NO_HEIGHT, STEPS_PER_UNIT, VIEW_LIMITS, type ViewBox } from '@fieldbridge/view-wire';

/** Steps of a tolerance, at least: what is drawn is off by a fortieth of it at most. */
const STEPS_PER_TOLERANCE = 20;

/** Turns coordinates into the integers of a chunk, about the middle of what it holds. */
export class ChunkFrame {
  readonly head: ChunkHead;
  /** Steps of a unit. */
  readonly #steps: number;

  /** @param extent not empty @param tolerance by which positions are off anyhow: longer steps need fewer bytes */
  constructor(extent: Extent, tolerance = 0) {
    const { minEasting, maxEasting, minNorthing, maxNorthing, minElevation, maxElevation } = extent;
    const half = Math.max(maxEasting - minEasting, maxNorthing - minNorthing) / 2;
    let steps: number = STEPS_PER_UNIT;
    // The centre is a whole number, up to half a unit off the middle.
    while ((half + 1) * steps > VIEW_LIMITS.offset || STEPS_PER_TOLERANCE * 10 <= tolerance * steps) steps /= 10;
    const step = 1 / steps;
    this.#steps = steps;
    // Elevations that no step reaches become unknown; they do not take the others with them.
    const middle = (low: number, high: number): number =>
      high - low >= 0 && (high - low) / step <= VIEW_LIMITS.offset ? Math.round((low + high) / 2) : 0;
    this.head = {
      ...{ kind: 0, step, easting: middle(minEasting, maxEasting) },
      ...{ northing: middle(minNorthing, maxNorthing), elevation: middle(minElevation, maxElevation) },
    };
  }

  /** Turns the positions from `start` to `end` (exclusive) into steps from the centre, at `at` of the target. */
  plan(places: Float64Array, start: number, end: number, target: Int32Array, at: number): void {
    const { easting, northing } = this.head;
    for (let from = 2 * start, to = 2 * at; from < 2 * end; from += 2, to += 2) {
      target[to] = Math.round((places[from]! - easting) * this.#steps);
      target[to + 1] = Math.round((places[from + 1]! - northing) * this.#steps);
    }
  }

  /** The same for elevations. @returns whether one is known */
  heights(elevations: Float64Array, start: number, end: number, target: Int32Array, at: number): boolean {
    let known = false;
    for (let from = start, to = at; from < end; from++, to++) {
      const steps = this.up(elevations[from]!);
      target[to] = steps;
      if (steps !== NO_HEIGHT) known = true;
    }
    return known;
  }

  /** Steps above the centre; NO_HEIGHT for an unknown elevation or one too far from the others. */
  up(elevation: number): number {
    const steps = Math.round((elevation - this.head.elevation) * this.#steps);
    return Math.abs(steps) <= VIEW_LIMITS.offset ? steps : NO_HEIGHT;
  }
}

/** An extent as a box of the manifest; null if it is empty. */
export function viewBox(extent: Extent): ViewBox | null {
  if (extent.isEmpty) return null;
  return [extent.minEasting, extent.minNorthing, extent.maxEasting, extent.maxNorthing];
}
