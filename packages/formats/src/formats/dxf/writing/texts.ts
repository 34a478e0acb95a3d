import type { Feature, Label } from '@fieldbridge/fieldjob';
import { fitOf, JUSTIFICATIONS, letterWidthOf, widthOf } from '@fieldbridge/fieldjob';
import type { DrawingOutput } from './drawing-output.ts';

const TAB = 9;
const LINE_FEED = 10;
const PERCENT = 37;
const CARET = 94;
const VERTICAL_CODE = { baseline: 0, bottom: 1, middle: 2, top: 3 } as const;
/** Rows of the MTEXT attachment point: 1 top left to 9 bottom right. */
const ATTACHMENT_ROW = { top: 0, middle: 1, bottom: 2, baseline: 2 } as const;
/** Length of the pieces of a text in characters (group 3), as the DXF reference requires for MTEXT. */
export const PIECE = 250;
/** Line spacing, in text heights. */
const LINE_DISTANCE = 5 / 3;
/** Height of the place above the base line, in text heights. */
const ABOVE_BASE = { baseline: 0, bottom: -1 / 3, middle: 0.5, top: 1 } as const;
/** The part of a text that is before its place. */
const BEFORE = { left: 0, centre: 0.5, right: 1 } as const;
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

/** The place of the text that is written. */
const place = {
  easting: 0,
  northing: 0,
  elevation: 0,
  height: 0,
  rotation: 0,
  across: 0,
  upright: 0,
  fit: 0,
  letterWidth: 1,
};

/**
 * Writes a text: TEXT for a single line; MTEXT for several lines, a long line or a column; in R12 one TEXT per line.
 */
export function writeText(output: DrawingOutput, layer: number, feature: Feature, label: Label, height: number): void {
  const { modern } = output.target;
  const width = widthOf(feature);
  place.easting = label.easting;
  place.northing = label.northing;
  place.elevation = label.elevation;
  place.height = height;
  place.rotation = label.rotation;
  place.across = JUSTIFICATIONS.indexOf(label.justification);
  place.upright = VERTICAL_CODE[label.verticalJustification];
  place.fit = label.text.includes('\n') ? 0 : fitOf(feature);
  place.letterWidth = place.fit > 0 ? 1 : letterWidthOf(feature);
  if (place.fit > 0) {
    toBeginning(label);
    output.text(layer, feature, place, label.text);
  } else if (!label.text.includes('\n') && label.text.length <= PIECE && (width === 0 || !modern))
    output.text(layer, feature, place, label.text);
  else if (modern) {
    const attachment = 1 + ATTACHMENT_ROW[label.verticalJustification] * 3 + place.across;
    const text = label.text.replace(/[\\{}]/g, '\\$&').replaceAll('\n', '\\P');
    const letters = place.letterWidth === 1 ? '' : `\\W${place.letterWidth};`;
    output.paragraph(layer, feature, place, width, attachment, letters + text);
  } else {
    const lines = label.text.split('\n');
    const above = LINES_ABOVE[label.verticalJustification] * (lines.length - 1);
    for (const [i, line] of lines.entries()) {
      const down = (i - above) * LINE_DISTANCE * height;
      place.easting = label.easting + Math.sin(label.rotation) * down;
      place.northing = label.northing - Math.cos(label.rotation) * down;
      output.text(layer, feature, place, line);
    }
  }
}

/** Moves the place of a fitted text to the beginning of its base line. */
function toBeginning({ rotation, justification, verticalJustification }: Label): void {
  const [along, up] = [Math.cos(rotation), Math.sin(rotation)];
  const before = BEFORE[justification] * place.fit;
  const below = ABOVE_BASE[verticalJustification] * place.height;
  place.easting += below * up - before * along;
  place.northing -= below * along + before * up;
  place.across = 0;
  place.upright = 0;
}
