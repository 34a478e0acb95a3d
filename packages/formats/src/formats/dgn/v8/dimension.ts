import { issueOf } from '../../../core/issues/issue-of.ts';
import type { Pen } from '../../../kit/cad/pen.ts';
import type { Drawn } from '../dialect.ts';
import { type Axes, axesOfQuaternion } from '../rotation.ts';
import { DimensionDrawing, type Sizes } from './dimension-drawing.ts';
import { DimensionEnds } from './dimension-ends.ts';
import { DimensionFormat } from './dimension-format.ts';
import { DimensionRange } from './dimension-range.ts';
import { blocksOf, dimensionTexts } from './dimension-text.ts';
import type { V8Element } from './element.ts';
import type { Position } from './plane-vectors.ts';
import type { V8Scale } from './scale.ts';

/** Kind and number of points. */
const [KIND, POINTS] = [0x85, 0x87];
/** Height of the texts, gap before an extension line and its reach beyond the dimension line, size of a centre mark. */
const [HEIGHT, GAP, REACH, MARGIN, STACK, CENTRE] = [0x98, 0xc0, 0xc8, 0xd0, 0xe0, 0x100];
/** Length and width of arrow heads. */
const [HEAD_LENGTH, HEAD_WIDTH] = [0xe8, 0xf0];
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
/** Radius without a line to the centre, diameter beside the circle, distances from the first point. */
const [RADIUS_OUTSIDE, DIAMETER_BESIDE, ORDINATE] = [11, 13, 16];
/** Diameter across the plane of the circle; length and direction of a line, beside it. */
const [DIAMETER_ACROSS, LABEL] = [14, 52];
/**
 * Blocks of options that do not change the text: units, the rotation of the view, the symbology of arrow heads and
 * their cells, and that of the offset of a text.
 */
const PLAIN_BLOCKS: ReadonlySet<number> = new Set([9, 12, 14, 18]);

/** How a dimension's numbers become the job's coordinates. */
export interface DimensionPlace {
  position(at: number): Position;
  length(stored: number): number;
  /** A coordinate of one axis. */
  coordinate(stored: number, axis: 0 | 1): number;
  readonly tolerance: number;
  readonly scale: Pick<V8Scale, 'unit' | 'shown'>;
}

/**
 * Draws a dimension (33): dimension lines with arrow heads or strokes, extension lines and texts. The layout was found
 * by comparing dimensions with their ranges (NOTES.md).
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
  const axes = axesOf(element);
  const ends = new DimensionEnds(pen, axes, lengthAt(HEAD_LENGTH), lengthAt(HEAD_WIDTH));
  const range = new DimensionRange(element, (stored, axis) => place.coordinate(stored, axis));
  const pool = FIRST_POINT + count * POINT_SIZE;
  const format = new DimensionFormat(element, pool, place.scale.unit, place.scale.shown);
  const drawing = new DimensionDrawing(pen, axes, points, sizes, texts, place.tolerance, ends, range, format);
  if (LINEAR.has(kind)) drawing.linear(kind === FROM_FIRST || kind === STACKED, kind === STACKED, kind === STROKES);
  else if (ANGULAR.has(kind)) drawing.angular(ANGLES_FROM_FIRST.has(kind));
  else if (kind === NOTE) drawing.note();
  else if (kind === CENTRE_MARK) drawing.centreMark();
  else if (kind === DIAMETER || kind === DIAMETER_LINE) drawing.diameter();
  else if (kind === RADIUS || kind === RADIUS_OUTSIDE) drawing.radius(kind === RADIUS);
  else if (kind === DIAMETER_BESIDE) drawing.diameterBeside();
  else if (kind === ORDINATE) drawing.ordinates();
  else if (kind === DIAMETER_ACROSS) drawing.diameterAcross();
  else if (kind === LABEL && count > 2) drawing.lineLabel();
  else return issueOf('dgn-dimension-left-out', { kind: String(kind) });
  const isPlain = blocksOf(element, pool).every((block) => PLAIN_BLOCKS.has(block.kind));
  return drawing.hasValues && !isPlain ? 'measured' : 'drawn';
}

function axesOf({ view, is3d }: V8Element): Axes {
  const part = (step: number): number => view.getFloat64(AXES + step, true);
  if (is3d) return axesOfQuaternion(part(0), part(8), part(16), part(24));
  return { across: [part(0), part(16), 0], along: [part(8), part(24), 0] };
}
