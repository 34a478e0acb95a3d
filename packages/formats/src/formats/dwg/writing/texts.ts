import type { TextPlace } from '../../dxf/writing/drawing-output.ts';
import { R2004, R2007, R2010, R2018 } from '../file/releases.ts';
import { HANDLE } from './handles.ts';
import { type ObjectWriter, REFERENCE } from './object-writer.ts';

/** Flags of a text: the field is not stated. */
const NO = { elevation: 1, alignment: 2, oblique: 4, rotation: 8, width: 0x10, mirror: 0x20, across: 0x40, up: 0x80 };
/** A text between two places. */
const FIT = 5;
/** An attribute that does not show; one of a single line. */
const INVISIBLE = 1;
const SINGLE = 1;
/** Reading direction by style, line spacing at least so much. */
const BY_STYLE = 5;
const AT_LEAST = 1;
/** Version of the second part of an MTEXT since 2018. */
const LATER_VERSION = 4;

/** Doubled percent signs are codes, so they are escaped. */
export function escapePercents(text: string): string {
  return text.includes('%%') ? text.replaceAll('%%', '%%%%%%') : text;
}

/** TEXT, and what ATTRIB and ATTDEF begin with. */
export function writeTextFields(to: ObjectWriter, place: TextPlace, text: string): void {
  const { data } = to;
  const { easting, northing, height, rotation, upright, fit, letterWidth } = place;
  const across = fit > 0 ? FIT : place.across;
  const elevation = Number.isNaN(place.elevation) ? 0 : place.elevation;
  const isPlaced = across !== 0 || upright !== 0;
  data.byte(
    NO.oblique |
      (letterWidth === 1 ? NO.width : 0) |
      NO.mirror |
      (elevation === 0 ? NO.elevation : 0) |
      (isPlaced ? 0 : NO.alignment) |
      (rotation === 0 ? NO.rotation : 0) |
      (across === 0 ? NO.across : 0) |
      (upright === 0 ? NO.up : 0),
  );
  if (elevation !== 0) data.double(elevation);
  data.double(easting);
  data.double(northing);
  if (isPlaced) {
    // A fitted text ends there.
    data.doubleOr(easting + fit * Math.cos(rotation), easting);
    data.doubleOr(northing + fit * Math.sin(rotation), northing);
  }
  // The usual extrusion, no thickness.
  data.flag(true);
  data.flag(true);
  if (rotation !== 0) data.double(rotation);
  data.double(height);
  if (letterWidth !== 1) data.double(letterWidth);
  to.text(text);
  if (across !== 0) data.bitShort(across);
  if (upright !== 0) data.bitShort(upright);
  to.refer(REFERENCE.pointer, HANDLE.style);
}

/** ATTRIB; ATTDEF with a prompt. */
export function writeAttribute(
  to: ObjectWriter,
  place: TextPlace,
  tag: string,
  value: string,
  isInvisible: boolean,
  prompt?: string,
): void {
  const { data, release } = to;
  writeTextFields(to, place, escapePercents(value));
  if (release >= R2010) data.byte(0);
  if (release >= R2018) data.byte(SINGLE);
  to.text(tag);
  data.bitShort(0);
  data.byte(isInvisible ? INVISIBLE : 0);
  if (release >= R2007) data.flag(false);
  if (prompt === undefined) return;
  if (release >= R2010) data.byte(0);
  to.text(prompt);
}

/** MTEXT. @param text with its codes */
export function writeMtext(to: ObjectWriter, place: TextPlace, width: number, attachment: number, text: string): void {
  const { data, release } = to;
  const { easting, northing, elevation, height, rotation } = place;
  data.triple(easting, northing, Number.isNaN(elevation) ? 0 : elevation);
  data.triple(0, 0, 1);
  data.triple(Math.cos(rotation), Math.sin(rotation), 0);
  data.bitDouble(width);
  if (release >= R2007) data.bitDouble(0);
  data.bitDouble(height);
  data.bitShort(attachment);
  data.bitShort(BY_STYLE);
  data.bitDouble(0);
  data.bitDouble(0);
  to.text(text);
  to.refer(REFERENCE.pointer, HANDLE.style);
  data.bitShort(AT_LEAST);
  data.bitDouble(1);
  data.flag(false);
  if (release >= R2004) data.bitLong(0);
  if (release < R2018) return;
  // Not annotative; its place once more, without columns. Programs compute its size.
  data.flag(true);
  data.bitShort(LATER_VERSION);
  data.flag(true);
  to.refer(REFERENCE.pointer, 0);
  data.bitLong(attachment);
  data.triple(Math.cos(rotation), Math.sin(rotation), 0);
  data.triple(easting, northing, Number.isNaN(elevation) ? 0 : elevation);
  for (const value of [width, 0, 0, 0]) data.bitDouble(value);
  data.bitShort(0);
}
