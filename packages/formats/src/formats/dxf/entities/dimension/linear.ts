import { DIMSTYLE } from '../../dimension-style.ts';
import {
  type DimensionPicture,
  dot,
  left,
  lengthOf,
  minus,
  type Place,
  type PlacedText,
  plus,
  towards,
} from './picture.ts';

/** What a dimension measures between: two points, a place on the dimension line, and directions of length 1. */
export interface Span {
  readonly first: Place;
  readonly second: Place;
  readonly onLine: Place;
  readonly along: Place;
  /** Direction of the extension lines. */
  readonly across: Place;
}

/** The ends of the dimension line; undefined where the extension lines run along it. */
export function endsOf({ first, second, onLine, along, across }: Span): [Place, Place] | undefined {
  const normal = left(along);
  const slope = dot(across, normal);
  if (Math.abs(slope) < 1e-9) return undefined;
  const end = (point: Place): Place => plus(point, across, dot(minus(onLine, point), normal) / slope);
  return [end(first), end(second)];
}

/** How far the middle of a text is from its line: 0 in it, above 0 above it. */
export function sideOf(picture: DimensionPicture): number {
  const side = picture.style.get(DIMSTYLE.side);
  if (side === 0) return 0;
  return (picture.size(DIMSTYLE.textHeight) / 2 + picture.size(DIMSTYLE.textGap)) * (side === 4 ? -1 : 1);
}

/** Where the text is if the dimension does not say: at the middle of its line, in it, above or below. */
export function usualPlace(picture: DimensionPicture, middle: Place, direction: Place): Place {
  return plus(middle, left(readable(direction)), sideOf(picture));
}

/** A direction or its opposite: the one that a text is read along. */
export function readable([x, y]: Place): Place {
  // A text that runs straight down is read from the right, like one that runs straight up.
  return x < -1e-9 || (Math.abs(x) <= 1e-9 && y < 0) ? [-x, -y] : [x, y];
}

/** Dimension line, heads and extension lines of a length. */
export function drawSpan(picture: DimensionPicture, span: Span, [start, end]: [Place, Place], text: PlacedText): void {
  const { style } = picture;
  picture.extension(span.first, start, style.get(DIMSTYLE.hidesFirstExtension) === 1);
  picture.extension(span.second, end, style.get(DIMSTYLE.hidesSecondExtension) === 1);
  const length = lengthOf(minus(end, start));
  const direction = towards(start, end) ?? span.along;
  const back: Place = [-direction[0], -direction[1]];
  const size = picture.arrowSize;
  const isOutside = picture.isOutsideWhenShort && 2 * size + picture.size(DIMSTYLE.textGap) > length;
  picture.head(start, isOutside ? direction : back, 'first');
  picture.head(end, isOutside ? back : direction, 'second');
  if (isOutside) {
    picture.line(plus(start, back, size), plus(start, back, 2 * size));
    picture.line(plus(end, direction, size), plus(end, direction, 2 * size));
  }
  const reach = picture.hasStrokes ? picture.size(DIMSTYLE.lineReach) : 0;
  let from = isOutside ? 0 : picture.coverOf('first') - reach;
  let to = length - (isOutside ? 0 : picture.coverOf('second') - reach);
  // A text beside its line takes that with it.
  const [half, high] = picture.roomOf(text.text);
  const way = dot(minus(text.at, start), direction);
  const isNear = Math.abs(dot(minus(text.at, start), left(direction))) <= 2 * high;
  if (text.text !== '' && isNear && (way < 0 || way > length)) {
    from = Math.min(from, way - (way < 0 ? half : 0));
    to = Math.max(to, way + (way > length ? half : 0));
  }
  lineAround(picture, plus(start, direction, from), plus(start, direction, to), text);
}

/** A line that is open where a text is. */
export function lineAround(
  picture: DimensionPicture,
  from: Place,
  to: Place,
  { text, at, rotation }: PlacedText,
): void {
  const direction = towards(from, to);
  if (direction === undefined) return;
  const length = lengthOf(minus(to, from));
  let [enter, leave] = [0, length];
  const reading: Place = [Math.cos(rotation), Math.sin(rotation)];
  for (const [axis, half] of [
    [reading, picture.roomOf(text)[0]],
    [left(reading), picture.roomOf(text)[1] - 1e-9],
  ] as const) {
    const [place, speed] = [dot(minus(from, at), axis), dot(direction, axis)];
    if (Math.abs(speed) < 1e-9) {
      if (Math.abs(place) >= half) enter = length;
      continue;
    }
    const ways = [(-half - place) / speed, (half - place) / speed].sort((a, b) => a - b);
    enter = Math.max(enter, ways[0]!);
    leave = Math.min(leave, ways[1]!);
  }
  if (text === '' || enter >= leave) picture.line(from, to);
  else {
    if (enter > 0) picture.line(from, plus(from, direction, enter));
    if (leave < length) picture.line(plus(from, direction, leave), to);
  }
}
