import { withinTurn } from '@fieldbridge/fieldjob';
import { DIMSTYLE } from '../../dimension-style.ts';
import { lineAround } from './linear.ts';
import {
  atAngle,
  type DimensionPicture,
  dot,
  lengthOf,
  minus,
  type Place,
  type PlacedText,
  plus,
  towards,
} from './picture.ts';

/** The arc of an angle: counter-clockwise from the first direction. */
export interface Sector {
  readonly centre: Place;
  readonly radius: number;
  readonly from: number;
  readonly sweep: number;
  /** Where the extension lines begin. */
  readonly first: Place;
  readonly second: Place;
}

/** The angle between two points seen from a third, on the side of a place on the arc. */
export function sectorOf(centre: Place, first: Place, second: Place, onArc: Place): Sector | undefined {
  const radius = lengthOf(minus(onArc, centre));
  const [a, b] = [angleTo(centre, first), angleTo(centre, second)];
  if (![radius, a, b].every(Number.isFinite) || radius === 0) return undefined;
  const isBetween = withinTurn(angleTo(centre, onArc) - a) <= withinTurn(b - a);
  return isBetween
    ? { centre, radius, from: a, sweep: withinTurn(b - a), first, second }
    : { centre, radius, from: b, sweep: withinTurn(a - b), first: second, second: first };
}

/** The angle between two lines, on the side of a place on the arc; undefined where they are parallel. */
export function sectorBetween(
  one: readonly [Place, Place],
  other: readonly [Place, Place],
  onArc: Place,
): Sector | undefined {
  const [u, v] = [minus(one[1], one[0]), minus(other[1], other[0])];
  const cross = u[0] * v[1] - u[1] * v[0];
  const gap = minus(other[0], one[0]);
  if (!(Math.abs(cross) > 1e-12 * lengthOf(u) * lengthOf(v))) return undefined;
  const centre = plus(one[0], u, (gap[0] * v[1] - gap[1] * v[0]) / cross);
  for (const s of [1, -1])
    for (const t of [1, -1]) {
      const ends = [plus(centre, u, s), plus(centre, v, t)] as const;
      const sector = sectorOf(centre, ...ends, onArc);
      if (sector === undefined || sector.sweep >= Math.PI) continue;
      const begin = (line: readonly [Place, Place], angle: number): Place =>
        nearest(centre, line, angle, sector.radius);
      const isFirst = Math.abs(withinTurn(angleTo(centre, ends[0]) - sector.from)) < 1e-9 || sector.first === ends[0];
      const lines = isFirst ? ([one, other] as const) : ([other, one] as const);
      const first = begin(lines[0], sector.from);
      return { ...sector, first, second: begin(lines[1], sector.from + sector.sweep) };
    }
  return undefined;
}

/** The end of a line that is nearest to an arc around a centre, along a direction. */
function nearest(centre: Place, line: readonly [Place, Place], angle: number, radius: number): Place {
  const far = (point: Place): number => Math.abs(dot(minus(point, centre), atAngle(angle)) - radius);
  return far(line[0]) <= far(line[1]) ? line[0] : line[1];
}

/** Dimension line, heads and extension lines of an angle. */
export function drawSector(picture: DimensionPicture, sector: Sector, text: PlacedText): void {
  const { centre, radius, from, sweep, first, second } = sector;
  const { style } = picture;
  const end = from + sweep;
  const on = (angle: number): Place => plus(centre, atAngle(angle), radius);
  picture.extension(first, on(from), style.get(DIMSTYLE.hidesFirstExtension) === 1);
  picture.extension(second, on(end), style.get(DIMSTYLE.hidesSecondExtension) === 1);
  const size = picture.arrowSize;
  const isOutside = picture.isOutsideWhenShort && radius * sweep < 2 * size + picture.size(DIMSTYLE.textGap);
  const step = Math.min(size / radius, Math.PI / 2) * (isOutside ? -1 : 1);
  const head = (angle: number, base: number, arrow: 'first' | 'second'): void => {
    const direction = picture.hasStrokes
      ? atAngle(angle + Math.PI / 2)
      : (towards(on(base), on(angle)) ?? atAngle(angle));
    picture.head(on(angle), direction, arrow);
  };
  head(from, from + step, 'first');
  head(end, end - step, 'second');
  if (isOutside) {
    picture.arc(centre, radius, from + 2 * step, -step);
    picture.arc(centre, radius, end - step, -step);
  }
  const [a, b] = isOutside
    ? [from, end]
    : [from + picture.coverOf('first') / radius, end - picture.coverOf('second') / radius];
  // A text in the line opens it.
  const [half, high] = picture.roomOf(text.text);
  const isInLine = text.text !== '' && Math.abs(lengthOf(minus(text.at, centre)) - radius) < high * (1 - 1e-9);
  const middle = from + withinTurn(angleTo(centre, text.at) - from);
  const gap = isInLine && middle < b ? half / radius : 0;
  if (gap === 0) picture.arc(centre, radius, a, b - a);
  else {
    if (middle - gap > a) picture.arc(centre, radius, a, middle - gap - a);
    if (middle + gap < b) picture.arc(centre, radius, middle + gap, b - middle - gap);
  }
}

/** The line of a radius or a diameter. */
export interface Spoke {
  readonly centre: Place;
  readonly onCircle: Place;
  readonly isDiameter: boolean;
  /** Length of the leader from the circle on; 0 if it is not stated. */
  readonly leader: number;
}

/** Through the circle, with heads from inside; or where the text is beyond the circle, a leader to it from outside. */
export function drawSpoke(picture: DimensionPicture, spoke: Spoke, out: Place, text: PlacedText): void {
  const { centre, onCircle, isDiameter } = spoke;
  const radius = lengthOf(minus(onCircle, centre));
  const inward: Place = [-out[0], -out[1]];
  const size = picture.arrowSize;
  const far = plus(centre, out, isDiameter ? -radius : 0);
  const cover = picture.coverOf('first');
  if (text.text === '' || lengthOf(minus(text.at, centre)) <= radius) {
    picture.head(onCircle, out, 'first');
    if (isDiameter) picture.head(far, inward, 'second');
    const from = isDiameter ? plus(far, out, picture.coverOf('second')) : far;
    lineAround(picture, from, plus(onCircle, inward, cover), text);
    return;
  }
  picture.head(onCircle, inward, 'first');
  if (picture.style.get(DIMSTYLE.hasLineOutside) === 1) picture.line(far, onCircle);
  else drawCentreMark(picture, centre, radius);
  // Along the radius as far as the text allows, then to its side.
  const [half] = picture.roomOf(text.text);
  const reading: Place = atAngle(text.rotation);
  const side = dot(minus(text.at, onCircle), reading) < 0 ? -1 : 1;
  const edge = plus(text.at, reading, -side * half);
  const along = dot(minus(edge, onCircle), out);
  const isAligned = Math.abs(dot(reading, out)) > 1 - 1e-6;
  const knee = plus(
    onCircle,
    out,
    spoke.leader > 0 ? spoke.leader : Math.max(2 * size, isAligned ? along : along - size),
  );
  picture.line(plus(onCircle, out, cover), knee);
  if (!isAligned) picture.line(knee, edge);
}

function drawCentreMark(picture: DimensionPicture, centre: Place, radius: number): void {
  const stated = picture.size(DIMSTYLE.centreMark);
  const size = Math.abs(stated);
  if (size === 0) return;
  for (const angle of [0, Math.PI / 2]) {
    const axis = atAngle(angle);
    picture.line(plus(centre, axis, -size), plus(centre, axis, size));
    // A negative size means lines through the whole circle, too.
    if (stated > 0 || radius <= size) continue;
    for (const way of [-1, 1])
      picture.line(plus(centre, axis, way * 2 * size), plus(centre, axis, way * (radius + size)));
  }
}

function angleTo(from: Place, to: Place): number {
  return Math.atan2(to[1] - from[1], to[0] - from[0]);
}
