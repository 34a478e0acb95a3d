import type { FieldJob, Unit } from '@fieldbridge/fieldjob';
import { FormatError } from '../../../../core/failure.ts';
import { VAX_LIMIT } from '../numbers.ts';
import { roomOf } from './room.ts';

/** Sub units per master unit: thousandths, for every unit. */
export const SUB_UNITS = 1000;
/** Positions per sub unit that `auto` tries, the finest first: 0.001, 0.01 and 0.1 thousandths. */
const AUTO = [1000, 100, 10];
/** Largest coordinate of the design plane, in units of resolution. */
const LARGEST = 2 ** 31 - 1;
/** Text sizes are stored times 1000 / 6 (DGNLib, structure of type 17). */
const TEXT_SCALE = 1000 / 6;

/** Names of master and sub unit, two characters each; a job without a unit gets a name that means no unit. */
const NAMES: Readonly<Record<Unit, readonly [string, string]>> = {
  metre: ['m\0', 'mm'],
  internationalFoot: ['ft', 'th'],
  usSurveyFoot: ['sf', 'th'],
};
const NO_UNIT = ['mu', 'th'] as const;

/** The integer grid of a design file: its position and resolution. */
export class DesignPlane {
  readonly is3d: boolean;
  readonly positionsPerSub: number;
  /** Global origin, which is subtracted from a stored position, in units of resolution. */
  readonly origin: readonly [number, number, number];
  readonly names: readonly [string, string];
  /** Units of resolution per unit of the job. */
  readonly perUnit: number;

  private constructor(
    is3d: boolean,
    positionsPerSub: number,
    centre: readonly [number, number, number],
    names: readonly [string, string],
  ) {
    this.is3d = is3d;
    this.positionsPerSub = positionsPerSub;
    this.perUnit = positionsPerSub * SUB_UNITS;
    this.origin = [
      -Math.round(centre[0] * this.perUnit),
      -Math.round(centre[1] * this.perUnit),
      -Math.round(centre[2] * this.perUnit),
    ];
    this.names = names;
  }

  /**
   * The grid for a job: centred on its extent, as fine as 32 bits allow, at least 0.1 thousandths of the unit.
   * @param wanted `auto`, or the distance of two positions in thousandths of the unit: 0.001, 0.01, 0.1, 1
   * @param textHeight height of texts without a height, in the job's unit
   * @throws FormatError `dgn-extent`, `dgn-far-from-origin` when the job does not fit
   */
  static of(job: FieldJob, wanted: string, textHeight: number): DesignPlane {
    const { extent, heights } = roomOf(job, textHeight);
    const is3d = extent.minElevation <= extent.maxElevation;
    // Positions without an elevation are at 0 in a 3-D file.
    if (is3d) extent.add(extent.minEasting, extent.minNorthing, 0);
    const middle = (low: number, high: number): number => (low <= high ? low + (high - low) / 2 : 0);
    const centre = [
      middle(extent.minEasting, extent.maxEasting),
      middle(extent.minNorthing, extent.maxNorthing),
      middle(extent.minElevation, extent.maxElevation),
    ] as const;
    const half = extent.isEmpty
      ? 0
      : Math.max(
          extent.maxEasting - centre[0],
          extent.maxNorthing - centre[1],
          is3d ? extent.maxElevation - centre[2] : 0,
        );
    const steps = wanted === 'auto' ? AUTO : [Math.round(1 / Number(wanted))];
    const holds = (positions: number): boolean => (half + 1) * positions * SUB_UNITS < LARGEST;
    const fitting = steps.filter(holds);
    if (fitting.length === 0) {
      const [coarsest] = steps.slice(-1);
      const reach = Math.floor((2 * LARGEST) / (coarsest! * SUB_UNITS)) - 2;
      throw new FormatError('dgn-extent', { size: Math.ceil(2 * half), most: reach, positions: coarsest! });
    }
    // The global origin is a VAX real, and a double that far out has no metres anyway.
    const farthest = Math.max(...centre.map(Math.abs));
    if (!(farthest * fitting[0]! * SUB_UNITS < VAX_LIMIT))
      throw new FormatError('dgn-far-from-origin', { distance: farthest.toPrecision(3) });
    const chosen = fitting.find((positions) => heights * positions * SUB_UNITS * TEXT_SCALE < LARGEST);
    const names = job.info.unit === undefined ? NO_UNIT : NAMES[job.info.unit];
    return new DesignPlane(is3d, chosen ?? fitting.at(-1)!, centre, names);
  }

  /** Distance of two neighbouring positions in the job's unit. */
  get resolution(): number {
    return 1 / this.perUnit;
  }

  /**
   * The stored position nearest to a coordinate (axis 0 easting, 1 northing, 2 elevation; no elevation counts as 0).
   */
  position(value: number, axis: 0 | 1 | 2): number {
    const position = Math.round(this.exact(value, axis));
    if (Math.abs(position) > LARGEST) throw new FormatError('dgn-outside-plane', { value: value.toPrecision(6) });
    return position;
  }

  /** The same without rounding, for centres of arcs. */
  exact(value: number, axis: 0 | 1 | 2): number {
    return (Number.isNaN(value) ? 0 : value) * this.perUnit + this.origin[axis];
  }

  /** A text size as it is stored, at most the largest possible. */
  textSize(height: number): number {
    return Math.min(LARGEST, Math.max(1, Math.round(height * this.perUnit * TEXT_SCALE)));
  }
}
