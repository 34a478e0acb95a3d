import { issueOf } from '../../../core/issues/issue-of.ts';
import { strokeThrough } from '../../../kit/cad/fit-spline.ts';
import { clipInfinite } from '../../../kit/cad/infinite-lines.ts';
import { integer, point } from '../fields.ts';
import type { Interpreter } from '../interpreter.ts';
import { MOST_SPLINE_VERTICES } from './curves.ts';
import { BAD_POSITION, type Outcome } from './draw.ts';
import { LEADER_ARROW, leaderArrow } from './leader-arrow.ts';
import { drawArrow } from './leader-content.ts';

const DEFINITION_LAYER = /^defpoints$/i;

/** LINE (and 3DLINE of old versions): world coordinates. */
export const LINE = { start: point(10), end: point(11) };

export function drawLine(into: Interpreter): Outcome {
  into.begin();
  into.vertex(LINE.start);
  into.vertex(LINE.end);
  return into.pen.line() ? undefined : BAD_POSITION;
}

/** POINT: world coordinates. */
export const POINT = { place: point(10) };

/** Definition points of dimensions, which no CAD system plots, are omitted. */
export function drawPoint(into: Interpreter): Outcome {
  into.begin();
  if (into.inDimension && DEFINITION_LAYER.test(into.layers.get(into.style.layer).name)) return undefined;
  return into.point(POINT.place) ? undefined : BAD_POSITION;
}

/** Share of a curved leader's length that its chords may be away from it: it looks curved also in tiny drawings. */
const LEADER_FINENESS = 1 / 500;

export const LEADER = {
  vertices: point(10),
  isCurved: integer(72),
  hasArrow: integer(71, 1),
  ...LEADER_ARROW,
};
/** An arrow head that is longer than this share of the first piece is not drawn. */
const LONGEST_ARROW = 1 / 2;

/**
 * LEADER: its vertices, or the curve through them, and the arrow head of its dimension style at the first one. The
 * text or block it leads to is an entity of its own.
 */
export function drawLeader(into: Interpreter): Outcome {
  const { entity, pen } = into;
  into.begin();
  const triples = entity.triples(LEADER.vertices);
  if (triples.length < 6) return issueOf('too-few-vertices', { count: 1 });
  const isCurved =
    entity.get(LEADER.isCurved) === 1 &&
    triples.every(Number.isFinite) &&
    strokeThrough(
      { fits: triples },
      Math.min(pen.ownTolerance, lengthOf(triples) * LEADER_FINENESS),
      pen.path,
      MOST_SPLINE_VERTICES,
    );
  if (!isCurved)
    for (let i = 0; i < triples.length; i += 3) pen.path.vertex(triples[i]!, triples[i + 1]!, triples[i + 2]!);
  const { coordinates } = pen.path;
  const ends = pen.path.count >= 2 ? Array.from(coordinates.subarray(0, 6)) : [];
  if (!pen.line()) return BAD_POSITION;
  const { size, block } = leaderArrow(into);
  const first = Math.hypot(triples[3]! - triples[0]!, triples[4]! - triples[1]!);
  if (entity.get(LEADER.hasArrow) === 1 && ends.length === 6 && size <= first * LONGEST_ARROW)
    drawArrow(into, ends, size, block);
  return undefined;
}

function lengthOf(triples: readonly number[]): number {
  let length = 0;
  for (let i = 3; i + 1 < triples.length; i += 3)
    length += Math.hypot(triples[i]! - triples[i - 3]!, triples[i + 1]! - triples[i - 2]!);
  return length;
}

/** RAY and XLINE. */
export const RAY = { start: point(10, Number.NaN, Number.NaN, 0), direction: point(11, Number.NaN, Number.NaN, 0) };

/** RAY and XLINE inside the drawing's box. They are drawn last, when the box is known. */
export function drawInfinite(into: Interpreter, isRay: boolean): Outcome {
  const { entity, pen } = into;
  into.begin();
  const [e, n, z] = entity.point(RAY.start);
  const [de, dn, dz] = entity.point(RAY.direction);
  if (![e, n, z, de, dn, dz].every(Number.isFinite) || (de === 0 && dn === 0)) return BAD_POSITION;
  // Clipped in the job's coordinates, like the box; the parameter along the line is the same in both.
  const { frame } = pen;
  const base = [frame.easting(e, n, z), frame.northing(e, n, z)] as const;
  const tip = [frame.easting(e + de, n + dn, z + dz), frame.northing(e + de, n + dn, z + dz)] as const;
  const ends = clipInfinite(
    base,
    [tip[0] - base[0], tip[1] - base[1]],
    isRay,
    into.boxes === undefined ? pen.extent : (into.boxes.get(into.page) ?? null),
  );
  if (ends === undefined) return issueOf('outside-extent');
  for (const t of ends) pen.path.vertex(e + de * t, n + dn * t, z + dz * t);
  return pen.line() ? undefined : BAD_POSITION;
}
