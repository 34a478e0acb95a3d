import type { Feature, Label } from '@fieldbridge/fieldjob';
import { JUSTIFICATIONS } from '@fieldbridge/fieldjob';
import { widthOf } from '../../../kit/cad/width.ts';
import type { DrawingWriter } from './drawing-writer.ts';
import { MTEXT, TEXT } from './entity-kinds.ts';

const TAB = 9;
const LINE_FEED = 10;
const PERCENT = 37;
const CARET = 94;
const VERTICAL_CODE = { baseline: 0, bottom: 1, middle: 2, top: 3 } as const;
/** Rows of the MTEXT attachment point: 1 top left to 9 bottom right. */
const ATTACHMENT_ROW = { top: 0, middle: 1, bottom: 2, baseline: 2 } as const;
/** Length of the pieces of a text in characters (group 3), as the DXF reference requires for MTEXT. */
const PIECE = 250;
/** Line spacing, in text heights. */
const LINE_DISTANCE = 5 / 3;
/** Lines above the place of a text, as a share of all but one. */
const LINES_ABOVE = { top: 0, baseline: 0, middle: 0.5, bottom: 1 } as const;

/**
 * Escapes carets and doubled percent signs so that they are not taken for codes, and spells line ends and tabs as
 * codes.
 */
export function escapeText(text: string): string {
  // Checked code unit by code unit, because nearly all texts are short and need no escape.
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === TAB || unit === LINE_FEED || unit === PERCENT || unit === CARET)
      return text.replaceAll('^', '^ ').replaceAll('\n', '^J').replaceAll('\t', '^I').replaceAll('%%', '%%%%%%');
  }
  return text;
}

/**
 * Cuts a text into pieces of at most `most` units, none of which ends within a character or a caret code; an empty text
 * gives one empty piece.
 */
export function piecesOf(text: string, most: number): string[] {
  const pieces: string[] = [];
  let at = 0;
  while (text.length - at > most) {
    const last = text.charCodeAt(at + most - 1);
    const end = at + most - (isHighSurrogate(last) || last === CARET ? 1 : 0);
    pieces.push(text.slice(at, end));
    at = end;
  }
  return [...pieces, text.slice(at)];
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

/**
 * Writes a text: TEXT for a single line; MTEXT for several lines, a long line or a column; in R12 one TEXT per line.
 */
export function writeText(writer: DrawingWriter, layer: number, feature: Feature, label: Label, height: number): void {
  const { modern } = writer.target;
  if (!label.text.includes('\n') && label.text.length <= PIECE && (widthOf(feature) === 0 || !modern))
    writeSingle(writer, layer, feature, label, label.text, 0, height);
  else if (modern) writeMultiple(writer, layer, feature, label, height);
  else {
    const lines = label.text.split('\n');
    const above = LINES_ABOVE[label.verticalJustification] * (lines.length - 1);
    for (const [i, line] of lines.entries())
      writeSingle(writer, layer, feature, label, line, (i - above) * LINE_DISTANCE * height, height);
  }
}

function writeSingle(
  writer: DrawingWriter,
  layer: number,
  feature: Feature,
  label: Label,
  text: string,
  down: number,
  height: number,
): void {
  const { out } = writer;
  const e = label.easting + Math.sin(label.rotation) * down;
  const n = label.northing - Math.cos(label.rotation) * down;
  writer.open(TEXT, layer, feature);
  out.position3(10, e, n, label.elevation);
  out.number(40, height);
  out.text(1, escapeText(text));
  out.number(50, (label.rotation / Math.PI) * 180);
  const across = JUSTIFICATIONS.indexOf(label.justification);
  const upright = VERTICAL_CODE[label.verticalJustification];
  const placed = across !== 0 || upright !== 0;
  if (placed) {
    out.integer(72, across);
    out.position3(11, e, n, label.elevation);
  }
  writer.subclass('AcDbText');
  if (placed) out.integer(73, upright);
}

function writeMultiple(writer: DrawingWriter, layer: number, feature: Feature, label: Label, height: number): void {
  const { out } = writer;
  writer.open(MTEXT, layer, feature);
  out.position3(10, label.easting, label.northing, label.elevation);
  out.number(40, height);
  out.number(41, widthOf(feature));
  const row = ATTACHMENT_ROW[label.verticalJustification];
  out.integer(71, 1 + row * 3 + JUSTIFICATIONS.indexOf(label.justification));
  out.integer(72, 5);
  const text = escapeText(label.text.replace(/[\\{}]/g, '\\$&').replaceAll('\n', '\\P'));
  const pieces = piecesOf(text, PIECE);
  for (const [i, piece] of pieces.entries()) out.text(i + 1 < pieces.length ? 3 : 1, piece);
  out.number(50, (label.rotation / Math.PI) * 180);
}
