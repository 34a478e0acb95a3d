import type { Justification, VerticalJustification } from '@fieldbridge/fieldjob';
import { widthAttribute } from '@fieldbridge/fieldjob/mapped-attributes.ts';
import { issueOf } from '../../../core/issues/issue-of.ts';
import { plainMtext } from '../../../kit/cad/mtext.ts';
import { isBlank, plainText } from '../../../kit/cad/text-codes.ts';
import { passesColumn } from '../../../kit/cad/width.ts';
import { COMMON } from '../common-fields.ts';
import { DIMSTYLE } from '../dimension-style.ts';
import type { Entity } from '../entity.ts';
import { integer, type NumberField, name, point, real, text as texts } from '../fields.ts';
import type { Interpreter } from '../interpreter.ts';
import { BAD_POSITION, type Outcome } from './draw.ts';

const HORIZONTAL: readonly Justification[] = ['left', 'centre', 'right'];
const VERTICAL: readonly VerticalJustification[] = ['baseline', 'bottom', 'middle', 'top'];
const EMPTY = issueOf('empty-text');
const ALIGNED = 3;
const MIDDLE = 4;
const FIT = 5;
/** Text generation flags (71). */
const BACKWARDS = 2;
const UPSIDE_DOWN = 4;

/** Rotation in degrees; the second position counts for all but the default justification. */
export const TEXT = {
  value: texts(1),
  place: point(10),
  secondPlace: point(11),
  height: real(40, 1),
  letterWidth: real(41, 1),
  rotation: real(50, 0),
  /** Backwards, upside down. */
  generation: integer(71),
  horizontal: integer(72),
  vertical: integer(73),
};

/** TEXT. */
export function drawText(into: Interpreter): Outcome {
  return drawSingleLine(into, plainText(into.entity.texts(TEXT.value)), TEXT.vertical);
}

/**
 * A single-line text, placed by the rules of TEXT, ATTRIB and ATTDEF.
 * @param vertical the field with its vertical justification
 * @param shiftEast distance from its place, with `shiftNorth`, in its own coordinates
 */
export function drawSingleLine(
  into: Interpreter,
  text: string,
  vertical: NumberField,
  shiftEast = 0,
  shiftNorth = 0,
): Outcome {
  const { entity, pen } = into;
  into.begin();
  into.useExtrusion();
  if (isBlank(text)) return EMPTY;
  const across = entity.get(TEXT.horizontal);
  const upright = entity.get(vertical);
  const { place, secondPlace } = TEXT;
  const hasSecond = entity.has(secondPlace.x);
  const isStretched = across === ALIGNED || across === FIT;
  const { x, y, z } = (across !== 0 || upright !== 0) && hasSecond && !isStretched ? secondPlace : place;
  let rotation = (entity.get(TEXT.rotation) / 180) * Math.PI;
  let fit = 0;
  if (isStretched && hasSecond) {
    const along = entity.get(secondPlace.x) - entity.getOr(place.x, 0);
    const up = entity.getOr(secondPlace.y, 0) - entity.getOr(place.y, 0);
    rotation = Math.atan2(up, along);
    fit = Math.hypot(along, up);
  }
  const generation = entity.get(TEXT.generation);
  const isBackwards = (generation & BACKWARDS) !== 0;
  // Backwards text runs the other way with its up direction unchanged: a half turn, in mirror writing.
  if (isBackwards) rotation += Math.PI;
  const drawn = pen.text(text, {
    easting: entity.get(x) + shiftEast,
    northing: entity.get(y) + shiftNorth,
    elevation: entity.get(z),
    height: entity.get(TEXT.height),
    rotation,
    justification: across === MIDDLE ? 'centre' : (HORIZONTAL[across] ?? 'left'),
    verticalJustification: across === MIDDLE ? 'middle' : (VERTICAL[upright] ?? 'baseline'),
    fit,
    letterWidth: entity.get(TEXT.letterWidth),
    mirrored: isBackwards !== ((generation & UPSIDE_DOWN) !== 0),
  });
  return drawn ? undefined : BAD_POSITION;
}

/** Rotation in degrees; a direction, if stated, takes precedence. */
export const MTEXT = {
  /** The text in pieces: first those of 250 letters, then the rest. */
  pieces: texts(3),
  lastPiece: texts(1),
  place: point(10),
  direction: point(11, 1, 0),
  height: real(40, 1),
  columnWidth: real(41, 0),
  style: name(7),
  rotation: real(50, 0),
  /** Which of its nine reference points is at `place`, from the upper left one on, row by row. */
  attachment: integer(71, 1),
};

/**
 * MTEXT: world coordinates; format codes are dropped, line ends kept. The column width at which CAD systems break lines
 * is an attribute if a line is longer.
 */
export function drawMtext(into: Interpreter): Outcome {
  into.begin();
  return placeMtext(into, mtextOf(into.entity));
}

/** A width of letters that is stated before the first of them. */
const FIRST_WIDTH = /^(?:\{|\\[ACFHQTfp][^;\\]*;|\\[LlOoKk])*\\W([\d.]+)x?;/;

/** By which factor the letters of an MTEXT are wider than the font has them: its own, else that of its style. */
function letterWidthIn({ entity, letterWidths }: Interpreter): number {
  const own = entity.has(MTEXT.lastPiece) ? FIRST_WIDTH.exec(entity.texts(MTEXT.pieces, MTEXT.lastPiece)) : null;
  return own === null ? (letterWidths.get(entity.name(MTEXT.style).toLowerCase()) ?? 1) : Number(own[1]);
}

/** The text of an MTEXT. */
export function mtextOf(entity: Entity): string {
  return plainMtext(entity.texts(MTEXT.pieces, MTEXT.lastPiece));
}

/**
 * Draws a text at the place of an MTEXT.
 * @param shiftEast distance from its place, with `shiftNorth`
 */
export function placeMtext(into: Interpreter, text: string, shiftEast = 0, shiftNorth = 0): Outcome {
  const { entity, pen } = into;
  if (isBlank(text)) return EMPTY;
  const height = entity.get(MTEXT.height);
  const column = entity.get(MTEXT.columnWidth);
  if (column > 0 && passesColumn(text, height, column)) into.describe(widthAttribute(column, pen.frame.scale));
  const attachment = Math.min(9, Math.max(1, entity.get(MTEXT.attachment))) - 1;
  const { place, direction } = MTEXT;
  let rotation = (entity.get(MTEXT.rotation) / 180) * Math.PI;
  if (entity.has(direction.x)) rotation = Math.atan2(entity.get(direction.y), entity.get(direction.x));
  // Place and direction are in world coordinates: the extrusion only says from which side it is read.
  const isFromBelow = entity.get(COMMON.extrusion.z) < 0;
  if (isFromBelow && entity.has(MTEXT.rotation) && !entity.has(direction.x)) rotation = Math.PI - rotation;
  const drawn = pen.text(text, {
    easting: entity.get(place.x) + shiftEast,
    northing: entity.get(place.y) + shiftNorth,
    elevation: entity.get(place.z),
    height,
    rotation,
    justification: HORIZONTAL[attachment % 3]!,
    verticalJustification: (['top', 'middle', 'bottom'] as const)[Math.floor(attachment / 3)]!,
    letterWidth: letterWidthIn(into),
    mirrored: isFromBelow,
  });
  return drawn ? undefined : BAD_POSITION;
}

export const TOLERANCE = {
  value: texts(1),
  dimensionStyle: texts(3),
  place: point(10),
  direction: point(11, 1, 0),
  height: real(40),
};

/** TOLERANCE: the text of a feature control frame without its symbols, with the height of its dimension style. */
export function drawTolerance(into: Interpreter): Outcome {
  const { entity, pen } = into;
  into.begin();
  const text = plainMtext(entity.texts(TOLERANCE.value).replaceAll('%%v', ' | '));
  if (isBlank(text)) return EMPTY;
  const { place, direction, dimensionStyle } = TOLERANCE;
  const style = into.dimensionStyles.get(entity.text(dimensionStyle).toLowerCase());
  const height = entity.getOr(TOLERANCE.height, style === undefined ? 1 : style.get(DIMSTYLE.textHeight) * style.scale);
  const drawn = pen.text(text, {
    easting: entity.get(place.x),
    northing: entity.get(place.y),
    elevation: entity.get(place.z),
    height: height > 0 ? height : 1,
    rotation: Math.atan2(entity.get(direction.y), entity.get(direction.x)),
    justification: 'left',
    verticalJustification: 'middle',
  });
  return drawn ? undefined : BAD_POSITION;
}
