import { Path } from '../geometry/path.ts';
import type { JobInfo } from '../job.ts';
import { convertLength, type Unit } from '../unit.ts';

/** The changes to every coordinate, in this order: axes, unit, reference system. */
export interface CoordinateChange {
  /** Exchanges easting and northing (the source has them the other way round). */
  readonly swap?: boolean;
  /** Converts every length. */
  readonly unit?: { readonly from: Unit; readonly to: Unit };
  /** Whether eastings and northings are degrees: they are not lengths, everything else is. */
  readonly angular?: boolean;
  /** Whether eastings and northings become degrees by the map. */
  readonly toAngular?: boolean;
  /** Maps a position between reference systems: reads and writes `position[0..2]` = easting, northing, elevation. */
  readonly map?: (position: Float64Array) => void;
  /** The unit and system to state to the target. */
  readonly describe?: Pick<Partial<JobInfo>, 'unit' | 'crs'>;
}

/** Applies a change to lengths, positions and paths. Position and path are buffers that the next call overwrites. */
export class CoordinateMover {
  readonly change: CoordinateChange;
  /** Whether easting and northing are exchanged. */
  readonly swapped: boolean;
  /** Whether any coordinate or length changes. */
  readonly moves: boolean;
  readonly #position = new Float64Array(3);
  readonly #path = new Path();

  constructor(change: CoordinateChange) {
    this.change = change;
    this.swapped = change.swap === true;
    this.moves = this.swapped || change.unit !== undefined || change.map !== undefined;
  }

  /** Whether directions change; things that rely on straight axes cannot follow that. */
  get turns(): boolean {
    return this.swapped || this.change.map !== undefined;
  }

  length(value: number): number {
    const { unit } = this.change;
    return unit === undefined ? value : convertLength(value, unit.from, unit.to);
  }

  /** @returns easting, northing, elevation */
  position(easting: number, northing: number, elevation: number): Float64Array {
    const position = this.#position;
    const { map, unit, angular } = this.change;
    position[0] = this.swapped ? northing : easting;
    position[1] = this.swapped ? easting : northing;
    position[2] = elevation;
    const first = angular === true ? 2 : 0;
    if (unit !== undefined)
      for (let i = first; i < 3; i++) position[i] = convertLength(position[i]!, unit.from, unit.to);
    map?.(position);
    return position;
  }

  path(path: Path): Path {
    const target = this.#path.clear();
    target.closed = path.closed;
    const sign = this.swapped ? -1 : 1;
    for (let ring = 0; ring < path.rings.length; ring++) {
      if (ring > 0) target.ring();
      for (let i = path.rings[ring]!; i < path.ringEnd(ring); i++) {
        const at = 3 * i;
        const [e, n, z] = this.position(path.coordinates[at]!, path.coordinates[at + 1]!, path.coordinates[at + 2]!);
        target.vertex(e!, n!, z!, path.bulges[i] === 0 ? 0 : sign * path.bulges[i]!);
      }
    }
    return target;
  }

  /** A moved copy of easting, northing, elevation triples. */
  triples(coordinates: Float64Array): Float64Array {
    const moved = new Float64Array(coordinates.length);
    for (let i = 0; i < coordinates.length; i += 3) {
      moved.set(this.position(coordinates[i]!, coordinates[i + 1]!, coordinates[i + 2]!), i);
    }
    return moved;
  }
}
