import type { Path } from '@fieldbridge/fieldjob';
import { evenKnots, type Spline, type SplineFault, splineFault, strokeSpline } from '../../kit/cad/spline.ts';

/** Most poles of one curve; MicroStation itself allows 101 per element. */
const MOST_POLES = 10_000;
/** Most chords of one curve. */
const MOST_CHORDS = 20_000;

/** Collects the elements of a B-spline curve: its header (27), then poles (21), knots (26) and weights (28). */
export class SplineParts {
  readonly #degree: number;
  readonly #isRational: boolean;
  readonly #isClosed: boolean;
  readonly #poles: number[] = [];
  readonly #knots: number[] = [];
  readonly #weights: number[] = [];

  constructor(degree: number, isRational: boolean, isClosed: boolean) {
    this.#degree = degree;
    this.#isRational = isRational;
    this.#isClosed = isClosed;
  }

  /** Whether `more` poles are too many. */
  isFull(more: number): boolean {
    return this.#poles.length / 3 + more > MOST_POLES;
  }

  /** Adds a pole; its elevation may be NaN. */
  pole(easting: number, northing: number, elevation: number): void {
    this.#poles.push(easting, northing, Number.isNaN(elevation) ? 0 : elevation);
  }

  /** Adds an inner knot, 0 to 1. */
  knot(value: number): void {
    if (this.#knots.length < MOST_POLES) this.#knots.push(value);
  }

  /** Adds a weight. */
  weight(value: number): void {
    if (this.#weights.length < MOST_POLES) this.#weights.push(value);
  }

  /**
   * Appends the curve to a path as chords.
   * @param flat true in a 2-D file: vertices get no elevation
   * @returns why it cannot be drawn; undefined when it was
   */
  stroke(tolerance: number, flat: boolean, path: Path): SplineFault | undefined {
    const own = this.#poles.length / 3;
    const closed = this.#isClosed;
    const controls = [...this.#poles];
    // A closed curve repeats its first poles at the end.
    if (closed && own > 0) for (let i = 0; i < 3 * this.#degree; i++) controls.push(this.#poles[i % (3 * own)]!);
    const count = controls.length / 3;
    const weights = this.#isRational ? this.#weights.slice(0, own) : [];
    const spline: Spline = {
      degree: this.#degree,
      controls,
      weights: closed ? [...weights, ...weights.slice(0, this.#degree)] : weights,
      knots: closed ? this.#closedKnots(own) : this.#openKnots(count),
    };
    const fault = splineFault(spline);
    if (fault !== undefined) return fault;
    const first = path.count;
    strokeSpline(spline, tolerance, path, MOST_CHORDS);
    if (flat) for (let i = first; i < path.count; i++) path.coordinates[3 * i + 2] = Number.NaN;
    return undefined;
  }

  /**
   * Knots around a closed curve, which begins at 0 and ends at 1: one inner knot less than there are poles (ISFF), else
   * even ones. They are continued periodically beyond both ends.
   */
  #closedKnots(poles: number): number[] {
    const inner =
      this.#knots.length === poles - 1 ? this.#knots : Array.from({ length: poles - 1 }, (_, i) => (i + 1) / poles);
    const round = [0, ...inner];
    return Array.from({ length: poles + 2 * this.#degree + 1 }, (_, i) => {
      const at = i - this.#degree;
      return round[((at % poles) + poles) % poles]! + Math.floor(at / poles);
    });
  }

  #openKnots(count: number): number[] {
    const degree = this.#degree;
    const inner = count - degree - 1;
    if (inner <= 0 || this.#knots.length < inner) return evenKnots(count, degree);
    return [
      ...new Array<number>(degree + 1).fill(0),
      ...this.#knots.slice(0, inner),
      ...new Array<number>(degree + 1).fill(1),
    ];
  }
}
