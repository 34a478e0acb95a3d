import { grownCapacity } from '../columns/growth.ts';

/** Up to this many values are set one by one. */
const FEW = 256;

/**
 * A growable polyline or list of rings that is filled, passed to a sink and cleared again: no garbage per feature.
 * Vertices are easting, northing, elevation triples (elevation NaN: unknown). The bulge of a vertex bends the segment
 * that leaves it: tangent of a quarter of the arc's angle, positive to the left (as DXF group 42); 0 is straight.
 */
export class Path {
  coordinates = new Float64Array(3 * 64);
  bulges = new Float64Array(64);
  /** Number of vertices. */
  count = 0;
  /** Whether any bulge differs from 0. */
  hasBulges = false;
  /**
   * Whether a line joins its last vertex to its first. Rings of areas are always closed and do not repeat the first
   * vertex.
   */
  closed = false;
  /** First vertex of each ring; a line has one ring, which starts at 0. */
  rings: number[] = [0];

  /** Empties it; returns itself. */
  clear(): this {
    this.count = 0;
    this.hasBulges = false;
    this.closed = false;
    // Setting a length costs more than everything else here, and a line already has its one ring.
    if (this.rings.length !== 1) this.rings.length = 1;
    this.rings[0] = 0;
    return this;
  }

  /** Appends a vertex. */
  vertex(easting: number, northing: number, elevation: number, bulge = 0): void {
    if (this.count === this.bulges.length) this.reserve(this.count + 1);
    const at = this.count * 3;
    this.coordinates[at] = easting;
    this.coordinates[at + 1] = northing;
    this.coordinates[at + 2] = elevation;
    this.bulges[this.count++] = bulge;
    if (bulge !== 0) this.hasBulges = true;
  }

  /** Starts a further ring at the next vertex (areas: the first ring is the outer one, others are holes or parts). */
  ring(): void {
    if (this.count > this.rings[this.rings.length - 1]!) this.rings.push(this.count);
  }

  /** End (exclusive) of ring `index` in vertices. */
  ringEnd(index: number): number {
    return index + 1 < this.rings.length ? this.rings[index + 1]! : this.count;
  }

  /** Sets the bulges of vertices `from` to `to` (exclusive) to 0. There must be room for them. */
  straight(from: number, to: number): void {
    const { bulges } = this;
    // A loop is cheaper than the call for a few values.
    if (to - from > FEW) bulges.fill(0, from, to);
    else for (let i = from; i < to; i++) bulges[i] = 0;
  }

  /** Makes room for `vertices` vertices. */
  reserve(vertices: number): void {
    if (vertices <= this.bulges.length) return;
    const capacity = grownCapacity(this.bulges.length, vertices);
    const coordinates = new Float64Array(capacity * 3);
    coordinates.set(this.coordinates.subarray(0, this.count * 3));
    const bulges = new Float64Array(capacity);
    bulges.set(this.bulges.subarray(0, this.count));
    this.coordinates = coordinates;
    this.bulges = bulges;
  }
}
