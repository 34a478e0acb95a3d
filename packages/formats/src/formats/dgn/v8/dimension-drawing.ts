import { FULL_TURN, type Path, withinTurn } from '@fieldbridge/fieldjob';
import type { Pen } from '../../../kit/cad/pen.ts';
import { appendDesignArc } from '../arc.ts';
import type { Axes } from '../rotation.ts';
import type { DimensionEnds } from './dimension-ends.ts';
import type { DimensionFormat } from './dimension-format.ts';
import type { DimensionRange } from './dimension-range.ts';
import type { DimensionText } from './dimension-text.ts';
import { combined, distance, dot, mid, moved, type Position, readable, towards } from './plane-vectors.ts';

/** Stands for the measured value in a stored text. */
const VALUE = '*';

/** Lengths of a dimension, in the job's unit. */
export interface Sizes {
  readonly height: number;
  readonly gap: number;
  readonly reach: number;
  readonly margin: number;
  readonly stack: number;
  readonly centre: number;
  readonly offset: number;
}

/** Draws the lines and texts of one dimension. */
export class DimensionDrawing {
  /** Whether a text shows a measured value. */
  hasValues = false;
  readonly #pen: Pen;
  readonly #axes: Axes;
  readonly #points: readonly Position[];
  readonly #sizes: Sizes;
  readonly #texts: readonly DimensionText[];
  readonly #tolerance: number;
  readonly #ends: DimensionEnds;
  readonly #range: DimensionRange;
  readonly #format: DimensionFormat;

  constructor(
    pen: Pen,
    axes: Axes,
    points: readonly Position[],
    sizes: Sizes,
    texts: readonly DimensionText[],
    tolerance: number,
    ends: DimensionEnds,
    range: DimensionRange,
    format: DimensionFormat,
  ) {
    this.#pen = pen;
    this.#axes = axes;
    this.#points = points;
    this.#sizes = sizes;
    this.#texts = texts;
    this.#tolerance = tolerance;
    this.#ends = ends;
    this.#range = range;
    this.#format = format;
  }

  /** Distances along the across axis, with the dimension line at the offset of the first point. */
  linear(fromFirst: boolean, isStacked: boolean, hasStrokes: boolean): void {
    const { across, along } = this.#axes;
    const [first] = this.#points as [Position];
    const level = dot(first, along) + this.#sizes.offset;
    /** The place on a dimension line that a point is measured at. */
    const onLine = (point: Position, line: number): Position => moved(point, along, line - dot(point, along));
    const line = (segment: number): number => level + (isStacked ? segment * this.#sizes.stack : 0);
    for (const [i, point] of this.#points.entries())
      this.#extension(point, onLine(point, line(Math.max(0, i - 1))), along);
    for (const [segment, to] of this.#points.slice(1).entries()) {
      const from = fromFirst ? first : this.#points[segment]!;
      const [start, end] = [onLine(from, line(segment)), onLine(to, line(segment))];
      this.#line(start, end);
      if (hasStrokes) this.#strokes(start, end);
      else this.#arrows(start, end);
      const length = Math.abs(dot(to, across) - dot(from, across));
      this.#label(segment + 1, mid(start, end), across, this.#format.length(length));
    }
  }

  /** Angles around the first point, counter-clockwise. */
  angular(fromFirst: boolean): void {
    const { across, along } = this.#axes;
    const [centre, first, ...others] = this.#points as [Position, Position, ...Position[]];
    const radius = distance(centre, first) + this.#sizes.offset;
    const angle = (point: Position): number =>
      Math.atan2(dot(point, along) - dot(centre, along), dot(point, across) - dot(centre, across));
    let from = angle(first);
    for (const [i, point] of others.entries()) {
      const sweep = withinTurn(angle(point) - from) || FULL_TURN;
      const path = this.#pen.path.clear();
      const arc = { centre, primary: radius, secondary: radius, axes: this.#axes, start: from, sweep };
      appendDesignArc(arc, this.#tolerance, path);
      this.#pen.line();
      const onArc = (at: number): Position =>
        moved(moved(centre, across, radius * Math.cos(at)), along, radius * Math.sin(at));
      const tangentAt = (at: number): Position => combined(across, -Math.sin(at), along, Math.cos(at));
      if (radius * sweep > 2 * this.#ends.length) {
        // Their bases are on the arc, too.
        const step = 2 * Math.asin(Math.min(1, this.#ends.length / (2 * radius)));
        const [start, end] = [onArc(from), onArc(from + sweep)];
        this.#ends.arrow(start, towards(start, onArc(from + step)));
        this.#ends.arrow(end, towards(end, onArc(from + sweep - step)));
      }
      const middle = from + sweep / 2;
      const [top, tangent] = [onArc(middle), tangentAt(middle)];
      this.#label(i + 2, top, tangent, this.#format.angle(sweep, radius));
      if (!fromFirst) from = angle(point);
    }
  }

  /** A leader through all points; its text, if any, is at the second. */
  note(): void {
    const path = this.#pen.path.clear();
    for (const point of this.#points) path.vertex(...point);
    this.#pen.line();
    const { across } = this.#axes;
    const [first, next] = this.#points as [Position, Position];
    if (distance(first, next) > this.#ends.length) this.#ends.arrow(first, towards(first, next));
    for (const { point, text } of this.#texts) {
      const [tip, elbow] = this.#points as [Position, Position];
      const isRight = dot(elbow, across) >= dot(tip, across);
      if (text !== undefined && point > 0)
        this.#text(text, elbow, readable(across), isRight ? 'left' : 'right', 'middle');
    }
  }

  centreMark(): void {
    const [centre] = this.#points as [Position];
    for (const axis of [this.#axes.across, this.#axes.along])
      this.#line(moved(centre, axis, -this.#sizes.centre), moved(centre, axis, this.#sizes.centre));
  }

  /** A line through the centre to the last point. */
  diameter(): void {
    const [centre] = this.#points as [Position];
    const to = this.#points.at(-1)!;
    const from: Position = [2 * centre[0] - to[0], 2 * centre[1] - to[1], centre[2]];
    this.#line(from, to);
    const length = distance(from, to);
    if (length > 2 * this.#ends.length) this.#arrows(from, to);
    if (length > 0) this.#label(this.#points.length - 1, mid(from, to), towards(from, to), this.#format.length(length));
  }

  /** A line from the centre to the last point, or none, and from there to the side below the text. */
  radius(hasLine: boolean): void {
    const { across } = this.#axes;
    const [centre] = this.#points as [Position];
    const to = this.#points.at(-1)!;
    const length = distance(centre, to);
    if (length === 0) return;
    if (hasLine) {
      this.#line(centre, to);
      this.#ends.arrow(to, towards(to, centre));
    }
    const side = dot(to, across) < dot(centre, across) ? -1 : 1;
    const tail = combined(across, side, across, 0);
    const end = moved(to, tail, this.#range.reach(to, tail));
    this.#line(to, end);
    this.#label(this.#points.length - 1, mid(to, end), across, this.#format.length(length));
  }

  /** A line beside the circle, at the last point, as long as the circle is wide, and lines to both sides of it. */
  diameterBeside(): void {
    const { across, along } = this.#axes;
    const [centre, onCircle] = this.#points as [Position, Position];
    const to = this.#points.at(-1)!;
    const [east, north] = [dot(to, across) - dot(centre, across), dot(to, along) - dot(centre, along)];
    const [direction, away, way] =
      Math.abs(north) >= Math.abs(east) ? ([across, along, north] as const) : ([along, across, east] as const);
    const radius = distance(centre, onCircle);
    const sides = [-radius, radius].map((shift) => moved(centre, direction, shift)) as [Position, Position];
    const ends = sides.map((side) => moved(side, away, way)) as [Position, Position];
    for (const [i, side] of sides.entries()) this.#extension(side, ends[i]!, away);
    this.#line(...ends);
    this.#arrows(...ends);
    this.#label(this.#points.length - 1, mid(...ends), direction, this.#format.length(2 * radius));
  }

  /**
   * A line from each point, with its distance from the first one at the end. The axes do not say which of them it
   * follows, and not every point has one: what the range of the element holds is drawn.
   */
  ordinates(): void {
    const [first] = this.#points as [Position];
    const { across, along } = this.#axes;
    const endOf = (point: Position, axis: Position): Position => moved(point, axis, this.#sizes.offset);
    const holds = (axis: Position): Position[] =>
      this.#points.filter(
        (point) => this.#range.holds(moved(point, axis, this.#sizes.gap)) && this.#range.holds(endOf(point, axis)),
      );
    const [axis, other] = holds(along).length >= holds(across).length ? [along, across] : [across, along];
    for (const point of holds(axis)) {
      const end = endOf(point, axis);
      this.#extension(point, moved(end, axis, -Math.sign(this.#sizes.offset) * this.#sizes.reach), axis);
      const measured = this.#format.length(dot(point, other) - dot(first, other));
      const value = this.#stored(this.#points.indexOf(point), measured);
      const direction = readable(axis);
      const isSame = dot(direction, axis) * this.#sizes.offset >= 0;
      const place = moved(end, axis, Math.sign(this.#sizes.offset) * this.#sizes.margin);
      this.#text(value, place, direction, isSame ? 'left' : 'right', 'middle');
    }
  }

  /**
   * A diameter at a right angle to the plane of its circle: in the plane it is a point of the circle with an arrow head
   * on either side, and a line below the text to the left.
   */
  diameterAcross(): void {
    const { across } = this.#axes;
    const [centre, onCircle] = this.#points as [Position, Position];
    const radius = distance(centre, onCircle);
    const tip = moved(centre, towards(centre, this.#points.at(-1)!), radius);
    const back = combined(across, -1, across, 0);
    const [left, right] = [back, across].map((way) => moved(tip, way, this.#range.reach(tip, way)));
    this.#line(left!, right!);
    for (const way of [back, across]) this.#ends.arrow(tip, way);
    const text = mid(left!, moved(tip, back, this.#ends.length));
    this.#label(this.#points.length - 1, text, across, this.#format.length(2 * radius));
  }

  /** The length of a line above it and its direction below it; the place along the line is the first point's. */
  lineLabel(): void {
    const [place, start, end] = this.#points as [Position, Position, Position];
    const direction = towards(start, end);
    const way = dot(place, direction) - dot(start, direction);
    const middle = moved(start, direction, way);
    const across = readable(direction);
    const below: Position = [across[1], -across[0], 0];
    const turn = Math.atan2(dot(direction, this.#axes.along), dot(direction, this.#axes.across));
    this.#label(0, middle, direction, this.#format.length(distance(start, end)));
    const angle = this.#format.direction((turn + FULL_TURN) % FULL_TURN);
    this.#text(angle, moved(middle, below, this.#sizes.margin), across, 'centre', 'top');
  }

  #strokes(start: Position, end: Position): void {
    const direction = towards(start, end);
    for (const place of [start, end]) this.#ends.stroke(place, direction);
  }

  /** Arrow heads at both ends of a line, from outside where they have no room beside the text. */
  #arrows(start: Position, end: Position): void {
    const direction = towards(start, end);
    const { length } = this.#ends;
    const isOutside =
      this.#points.length === 2
        ? this.#range.holds(moved(start, direction, -length)) && this.#range.holds(moved(end, direction, length))
        : distance(start, end) < 2 * length;
    const back = isOutside ? -1 : 1;
    this.#ends.arrow(start, combined(direction, back, direction, 0));
    this.#ends.arrow(end, combined(direction, -back, direction, 0));
  }

  /** From a point to its place on the dimension line and a little beyond, with a gap at the point. */
  #extension(point: Position, place: Position, along: Position): void {
    const way = dot(place, along) - dot(point, along);
    const side = way < 0 ? -1 : 1;
    if (Math.abs(way) > this.#sizes.gap)
      this.#line(moved(point, along, side * this.#sizes.gap), moved(place, along, side * this.#sizes.reach));
  }

  /** The text of a value, above the middle of its line. */
  #label(point: number, middle: Position, direction: Position, value: string): void {
    const across = readable(direction);
    const above: Position = [-across[1], across[0], 0];
    const place = moved(middle, above, this.#sizes.margin);
    this.#text(this.#stored(point, value), place, across, 'centre', 'baseline');
  }

  /** The text of a point, with the measured value in its place. */
  #stored(point: number, value: string): string {
    const stored = this.#texts.find((text) => text.point === point)?.text ?? VALUE;
    if (stored.includes(VALUE)) this.hasValues = true;
    return this.#format.withSymbols(stored.replace(VALUE, () => value));
  }

  #text(
    text: string,
    [easting, northing, elevation]: Position,
    across: Position,
    justification: 'left' | 'centre' | 'right',
    verticalJustification: 'top' | 'middle' | 'baseline',
  ): void {
    const { height } = this.#sizes;
    const rotation = Math.atan2(across[1], across[0]);
    if (!(height > 0)) return;
    this.#pen.text(text, { easting, northing, elevation, height, rotation, justification, verticalJustification });
  }

  #line(from: Position, to: Position): void {
    const path: Path = this.#pen.path.clear();
    path.vertex(...from);
    path.vertex(...to);
    this.#pen.line();
  }
}
