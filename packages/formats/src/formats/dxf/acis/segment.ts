import { FULL_TURN, type Path } from '@fieldbridge/fieldjob';
import { appendArc } from '../../../kit/cad/arc.ts';
import { minorAxis, strokeEllipse } from '../../../kit/cad/ellipse.ts';
import { lastNumbers, type Placement, type Vector, vectorAt } from './placement.ts';
import type { AcisRecord } from './records.ts';

/** Count of numbers of an ellipse: centre, normal, major axis, ratio of the axes. */
const ELLIPSE = 10;
/** An ellipse that differs from a level circle by less than this share of its size is drawn as one. */
const ROUND = 1e-9;

interface Ellipse {
  readonly centre: Vector;
  readonly major: Vector;
  readonly minor: Vector;
}

/** Part of an edge of a solid model, straight or elliptic, in the entity's coordinates. */
export class Segment {
  readonly from: Vector;
  readonly to: Vector;
  readonly #ellipse: Ellipse | undefined;
  readonly #start: number;
  readonly #sweep: number;

  /** @param start angle of `from` on the ellipse @param sweep from there to `to`, signed */
  constructor(from: Vector, to: Vector, ellipse?: Ellipse, start = 0, sweep = 0) {
    this.from = from;
    this.to = to;
    this.#ellipse = ellipse;
    this.#start = start;
    this.#sweep = sweep;
  }

  reversed(): Segment {
    return new Segment(this.to, this.from, this.#ellipse, this.#start + this.#sweep, -this.#sweep);
  }

  /** Positions whose box is about that of the segment. */
  hull(): readonly Vector[] {
    const ellipse = this.#ellipse;
    if (ellipse === undefined) return [this.from, this.to];
    const quarters = [1, 2, 3].map((i) => positionOf(ellipse, this.#start + (i / 4) * this.#sweep));
    return [this.from, ...quarters, this.to];
  }

  /** Appends it to a path, its last position included; a level circle stays an arc. @param tolerance of chords */
  append(path: Path, tolerance: number): void {
    const ellipse = this.#ellipse;
    if (ellipse === undefined) {
      path.vertex(...this.from);
      path.vertex(...this.to);
      return;
    }
    const { centre, major, minor } = ellipse;
    const radius = Math.hypot(...major);
    const turn = major[0] * minor[1] - major[1] * minor[0];
    const isLevel = Math.abs(major[2]) + Math.abs(minor[2]) <= ROUND * radius;
    if (isLevel && Math.abs(Math.hypot(...minor) - radius) <= ROUND * radius) {
      const side = turn < 0 ? -1 : 1;
      const start = Math.atan2(major[1], major[0]) + side * this.#start;
      appendArc(path, ...centre, radius, start, side * this.#sweep);
    } else strokeEllipse({ ...ellipse, start: this.#start, end: this.#start + this.#sweep }, tolerance, path);
  }
}

/**
 * An edge between two points along a curve.
 * @param isReversed whether it runs against the direction of the curve
 * @returns undefined when the curve is neither straight nor elliptic, or a number is not finite
 */
export function segmentOf(
  start: AcisRecord,
  end: AcisRecord,
  curve: AcisRecord,
  isReversed: boolean,
  placement: Placement,
): Segment | undefined {
  const from = placement.position(vectorAt(lastNumbers(start, 3), 0));
  const to = placement.position(vectorAt(lastNumbers(end, 3), 0));
  if (![...from, ...to].every(Number.isFinite)) return undefined;
  if (curve.type === 'straight-curve') return new Segment(from, to);
  if (curve.type !== 'ellipse-curve') return undefined;
  const numbers = lastNumbers(curve, ELLIPSE);
  const own = vectorAt(numbers, 6);
  const major = placement.direction([own[0], own[1], own[2]]);
  const minor = placement.direction(minorAxis([...own], [...vectorAt(numbers, 3)], numbers[9] ?? Number.NaN));
  const ellipse = { centre: placement.position(vectorAt(numbers, 0)), major, minor };
  const [first, last] = [angleOf(ellipse, from), angleOf(ellipse, to)];
  if (!Number.isFinite(first + last)) return undefined;
  // An edge that ends where it begins is a full turn.
  const turn = start === end ? FULL_TURN : isReversed ? wrapped(first - last) : wrapped(last - first);
  return new Segment(from, to, ellipse, first, isReversed ? -turn : turn);
}

/** An angle above 0, up to a full turn. */
function wrapped(angle: number): number {
  const turn = angle % FULL_TURN;
  return turn <= 0 ? turn + FULL_TURN : turn;
}

function positionOf({ centre, major, minor }: Ellipse, angle: number): Vector {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [
    centre[0] + c * major[0] + s * minor[0],
    centre[1] + c * major[1] + s * minor[1],
    centre[2] + c * major[2] + s * minor[2],
  ];
}

function angleOf({ centre, major, minor }: Ellipse, [x, y, z]: Vector): number {
  const along = (axis: Vector): number =>
    ((x - centre[0]) * axis[0] + (y - centre[1]) * axis[1] + (z - centre[2]) * axis[2]) /
    (axis[0] ** 2 + axis[1] ** 2 + axis[2] ** 2);
  return Math.atan2(along(minor), along(major));
}
