import type { Extent } from '@fieldbridge/fieldjob';
import { type ChunkHead, NO_HEIGHT, STEPS_PER_UNIT, VIEW_LIMITS, type ViewBox } from '@fieldbridge/view-wire';

/** Least number of steps per tolerance: the drawing is off by at most a fortieth of it. */
const STEPS_PER_TOLERANCE = 20;

/** Turns coordinates into the integers of a chunk, relative to the middle of its content. */
export class ChunkFrame {
  readonly head: ChunkHead;
  /** Steps of a unit. */
  readonly #steps: number;

  /** @param extent not empty @param tolerance existing error of positions: longer steps need fewer bytes */
  constructor(extent: Extent, tolerance = 0) {
    const { minEasting, maxEasting, minNorthing, maxNorthing, minElevation, maxElevation } = extent;
    const half = Math.max(maxEasting - minEasting, maxNorthing - minNorthing) / 2;
    let steps: number = STEPS_PER_UNIT;
    // The centre is a whole number, up to half a unit off the middle.
    while ((half + 1) * steps > VIEW_LIMITS.offset || STEPS_PER_TOLERANCE * 10 <= tolerance * steps) steps /= 10;
    const step = 1 / steps;
    this.#steps = steps;
    // Elevations out of range become unknown, without affecting the others.
    const middle = (low: number, high: number): number =>
      high - low >= 0 && (high - low) / step <= VIEW_LIMITS.offset ? Math.round((low + high) / 2) : 0;
    this.head = {
      ...{ kind: 0, step, easting: middle(minEasting, maxEasting) },
      ...{ northing: middle(minNorthing, maxNorthing), elevation: middle(minElevation, maxElevation) },
    };
  }

  /**
   * Turns triples of easting, northing and elevation into steps from the centre.
   * @returns whether an elevation is known
   */
  place(triples: Float64Array, count: number, plan: Int32Array, height: Int32Array): boolean {
    const { easting, northing } = this.head;
    const steps = this.#steps;
    let known = false;
    for (let i = 0; i < count; i++) {
      plan[2 * i] = Math.round((triples[3 * i]! - easting) * steps);
      plan[2 * i + 1] = Math.round((triples[3 * i + 1]! - northing) * steps);
      const up = this.up(triples[3 * i + 2]!);
      height[i] = up;
      if (up !== NO_HEIGHT) known = true;
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
