import type { Extent, PlanBox } from '@fieldbridge/fieldjob';

/** Margin around the plan as a share of the picture's smaller side. */
const MARGIN = 0.04;

/** Maps job coordinates to picture coordinates: one scale for both axes, north up, everything inside. */
export class View {
  /** Pixels per unit of the job. */
  readonly scale: number;
  readonly width: number;
  readonly height: number;
  readonly #west: number;
  readonly #north: number;
  readonly #left: number;
  readonly #top: number;

  constructor(extent: Extent, width: number, height: number) {
    const east = extent.isEmpty ? 1 : extent.maxEasting - extent.minEasting;
    const north = extent.isEmpty ? 1 : extent.maxNorthing - extent.minNorthing;
    const margin = MARGIN * Math.min(width, height);
    const scale = Math.min((width - 2 * margin) / east, (height - 2 * margin) / north);
    // A single point has no extent: any scale is fine.
    this.scale = Number.isFinite(scale) ? scale : 1;
    this.width = width;
    this.height = height;
    this.#west = extent.isEmpty ? 0 : extent.minEasting;
    this.#north = extent.isEmpty ? 0 : extent.maxNorthing;
    this.#left = (width - east * this.scale) / 2;
    this.#top = (height - north * this.scale) / 2;
  }

  /** Whether a box lies beside the picture. */
  isBeside({ minEasting, minNorthing, maxEasting, maxNorthing }: PlanBox): boolean {
    const { width, height } = this;
    const [left, right] = [Number(this.across(minEasting)), Number(this.across(maxEasting))];
    const [top, bottom] = [Number(this.down(maxNorthing)), Number(this.down(minNorthing))];
    return right < 0 || left > width || bottom < 0 || top > height;
  }

  /** Horizontal picture coordinate, to a hundredth of a pixel. */
  across(easting: number): string {
    return round(this.#left + (easting - this.#west) * this.scale);
  }

  /** Vertical picture coordinate (down), to a hundredth of a pixel. */
  down(northing: number): string {
    return round(this.#top + (this.#north - northing) * this.scale);
  }
}

/** A number with at most two decimals, finer than any screen, or as many as stated. */
export function round(value: number, decimals = 2): string {
  const steps = 10 ** decimals;
  return String(Math.round(value * steps) / steps);
}
