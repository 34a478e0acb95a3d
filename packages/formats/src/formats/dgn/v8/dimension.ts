import type { Path } from '@fieldbridge/fieldjob';
import { issueOf } from '../../../core/issues/issue-of.ts';
import type { Pen } from '../../../kit/cad/pen.ts';
import { appendDesignArc, FULL_TURN } from '../arc.ts';
import type { Drawn } from '../dialect.ts';
import { type Axes, axesOfQuaternion } from '../rotation.ts';
import { type DimensionText, dimensionTexts } from './dimension-text.ts';
import type { V8Element } from './element.ts';

/** Kind and number of points. */
const [KIND, POINTS] = [0x85, 0x87];
/** Height of the texts, gap before an extension line and its reach beyond the dimension line, size of a centre mark. */
const [HEIGHT, GAP, REACH, MARGIN, STACK, CENTRE] = [0x98, 0xc0, 0xc8, 0xd0, 0xe0, 0x100];
/** Axes of the dimension: a matrix, or in three dimensions a quaternion; then the points. */
const [AXES, FIRST_POINT] = [0x110, 0x130];
/** A point: position, then the distance of the dimension line from it, …. */
const POINT_SIZE = 0x30;
const OFFSET = 0x18;

const ARROWS = 1;
const STROKES = 2;
const FROM_FIRST = 3;
const STACKED = 4;
const CUSTOM = 15;
const CENTRE_MARK = 19;
const NOTE = 53;
const LINEAR: ReadonlySet<number> = new Set([ARROWS, STROKES, FROM_FIRST, STACKED, CUSTOM]);
/** Angles by two sides or by their arc: one after the other, all from the first, between lines, from an axis. */
const ANGULAR: ReadonlySet<number> = new Set([5, 6, 7, 8, 9, 10, 50, 51]);
const ANGLES_FROM_FIRST: ReadonlySet<number> = new Set([7, 8]);
/** Radius and diameter with a line through the circle. */
const [RADIUS, DIAMETER, DIAMETER_LINE] = [17, 12, 18];
/** Kinds that are not drawn, by their names in the enumeration of v8file.net. */
const NAMES: Readonly<Record<number, string>> = {
  11: 'radius',
  13: 'diameter parallel',
  14: 'diameter perpendicular',
  16: 'ordinate',
  52: 'label of a line',
};

type Position = readonly [number, number, number];

/** How a dimension's numbers become the job's coordinates. */
export interface DimensionPlace {
  position(at: number): Position;
  length(stored: number): number;
  readonly tolerance: number;
}

/**
 * Draws a dimension (33): dimension lines, extension lines and texts; arrow heads and strokes are not drawn. The layout
 * was found by comparing 225 dimensions with their ranges (NOTES.md).
 */
export function drawDimension(element: V8Element, pen: Pen, place: DimensionPlace): Drawn {
  const { view, size } = element;
  const count = size < FIRST_POINT ? 0 : view.getUint8(POINTS);
  if (count < 2 || size < FIRST_POINT + count * POINT_SIZE) return { fault: 'dgn-element-short' };
  const kind = view.getUint8(KIND);
  const points = Array.from({ length: count }, (_, i) => place.position(FIRST_POINT + i * POINT_SIZE));
  const lengthAt = (at: number): number => place.length(view.getFloat64(at, true));
  const sizes: Sizes = {
    ...{ height: lengthAt(HEIGHT), gap: lengthAt(GAP), reach: lengthAt(REACH), margin: lengthAt(MARGIN) },
    ...{ stack: lengthAt(STACK), centre: lengthAt(CENTRE), offset: lengthAt(FIRST_POINT + OFFSET) },
  };
  if (![...points.flat().filter((_, i) => i % 3 < 2), ...Object.values(sizes)].every(Number.isFinite))
    return { fault: 'dgn-position-invalid' };
  const texts = dimensionTexts(element, count, FIRST_POINT, POINT_SIZE);
  const drawing = new DimensionDrawing(pen, axesOf(element), points, sizes, texts, place.tolerance);
  if (LINEAR.has(kind)) drawing.linear(kind === FROM_FIRST || kind === STACKED, kind === STACKED);
  else if (ANGULAR.has(kind)) drawing.angular(ANGLES_FROM_FIRST.has(kind));
  else if (kind === NOTE) drawing.note();
  else if (kind === CENTRE_MARK) drawing.centreMark();
  else if (kind === RADIUS || kind === DIAMETER || kind === DIAMETER_LINE) drawing.across(kind !== RADIUS);
  else return issueOf('dgn-dimension-left-out', { kind: NAMES[kind] ?? String(kind) });
  return drawing.hasValues ? 'measured' : 'drawn';
}

function axesOf({ view, is3d }: V8Element): Axes {
  const part = (step: number): number => view.getFloat64(AXES + step, true);
  if (is3d) return axesOfQuaternion(part(0), part(8), part(16), part(24));
  return { across: [part(0), part(16), 0], along: [part(8), part(24), 0] };
}

interface Sizes {
  readonly height: number;
  readonly gap: number;
  readonly reach: number;
  readonly margin: number;
  readonly stack: number;
  readonly centre: number;
  readonly offset: number;
}

/** Draws the lines and texts of one dimension. */
class DimensionDrawing {
  /** Whether a text shows a measured value. */
  hasValues = false;
  readonly #pen: Pen;
  readonly #axes: Axes;
  readonly #points: readonly Position[];
  readonly #sizes: Sizes;
  readonly #texts: readonly DimensionText[];
  readonly #tolerance: number;

  constructor(
    pen: Pen,
    axes: Axes,
    points: readonly Position[],
    sizes: Sizes,
    texts: readonly DimensionText[],
    tolerance: number,
  ) {
    this.#pen = pen;
    this.#axes = axes;
    this.#points = points;
    this.#sizes = sizes;
    this.#texts = texts;
    this.#tolerance = tolerance;
  }

  /** Distances along the across axis, with the dimension line at the offset of the first point. */
  linear(fromFirst: boolean, isStacked: boolean): void {
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
      this.#label(segment + 1, mid(start, end), across, Math.abs(dot(to, across) - dot(from, across)), '');
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
      const sweep = (((angle(point) - from) % FULL_TURN) + FULL_TURN) % FULL_TURN || FULL_TURN;
      const path = this.#pen.path.clear();
      const arc = { centre, primary: radius, secondary: radius, axes: this.#axes, start: from, sweep };
      appendDesignArc(arc, this.#tolerance, path);
      this.#pen.line();
      const middle = from + sweep / 2;
      const top = moved(moved(centre, across, radius * Math.cos(middle)), along, radius * Math.sin(middle));
      const tangent = combined(across, -Math.sin(middle), along, Math.cos(middle));
      this.#label(i + 2, top, tangent, (sweep * 180) / Math.PI, '°');
      if (!fromFirst) from = angle(point);
    }
  }

  /** A leader through all points; its text, if any, is at the second. */
  note(): void {
    const path = this.#pen.path.clear();
    for (const point of this.#points) path.vertex(...point);
    this.#pen.line();
    const { across } = this.#axes;
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

  /** A line from the centre, or through it, to the last point. */
  across(isDiameter: boolean): void {
    const [centre] = this.#points as [Position];
    const to = this.#points.at(-1)!;
    const from: Position = isDiameter ? [2 * centre[0] - to[0], 2 * centre[1] - to[1], centre[2]] : centre;
    this.#line(from, to);
    const length = distance(from, to);
    const direction: Position = [(to[0] - from[0]) / length, (to[1] - from[1]) / length, 0];
    if (length > 0) this.#label(this.#points.length - 1, mid(from, to), direction, length, '');
  }

  /** From a point to its place on the dimension line and a little beyond, with a gap at the point. */
  #extension(point: Position, place: Position, along: Position): void {
    const way = dot(place, along) - dot(point, along);
    const side = way < 0 ? -1 : 1;
    if (Math.abs(way) > this.#sizes.gap)
      this.#line(moved(point, along, side * this.#sizes.gap), moved(place, along, side * this.#sizes.reach));
  }

  /** The text of a value, above the middle of its line. */
  #label(point: number, middle: Position, direction: Position, value: number, unit: string): void {
    const stored = this.#texts.find((text) => text.point === point)?.text ?? VALUE;
    if (stored.includes(VALUE)) this.hasValues = true;
    const measured = `${Number(value.toFixed(DECIMALS))}${unit}`;
    const across = readable(direction);
    const above: Position = [-across[1], across[0], 0];
    const place = moved(middle, above, this.#sizes.margin);
    this.#text(stored.replace(VALUE, measured), place, across, 'centre', 'baseline');
  }

  #text(
    text: string,
    [easting, northing, elevation]: Position,
    across: Position,
    justification: 'left' | 'centre' | 'right',
    verticalJustification: 'middle' | 'baseline',
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

/** Stands for the measured value in a stored text. */
const VALUE = '*';
const DECIMALS = 4;

/** A product that ignores unknown elevations. */
function dot(a: Position, b: Position): number {
  return a[0] * b[0] + a[1] * b[1] + (Number.isNaN(a[2]) ? 0 : a[2] * b[2]);
}

function moved(place: Position, direction: Position, way: number): Position {
  return [place[0] + direction[0] * way, place[1] + direction[1] * way, place[2] + direction[2] * way];
}

function mid(a: Position, b: Position): Position {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
}

function combined(a: Position, p: number, b: Position, q: number): Position {
  return [a[0] * p + b[0] * q, a[1] * p + b[1] * q, a[2] * p + b[2] * q];
}

function distance(a: Position, b: Position): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], Number.isNaN(a[2]) ? 0 : a[2] - b[2]);
}

/** A direction or its opposite, so that a text along it is not upside down. */
function readable(direction: Position): Position {
  const isUpsideDown = direction[0] < -1e-9 || (Math.abs(direction[0]) <= 1e-9 && direction[1] < 0);
  return isUpsideDown ? [-direction[0], -direction[1], -direction[2]] : direction;
}
