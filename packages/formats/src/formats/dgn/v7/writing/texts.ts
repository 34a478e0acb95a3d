import type { Label } from '@fieldbridge/fieldjob';
import { WINDOWS_1252_BYTES } from '../../../dxf/writing/group-writer.ts';
import type { ElementMaker, ElementStyle } from './elements.ts';
import type { Losses } from './losses.ts';
import type { DesignPlane } from './plane.ts';

/** A text element counts its bytes in one byte. */
const MOST_BYTES = 255;
/** Spacing of two lines of a text, in text heights. */
const SPACING = 1.5;
/** Marks a text with two bytes per character. */
const WIDE_MARK = [0xff, 0xfd];
const JUSTIFICATION = { left: 0, centre: 6, right: 12 };
const VERTICAL = { top: 0, middle: 1, bottom: 2, baseline: 2 };
const SHARE = { left: 0, centre: 0.5, right: 1 };

/**
 * Makes the elements of a label, one per line. The format stores the lower left corner of each line, regardless of its
 * justification. The width is one height per character, as the element's own size states, by the width of its letters,
 * or what fills a length.
 * @param fit the length that a single line is squeezed or stretched to; 0 for none
 * @param wide by which factor letters are wider than their font has them
 */
export function textElements(
  maker: ElementMaker,
  plane: DesignPlane,
  style: ElementStyle,
  label: Label,
  height: number,
  fit: number,
  losses: Losses,
  wide = 1,
): Uint8Array[] {
  const lines = label.text.split(/\r\n|\r|\n/);
  if (lines.length > 1) losses.textsSplit++;
  const total = height * (1 + SPACING * (lines.length - 1));
  const drop = { top: total, middle: total / 2, bottom: 0, baseline: 0 }[label.verticalJustification];
  if (drop > 0 || label.justification !== 'left') losses.textsMoved++;
  if (plane.is3d && Number.isNaN(label.elevation)) losses.elevationsAdded++;
  if (plane.textSize(height) + 1 < (height * plane.perUnit * 1000) / 6) losses.textsShrunk++;
  const [cos, sin] = [Math.cos(label.rotation), Math.sin(label.rotation)];
  const elements: Uint8Array[] = [];
  for (const [index, line] of lines.entries()) {
    const { bytes, length } = encode(line, losses);
    if (length === 0) continue;
    const reach = fit > 0 && lines.length === 1 ? fit : wide * height * length;
    const across = -SHARE[label.justification] * reach;
    const up = (lines.length - 1 - index) * SPACING * height - drop;
    const at = [
      plane.position(label.easting + across * cos - up * sin, 0),
      plane.position(label.northing + across * sin + up * cos, 1),
      plane.is3d ? plane.position(label.elevation, 2) : 0,
    ] as const;
    const justification = JUSTIFICATION[label.justification] + VERTICAL[label.verticalJustification];
    const size = { width: reach / length, height, length: reach };
    elements.push(maker.text(style, { at, bytes, ...size, rotation: label.rotation, justification }));
  }
  if (elements.length === 0) losses.textsEmpty++;
  return elements;
}

/** A line in windows-1252, or with two bytes per character if necessary; control characters become blanks. */
function encode(line: string, losses: Losses): { bytes: Uint8Array; length: number } {
  const bytes: number[] = [];
  let isWide = false;
  for (const letter of line) {
    const point = letter.codePointAt(0)!;
    const byte = point < 32 || point === 127 ? 32 : point < 127 ? point : WINDOWS_1252_BYTES.get(point);
    if (byte === undefined) isWide = true;
    else bytes.push(byte);
  }
  // This beginning would mark the text as wide.
  if (bytes.length > 1 && WIDE_MARK.every((byte, i) => bytes[i] === byte)) isWide = true;
  if (!isWide) {
    if (bytes.length > MOST_BYTES) losses.textsCut++;
    const cut = Uint8Array.from(bytes.slice(0, MOST_BYTES));
    return { bytes: cut, length: cut.length };
  }
  const wide = [...WIDE_MARK];
  let length = 0;
  for (const letter of line) {
    const point = letter.codePointAt(0)!;
    if (wide.length + 2 > MOST_BYTES) {
      losses.textsCut++;
      break;
    }
    // Characters beyond 16 bits cannot be stored.
    if (point > 0xffff) losses.lettersReplaced++;
    const unit = point > 0xffff ? 0x3f : point < 32 || point === 127 ? 32 : point;
    wide.push(unit & 255, unit >> 8);
    length++;
  }
  return { bytes: Uint8Array.from(wide), length };
}
