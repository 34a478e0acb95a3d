import type { NumberColumn } from './columns/number-column.ts';

/** A box in the job's unit; the elevations are undefined if nothing in it has one. */
export interface ExtentBox {
  minEasting: number;
  minNorthing: number;
  maxEasting: number;
  maxNorthing: number;
  minElevation?: number;
  maxElevation?: number;
}

/**
 * A bounding box that grows as positions are added. Arcs are the caller's responsibility: here a path counts by its
 * vertices.
 */
export class Extent {
  minEasting = Infinity;
  minNorthing = Infinity;
  minElevation = Infinity;
  maxEasting = -Infinity;
  maxNorthing = -Infinity;
  maxElevation = -Infinity;

  /** Whether no position has been added. */
  get isEmpty(): boolean {
    return !(this.minEasting <= this.maxEasting);
  }

  /** Includes one position; NaN elevations and non-finite positions are ignored. */
  add(easting: number, northing: number, elevation: number): void {
    if (!Number.isFinite(easting) || !Number.isFinite(northing)) return;
    if (easting < this.minEasting) this.minEasting = easting;
    if (easting > this.maxEasting) this.maxEasting = easting;
    if (northing < this.minNorthing) this.minNorthing = northing;
    if (northing > this.maxNorthing) this.maxNorthing = northing;
    if (elevation < this.minElevation) this.minElevation = elevation;
    if (elevation > this.maxElevation) this.maxElevation = elevation;
  }

  /** Includes a box of finite positions; empty elevations (from Infinity to -Infinity) are ignored. */
  addBox(
    minEasting: number,
    minNorthing: number,
    minElevation: number,
    maxEasting: number,
    maxNorthing: number,
    maxElevation: number,
  ): void {
    if (minEasting < this.minEasting) this.minEasting = minEasting;
    if (minNorthing < this.minNorthing) this.minNorthing = minNorthing;
    if (minElevation < this.minElevation) this.minElevation = minElevation;
    if (maxEasting > this.maxEasting) this.maxEasting = maxEasting;
    if (maxNorthing > this.maxNorthing) this.maxNorthing = maxNorthing;
    if (maxElevation > this.maxElevation) this.maxElevation = maxElevation;
  }

  /** Includes `count` coordinate triples. */
  addTriples(coordinates: Float64Array, count: number): void {
    // Like `add`, with the box in local variables, because there may be millions of triples.
    let { minEasting, minNorthing, minElevation, maxEasting, maxNorthing, maxElevation } = this;
    for (let i = 0; i < 3 * count; i += 3) {
      const easting = coordinates[i]!;
      const northing = coordinates[i + 1]!;
      const elevation = coordinates[i + 2]!;
      if (!Number.isFinite(easting) || !Number.isFinite(northing)) continue;
      if (easting < minEasting) minEasting = easting;
      if (easting > maxEasting) maxEasting = easting;
      if (northing < minNorthing) minNorthing = northing;
      if (northing > maxNorthing) maxNorthing = northing;
      if (elevation < minElevation) minElevation = elevation;
      if (elevation > maxElevation) maxElevation = elevation;
    }
    this.minEasting = minEasting;
    this.minNorthing = minNorthing;
    this.minElevation = minElevation;
    this.maxEasting = maxEasting;
    this.maxNorthing = maxNorthing;
    this.maxElevation = maxElevation;
  }

  /** Includes the coordinate triples of a column without changing the column. */
  addColumn(column: NumberColumn<Float64Array>): void {
    for (const block of column.blocks()) this.addTriples(block, block.length / 3);
  }

  /** Includes another extent. */
  addExtent(other: Extent): void {
    const flat = !(other.minElevation <= other.maxElevation);
    this.add(other.minEasting, other.minNorthing, flat ? Number.NaN : other.minElevation);
    this.add(other.maxEasting, other.maxNorthing, flat ? Number.NaN : other.maxElevation);
  }

  /** Back to empty. */
  clear(): void {
    this.minEasting = this.minNorthing = this.minElevation = Infinity;
    this.maxEasting = this.maxNorthing = this.maxElevation = -Infinity;
  }

  /**
   * Whether it shares a point with a box in plan, and in height where both have elevations. Without an elevation it
   * matches any.
   */
  touches(box: ExtentBox): boolean {
    return (
      this.minEasting <= box.maxEasting &&
      this.maxEasting >= box.minEasting &&
      this.minNorthing <= box.maxNorthing &&
      this.maxNorthing >= box.minNorthing &&
      !(this.minElevation <= this.maxElevation && this.#misses(box))
    );
  }

  /** Whether it lies above or below a box; a side the box does not name is open. */
  #misses({ minElevation = -Infinity, maxElevation = Infinity }: ExtentBox): boolean {
    return this.minElevation > maxElevation || this.maxElevation < minElevation;
  }

  /** As plain numbers; null when empty. */
  box(): ExtentBox | null {
    if (this.isEmpty) return null;
    const { minEasting, minNorthing, maxEasting, maxNorthing, minElevation, maxElevation } = this;
    const flat = { minEasting, minNorthing, maxEasting, maxNorthing };
    return minElevation <= maxElevation ? { ...flat, minElevation, maxElevation } : flat;
  }
}
