import { Affine } from '../../../../kit/cad/affine.ts';
import { setExtrusion } from '../../../../kit/cad/extrusion.ts';
import { COMMON } from '../../common-fields.ts';
import { DIMSTYLE, DimensionStyle } from '../../dimension-style.ts';
import { integer, type PointField, point, real, text } from '../../fields.ts';
import type { Interpreter } from '../../interpreter.ts';
import { drawSpan, endsOf, readable, type Span, sideOf, usualPlace } from './linear.ts';
import {
  atAngle,
  DimensionPicture,
  dot,
  left,
  lengthOf,
  minus,
  type Place,
  type PlacedText,
  plus,
  towards,
} from './picture.ts';
import { drawSector, drawSpoke, type Sector, sectorBetween, sectorOf } from './round.ts';
import { angleText, lengthText } from './value.ts';

/** The definition of a dimension. All points but the places of text and arc are in world coordinates. */
export const MEASURE = {
  text: text(1),
  style: text(3),
  /** On the dimension line, or the centre, or the opposite point of a diameter, or an origin. */
  base: point(10),
  textPlace: point(11),
  first: point(13),
  second: point(14),
  third: point(15),
  onArc: point(16),
  leader: real(40, 0),
  rotation: real(50, 0),
  horizontal: real(51, 0),
  oblique: real(52, 0),
  textRotation: real(53, 0),
  kind: integer(70),
};
/** Kinds of dimensions, in the lowest three bits. */
const [LINEAR, ALIGNED, TWO_LINES, DIAMETER, RADIUS, THREE_POINTS, ORDINATE] = [0, 1, 2, 3, 4, 5, 6];
const KINDS = 7;
const [EASTINGS, OWN_PLACE] = [64, 128];
/** More pieces than any dimension has. */
export const MOST_PIECES = 20;
const ARC_LENGTH = /^ARC_DIMENSION$/i;
const JOGGED = /^LARGE_RADIAL_DIMENSION$/i;

/**
 * Draws a dimension that has no block from its points and its style.
 * @param type of the entity
 * @returns false where its points do not define it, or its kind is not drawn this way
 */
export function drawFromPoints(into: Interpreter, type: string): boolean {
  if (JOGGED.test(type)) return false;
  return new Drawing(into).draw(type);
}

class Drawing {
  readonly #into: Interpreter;
  readonly #picture: DimensionPicture;
  /** The axes of its plane. */
  readonly #plane = new Affine();
  /** Whether all points that were asked for are there. */
  #isWhole = true;

  constructor(into: Interpreter) {
    const { entity, dimensionStyles } = into;
    this.#into = into;
    setExtrusion(this.#plane, ...entity.point(COMMON.extrusion));
    const named = dimensionStyles.get(entity.text(MEASURE.style).toLowerCase()) ?? new DimensionStyle();
    const { m } = this.#plane;
    const [x, y, z] = entity.point(MEASURE.base);
    const elevation = Number.isNaN(z) ? z : x * m[2]! + y * m[6]! + z * m[10]!;
    this.#picture = new DimensionPicture(into, named.ofEntity(entity), elevation);
  }

  draw(type: string): boolean {
    const { entity } = this.#into;
    const kind = ARC_LENGTH.test(type) ? THREE_POINTS : entity.get(MEASURE.kind) & KINDS;
    switch (kind) {
      case LINEAR:
      case ALIGNED:
        return this.#span(kind === ALIGNED);
      case TWO_LINES: {
        const one = [this.#at(MEASURE.first), this.#at(MEASURE.second)] as const;
        const other = [this.#at(MEASURE.base), this.#at(MEASURE.third)] as const;
        return this.#sector(sectorBetween(one, other, this.#own(MEASURE.onArc)), false);
      }
      case THREE_POINTS: {
        const [centre, first] = [this.#at(MEASURE.third), this.#at(MEASURE.first)];
        const sector = sectorOf(centre, first, this.#at(MEASURE.second), this.#at(MEASURE.base));
        return this.#sector(sector, ARC_LENGTH.test(type));
      }
      case RADIUS:
      case DIAMETER:
        return this.#spoke(kind === DIAMETER);
      case ORDINATE:
        return this.#ordinate();
      default:
        return false;
    }
  }

  #span(isAligned: boolean): boolean {
    const { entity } = this.#into;
    const [first, second, onLine] = [this.#at(MEASURE.first), this.#at(MEASURE.second), this.#at(MEASURE.base)];
    const turn = radians(entity.get(MEASURE.rotation));
    const along: Place | undefined = isAligned ? towards(first, second) : atAngle(turn);
    const slant = radians(entity.get(MEASURE.oblique));
    if (!this.#isWhole || along === undefined) return false;
    const across: Place =
      slant === 0
        ? left(along)
        : [
            along[0] * Math.cos(slant) - along[1] * Math.sin(slant),
            along[0] * Math.sin(slant) + along[1] * Math.cos(slant),
          ];
    const span: Span = { first, second, onLine, along, across };
    const ends = endsOf(span);
    if (ends === undefined) return false;
    const middle: Place = [(ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2];
    const direction = towards(...ends) ?? along;
    const text = this.#text(
      lengthText(lengthOf(minus(ends[1], ends[0])), this.#picture.style),
      usualPlace(this.#picture, middle, direction),
      direction,
      (at) => {
        const way = dot(minus(at, ends[0]), direction);
        return way < 0 || way > lengthOf(minus(ends[1], ends[0]));
      },
    );
    drawSpan(this.#picture, span, ends, text);
    this.#picture.text(text);
    return true;
  }

  /** @param isLength whether it shows the length of the arc through the first point */
  #sector(sector: Sector | undefined, isLength: boolean): boolean {
    if (!this.#isWhole || sector === undefined) return false;
    const { centre, radius, from, sweep, first } = sector;
    const middle = from + sweep / 2;
    const out = atAngle(middle);
    const { style } = this.#picture;
    const usual = plus(centre, out, radius + sideOf(this.#picture));
    const value = isLength ? lengthText(sweep * lengthOf(minus(first, centre)), style) : angleText(sweep, style);
    const text = this.#text(value, usual, [-out[1], out[0]], () => false);
    drawSector(this.#picture, sector, text);
    this.#picture.text(text);
    return true;
  }

  #spoke(isDiameter: boolean): boolean {
    const [base, onCircle] = [this.#at(MEASURE.base), this.#at(MEASURE.third)];
    const out = towards(base, onCircle);
    if (!this.#isWhole || out === undefined) return false;
    const centre: Place = isDiameter ? [(base[0] + onCircle[0]) / 2, (base[1] + onCircle[1]) / 2] : base;
    const value = lengthText(lengthOf(minus(onCircle, base)), this.#picture.style, isDiameter ? 'Ø' : 'R');
    const radius = lengthOf(minus(onCircle, centre));
    // Half way to the head.
    const middle = isDiameter ? centre : plus(centre, out, (radius - this.#picture.arrowSize) / 2);
    const text = this.#text(
      value,
      usualPlace(this.#picture, middle, out),
      out,
      (at) => lengthOf(minus(at, centre)) > radius,
    );
    const leader = this.#into.entity.get(MEASURE.leader);
    drawSpoke(this.#picture, { centre, onCircle, isDiameter, leader }, out, text);
    this.#picture.text(text);
    return true;
  }

  /** From a feature to its distance from an origin, with a bend where both are not in line. */
  #ordinate(): boolean {
    const { entity } = this.#into;
    const [origin, feature, end] = [this.#at(MEASURE.base), this.#at(MEASURE.first), this.#at(MEASURE.second)];
    if (!this.#isWhole) return false;
    const turn = -radians(entity.get(MEASURE.horizontal));
    const across: Place = atAngle(turn);
    const isEasting = (entity.get(MEASURE.kind) & EASTINGS) !== 0;
    const [measured, axis] = isEasting ? [across, left(across)] : [left(across), across];
    const picture = this.#picture;
    const way = dot(minus(end, feature), axis);
    const out: Place = way < 0 ? [-axis[0], -axis[1]] : axis;
    const leg = 2 * picture.arrowSize;
    const bend = plus(feature, out, Math.max(leg, Math.abs(way) - 2 * leg));
    picture.line(plus(feature, out, picture.size(DIMSTYLE.gap)), bend, DIMSTYLE.extensionColour);
    picture.line(bend, plus(end, out, -leg), DIMSTYLE.extensionColour);
    const value = lengthText(Math.abs(dot(minus(feature, origin), measured)), picture.style);
    const [half] = picture.roomOf(picture.shown(entity.text(MEASURE.text), value));
    // A text above its line is on it.
    const tip = picture.style.get(DIMSTYLE.side) === 0 ? end : plus(end, out, 2 * half);
    picture.line(plus(end, out, -leg), tip, DIMSTYLE.extensionColour);
    picture.text(this.#text(value, usualPlace(picture, plus(end, out, half), out), out));
    return true;
  }

  /**
   * The text where the dimension says it is, else at its usual place. It runs along a direction, or level where the
   * style says so.
   */
  #text(value: string, usual: Place, direction: Place, isBeyond?: (at: Place) => boolean): PlacedText {
    const { entity } = this.#into;
    const [x, y] = entity.point(MEASURE.textPlace);
    const isStated = Number.isFinite(x + y) && (x !== 0 || y !== 0 || (entity.get(MEASURE.kind) & OWN_PLACE) !== 0);
    const at: Place = isStated ? [x, y] : usual;
    const levels = isBeyond?.(at) === true ? DIMSTYLE.isLevelOutside : DIMSTYLE.isLevelInside;
    const isLevel = isBeyond !== undefined && this.#picture.style.get(levels) === 1;
    const own = entity.get(MEASURE.textRotation);
    const [c, s] = readable(direction);
    const level = -radians(entity.get(MEASURE.horizontal));
    const rotation = own !== 0 ? radians(own) : isLevel ? level : Math.atan2(s, c);
    return { text: this.#picture.shown(entity.text(MEASURE.text), value), at, rotation };
  }

  /** A point in the plane of the dimension. */
  #at(field: PointField): Place {
    const [x, y, z] = this.#into.entity.point(field);
    if (!Number.isFinite(x + y)) this.#isWhole = false;
    const { m } = this.#plane;
    const height = Number.isNaN(z) ? 0 : z;
    return [x * m[0]! + y * m[4]! + height * m[8]!, x * m[1]! + y * m[5]! + height * m[9]!];
  }

  /** A point that is stated in the plane of the dimension. */
  #own(field: PointField): Place {
    const [x, y] = this.#into.entity.point(field);
    if (!Number.isFinite(x + y)) this.#isWhole = false;
    return [x, y];
  }
}

function radians(degrees: number): number {
  return Number.isFinite(degrees) ? (degrees / 180) * Math.PI : 0;
}
