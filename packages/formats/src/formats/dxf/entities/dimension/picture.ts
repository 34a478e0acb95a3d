import { Affine } from '../../../../kit/cad/affine.ts';
import { plainMtext } from '../../../../kit/cad/mtext.ts';
import { isBlank } from '../../../../kit/cad/text-codes.ts';
import { DIMSTYLE, type DimensionStyle } from '../../dimension-style.ts';
import type { NumberField } from '../../fields.ts';
import type { Interpreter } from '../../interpreter.ts';
import { drawArrow } from '../leader-content.ts';
import { indexColour } from '../raw-colour.ts';

/** A position or direction in the plane of a dimension. */
export type Place = readonly [x: number, y: number];

/** Width of a letter as a share of its height, for the space of a text. */
const LETTER = 0.8;
/** Blocks of arrow heads through which the line goes on to the tip. */
const THIN = /^_?(none|oblique|archtick|small|dotsmall|open(30|90)?|origin2?|integral)$/i;

/** Blocks of arrow heads that look the same from both sides, so that they need no room between the lines. */
const ROUND = /^_?(none|oblique|archtick|small|dot|dotsmall|dotblank|box(filled|blank)|origin2?|integral)$/i;

export const plus = (a: Place, b: Place, times = 1): Place => [a[0] + b[0] * times, a[1] + b[1] * times];
export const minus = (a: Place, b: Place): Place => [a[0] - b[0], a[1] - b[1]];
export const dot = (a: Place, b: Place): number => a[0] * b[0] + a[1] * b[1];
export const left = ([x, y]: Place): Place => [-y, x];
export const lengthOf = ([x, y]: Place): number => Math.hypot(x, y);
/** The direction of an angle; exact along the axes. */
export const atAngle = (angle: number): Place => [exact(Math.cos(angle)), exact(Math.sin(angle))];
const exact = (share: number): number => (Math.abs(share) < 1e-15 ? 0 : share);
/** The direction from one place to another, of length 1; undefined if they are the same. */
export function towards(from: Place, to: Place): Place | undefined {
  const [x, y] = minus(to, from);
  const length = Math.hypot(x, y);
  return length > 0 ? [x / length, y / length] : undefined;
}

/** The text of a dimension with its place. */
export interface PlacedText {
  readonly text: string;
  readonly at: Place;
  /** Of its reading direction, in radians. */
  readonly rotation: number;
}

/** Draws the pieces of one dimension, in its own plane. */
export class DimensionPicture {
  readonly into: Interpreter;
  readonly style: DimensionStyle;
  readonly #elevation: number;

  constructor(into: Interpreter, style: DimensionStyle, elevation: number) {
    this.into = into;
    this.style = style;
    this.#elevation = elevation;
  }

  /** A length of the style, scaled. */
  size(field: NumberField): number {
    return this.style.get(field) * this.style.scale;
  }

  get arrowSize(): number {
    const strokes = this.size(DIMSTYLE.strokeSize);
    return strokes > 0 ? 2 * strokes : this.size(DIMSTYLE.arrowSize);
  }

  get hasStrokes(): boolean {
    return this.style.get(DIMSTYLE.strokeSize) > 0;
  }

  line(from: Place, to: Place, colour: NumberField = DIMSTYLE.lineColour): void {
    this.#begin(colour);
    const { pen } = this.into;
    pen.path.vertex(...from, this.#elevation);
    pen.path.vertex(...to, this.#elevation);
    pen.line();
  }

  /** An arc, counter-clockwise. */
  arc(centre: Place, radius: number, from: number, sweep: number): void {
    this.#begin(DIMSTYLE.lineColour);
    const { pen } = this.into;
    for (const [share, bulge] of [
      [0, Math.tan(sweep / 8)],
      [0.5, Math.tan(sweep / 8)],
      [1, 0],
    ] as const)
      pen.path.vertex(...plus(centre, atAngle(from + share * sweep), radius), this.#elevation, bulge);
    pen.line();
  }

  /** A line from a point of the drawing to the dimension line, with a gap before and a reach beyond. */
  extension(from: Place, to: Place, hides: boolean): void {
    const direction = towards(from, to);
    const gap = this.size(DIMSTYLE.gap);
    if (hides || direction === undefined || lengthOf(minus(to, from)) <= gap) return;
    const end = plus(to, direction, this.size(DIMSTYLE.reach));
    this.line(plus(from, direction, gap), end, DIMSTYLE.extensionColour);
  }

  /** How much of a line an arrow head takes: nothing where the line goes on to the tip. */
  coverOf(arrow: 'first' | 'second'): number {
    if (this.hasStrokes) return 0;
    const block = this.into.blocks.byHandle(this.#block(arrow));
    return block !== undefined && THIN.test(block.name) ? 0 : this.arrowSize;
  }

  /** Whether heads point to their line from outside where it is short. */
  get isOutsideWhenShort(): boolean {
    const block = this.into.blocks.byHandle(this.#block('first'));
    return !this.hasStrokes && !(block !== undefined && ROUND.test(block.name));
  }

  /** An arrow head, or a stroke in its place. @param direction in which it points, of length 1 */
  head(tip: Place, direction: Place, arrow: 'first' | 'second'): void {
    const size = this.arrowSize;
    if (!(size > 0)) return;
    if (this.hasStrokes) {
      const diagonal: Place = plus(direction, left(direction));
      this.line(plus(tip, diagonal, -size / 2), plus(tip, diagonal, size / 2));
      return;
    }
    this.#begin(DIMSTYLE.lineColour);
    const [x, y] = plus(tip, direction, -1);
    const z = this.#elevation;
    const plane = new Affine().copy(this.into.pen.frame);
    drawArrow(this.into, [...tip, z, x, y, z], size, this.#block(arrow), plane);
  }

  /** Draws a text with its middle at its place. */
  text({ text, at: [easting, northing], rotation }: PlacedText): void {
    const height = this.size(DIMSTYLE.textHeight);
    if (isBlank(text) || !(height > 0)) return;
    this.#begin(DIMSTYLE.textColour);
    const elevation = this.#elevation;
    this.into.pen.text(text, {
      ...{ easting, northing, elevation, height, rotation },
      ...{ justification: 'centre', verticalJustification: 'middle' },
    });
  }

  /** Half of the room that a text takes, with the gap around it, along and across its reading direction. */
  roomOf(text: string): Place {
    const [height, gap] = [this.size(DIMSTYLE.textHeight), this.size(DIMSTYLE.textGap)];
    const lines = text.split('\n');
    const longest = lines.reduce((most, line) => Math.max(most, line.length), 0);
    return [(longest * height * LETTER) / 2 + gap, (lines.length * height) / 2 + gap];
  }

  /** What a text of a dimension says, with the measured value in its place; empty if it shows none. */
  shown(stated: string, value: string): string {
    if (stated === '') return value;
    return isBlank(stated) ? '' : plainMtext(stated.replaceAll('<>', value).replaceAll('\\X', '\\P'));
  }

  #block(arrow: 'first' | 'second'): number {
    const { style } = this;
    const own = arrow === 'first' ? DIMSTYLE.firstArrow : DIMSTYLE.secondArrow;
    return style.get(style.get(DIMSTYLE.hasTwoArrows) === 1 ? own : DIMSTYLE.arrow) || 0;
  }

  /** Turns to the plane of the dimension, in a colour of its style: by block is that of the dimension. */
  #begin(colour: NumberField): void {
    const { into } = this;
    into.begin();
    into.useExtrusion();
    const { feature } = into.pen;
    const index = this.style.get(colour);
    if (index >= 0 && index <= 256) feature.colour = indexColour(index, feature.colour);
  }
}
