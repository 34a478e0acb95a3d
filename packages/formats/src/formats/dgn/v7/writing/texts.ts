import type { Label } from '@fieldbridge/fieldjob';
import { WINDOWS_1252_BYTES } from '../../../dxf/writing/group-writer.ts';
import type { ElementMaker, ElementStyle } from './elements.ts';
import type { Losses } from './losses.ts';
import type { DesignPlane } from './plane.ts';

/** A text element counts its bytes in one byte. */
const MOST_BYTES = 255;
/** Distance of two lines of a text, as a share of its height. */
const SPACING = 1.5;
/** Marks a text of two bytes a character. */
const WIDE_MARK = [0xff, 0xfd];
const JUSTIFICATION = { left: 0, centre: 6, right: 12 };
const VERTICAL = { top: 0, middle: 1, bottom: 2, baseline: 2 };
const SHARE = { left: 0, centre: 0.5, right: 1 };

/**
 * Makes the elements of a label, one a line. The format stores the lower left corner of each line whatever its justification; the
 * width is a height a character, which is what the element's own size states.
 */
export function textElements(
  maker: ElementMaker,
  plane: DesignPlane,
  style: ElementStyle,
  label: Label,
  height: number,
  losses: Losses,
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
    const across = -SHARE[label.justification] * height * length;
    const up = (lines.length - 1 - index) * SPACING * height - drop;
    const at = [
      plane.position(label.easting + across * cos - up * sin, 0),
      plane.position(label.northing + across * sin + up * cos, 1),
      plane.is3d ? plane.position(label.elevation, 2) : 0,
    ] as const;
    const justification = JUSTIFICATION[label.justification] + VERTICAL[label.verticalJustification];
    elements.push(maker.text(style, { at, bytes, length, height, rotation: label.rotation, justification }));
  }
  if (elements.length === 0) losses.textsEmpty++;
  return elements;
}

/** A line in windows-1252, or in two bytes a character where it needs others; control characters become blanks. */
function encode(line: string, losses: Losses): { bytes: Uint8Array; length: number } {
  const bytes: number[] = [];
  let isWide = false;
  for (const letter of line) {
    const point = letter.codePointAt(0)!;
    const byte = point < 32 || point === 127 ? 32 : point < 127 ? point : WINDOWS_1252_BYTES.get(point);
    if (byte === undefined) isWide = true;
    else bytes.push(byte);
  }
  // Such a beginning says that a text is wide.
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
    // Beyond 16 bits there is no place for a character.
    if (point > 0xffff) losses.lettersReplaced++;
    const unit = point > 0xffff ? 0x3f : point < 32 || point === 127 ? 32 : point;
    wide.push(unit & 255, unit >> 8);
    length++;
  }
  return { bytes: Uint8Array.from(wide), length };
}
