import type { Justification, VerticalJustification } from '@fieldbridge/fieldjob';
import { plainMtext } from '../../../kit/cad/mtext.ts';
import { isBlank, plainText } from '../../../kit/cad/text-codes.ts';
import { passesColumn, widthAttribute } from '../../../kit/cad/width.ts';
import type { Entity } from '../entity.ts';
import type { Interpreter } from '../interpreter.ts';
import { BAD_POSITION, type Fault, type Outcome } from './draw.ts';

const HORIZONTAL: readonly Justification[] = ['left', 'centre', 'right'];
const VERTICAL: readonly VerticalJustification[] = ['baseline', 'bottom', 'middle', 'top'];
const EMPTY: Fault = { code: 'empty-text', severity: 'note', text: 'the text is empty' };
const ALIGNED = 3;
const MIDDLE = 4;
const FIT = 5;
/** Text generation flags (71). */
const BACKWARDS = 2;
const UPSIDE_DOWN = 4;

/** TEXT. */
export function drawText(into: Interpreter): Outcome {
  return drawSingleLine(into, plainText(into.entity.texts(1)), 73);
}

/**
 * A single-line text with the placing rules of TEXT, ATTRIB and ATTDEF.
 * @param verticalCode group that says which side of it the place is
 * @param shiftEast how far from its place it is drawn, with `shiftNorth`, in its own coordinates
 */
export function drawSingleLine(
  into: Interpreter,
  text: string,
  verticalCode: number,
  shiftEast = 0,
  shiftNorth = 0,
): Outcome {
  const { entity, pen } = into;
  into.begin();
  into.useExtrusion();
  if (isBlank(text)) return EMPTY;
  const across = entity.number(72, 0);
  const upright = entity.number(verticalCode, 0);
  // The second position counts for everything but the default placing.
  const second = (across !== 0 || upright !== 0) && entity.has(11) && across !== ALIGNED && across !== FIT;
  let rotation = (entity.number(50, 0) / 180) * Math.PI;
  if ((across === ALIGNED || across === FIT) && entity.has(11))
    rotation = Math.atan2(entity.number(21, 0) - entity.number(20, 0), entity.number(11, 0) - entity.number(10, 0));
  const generation = entity.number(71, 0);
  const isBackwards = (generation & BACKWARDS) !== 0;
  // What runs backwards runs the other way with its up unchanged: a half turn, in mirror writing.
  if (isBackwards) rotation += Math.PI;
  const drawn = pen.text(text, {
    easting: entity.number(second ? 11 : 10, Number.NaN) + shiftEast,
    northing: entity.number(second ? 21 : 20, Number.NaN) + shiftNorth,
    elevation: entity.number(second ? 31 : 30, Number.NaN),
    height: entity.number(40, 1),
    rotation,
    justification: across === MIDDLE ? 'centre' : (HORIZONTAL[across] ?? 'left'),
    verticalJustification: across === MIDDLE ? 'middle' : (VERTICAL[upright] ?? 'baseline'),
    mirrored: isBackwards !== ((generation & UPSIDE_DOWN) !== 0),
  });
  return drawn ? undefined : BAD_POSITION;
}

/**
 * MTEXT: world coordinates; format codes are dropped, line ends kept. The width of the column at which CAD systems break its lines is an
 * attribute where a line is longer.
 */
export function drawMtext(into: Interpreter): Outcome {
  into.begin();
  return placeMtext(into, mtextOf(into.entity));
}

/** The text of an MTEXT. */
export function mtextOf(entity: Entity): string {
  return plainMtext(entity.texts(3, 1));
}

/**
 * Draws a text where an MTEXT stands.
 * @param shiftEast how far from its place, with `shiftNorth`
 */
export function placeMtext(into: Interpreter, text: string, shiftEast = 0, shiftNorth = 0): Outcome {
  const { entity, pen } = into;
  if (isBlank(text)) return EMPTY;
  const height = entity.number(40, 1);
  const column = entity.number(41, 0);
  if (column > 0 && passesColumn(text, height, column)) into.describe(widthAttribute(column, pen.frame.scale));
  const place = Math.min(9, Math.max(1, entity.number(71, 1))) - 1;
  let rotation = (entity.number(50, 0) / 180) * Math.PI;
  if (entity.has(11)) rotation = Math.atan2(entity.number(21, 0), entity.number(11, 1));
  // Its place and direction are in world coordinates: the extrusion only says from which side it is read.
  const isFromBelow = entity.number(230, 1) < 0;
  if (isFromBelow && entity.has(50) && !entity.has(11)) rotation = Math.PI - rotation;
  const drawn = pen.text(text, {
    easting: entity.number(10, Number.NaN) + shiftEast,
    northing: entity.number(20, Number.NaN) + shiftNorth,
    elevation: entity.number(30, Number.NaN),
    height,
    rotation,
    justification: HORIZONTAL[place % 3]!,
    verticalJustification: (['top', 'middle', 'bottom'] as const)[Math.floor(place / 3)]!,
    mirrored: isFromBelow,
  });
  return drawn ? undefined : BAD_POSITION;
}

/** TOLERANCE: the text of a feature control frame without its symbols, as high as its dimension style (3) says. */
export function drawTolerance(into: Interpreter): Outcome {
  const { entity, pen } = into;
  into.begin();
  const text = plainMtext(entity.texts(1).replaceAll('%%v', ' | '));
  if (isBlank(text)) return EMPTY;
  const height = entity.number(40, into.textHeights.get(entity.text(3).toLowerCase()) ?? 1);
  const drawn = pen.text(text, {
    easting: entity.number(10, Number.NaN),
    northing: entity.number(20, Number.NaN),
    elevation: entity.number(30, Number.NaN),
    height: height > 0 ? height : 1,
    rotation: Math.atan2(entity.number(21, 0), entity.number(11, 1)),
    justification: 'left',
    verticalJustification: 'middle',
  });
  return drawn ? undefined : BAD_POSITION;
}
